import ArgumentParser
import Quoting
import SystemPackage
import Training
import YAMLSource

/// The command `antrain program copy`.
struct ProgramCopyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a program to a new file."
    )

    @Argument(help: "Program file, or name of a shipped or active program.", completion: .values(.knownProgram))
    var name: String
    @Argument(
        help: "New file, or folder to copy to (default: NAME.yaml in the current folder); - for standard output.",
        completion: .file(extensions: ["yaml", "yml"])
    ) var file: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let source = try workspace.knownProgram(name)
        let program = try workspace.program(source)
        let place = file ?? "."
        let isInFolder = place != "-" && context.files.isFolder(Paths.absolute(place, context))
        let name = isInFolder ? FilePath(place).appending("\(program.id).yaml").string : place
        let output = try OutputFile(name, context, data)
        try output.create(source.source.bytes, mode: 0o666)
        guard let target = output.path else { return .success }
        context.show(
            ProgramFileResult(
                action: "copied",
                program: program.id,
                path: ResultPath(target, workspace.paths),
                backup: nil
            ),
            asJSON: data.json
        )
        return .success
    }
}

/// A program file that was written.
struct ProgramFileResult: CommandResult {
    static let kind = "program-file"

    let action: String
    /// The program's id; nil if the file has errors and was not changed.
    let program: String?
    let path: ResultPath
    /// The path of the previous version; nil if there was none or nothing changed.
    let backup: ResultPath?

    func text(_ style: Style, columns: Int) -> String {
        switch action {
        case "copied":
            "copied \(style.bold(program ?? "")) to \(path.shown); to use it: antrain program activate \(ShellText.path(path.shown))\n"
        case "unchanged": "\(path.shown) is unchanged\n"
        default: "saved \(path.shown)" + (backup.map { "; the previous file is \($0.shown)" } ?? "") + "\n"
        }
    }
}
