import ArgumentParser
import Completion
import Platform
import Results
import Session
import Training
import YAMLSource

/// The command `antrain program test`.
struct ProgramTestCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that programs contain.",
        discussion: """
            A test in a program's file states which dates, sets and loads follow from which results. Nothing is changed, and your own \
            results do not count.
            """
    )

    @Argument(help: "Program files, or names of shipped programs.", completion: .values(.program)) var files: [String]
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        var results: [ProgramTestResult.File] = []
        for name in files {
            let file = try workspace.programFile(name)
            let reading = ProgramReader.read(file.source, thoroughly: true)
            guard let program = reading.program else {
                workspace.report(reading.diagnostics, in: file.source, isError: true)
                throw .badFile(BadFile(path: file.path, source: file.source, diagnostics: reading.diagnostics))
            }
            let result = ProgramTestResult.File(file, program, reading.tests)
            if !data.json { workspace.report(result.diagnostics, in: file.source, isError: false) }
            results.append(result)
        }
        let result = ProgramTestResult(files: results)
        context.show(result, asJSON: data.json)
        return result.isGood ? .success : .badData
    }
}
