@testable import Delivery

extension FuzzTarget {
    /// Damaged shared libraries.
    static let libraries = FuzzTarget(name: "libraries") { bytes in
        guard let library = try? ELFLibrary(bytes) else { return }
        let names = (library.exports ?? []) + library.needed
        let size = names.reduce(0) { $0 + $1.utf8.count }
        try require(size <= 4 * bytes.count, "\(bytes.count) bytes give \(size) bytes of names")
    }
}
