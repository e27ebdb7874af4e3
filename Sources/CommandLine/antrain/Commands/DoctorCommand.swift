import ArgumentParser
import Doctor
import Platform
import Results

/// The command `antrain doctor`.
struct DoctorCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that can keep reminders from being delivered, and show the fixes.",
        discussion: """
            The exit code is that of the worst finding; notes, and what could not be checked, count as success. Nothing is changed \
            without --fix, and no plugin runs that you have not allowed.
            """
    )

    @Flag(help: "Apply the safe fixes: permissions of your files, leftover temporary files, the list of ledgers.")
    var fix = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let (report, status) = try Checkup.report(context, global.launch, fixes: fix, command: "doctor") { $0.checks() }
        context.show(report, asJSON: data.json)
        return status
    }
}
