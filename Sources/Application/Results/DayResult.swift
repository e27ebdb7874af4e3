import CivilTime
import Ledger
import Localization
package import Planning
package import Platform
import Progress
import Reminders
package import Session
package import Training

/// A date's workouts and reminders.
package struct DayResult: CommandResult {
    package static let kind = "day"

    /// A workout on a date.
    struct Workout: Encodable {
        let program: String
        let programName: String
        let day: String
        let name: String
        let date: String
        let week: Int
        let weekCount: Int?
        let weekName: String?
        let deload: Bool
        let optional: Bool
        let durationSeconds: Int64?
        let notes: String?
        /// `done`, `skipped`, `started` or `open`; `missed` if the day is over without an answer, `not-done` if such a workout is
        /// optional, `weekday-off` if the user does not train on that weekday.
        let state: String
        let exercises: [ProgramResult.Line]
        /// The name, marked if the workout is optional.
        let titled: String
        private let duration: String?
        private let words: MessageCatalog

        private enum CodingKeys: String, CodingKey {
            case program, programName = "program_name", day, name, date, week, weekCount = "week_count",
                weekName = "week_name", deload, optional, durationSeconds = "duration_seconds", notes, state, exercises
        }

        init(_ occurrence: Occurrence, _ session: Session, state: String? = nil) {
            let program = session.program(of: occurrence)?.program
            words = session.words
            self.state = state ?? session.state(of: occurrence)
            self.program = occurrence.programID
            programName = occurrence.programName
            day = occurrence.dayID
            name = occurrence.dayName
            date = occurrence.date.description
            week = occurrence.week.shown
            weekCount = occurrence.week.total
            weekName = occurrence.week.name
            deload = occurrence.week.isDeload
            optional = occurrence.isOptional
            titled = session.words.name(occurrence)
            duration = occurrence.duration?.description
            durationSeconds = occurrence.duration?.seconds
            notes = program?.days.first { $0.id == occurrence.dayID }?.notes
            exercises =
                program.flatMap { program in
                    session.workout(occurrence)?.items.map {
                        ProgramResult.Line($0, units: program.units, session.words)
                    }
                } ?? []
        }

        func lines(_ style: Style, columns: Int) -> [String] {
            let answer = ["done", "skipped"].contains(state) ? words.word("reminder.state", state) : nil
            let details = [programName, place, duration, answer].compactMap { $0 }.joined(separator: ", ")
            return TextWrap.paragraphs("  " + style.bold(titled) + style.dim("  \(details)"), columns: columns)
                .split(separator: "\n").map(String.init)
                + (notes.map { TextWrap.lines($0, columns: min(columns, 80) - 4).map { "    " + $0 } } ?? [])
                + TextTable.lines(exercises.map { $0.text(style) }, columns: columns)
        }

        /// The position within the program, as in "week 3 of 8, Deload".
        var place: String {
            let number =
                weekCount.map { words.text(.weekOf, ["week": "\(week)", "weeks": "\($0)"]) }
                ?? words.text(.week, ["week": "\(week)"])
            let isNumber = weekName.map { NameKey.of($0) == NameKey.of("week \(week)") } ?? true
            return number + (isNumber ? "" : weekName.map { ", \($0)" } ?? "")
                + (deload ? " (\(words.text(.deload)))" : "")
        }
    }

    /// A workout that gives way to another program's workout.
    struct Taken: Encodable {
        let program: String
        let programName: String
        let day: String
        let name: String
        /// Why, in words.
        let text: String

        private enum CodingKeys: String, CodingKey { case program, programName = "program_name", day, name, text }
    }

    /// Why there is no reminder, as a code and in words.
    struct Absence: Encodable {
        let reason: String
        let text: String
    }

    let date: String
    let weekday: String
    let workouts: [Workout]
    /// The workouts that give way to those of other programs, if at most one a day is planned.
    let taken: [Taken]
    let rest: Bool
    let paused: Bool
    let notifications: [ListedNotification]
    let absence: Absence?
    /// The day off that the open workouts are on; nil if there is none.
    let dayOff: DayOff?
    /// The date in words.
    let when: String
    private let label: String
    /// What becomes of the reminders, in a sentence.
    private let note: String
    /// What becomes of the reminders, in a table.
    private let shortNote: String
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey {
        case date, weekday, workouts, taken, rest, paused, notifications, absence = "no_reminder",
            dayOff = "day_off"
    }

    package init(_ outlook: DayPlan, _ session: Session, _ daysOff: [DayOff] = []) {
        let today = session.today
        let words = session.words
        self.words = words
        date = outlook.date.description
        dayOff = daysOff.first { $0.date == outlook.date.description }
        weekday = outlook.date.weekday.name
        rest = outlook.isRestDay
        paused = outlook.workouts.isEmpty && !outlook.isRestDay && outlook.programs.contains { $0.kind == .paused }
        when = words.format.date(outlook.date, today: today)
        label = words.day(outlook.date, today: today)
        workouts = outlook.workouts.map { Workout($0, session) }
        taken = outlook.programs.compactMap { day in
            guard case .taken(let workout) = day.kind, let cause = session.input.taken(workout) else { return nil }
            return Taken(
                program: workout.programID,
                programName: workout.programName,
                day: workout.dayID,
                name: workout.dayName,
                text: words.reason(cause, today: today)
            )
        }
        let upcoming = outlook.notifications.filter(session.input.isAhead).sorted { $0.instant < $1.instant }
        notifications = upcoming.map(ListedNotification.init)
        absence = outlook.absence.map { Absence(reason: $0.code, text: words.reason($0)) }
        func moments(_ reminders: [PlannedNotification]) -> String {
            let moments = reminders.map { words.moment($0.fireAt, today: today) }.joined(separator: ", ")
            return words.text(.reminderAt, ["moments": moments])
        }
        // A reminder before the workout may come on another date.
        func times(_ reminders: [PlannedNotification]) -> String {
            reminders.map { one in
                one.fireAt.date == outlook.date
                    ? words.format.time(one.fireAt.time) : words.moment(one.fireAt, today: today)
            }.joined(separator: ", ")
        }
        if let reason = outlook.absence, upcoming.isEmpty {
            // "Paused" is the day's summary already.
            let isStated = reason == .paused && paused
            shortNote = isStated ? words.text(.toResume, ["command": "antrain resume"]) : words.reason(reason)
            note = reason.isFate || isStated ? shortNote : words.text(.noReminderBecause, ["reason": shortNote])
        } else if outlook.outlooks.contains(where: { $0.absence != nil }) {
            // Each workout has its own reminders, or none.
            func own(_ workout: Occurrence) -> [PlannedNotification] {
                upcoming.filter { $0.occurrences.contains(workout.key) }
            }
            shortNote = words.reasons(outlook.outlooks) { times(own($0)) }
            note = words.reasons(outlook.outlooks) { moments(own($0)) }
        } else {
            shortNote = times(upcoming)
            note = upcoming.isEmpty ? words.text(.noReminder) : moments(upcoming)
        }
    }

    /// The names of the workouts, or "rest day", "paused" and the like.
    var summary: String {
        if !workouts.isEmpty { return words.joined(workouts.map(\.titled)) }
        return words.text(rest ? .restTitle : paused ? .paused : .nothingPlanned)
    }

    /// The day on one line, as in "Tomorrow, Mon 23 Nov: Push Day (reminder tomorrow at 07:30)".
    func headline(_ style: Style) -> String {
        let day = label == when ? when : label.capitalizedFirst + ", " + when
        return words.text(.headline, ["day": day, "summary": style.bold(summary)]) + style.dim(" (\(note))")
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = TextWrap.lines(headline(style), columns: columns)
        lines += dayOff.map { TextWrap.lines(style.magenta($0.firmText), columns: columns) } ?? []
        for workout in workouts { lines += [""] + workout.lines(style, columns: columns) }
        for one in taken { lines += [""] + TextWrap.lines(one.text, columns: columns - 2).map { style.dim("  " + $0) } }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The date as a row of the table for a week.
    ///
    /// - Parameter earlier: the day before in the table, whose reason is not repeated.
    func row(_ style: Style, after earlier: DayResult?) -> [String] {
        let repeats = paused && earlier?.paused == true && earlier?.shortNote == shortNote
        let shortNote = repeats ? "" : shortNote
        let names = workouts.isEmpty ? style.dim(summary) : style.bold(summary)
        return [when, names, notifications.isEmpty ? style.dim(shortNote) : style.green(shortNote)]
    }
}

extension ReminderAbsence {
    /// Whether it is complete: what became of a reminder or its workout, or that there is no reminder.
    fileprivate var isFate: Bool {
        switch self {
        // The others mention reminders themselves.
        case .delivered, .came, .answered, .mixed, .unanswered, .due, .missed, .restDay, .off: true
        default: false
        }
    }
}

/// The days of a week.
package struct WeekResult: CommandResult {
    package static let kind = "week"

    package let days: [DayResult]

    package init(days: [DayResult]) { self.days = days }

    package func text(_ style: Style, columns: Int) -> String {
        let rows = zip(days, [nil] + days).map { $0.row(style, after: $1) }
        let notes = days.compactMap(\.dayOff).withoutRepeats.map { style.magenta($0.firmText) }
        return (TextTable.lines(rows, columns: columns) + notes.flatMap { TextWrap.lines($0, columns: columns) })
            .joined(separator: "\n") + "\n"
    }
}

/// Workouts with all their sets.
package struct WorkoutResult: CommandResult {
    package static let kind = "workout"

    let workouts: [DayResult.Workout]
    private let plans: [(program: String, items: [PlannedWorkout.Item])]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case workouts }

    package init(_ workouts: [Occurrence], _ session: Session) {
        words = session.words
        plans = workouts.map { ($0.programID, session.workout($0)?.items ?? []) }
        self.workouts = workouts.map { workout in
            // An earlier answer stays valid.
            let isOpen = session.facts.answers[workout.key] == nil
            return DayResult.Workout(workout, session, state: isOpen ? "started" : nil)
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        let hint = MissingValueHint.lines(plans, words, columns: columns).map { $0 + "\n" }.joined()
        return workouts.map { $0.lines(style, columns: columns).joined(separator: "\n") + "\n" }.joined(separator: "\n")
            + (hint.isEmpty ? "" : "\n" + hint)
    }
}
