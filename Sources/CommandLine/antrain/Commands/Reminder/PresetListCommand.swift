import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain preset list`.
struct PresetListCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the presets.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let planning = try PlanningSession(try Workspace(context, global))
        context.show(try PresetsResult(all: planning), asJSON: data.json)
        return .success
    }
}

/// The command `antrain preset show`.
struct PresetShowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the reminders of a preset."
    )

    @Argument(help: "Name of the preset.", completion: .list(ReminderPreset.all.map(\.name))) var name: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let preset = try ReminderPreset.named(name)
        let planning = try PlanningSession(try Workspace(context, global))
        let reminders = try preset.reminders(time: nil, days: nil, planning)
        context.show(try PresetsResult(preset, reminders, planning), asJSON: data.json)
        return .success
    }
}

extension ReminderPreset {
    /// The preset with a name that the user typed.
    static func named(_ name: String) throws(CommandError) -> ReminderPreset {
        guard let preset = all.first(where: { $0.name == name.lowercased() }) else {
            throw OptionValue.unknown(name, "preset", among: all.map(\.name))
        }
        return preset
    }

    /// The reminders with the user's times and weekdays.
    ///
    /// - Parameters:
    ///   - time: the value of `--time`.
    ///   - days: the value of `--days`.
    ///   - planning: the session.
    func reminders(time: String?, days: String?, _ planning: PlanningSession) throws(CommandError) -> [UserReminder] {
        let weekdays = try OptionValue.days(days, "--days")
        if let weekdays, weekdays.isEmpty {
            throw .badOption(name: "--days", value: days ?? "", reason: "expected at least one weekday")
        }
        let times = try times(time)
        let now = planning.zone.civil(at: planning.now)
        let result: Result<[UserReminder], Problem>
        do throws(Problem) {
            result = .success(try reminders(times: times, days: weekdays, now: now, planning.words))
        } catch { result = .failure(error) }
        switch result {
        case .success(let reminders): return reminders
        case .failure(.timeFollows):
            throw .badOption(
                name: "--time",
                value: time ?? "",
                reason:
                    "the time of '\(name)' follows from your workouts; leave the option out, and change it later with 'antrain reminder edit'"
            )
        case .failure(.daysFollow):
            throw .badOption(
                name: "--days",
                value: days ?? "",
                reason:
                    "the dates of '\(name)' follow from your programs; leave the option out, and change them later with 'antrain reminder edit'"
            )
        case .failure(.expectedTimes(let range)):
            let count = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            throw .badOption(
                name: "--time",
                value: time ?? "",
                reason: "expected \(count) times, separated by commas, such as 08:00,12:30,19:00"
            )
        }
    }

    private func times(_ text: String?) throws(CommandError) -> [TimeOfDay]? {
        guard let text else { return nil }
        var times: [TimeOfDay] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = String(part.drop(while: \.isWhitespace))
            if let time = try OptionValue.time(word, "--time") { times.append(time) }
        }
        return times
    }
}

extension PlanningSession {
    /// The numbers of the existing reminders of each preset that was added.
    func addedPresets() throws(CommandError) -> [String: [Int64]] {
        guard workspace.hasLedger else { return [:] }
        return try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.presets() }
    }
}
