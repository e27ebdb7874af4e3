import ArgumentParser
import Doctor
import Platform
import Results

/// The command `antrain check`.
struct CheckCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the integrity of the ledger, its snapshots and your files.",
        discussion: """
            Runs the checks of 'antrain doctor' that concern antrain's own files, and compares the ledger with its indexes. The exit code \
            is that of the worst finding. Nothing is changed without --fix.
            """
    )

    @Flag(help: "Apply the safe fixes: permissions of your files, leftover temporary files, the list of ledgers.")
    var fix = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let (report, status) = try Checkup.report(
            context,
            global.launch,
            isThorough: true,
            fixes: fix,
            command: "check"
        ) {
            $0.checksOfFiles()
        }
        context.show(CheckResult(report: report), asJSON: data.json)
        return status
    }
}
