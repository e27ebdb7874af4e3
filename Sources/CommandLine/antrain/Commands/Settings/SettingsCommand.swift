import ArgumentParser
import CivilTime
import Completion
import Localization
import Planning
import Platform
import Reminders
import Results
import Session
import Training
import Triggers
import UseCases
import YAMLSource

/// The command `antrain settings`.
struct SettingsCommand: AntrainCommand, ImplicitSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change the settings.",
        discussion:
            """
            The keys and values are those of the settings file, which is edited in place; 'man 5 antrain-settings' describes them. A key \
            alone shows its value and where it comes from; KEY default removes it from the file. Further keys follow a dot: \
            quiet-hours.do silence. Setting a time or days turns reminders on.

            --time suggest shows when your workouts really begin, and changes nothing. It counts the workouts of the last 26 weeks that you \
            started or marked as done on the day itself; for the latter, the duration of the workout is subtracted.
            """,
        subcommands: [SettingsEditCommand.self]
    )

    @Argument(help: "Setting to show or change.", completion: .values(.setting)) var key: String?
    @Argument(help: "New value, or default to remove the key.", completion: .values(.settingValue))
    var value: [String] = []
    @Option(
        help: ArgumentHelp("Training days: mon,wed,fri, mon-fri, weekdays, weekends, all or none.", valueName: "days"),
        completion: .values(.weekdays)
    )
    var days: String?
    @Flag(name: .customLong("on"), help: "Turn reminders on.") var turnsOn = false
    @Flag(name: .customLong("off"), help: "Turn reminders off.") var turnsOff = false
    @OptionGroup var options: SettingsOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let typed = try typedSettings()
        if typed.contains(where: { $0.name == SettingKey.time.rawValue && $0.words == ["suggest"] }) {
            return try suggestTime(workspace)
        }
        if turnsOn, turnsOff { throw .misused("--on and --off cannot be combined; give one of them") }
        for (index, setting) in typed.enumerated() where typed[..<index].contains(where: { $0.name == setting.name }) {
            throw .misused("'\(setting.name)' is set twice; give it once")
        }
        if turnsOn || turnsOff, typed.contains(where: { $0.name == SettingKey.enabled.rawValue }) {
            throw .misused("'enabled' is set twice; leave out \(turnsOn ? "--on" : "--off")")
        }
        var changes = try typed.map { (setting) throws(CommandError) in try setting.change(workspace) }
        let isTimed = changes.contains { ($0.key == .time || $0.key == .days) && $0.value != .removed }
        if turnsOn || turnsOff || isTimed { changes.insert(.enabled(!turnsOff), at: 0) }
        guard !changes.isEmpty else { return try show(workspace) }
        var isAsked = false
        if context.ask != nil, let index = changes.firstIndex(where: { $0.key == .days }),
            let days = try OptionValue.days(
                typed.first { $0.name == SettingKey.days.rawValue }?.words.joined(separator: " "),
                "--days"
            )
        {
            let before = try Store(workspace)
            switch before.askForDays(before.session.daysChoices(settings: days), isSilent: data.json) {
            case .unasked: break
            case .keep: isAsked = true
            case .other(let other): changes[index] = .days(other)
            case .cancel:
                workspace.talk("nothing was changed")
                return .success
            }
        }
        do throws(CommandError) { return try change(changes, isAsked: isAsked, workspace) } catch {
            throw typed.reduce(error) { $1.worded($0) }
        }
    }

    /// The settings that the arguments and options set.
    private func typedSettings() throws(CommandError) -> [TypedSetting] {
        let options = try options.typed(days: days)
        guard let key, !value.isEmpty else { return options }
        return options + [TypedSetting(key, value)]
    }

    /// Shows all settings, or one.
    private func show(_ workspace: Workspace) throws(CommandError) -> ExitStatus {
        let place = try key.map { (name) throws(CommandError) in try Workspace.settingKey(name) }
        let only = place?.key
        let store = try Store(workspace)
        if let place, let nested = try NestedSettingResult(store, place.key, place.subkeys) {
            workspace.context.show(nested, asJSON: data.json)
            return try store.review().report(always: true).isMisconfigured ? .configuration : .success
        }
        switch only {
        case .gym, .gyms, .equipment: showGyms(store)
        case .configure, .texts:
            throw .misused(
                "'\(key ?? "")' has no single value, but further keys; to see and edit them: antrain settings edit"
            )
        default: workspace.context.show(SettingsResult(store, only: only), asJSON: data.json)
        }
        return try store.review().report(always: true).isMisconfigured ? .configuration : .success
    }

    private func change(_ changes: [SettingsChange], isAsked: Bool, _ workspace: Workspace) throws(CommandError)
        -> ExitStatus
    {
        let changed = try ChangingSettings(workspace, changes).run()
        let (store, outcome) = (changed.store, changed.settings)
        let wasEnabled = outcome.wasEnabled
        let session = store.session
        let words = session.words
        var result = SettingsResult(store)
        // Setting a time turns reminders on; if they were on already, that is not a change.
        let isTold = turnsOn || turnsOff || wasEnabled != session.settings.isEnabled
        let told = changes.filter { isTold || $0 != .enabled(true) }
        for line in result.confirmations(of: told, words) { workspace.confirm(line, asJSON: data.json) }
        workspace.confirm(outcome.chosen, words, asJSON: data.json)
        let difference: QueueDifference
        do throws(CommandError) { difference = try changed.difference.get() } catch {
            workspace.warn(
                "the settings file was changed, but the pending reminders were not; they follow with the next run"
            )
            throw error
        }
        if !wasEnabled, session.settings.isEnabled { workspace.confirm(words.text(.on), asJSON: data.json) }
        if !data.json, session.settings.isEnabled {
            workspace.reportNextReminder(difference, isTurnedOn: !wasEnabled, store)
        }
        try store.offerDroppedReminder(difference, asJSON: data.json)
        if global.launch.verbose { workspace.talk(difference.inWords(words)) }
        if data.json {
            result.triggerStopped = workspace.hasStoppedTrigger(words)
            result.chosenChannel = outcome.chosen.map { SettingsResult.ChosenChannel($0, words) }
            workspace.context.show(result, asJSON: true)
        }
        if !isAsked { store.warnOfDays(session.daysChoices()) }
        if changes.contains(where: { $0.key == .daysOff }) { store.warnOfDaysOff() }
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

    /// Shows the gyms and their equipment.
    private func showGyms(_ store: Store) {
        let gyms = store.session.settings.gyms
        store.workspace.context.show(GymsResult(gyms), asJSON: data.json)
        store.warnOfUnknownExercises()
        if gyms.equipment == nil, gyms.others.isEmpty, !data.json {
            store.workspace.talk(
                "to round loads to your equipment, add 'equipment' to the settings: antrain settings edit"
            )
        }
    }
}

extension Store {
    /// Warns about loads of exercises that neither the catalogue nor an active program has; they have no effect.
    fileprivate func warnOfUnknownExercises() {
        let gyms = session.settings.gyms
        let own = [(Gyms.defaultName, gyms.equipment)] + gyms.others.map { ($0.name, $0.equipment) }
        let named = own.flatMap { gym, equipment in (equipment?.exercises ?? []).map { (gym, $0.exercise) } }
        guard !named.isEmpty else { return }
        let catalog = workspace.exercisesForNames
        let planned = session.programs.flatMap(\.program.allExercises)
        let keys = Set(planned.flatMap { [NameKey.of($0.id), NameKey.of($0.name)] })
        for (gym, name) in named where catalog.exercise(named: name) == nil && !keys.contains(NameKey.of(name)) {
            let help = catalog.nearestName(to: name).map(Suggestion.help) ?? "see antrain exercise list"
            workspace.warn("gym '\(gym)': no exercise has the name '\(name)'; \(help)")
        }
    }
}
