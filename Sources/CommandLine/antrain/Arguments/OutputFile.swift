import CivilTime
import Files
import Platform
import SystemPackage

/// The argument of a command for the file that it writes: a path, or `-` for standard output.
struct OutputFile {
    private let name: String
    private let context: Context
    /// nil for standard output.
    let path: FilePath?

    init(_ name: String, _ context: Context, _ data: DataOptions) throws(CommandError) {
        guard !name.isEmpty else { throw .misused("the file name is empty; give a path, or - for standard output") }
        guard name != "-" || !data.json else {
            throw .misused(
                "- and --json cannot be combined, because both print to standard output; name a file, or omit --json"
            )
        }
        self.name = name
        self.context = context
        path = name == "-" ? nil : Paths.absolute(name, context)
    }

    /// A new file in the current folder: `antrain-report-2026-11-22.html`, with a number if it exists.
    init(new stem: String, _ suffix: String, on date: CivilDate, _ context: Context) {
        let names = (1...).lazy.map { "\(stem)-\(date)\($0 == 1 ? "" : "-\($0)").\(suffix)" }
        let free = names.first { context.files.facts(Paths.absolute($0, context)) == nil }
        name = free ?? stem
        self.context = context
        path = Paths.absolute(name, context)
    }

    /// Fails if there is already a file.
    ///
    /// - Parameter isReplaced: whether a regular file is replaced; nil if the command never does that.
    func check(isReplaced: Bool? = nil) throws(CommandError) {
        guard let path, let facts = context.files.facts(path) else { return }
        if let kind = facts.irregularKind {
            throw .misused("\(quoted(name)) is \(kind), not a regular file; choose another name")
        }
        guard isReplaced != true else { return }
        let remedy = isReplaced == nil ? "remove the file" : "replace it with --force"
        throw .misused("\(quoted(name)) already exists; choose another name, or \(remedy)")
    }

    /// Creates the file, or writes to standard output.
    ///
    /// - Parameter mode: the file's permission bits.
    func create(_ bytes: [UInt8], mode: UInt32 = 0o600) throws(CommandError) {
        try check()
        guard let path else {
            if let loss = context.output.bytes(bytes) { throw .outputLost(loss) }
            return
        }
        do { try context.files.create(path, bytes, mode) } catch { throw .file(error) }
    }
}
