import ArgumentParser
import Platform
import Results
import Session
import SystemPackage
import Triggers

/// The command `antrain install systemd`.
struct InstallSystemdCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "systemd",
        abstract: "Add and start a systemd user unit that sends reminders.",
        discussion: """
            Without --daemon, a timer runs 'antrain schedule-next' every minute. The command shows the unit files and asks before it \
            writes them; without a terminal, it changes nothing unless --yes is given. Then it enables and starts the unit, and \
            checks that it runs. A unit file that you wrote or changed is replaced only with --force, and kept with a ~ after its name.
            """
    )

    @Flag(help: "Run 'antrain schedule-next' every minute (the default).") var timer = false
    @Flag(help: "Run 'antrain daemon', which delivers on the second and handles the buttons of notifications.")
    var daemon = false
    @Flag(help: "Replace unit files that you wrote or changed.") var force = false
    @OptionGroup var options: TriggerOptions

    var global: GlobalOptions { options.global }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        guard !(timer && daemon) else { throw .misused("--timer and --daemon cannot be combined; give one of them") }
        let kind = daemon ? SystemdInstaller.Kind.daemon : .timer
        let unit = SystemdInstaller.enabled(kind)
        let workspace = try Workspace(context, global.launch)
        let installer = SystemdInstaller(workspace, global.launch)
        let facts = TriggerSearch(context, lock: workspace.paths.lock).facts()
        let changes = try installer.installing(kind, isForced: force)
        let isRunning = facts.units.contains { $0.name == unit && $0.isActive }
        if daemon, let process = facts.daemon, !isRunning {
            throw .daemonRuns(process: process, lock: workspace.paths.lock.string)
        }
        let parts = changes.map { TriggerResult.Part($0, workspace.paths) }
        let isChanged = changes.contains { $0.before != $0.after }
        let isShown = isChanged ? try options.confirm(parts, "systemd", context) : false
        try installer.apply(changes)
        if isChanged { try workspace.noteTriggerInstalled() }
        let outcome = installer.activate(unit, isChanged: isChanged && changes.contains { $0.before != nil })
        var (commands, problems): ([String], [String]) = ([], [])
        switch outcome {
        case .works: break
        case .later(let words): commands = words
        case .fails(let reason): problems = [reason]
        }
        let others = facts.hints { trigger in
            if case .daemon = trigger { return isRunning }
            if case .unit(unit, _) = trigger { return true }
            return false
        }
        let result = TriggerResult(
            isChanged ? .installed : .unchanged,
            "systemd",
            parts: parts,
            commands: commands,
            problems: problems,
            hints: others + installer.hints() + (isChanged ? workspace.channelHints() : []),
            isBrief: isShown
        )
        context.show(result, asJSON: options.data.json)
        return problems.isEmpty ? .success : .unavailable
    }
}
