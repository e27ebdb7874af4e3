import ArgumentParser
import Training
import YAMLSource

/// The command `antrain program copy`.
struct ProgramCopyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a program to a new file."
    )

    @Argument(help: "Program file, or name of a shipped or active program.") var name: String
    @Argument(help: "New file, or folder to copy to (default: NAME.yaml in the current folder).") var file: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let source = try workspace.knownProgram(name)
        let program = try workspace.program(source)
        var target = Paths.absolute(file ?? ".", context)
        if context.files.isFolder(target) { target += "/\(program.id).yaml" }
        guard !context.files.exists(target) else {
            throw .misused("\(workspace.paths.shown(target)) exists already; name another file, or remove it first")
        }
        do { try context.files.create(target, source.source.bytes) } catch { throw .file(error) }
        context.show(
            ProgramFileResult(action: "copied", program: program.id, path: workspace.paths.shown(target), backup: nil),
            asJSON: data.json
        )
        return .success
    }
}

/// A program file that was written.
struct ProgramFileResult: CommandResult {
    static let kind = "program-file"

    let action: String
    let program: String
    let path: String
    /// The path of the previous version; nil if there was none or nothing changed.
    let backup: String?

    func text(_ style: Style, columns: Int) -> String {
        switch action {
        case "copied":
            "copied \(style.bold(program)) to \(path); to use it: antrain program activate \(CommandLineWord.quoted(path))\n"
        case "unchanged": "\(path) is unchanged\n"
        default: "saved \(path)" + (backup.map { "; the previous file is \($0)" } ?? "") + "\n"
        }
    }
}

/// Quotes paths for a shell.
enum CommandLineWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./~+=:,@")

    static func quoted(_ word: String) -> String {
        word.allSatisfy(plain.contains) ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
