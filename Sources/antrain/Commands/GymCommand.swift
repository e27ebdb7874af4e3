import ArgumentParser
import Reminders
import YAMLSource

/// The command `antrain gym`.
struct GymCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "gym",
        abstract: "Show your gyms, or choose the one you train in.",
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
        let workspace = try Workspace(context, global)
        var planning = try PlanningSession(workspace)
        if let name {
            let names = planning.settings.gyms.names
            guard names.contains(name) else {
                let help = Suggestion.help(for: name, among: names)
                let others =
                    "your gyms are \(names.joined(separator: ", ")); to add one: antrain settings edit, key 'gyms'"
                throw .badOption(name: "gym", value: name, reason: help ?? others)
            }
            _ = try workspace.changeSettings([.gym(name)])
            planning = try PlanningSession(workspace)
            _ = try planning.commit(isChange: true)
            let values = ["key": SettingKey.gym.rawValue, "value": name]
            workspace.confirm(planning.words.text(.setTo, values), asJSON: data.json)
            guard data.json else { return .success }
        }
        let gyms = planning.settings.gyms
        context.show(GymsResult(gyms), asJSON: data.json)
        if gyms.equipment == nil, gyms.others.isEmpty, !data.json {
            workspace.talk("to round loads to your equipment, add 'equipment' to the settings: antrain settings edit")
        }
        return .success
    }
}
