/// A library that a plugin is linked to and that is not installed, as glibc's dynamic linker reports it.
struct MissingLibrary: CustomStringConvertible {
    private let name: String

    /// The Debian packages of the libraries that the shipped plugins need.
    private static let packages = ["libcurl.so.4": "libcurl4", "libdbus-1.so.3": "libdbus-1-3"]

    /// Reads dlerror()'s message; nil if it reports something else.
    init?(message: String) {
        guard let colon = message.firstIndex(of: ":"), message[colon...].hasPrefix(": cannot open shared object file")
        else { return nil }
        name = String(message[..<colon])
    }

    var description: String {
        let remedy = MissingLibrary.packages[name].map { "apt install \($0)" } ?? "install the package that contains it"
        return "\(name) is not installed; \(remedy)"
    }
}
