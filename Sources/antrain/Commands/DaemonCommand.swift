import ArgumentParser

/// The command `antrain daemon`.
struct DaemonCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Stay, plan and deliver at the very second: in place of the line for cron.",
        discussion: """
            It sleeps until the next reminder is due, or until the settings, a program, the clock or the ledger changed. \
            SIGTERM ends it, SIGHUP makes it plan anew. One runs for each user.
            """
    )

    @OptionGroup var global: GlobalOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        guard !context.hasHandedClock else { throw .handedClock }
        return try Daemon(context, global).run()
    }
}
