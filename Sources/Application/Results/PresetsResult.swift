import CivilTime
package import Platform
import Ledger
import Localization
package import Reminders
package import Session

/// Presets with their reminders.
package struct PresetsResult: CommandResult {
    package static let kind = "presets"

    /// A reminder that a preset adds.
    struct Reminder: Encodable {
        let title: String
        let notes: String?
        let at: String
        let rule: String

        private enum CodingKeys: String, CodingKey { case title, notes, at, rule = "repeat" }
    }

    /// A preset.
    package struct Entry: Encodable {
        let name: String
        let reminders: [Reminder]
        /// The numbers of its reminders, if it was added.
        package let added: [Int64]
    }

    package let presets: [Entry]
    /// When each reminder of the only preset is sent, in words; nil for a list of presets.
    private let moments: [String]?
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case presets }

    /// All presets.
    package init(all store: Store) throws(CommandError) {
        let added = try store.addedPresets()
        presets = try ReminderPreset.all.map { (preset) throws(CommandError) in
            Entry(preset, try preset.reminders(time: nil, days: nil, store.session), added[preset.name] ?? [])
        }
        moments = nil
        words = store.session.words
    }

    /// One preset.
    package init(_ preset: ReminderPreset, _ reminders: [UserReminder], _ store: Store) throws(CommandError) {
        presets = [Entry(preset, reminders, try store.addedPresets()[preset.name] ?? [])]
        moments = reminders.map { $0.inWords(store.session) }
        words = store.session.words
    }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = moments.map { reminderRows($0, style) } ?? presets.map { presetRow($0, style) }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private func reminderRows(_ moments: [String], _ style: Style) -> [[String]] {
        let reminders = presets.flatMap(\.reminders)
        return zip(reminders, moments).map { [style.bold($0.title), $1, style.dim($0.notes ?? "")] }
    }

    private func presetRow(_ preset: Entry, _ style: Style) -> [String] {
        var seen: Set<String> = []
        let titles = preset.reminders.map(\.title).filter { seen.insert($0).inserted }
        let numbers = preset.added.map(String.init).joined(separator: ", ")
        return [
            style.bold(preset.name), words.joined(titles),
            words.text(preset.reminders.count, one: .planReminder, other: .planReminders),
            preset.added.isEmpty
                ? ""
                : style.green(
                    words.text(preset.added.count, one: .presetNumber, other: .presetNumbers, ["numbers": numbers])
                ),
        ]
    }
}

extension PresetsResult.Entry {
    fileprivate init(_ preset: ReminderPreset, _ reminders: [UserReminder], _ added: [Int64]) {
        name = preset.name
        self.reminders = reminders.map {
            PresetsResult.Reminder(title: $0.title, notes: $0.notes, at: $0.at.description, rule: $0.rule.description)
        }
        self.added = added
    }
}

extension Store {
    /// The numbers of the existing reminders of each preset that was added.
    package func addedPresets() throws(CommandError) -> [String: [Int64]] {
        guard workspace.hasLedger else { return [:] }
        return try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.presets() }
    }
}

extension ReminderPreset {
    /// The preset with a name that the user typed.
    package static func named(_ name: String) throws(CommandError) -> ReminderPreset {
        guard let preset = all.first(where: { $0.name == name.lowercased() }) else {
            throw OptionValue.unknown(name, "preset", among: all.map(\.name))
        }
        return preset
    }

    /// - Parameters:
    ///   - time: the value of `--time`.
    ///   - days: the value of `--days`.
    package func reminders(time: String?, days: String?, _ session: Session) throws(CommandError) -> [UserReminder] {
        let weekdays = try OptionValue.days(days, "--days")
        if let weekdays, weekdays.isEmpty {
            throw .badOption(name: "--days", value: days ?? "", reason: "expected at least one weekday")
        }
        let times = try times(time)
        let now = session.zone.civil(at: session.now)
        let result: Result<[UserReminder], Problem>
        do throws(Problem) {
            result = .success(try reminders(times: times, days: weekdays, now: now, session.words))
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
