import ArgumentParser
import Platform
import UseCases

/// The command `antrain daemon`.
struct DaemonCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Run in the foreground and deliver reminders on time (instead of cron).",
        discussion: """
            Sleeps until the next reminder is due, or until the settings, a program, the clock or the ledger changes. \
            SIGTERM stops the daemon; SIGHUP makes it plan again. Each user can run one daemon.
            """
    )

    @OptionGroup var global: GlobalOptions

    var interruptedRestore: InterruptedRestore { .attempted }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        guard !context.hasHandedClock else { throw .handedClock }
        return try Daemon(context, global.launch).run()
    }
}
