package import CivilTime
import Localization
package import Planning
package import Platform
import Progress
import Reminders
package import Session
import Training

/// What another text of a program changes for the athlete.
package struct ProgramDifferenceResult: CommandResult {
    package static let kind = "program-difference"

    /// A date on which the workouts differ; without one of them, the date has no workout with that text.
    struct Day: Encodable {
        let date: String
        let before: NextResult.Workout?
        let after: NextResult.Workout?
    }

    /// A max with both texts; without one of them, it is unknown with that text.
    struct Max: Encodable {
        let lift: String
        /// `one-rep-max` or `training-max`.
        let value: String
        let before: Double?
        let after: Double?
        let unit: String
    }

    /// A reminder with both texts; without one of them, it is not sent with that text.
    struct Reminder: Encodable {
        let before: ListedNotification?
        let after: ListedNotification?
    }

    let program: String
    let name: String
    /// Whether the program is active; otherwise both texts are planned as if it started today.
    let active: Bool
    /// Since when the new text is in force; nil if it is not.
    let inForceSince: String?
    /// The first and the last date.
    let from: String
    let until: String
    let workouts: [Day]
    let maxes: [Max]
    let reminders: [Reminder]
    private let difference: ProgramDifference
    private let title: String
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey {
        case program, name, active, inForceSince = "in_force_since", from, until, workouts, maxes, reminders
    }

    /// - Parameter replacedAt: since when the new text is in force; nil if it is not.
    package init(_ difference: ProgramDifference, replacedAt: Instant? = nil, _ session: Session) {
        let (words, today) = (session.words, session.today)
        (self.difference, self.words) = (difference, words)
        program = difference.program.id
        name = difference.program.name
        active = session.programs.contains { $0.program.id == difference.program.id }
        inForceSince = replacedAt?.description
        let last = difference.range.upperBound.adding(days: -1)
        (from, until) = (difference.range.lowerBound.description, last.description)
        workouts = difference.days.map { day in
            Day(
                date: day.date.description,
                before: day.before.map { NextResult.Workout($0, of: difference.former, words) },
                after: day.after.map { NextResult.Workout($0, of: difference.program, words) }
            )
        }
        let units = (difference.former.units, difference.program.units)
        maxes = difference.maxes.map { max in
            Max(
                lift: max.lift,
                value: max.isTraining ? "training-max" : "one-rep-max",
                before: max.before.map { Double($0.converted(from: units.0, to: units.1).thousandths) / 1000 },
                after: max.after.map { Double($0.thousandths) / 1000 },
                unit: units.1.rawValue
            )
        }
        reminders = difference.reminders.map { pair in
            Reminder(
                before: pair.before.map(ListedNotification.init),
                after: pair.after.map(ListedNotification.init)
            )
        }
        let edited = replacedAt.map { ", edited " + words.moment(session.zone.civil(at: $0), today: today) } ?? ""
        let outcome = difference.isEmpty ? "nothing changes" : "what changes"
        title = "\(name)\(edited): \(outcome) through \(words.format.date(last, today: today))"
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = TextWrap.lines(title, columns: columns)
        for day in difference.days { lines += [""] + TextTable.lines(rows(day, style), columns: columns) }
        if !difference.maxes.isEmpty {
            lines += ["", "  Maxes"] + TextTable.lines(difference.maxes.map(row), columns: columns)
        }
        let moved = difference.reminders.filter { !$0.isOnlyText }
        let others = difference.reminders.count - moved.count
        if !difference.reminders.isEmpty {
            lines += ["", "  Reminders"] + TextTable.lines(moved.map(row), columns: columns)
        }
        if others > 0 {
            let more = moved.isEmpty ? "" : "more "
            lines.append(
                "    \(others) \(more)" + (others == 1 ? "reminder has another text" : "reminders have another text")
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func rows(_ day: ProgramDifference.Day, _ style: Style) -> [[String]] {
        let both = [day.before, day.after].map { $0.map { words.name($0.occurrence) } ?? "rest" }
        var title = style.bold(changed(both[0], both[1]))
        if let before = day.before?.occurrence.week, let after = day.after?.occurrence.week {
            let weeks = [before, after].map { "week \($0.shown)" + ($0.name.map { ", \($0)" } ?? "") }
            if weeks[0] != weeks[1] { title += style.dim("  \(weeks[0]) → \(weeks[1])") }
        }
        let (former, new) = (difference.former, difference.program)
        return [["  \(words.format.date(day.date, today: difference.range.lowerBound))  \(title)"]]
            + day.exercises.map { pair in
                let before = pair.before.map { ProgramResult.Line($0, units: former.units, words) }
                let after = pair.after.map { ProgramResult.Line($0, units: new.units, words) }
                return row(before, after, style)
            }
    }

    /// An exercise: its name, its former sets, and its new ones.
    private func row(_ before: ProgramResult.Line?, _ after: ProgramResult.Line?, _ style: Style) -> [String] {
        let name = "    " + changed(before?.titled ?? after?.titled ?? "", after?.titled ?? before?.titled ?? "")
        let sets = [before, after].map { $0?.setsWithoutWarmUps ?? "–" }
        guard sets[0] == sets[1], let before, let after else {
            return [name, style.dim(sets[0]), "→ " + style.bold(sets[1])]
        }
        let others = [
            before.restSeconds != after.restSeconds ? "rest" : nil, before.notes != after.notes ? "notes" : nil,
            before.superset != after.superset ? "superset" : nil, before.shown != after.shown ? "sets" : nil,
        ].compactMap(\.self).joined(separator: ", ")
        return [name, sets[1], style.dim(others.isEmpty ? "" : "different \(others)")]
    }

    private func row(_ max: ProgramDifference.Max) -> [String] {
        let before = max.before.map { words.weight($0, difference.former.units) } ?? "–"
        let after = max.after.map { words.weight($0, difference.program.units) } ?? "–"
        return ["    \(max.lift)", max.isTraining ? "training max" : "one-rep max", "\(before) → \(after)"]
    }

    private func row(_ pair: ProgramDifference.ReminderPair) -> [String] {
        let today = difference.range.lowerBound
        func moment(_ one: PlannedNotification?) -> String { one.map { words.moment($0.fireAt, today: today) } ?? "" }
        let name = (pair.after ?? pair.before)?.summary(on: today, words, isDated: true) ?? ""
        if pair.before == nil { return ["    + " + moment(pair.after), "", name] }
        if pair.after == nil { return ["    - " + moment(pair.before), "", name] }
        return ["    ~ " + moment(pair.before), "→ " + moment(pair.after), name]
    }

    private func changed(_ before: String, _ after: String) -> String {
        before == after ? after : "\(before) → \(after)"
    }
}
