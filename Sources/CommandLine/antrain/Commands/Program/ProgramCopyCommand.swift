import ArgumentParser
import Completion
import Files
import Platform
import Results
import Session
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
        let workspace = try Workspace(context, global.launch)
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
