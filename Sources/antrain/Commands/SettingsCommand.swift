import ArgumentParser
import CivilTime
import Reminders
import YAMLSource

/// The command `antrain settings`.
struct SettingsCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show the settings in force, or change them.",
        discussion:
            "Changes go into the settings file in place; comments and order stay. Choosing a time or days turns reminders on."
    )

    @Option(help: ArgumentHelp("When reminders come.", valueName: "HH:MM")) var time: String?
    @Option(help: ArgumentHelp("On which weekdays: mon,wed,fri, weekdays, weekends or all.", valueName: "days"))
    var days: String?
    @Option(help: ArgumentHelp("Whether rest days are reminded of: on or off.", valueName: "on|off")) var restDays:
        String?
    @Flag(name: [.long, .customLong("on")], help: "Turn reminders on.") var enable = false
    @Flag(name: [.long, .customLong("off")], help: "Turn reminders off.") var disable = false
    @Option(help: ArgumentHelp("The channels, separated by commas.", valueName: "names")) var channels: String?
    @Option(help: ArgumentHelp("The time zone: system, or a name such as Europe/Berlin.", valueName: "zone"))
    var timezone: String?
    @Option(help: ArgumentHelp("For how many days ahead to plan, 1 to 60.", valueName: "days")) var horizon: Int?
    @Option(help: ArgumentHelp("How late a reminder may still come, as in 4h.", valueName: "span")) var grace: String?
    @Option(help: ArgumentHelp("How long a snooze lasts, as in 1h.", valueName: "span")) var snooze: String?
    @Option(
        help: ArgumentHelp(
            "How long after a reminder without an answer one more comes, as in 30m, or off.",
            valueName: "span"
        )
    ) var followUp: String?
    @Option(help: ArgumentHelp("When nothing is to be heard: 22:00-07:00, or off.", valueName: "hours"))
    var quietHours: String?
    @Option(
        help: ArgumentHelp(
            "The language of reminders: en, de, es, fr, tr, or auto for the locale's.",
            valueName: "name"
        )
    )
    var language: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let changes = try SettingsOptions(self).changes(workspace)
        guard !changes.isEmpty else {
            let planning = try Planning(workspace)
            context.show(SettingsResult(planning), asJSON: data.json)
            return try planning.tellOfChannels(always: true) ? .configuration : .success
        }
        let wasEnabled = try workspace.changeSettings(changes)
        let planning = try Planning(workspace)
        let difference = try planning.commit(isChange: true)
        let words = planning.words
        // Choosing a time turns reminders on; where they are on already, nothing was set.
        let isTold = enable || disable || wasEnabled != planning.settings.isEnabled
        for change in changes where isTold || change.key != .enabled {
            workspace.talk(words.text(.setTo, ["key": change.key.rawValue, "value": change.inWords(words)]))
        }
        if !wasEnabled, planning.settings.isEnabled { workspace.talk(words.text(.on)) }
        workspace.talk(difference.inWords(words))
        if data.json { context.show(SettingsResult(planning), asJSON: true) }
        planning.warnOfDaysInVain(planning.programs)
        _ = try planning.tellOfChannels(always: true)
        return .success
    }
}
