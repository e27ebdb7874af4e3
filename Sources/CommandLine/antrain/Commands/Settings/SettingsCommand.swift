import ArgumentParser
import Platform
import Localization
import Planning
import Reminders
import Results
import Session
import Triggers
import UseCases

/// The command `antrain settings`.
struct SettingsCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change the settings.",
        discussion:
            """
            The settings file is edited in place; comments and order are kept. Setting a time or days turns reminders on.

            --time suggest shows when your workouts really begin, and changes nothing. Workouts of the last 26 weeks count if antrain learned of them \
            on the day itself: from 'antrain start', or from 'antrain done', minus the duration of the workout.
            """,
        subcommands: [SettingsEditCommand.self, GymCommand.self]
    )

    @Option(
        help: ArgumentHelp("Training days: mon,wed,fri, mon-fri, weekdays, weekends, all or none.", valueName: "days"),
        completion: .values(.weekdays)
    )
    var days: String?
    @Option(
        help: ArgumentHelp(
            "How long details of past reminders are kept, such as 90d, 18mo or 2y, or all.",
            valueName: "span"
        ),
        completion: .list(["1y", "2y", "all"])
    )
    var keep: String?
    @Flag(name: .customLong("on"), help: "Turn reminders on.") var turnsOn = false
    @Flag(name: .customLong("off"), help: "Turn reminders off.") var turnsOff = false
    // The former names of these flags.
    @Flag(name: .customLong("enable"), help: .hidden) var enables = false
    @Flag(name: .customLong("disable"), help: .hidden) var disables = false
    @OptionGroup var options: SettingsOptions
    @OptionGroup var destinations: DestinationOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    var enable: Bool { turnsOn || enables }
    var disable: Bool { turnsOff || disables }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        if options.time == "suggest" { return try suggestTime(workspace) }
        var changes = try self.changes(workspace)
        guard !changes.isEmpty else {
            let store = try Store(workspace)
            context.show(SettingsResult(store), asJSON: data.json)
            return try store.review().report(always: true).isMisconfigured ? .configuration : .success
        }
        var isAsked = false
        if case .days(let days)? = changes.first(where: { $0.key == .days }), context.ask != nil {
            let before = try Store(workspace)
            switch before.askForDays(before.session.daysChoices(settings: days), isSilent: data.json) {
            case .unasked: break
            case .keep: isAsked = true
            case .other(let other):
                changes = changes.map { $0.key == .days ? .days(other) : $0 }
            case .cancel:
                workspace.talk("nothing was changed")
                return .success
            }
        }
        let changed = try ChangingSettings(workspace, changes).run()
        let (store, outcome) = (changed.store, changed.settings)
        let wasEnabled = outcome.wasEnabled
        let session = store.session
        let words = session.words
        func reportChanges() {
            // Setting a time turns reminders on; if they were on already, that is not a change.
            let isTold = enable || disable || wasEnabled != session.settings.isEnabled
            for change in changes where isTold || change.key != .enabled {
                let values = ["key": change.key.rawValue, "value": change.inWords(words)]
                workspace.confirm(words.text(.setTo, values), asJSON: data.json)
            }
            workspace.confirm(outcome.chosen, words, asJSON: data.json)
        }
        reportChanges()
        let difference: QueueDifference
        do throws(CommandError) { difference = try changed.difference.get() } catch {
            workspace.warn(
                "the settings file was changed, but the pending reminders were not; they follow with the next run"
            )
            throw error
        }
        if !wasEnabled, session.settings.isEnabled { workspace.confirm(words.text(.on), asJSON: data.json) }
        if !data.json, session.settings.isEnabled {
            workspace.reportNextReminder(words, saysNone: true, beyond: store)
        }
        try store.offerDroppedReminder(difference, asJSON: data.json)
        if global.launch.verbose { workspace.talk(difference.inWords(words)) }
        if data.json {
            var result = SettingsResult(store)
            result.triggerStopped = workspace.hasStoppedTrigger(words)
            result.chosenChannel = outcome.chosen.map { SettingsResult.ChosenChannel($0, words) }
            context.show(result, asJSON: true)
        }
        if !isAsked { store.warnOfDays(session.daysChoices()) }
        _ = try store.review().report(always: true)
        return .success
    }

    /// Shows when workouts really begin, and changes nothing.
    private func suggestTime(_ workspace: Workspace) throws(CommandError) -> ExitStatus {
        let store = try Store(workspace)
        let starts = try store.workoutStarts(try store.workoutRecords())
        workspace.context.show(
            TimeSuggestionResult(starts, try store.promptness(), store.session),
            asJSON: data.json
        )
        return .success
    }

    private func changes(_ workspace: Workspace) throws(CommandError) -> [SettingsChange] {
        if enable, disable { throw .misused("--on and --off cannot be combined; give one of them") }
        let turnsOn = enable || (!disable && (options.time != nil || days != nil))
        let changes: [SettingsChange] = turnsOn ? [.enabled(true)] : disable ? [.enabled(false)] : []
        return changes + (try options.changes(days: days, workspace)) + (try destinations.changes(workspace))
            + (try retention())
    }

    private func retention() throws(CommandError) -> [SettingsChange] {
        guard let keep else { return [] }
        return [.keep(try OptionValue.keep(keep, "--keep"))]
    }
}
