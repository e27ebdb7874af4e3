import Archives
import Files
import Platform
import SystemPackage

/// The names of the user's files in a backup, and where they are on this machine.
///
/// A backup is restored into antrain's own folders, and programs also below the home folder, but never into hidden folders
/// there: a manipulated backup must not replace files of other programs. In antrain's folders, it is restored only to the places
/// where antrain looks for such files: a manipulated backup must not forge snapshots or the journal of a restore.
struct BackupPlaces {
    static let ledger = "ledger.sqlite"
    static let log = "log.csv"
    static let settings = "config/settings.yaml"
    static let exercises = "config/exercises.yaml"

    private let paths: Paths
    let config: FilePath
    let data: FilePath
    private var home: FilePath? { paths.home == "/" ? nil : paths.home }

    init(_ paths: Paths) {
        self.paths = paths
        config = paths.settings.removingLastComponent()
        data = paths.ledger.removingLastComponent()
    }

    // MARK: Names

    /// - Parameter isTaken: whether another file has a name or the path that belongs to it.
    func name(ofProgram path: FilePath, id: String, isTaken: (String) -> Bool) -> String {
        for (folder, prefix) in [(data, "data"), (config, "config"), (home, "home")] {
            guard let folder, let rest = rest(of: path, in: folder) else { continue }
            let name = "\(prefix)/\(rest)"
            if self.path(of: name, .program) != nil, TarWriter.canStore(name) { return name }
        }
        let start = "programs/" + id.filter { $0.isLetter || $0.isNumber || $0 == "-" }
        var (name, number) = (start + ".yaml", 1)
        while isTaken(name) {
            number += 1
            name = "\(start)-\(number).yaml"
        }
        return name
    }

    /// The name of a file with a secret; nil if it is in a folder to which backups do not restore.
    func name(ofSecret path: FilePath) -> String? {
        let places = [(home?.appending(".secrets"), "secrets"), (config, "config")]
        for (folder, prefix) in places {
            guard let folder, let rest = rest(of: path, in: folder) else { continue }
            let name = "\(prefix)/\(rest)"
            return self.path(of: name, .secret) != nil && TarWriter.canStore(name) ? name : nil
        }
        return nil
    }

    /// The path of a file in a folder, relative to it, also through symbolic links to folders; nil if it is elsewhere.
    private func rest(of path: FilePath, in folder: FilePath) -> String? {
        guard let name = path.lastComponent else { return nil }
        var (rest, real) = (path, LiveFiles.target(of: LiveFiles.folder(of: path)).appending(name))
        if rest.removePrefix(folder) { return rest.isEmpty ? nil : rest.string }
        return real.removePrefix(LiveFiles.target(of: folder)) && !real.isEmpty ? real.string : nil
    }

    // MARK: Paths

    /// Where a file in a backup belongs; nil if it must not be restored under its name.
    func path(of name: String, _ kind: BackupManifest.Kind) -> FilePath? {
        switch kind {
        case .ledger: return name == BackupPlaces.ledger ? paths.ledger : nil
        case .settings: return name == BackupPlaces.settings ? paths.settings : nil
        case .exercises: return name == BackupPlaces.exercises ? paths.exercises : nil
        case .log: return name == BackupPlaces.log ? FilePath(name) : nil
        case .plugin:
            let parts = BackupPlaces.components(name)
            guard parts.count == 3, parts.starts(with: ["data", "plugins"]), name.hasSuffix(".so"),
                BackupPlaces.isVisible(parts[2])
            else { return nil }
            return paths.plugins.appending(parts[2])
        case .program:
            guard BackupPlaces.isProgram(name), let path = place(name), isProgramPlace(path) else { return nil }
            return path
        case .secret:
            guard BackupPlaces.isSecret(name), let path = place(name) else { return nil }
            // Only ~/.secrets may have further folders.
            return name.hasPrefix("secrets/") || LiveFiles.folder(of: path) == config ? path : nil
        }
    }

    /// Whether antrain looks for programs at a path: in its folders, only the files there and in their folders `programs`.
    private func isProgramPlace(_ path: FilePath) -> Bool {
        guard let file = path.lastComponent?.string,
            ![paths.settings, paths.exercises].map(LiveFiles.target).contains(LiveFiles.target(of: path))
        else { return false }
        return [config, data].allSatisfy { own in
            rest(of: path, in: own).map { [file, "programs/" + file].contains($0) } ?? true
        }
    }

    private static func isVisible(_ part: String) -> Bool { part.unicodeScalars.first != "." }

    /// By scalars: a slash with a combining mark is a different Swift character, but separates components.
    private static func components(_ name: String, upTo count: Int = .max) -> [String] {
        name.unicodeScalars.split(separator: "/", maxSplits: count - 1, omittingEmptySubsequences: false).map(
            String.init
        )
    }

    private func place(_ name: String) -> FilePath? {
        let parts = BackupPlaces.components(name, upTo: 2)
        guard parts.count == 2 else { return nil }
        return switch parts[0] {
        case "config": config.appending(parts[1])
        case "data": data.appending(parts[1])
        case "home": home?.appending(parts[1])
        case "programs": config.appending("programs").appending(parts[1])
        case "secrets": home?.appending(".secrets").appending(parts[1])
        default: nil
        }
    }

    private static func isProgram(_ name: String) -> Bool {
        isPlain(name, in: ["config", "data", "home", "programs"]) && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
            && ![settings, exercises].contains(name)
    }

    private static func isSecret(_ name: String) -> Bool {
        isPlain(name, in: ["config", "secrets"]) && ![settings, exercises].contains(name)
    }

    private static func isPlain(_ name: String, in folders: [String]) -> Bool {
        let parts = components(name)
        return parts.count >= 2 && folders.contains(parts[0]) && parts.allSatisfy(isVisible)
            && TarMember.problem(ofName: name) == nil
    }
}
