import ArgumentParser
import Doctor
import Platform
import Results

/// The command `antrain doctor`.
struct DoctorCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find what keeps reminders from arriving, and show the fixes.",
        discussion: """
            The exit code is that of the worst finding; notes and unchecked items count as success. Nothing is changed \
            without --fix, and plugins that you have not allowed do not run. With --files, only the ledger, its snapshots and your files are \
            checked, and the ledger is compared with its indexes.
            """
    )

    @Flag(help: "Apply the safe fixes: permissions of your files, leftover temporary files, the list of ledgers.")
    var fix = false
    @Flag(help: "Check the integrity of the ledger, its snapshots and your files, and nothing else.")
    var files = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let (report, status) = try Checkup.report(
            context,
            global.launch,
            isThorough: files,
            fixes: fix,
            command: files ? "doctor --files" : "doctor"
        ) {
            files ? $0.checksOfFiles() : $0.checks()
        }
        if files {
            context.show(CheckResult(report: report), asJSON: data.json)
        } else {
            context.show(report, asJSON: data.json)
        }
        return status
    }
}
