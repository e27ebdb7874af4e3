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

    /// The workout of a date with one of the texts.
    struct Workout: Encodable {
        let day: String
        let name: String
        let week: Int
        let weekName: String?
        let deload: Bool
        let optional: Bool
        fileprivate let shown: String

        private enum CodingKeys: String, CodingKey { case day, name, week, weekName = "week_name", deload, optional }

        init(_ coming: ComingWorkout, _ words: MessageCatalog) {
            let occurrence = coming.occurrence
            (day, name, week) = (occurrence.dayID, occurrence.dayName, occurrence.week.shown)
            (weekName, deload, optional) = (occurrence.week.name, occurrence.week.isDeload, occurrence.isOptional)
            shown = words.name(occurrence)
        }
    }

    /// An exercise with both texts; nil in the one that lacks it.
    struct Exercise: Encodable {
        let before: ProgramResult.Line?
        let after: ProgramResult.Line?

        /// The exercise as a row of a table: its name, its former sets, and its new ones.
        fileprivate func row(_ style: Style) -> [String] {
            let names = [before?.titled, after?.titled].compactMap(\.self)
            let name = names.count == 2 && names[0] != names[1] ? names.joined(separator: " → ") : names.last ?? ""
            let sets = (before?.setsWithoutWarmUps ?? "–", after?.setsWithoutWarmUps ?? "–")
            guard sets.0 != sets.1 else { return ["    " + name, sets.1, style.dim(details)] }
            return ["    " + name, style.dim(sets.0), "→ " + style.bold(sets.1)]
        }

        /// What differs besides the sets.
        private var details: String {
            guard let before, let after else { return "" }
            let parts = [
                before.restSeconds != after.restSeconds ? "rest" : nil, before.notes != after.notes ? "notes" : nil,
                before.superset != after.superset ? "superset" : nil, before.shown != after.shown ? "sets" : nil,
            ].compactMap(\.self)
            return parts.isEmpty ? "" : "other " + parts.joined(separator: ", ")
        }
    }

    /// A date on which the workouts differ.
    struct Day: Encodable {
        let date: String
        let before: Workout?
        let after: Workout?
        let exercises: [Exercise]
        fileprivate let when: String

        private enum CodingKeys: String, CodingKey { case date, before, after, exercises }

        fileprivate func lines(_ style: Style) -> [[String]] {
            let names = [before?.shown ?? "rest", after?.shown ?? "rest"]
            var title = names[0] == names[1] ? names[0] : "\(names[0]) → \(names[1])"
            if let before, let after, before.week != after.week || before.weekName != after.weekName {
                title += style.dim("  \(before.place) → \(after.place)")
            }
            return [["  \(when)  \(style.bold(title))"]] + exercises.map { $0.row(style) }
        }
    }

    /// A max with both texts.
    struct Max: Encodable {
        let lift: String
        /// `one-rep-max` or `training-max`.
        let value: String
        let before: Double?
        let after: Double?
        let units: Units
        fileprivate let row: [String]

        struct Units: Encodable { let before, after: String }

        private enum CodingKeys: String, CodingKey { case lift, value, before, after, units }

        init(_ max: ProgramDifference.Max, _ difference: ProgramDifference, _ words: MessageCatalog) {
            let units = (difference.former.units, difference.program.units)
            lift = max.lift
            value = max.isTraining ? "training-max" : "one-rep-max"
            before = max.before.map { Double($0.thousandths) / 1000 }
            after = max.after.map { Double($0.thousandths) / 1000 }
            self.units = Units(before: units.0.rawValue, after: units.1.rawValue)
            row = [
                "    \(max.lift)", max.isTraining ? "training max" : "one-rep max",
                (max.before.map { words.weight($0, units.0) } ?? "–") + " → "
                    + (max.after.map { words.weight($0, units.1) } ?? "–"),
            ]
        }
    }

    /// A reminder with both texts; nil in the one that lacks it.
    struct Reminder: Encodable {
        let before: ListedNotification?
        let after: ListedNotification?
        fileprivate let row: [String]?

        private enum CodingKeys: String, CodingKey { case before, after }

        init(_ pair: ProgramDifference.ReminderPair, today: CivilDate, _ words: MessageCatalog) {
            before = pair.before.map(ListedNotification.init)
            after = pair.after.map(ListedNotification.init)
            func moment(_ one: PlannedNotification) -> String { words.moment(one.fireAt, today: today) }
            func name(_ one: PlannedNotification) -> String { one.summary(on: today, words, isDated: true) }
            row =
                switch (pair.before, pair.after) {
                case (let before?, let after?):
                    pair.isOnlyText ? nil : ["    ~ " + moment(before), "→ " + moment(after), name(after)]
                case (let before?, nil): ["    - " + moment(before), "", name(before)]
                case (nil, let after?): ["    + " + moment(after), "", name(after)]
                case (nil, nil): nil
                }
        }
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
    private let title: String

    private enum CodingKeys: String, CodingKey {
        case program, name, active, inForceSince = "in_force_since", from, until, workouts, maxes, reminders
    }

    /// - Parameter replacedAt: since when the new text is in force; nil if it is not.
    package init(_ difference: ProgramDifference, replacedAt: Instant? = nil, _ session: Session) {
        let (words, today) = (session.words, session.today)
        program = difference.program.id
        name = difference.program.name
        active = session.programs.contains { $0.program.id == difference.program.id }
        inForceSince = replacedAt?.description
        let last = difference.range.upperBound.adding(days: -1)
        (from, until) = (difference.range.lowerBound.description, last.description)
        func stated(_ date: CivilDate) -> String { words.format.date(date, today: today) }
        let units = (difference.former.units, difference.program.units)
        workouts = difference.days.map { day in
            Day(
                date: day.date.description,
                before: day.before.map { Workout($0, words) },
                after: day.after.map { Workout($0, words) },
                exercises: day.exercises.map { pair in
                    Exercise(
                        before: pair.before.map { ProgramResult.Line($0, units: units.0, words) },
                        after: pair.after.map { ProgramResult.Line($0, units: units.1, words) }
                    )
                },
                when: stated(day.date)
            )
        }
        maxes = difference.maxes.map { Max($0, difference, words) }
        reminders = difference.reminders.map { Reminder($0, today: today, words) }
        let period = "through \(stated(last))"
        let isEmpty = difference.isEmpty
        title =
            if let replacedAt {
                "\(name), edited \(words.moment(session.zone.civil(at: replacedAt), today: today)): "
                    + (isEmpty ? "nothing changes \(period)" : "what changes \(period)")
            } else {
                "\(name): " + (isEmpty ? "nothing changes \(period)" : "what changes \(period)")
            }
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = TextWrap.lines(title, columns: columns)
        for day in workouts { lines += [""] + TextTable.lines(day.lines(style), columns: columns) }
        if !maxes.isEmpty { lines += ["", "  Maxes"] + TextTable.lines(maxes.map(\.row), columns: columns) }
        let rows = reminders.compactMap(\.row)
        let others = reminders.count - rows.count
        if !reminders.isEmpty { lines += ["", "  Reminders"] + TextTable.lines(rows, columns: columns) }
        if others > 0 {
            let more = rows.isEmpty ? "" : "more "
            lines.append(
                "    "
                    + (others == 1
                        ? "1 \(more)reminder has another text" : "\(others) \(more)reminders have another text")
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ProgramDifferenceResult.Workout {
    /// The week in words: "week 3, Deload".
    fileprivate var place: String { "week \(week)" + (weekName.map { ", \($0)" } ?? "") }
}

/// The new version of a shipped program that is in force now, and what it changes.
package struct ProgramUpdateResult: CommandResult {
    package static let kind = "program-update"

    let program: String
    /// What the new version changes; nil if there is none.
    let difference: ProgramDifferenceResult?
    private let isShown: Bool

    private enum CodingKeys: String, CodingKey { case program, difference }

    /// - Parameter isShown: whether the user has seen the difference.
    package init(_ program: String, _ difference: ProgramDifferenceResult?, isShown: Bool) {
        (self.program, self.difference, self.isShown) = (program, difference, isShown)
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard let difference else { return "antrain has no new version of '\(program)'\n" }
        return (isShown ? "" : difference.text(style, columns: columns) + "\n")
            + "the new version of '\(program)' is in use from now on\n"
    }
}
