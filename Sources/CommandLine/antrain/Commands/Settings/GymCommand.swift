import ArgumentParser
import Platform
import Localization
import Planning
import Reminders
import Results
import Session
import UseCases
import Training
import YAMLSource

/// The command `antrain settings gym`.
struct GymCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "gym",
        abstract: "Show your gyms, or choose the gym that you train in.",
        discussion:
            "Loads are rounded to what the gym's equipment allows; progress is still computed from the exact loads. Describe your equipment in the settings: 'antrain settings edit', or 'man antrain-settings'."
    )

    @Argument(
        help: "Gym to train in from now on, as in the settings; 'default' is your own.",
        completion: .values(.gym)
    )
    var name: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        var store = try Store(workspace)
        if let name {
            let names = store.session.settings.gyms.names
            guard names.contains(name) else {
                let help = Suggestion.help(for: name, among: names)
                let others =
                    "your gyms are \(names.joined(separator: ", ")); to add one: antrain settings edit, key 'gyms'"
                throw .badOption(name: "gym", value: name, reason: help ?? others)
            }
            let changed = try ChangingSettings(workspace, [.gym(name)]).run()
            _ = try changed.difference.get()
            store = changed.store
            let values = ["key": SettingKey.gym.rawValue, "value": name]
            workspace.confirm(store.session.words.text(.setTo, values), asJSON: data.json)
            workspace.confirm(changed.settings.chosen, store.session.words, asJSON: data.json)
            guard data.json else { return .success }
        }
        let gyms = store.session.settings.gyms
        context.show(GymsResult(gyms), asJSON: data.json)
        warnOfUnknownExercises(store)
        if gyms.equipment == nil, gyms.others.isEmpty, !data.json {
            workspace.talk("to round loads to your equipment, add 'equipment' to the settings: antrain settings edit")
        }
        return .success
    }

    /// Warns about loads of exercises that neither the catalogue nor an active program has; they have no effect.
    private func warnOfUnknownExercises(_ store: Store) {
        let gyms = store.session.settings.gyms
        let own = [(Gyms.defaultName, gyms.equipment)] + gyms.others.map { ($0.name, $0.equipment) }
        let named = own.flatMap { gym, equipment in (equipment?.exercises ?? []).map { (gym, $0.exercise) } }
        guard !named.isEmpty else { return }
        let catalog = store.workspace.exercisesForNames
        let planned = store.session.programs.flatMap(\.program.allExercises)
        let keys = Set(planned.flatMap { [NameKey.of($0.id), NameKey.of($0.name)] })
        for (gym, name) in named where catalog.exercise(named: name) == nil && !keys.contains(NameKey.of(name)) {
            let help = catalog.nearestName(to: name).map(Suggestion.help) ?? "see antrain exercise list"
            store.workspace.warn("gym '\(gym)': no exercise has the name '\(name)'; \(help)")
        }
    }
}
