/// The paths of all ledgers created so far: if one of them is missing or empty, it was lost, and no new ledger replaces it.
struct KnownLedgers {
    private let files: FileAccess
    private let file: String?

    init(_ workspace: Workspace) {
        files = workspace.context.files
        file = workspace.paths.knownLedgers
    }

    /// The paths in the list.
    var paths: [String] {
        guard let file, case .success(let bytes) = files.read(file) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func contains(_ path: String) -> Bool { paths.contains(path) }

    /// Adds a ledger; if that fails, as on a full disk, a later run does it.
    func add(_ path: String) {
        guard let file, !path.contains("\n"), let lock = try? files.lock(file) else { return }
        defer { withExtendedLifetime(lock) {} }
        let known = paths
        guard !known.contains(path) else { return }
        try? files.replace(file, Array((known + [path]).map { $0 + "\n" }.joined().utf8))
    }

    /// Removes a ledger, so that a new one may be created in its place.
    func remove(_ path: String) throws(FileProblem) {
        guard let file, contains(path) else { return }
        let lock = try files.lock(file)
        defer { withExtendedLifetime(lock) {} }
        try files.replace(file, Array(paths.filter { $0 != path }.map { $0 + "\n" }.joined().utf8))
    }
}
