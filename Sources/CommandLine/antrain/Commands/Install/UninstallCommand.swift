import ArgumentParser
import Platform
import Results
import Session
import Triggers

/// The command `antrain uninstall …`.
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Stop cron or systemd from running antrain.",
        subcommands: [UninstallCronCommand.self, UninstallSystemdCommand.self]
    )
}

/// The command `antrain uninstall cron`.
struct UninstallCronCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "cron",
        abstract: "Remove the crontab line that 'antrain install cron' added.",
        discussion: """
            Every other line stays as it is. The command asks before it changes the crontab; without a terminal, it changes nothing \
            unless --yes is given. Lines of your own between antrain's two comments are removed only with --force.
            """
    )

    @Flag(help: "Also remove your own lines between antrain's comments.") var force = false
    @OptionGroup var options: TriggerOptions

    var global: GlobalOptions { options.global }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let installer = CronInstaller(try Workspace(context, global.launch), global.launch)
        guard let change = try installer.removing(from: try installer.read(), isForced: force) else {
            context.show(TriggerResult(.unchanged, "cron", parts: []), asJSON: options.data.json)
            return .success
        }
        let part = TriggerResult.Part(path: nil, change: .removed, lines: change.lines)
        let isShown = try options.confirm([part], "cron", context)
        try installer.apply(change)
        context.show(TriggerResult(.removed, "cron", parts: [part], isBrief: isShown), asJSON: options.data.json)
        return .success
    }
}

/// The command `antrain uninstall systemd`.
struct UninstallSystemdCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "systemd",
        abstract: "Stop and remove the systemd units that 'antrain install systemd' added.",
        discussion: """
            The command asks before it changes anything; without a terminal, it changes nothing unless --yes is given. Units that you wrote are left \
            alone; those of antrain that you changed are removed only with --force, and kept with a ~ after their name.
            """
    )

    @Flag(help: "Also remove units that you changed.") var force = false
    @OptionGroup var options: TriggerOptions

    var global: GlobalOptions { options.global }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let installer = SystemdInstaller(workspace, global.launch)
        let changes = try installer.removing(isForced: force)
        guard !changes.isEmpty else {
            context.show(TriggerResult(.unchanged, "systemd", parts: []), asJSON: options.data.json)
            return .success
        }
        let parts = changes.map { TriggerResult.Part($0, workspace.paths) }
        let isShown = try options.confirm(parts, "systemd", context)
        if case .fails(let reason) = installer.deactivate(changes) {
            throw .triggerNotWritten("systemd", reason: reason + "; no file was removed")
        }
        try installer.apply(changes)
        installer.reload()
        context.show(TriggerResult(.removed, "systemd", parts: parts, isBrief: isShown), asJSON: options.data.json)
        return .success
    }
}
