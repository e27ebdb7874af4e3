import CLinux
import Foundation
import TestSupport
import Testing

/// Which paths the protection of other paths refuses.
@Suite struct ProtectionTests {
    /// A folder with random folders, files and symbolic links, some of which lead nowhere.
    private struct Tree {
        let root: String
        let names: [String]

        init(_ random: inout SplitMix64, in folder: TemporaryFolder) throws {
            root = URL(filePath: folder.path).resolvingSymlinksInPath().path
            var names: [String] = []
            var folders = [root]
            for index in 0..<40 {
                let place = folders.randomElement(using: &random) ?? root
                let name = "\(place)/\(["", ".", ".."].randomElement(using: &random) ?? "")\(index)"
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
                    folders.append(name)
                case 5..<7: try Data().write(to: URL(filePath: name))
                default:
                    let target = names.randomElement(using: &random) ?? root
                    let leads = Int.random(in: 0..<4, using: &random) > 0
                    try FileManager.default.createSymbolicLink(
                        atPath: name,
                        withDestinationPath: leads ? target : target + "/missing"
                    )
                }
                names.append(name)
            }
            self.names = names
        }

        /// A path in the tree, perhaps through links, with components that do not exist, or with `..`.
        func path(_ random: inout SplitMix64) -> String {
            var path = names.randomElement(using: &random) ?? root
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                let other = names.randomElement(using: &random) ?? root
                let last = other.split(separator: "/").last.map(String.init) ?? "x"
                path += "/" + ([last, last, "missing", ".", ".."].randomElement(using: &random) ?? last)
            }
            return path
        }
    }

    private static func real(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// Whether one path is the other or leads to it.
    private static func leads(_ path: String, to other: String) -> Bool {
        other == path || other.hasPrefix(path == "/" ? "/" : path + "/")
    }

    /// Whether a real path is, is in or contains a protected one, by realpath(3) alone.
    private static func refuses(_ real: String, _ protected: String) -> Bool {
        if let place = self.real(protected) { return leads(place, to: real) || leads(real, to: place) }
        var parts = protected.split(separator: "/", omittingEmptySubsequences: false)
        while parts.count > 1 {
            parts.removeLast()
            if let place = self.real(parts.joined(separator: "/")) { return leads(real, to: place) }
        }
        return true
    }

    @Test(arguments: 0..<40) func samePathsAsWithRealpath(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let tree = try Tree(&random, in: folder)
        let protected = (0..<12).map { _ in tree.path(&random) }
        let names = protected.map { UnsafePointer(strdup($0)) }
        defer { for name in names { free(UnsafeMutableRawPointer(mutating: name)) } }
        let protection = try #require(antrain_protection_make(names, names.count))
        defer { antrain_protection_free(protection) }
        for path in tree.names {
            guard let real = ProtectionTests.real(path) else { continue }
            var rules = antrain_place_rules()
            rules.chosen = real.utf8.count
            rules.protection = protection
            var problem = ANTRAIN_PLACE_OK
            let descriptor = antrain_place_open(real, &rules, &problem)
            if descriptor >= 0 { close(descriptor) }
            let expected = protected.contains { ProtectionTests.refuses(real, $0) }
            #expect((problem == ANTRAIN_PLACE_PROTECTED) == expected, "\(real) with \(protected)")
        }
    }
}
