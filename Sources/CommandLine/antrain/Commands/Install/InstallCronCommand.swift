import ArgumentParser
import Platform
import ImportedJobs
import Results
import Session
import Triggers

/// The command `antrain install cron`.
struct InstallCronCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "cron",
        abstract: "Add a crontab line that sends reminders.",
        discussion: """
            The line runs 'antrain schedule-next' every minute. The command shows the line and asks before it changes the crontab; \
            without a terminal, it changes nothing unless --yes is given. Folders and a time zone that differ from those of your \
            login become part of the line. If a line of your own already runs antrain, the command reports it and changes nothing.
            """
    )

    @OptionGroup var options: TriggerOptions

    var global: GlobalOptions { options.global }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let installer = CronInstaller(workspace, global.launch)
        let present = try installer.read()
        let facts = TriggerSearch(context, lock: workspace.paths.lock).facts()
        if let line = try installer.foreignLine(present, facts) {
            let hint =
                "line \(line.line) of your crontab already runs antrain; to let antrain manage it, remove it with 'crontab -e', "
                + "then run: antrain install cron"
            let lines = [present.line(line.line)]
            let part = TriggerResult.Part(path: nil, change: .unchanged, lines: lines)
            context.show(TriggerResult(.present, "cron", parts: [part], hints: [hint]), asJSON: options.data.json)
            return .success
        }
        let change = try installer.installing(into: present)
        var hints = facts.hints { if case .crontab = $0 { true } else { false } }
        hints += facts.brokenLines.sorted().filter { change.after.line($0) == present.line($0) }.map { number in
            "line \(number) of your crontab runs a program that does not exist; remove it with 'crontab -e'"
        }
        let isNew = try !installer.isInstalled(in: present)
        let isChanged = change.after != change.before
        let part = TriggerResult.Part(
            path: nil,
            change: isNew ? .added : isChanged ? .replaced : .unchanged,
            lines: change.lines
        )
        let isShown = isChanged ? try options.confirm([part], "cron", context) : false
        try installer.apply(change)
        if isChanged { try workspace.noteTriggerInstalled() }
        if isChanged { hints += workspace.channelHints() }
        let problems = try installer.problems()
        let result = TriggerResult(
            isChanged ? .installed : .unchanged,
            "cron",
            parts: [part],
            problems: problems,
            hints: hints,
            isBrief: isShown
        )
        context.show(result, asJSON: options.data.json)
        return problems.isEmpty ? .success : .unavailable
    }
}
