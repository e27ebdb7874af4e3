import CivilTime
import Reminders
import Training

/// What a date brings.
struct DayResult: CommandResult {
    static let kind = "day"

    /// A workout of the date.
    struct Session: Encodable {
        let program: String
        let day: String
        let name: String
        let week: Int
        let weeks: Int?
        let weekName: String?
        let deload: Bool
        let duration: String?
        let notes: String?
        let exercises: [ProgramResult.Line]

        private enum CodingKeys: String, CodingKey {
            case program, day, name, week, weeks, weekName = "week_name", deload, duration, notes, exercises
        }

        init(_ occurrence: Occurrence, _ program: Program) {
            self.program = occurrence.programName
            day = occurrence.dayID
            name = occurrence.dayName
            week = occurrence.week.number
            weeks = occurrence.week.total
            weekName = occurrence.week.name
            deload = occurrence.week.isDeload
            duration = occurrence.duration?.description
            let workout = program.workout(for: occurrence)
            notes = workout?.day.notes
            exercises = workout?.items.map(ProgramResult.Line.init) ?? []
        }

        /// The workout for people.
        func lines(_ style: Style, columns: Int) -> [String] {
            let details = [program, place, duration].compactMap { $0 }.joined(separator: ", ")
            return ["  " + style.bold(name) + style.dim("  \(details)")]
                + (notes.map { TextWrap.lines($0, columns: min(columns, 80) - 4).map { "    " + $0 } } ?? [])
                + TextTable.lines(exercises.map { $0.text(style) }, columns: columns)
        }

        /// The place in words, as in "week 3 of 8, Deload".
        var place: String {
            "week \(week)" + (weeks.map { " of \($0)" } ?? "") + (weekName.map { ", \($0)" } ?? "")
                + (deload ? " (deload)" : "")
        }
    }

    let date: String
    let weekday: String
    let sessions: [Session]
    let rest: Bool
    let paused: Bool
    let reminders: [String]
    let noReminderBecause: String?
    private let when: String
    private let label: String

    private enum CodingKeys: String, CodingKey {
        case date, weekday, sessions, rest, paused, reminders, noReminderBecause = "no_reminder_because"
    }

    init(_ outlook: DayOutlook, _ planning: Planning) {
        let today = planning.today
        date = outlook.date.description
        weekday = outlook.date.weekday.name
        rest = outlook.isRestDay
        paused = outlook.workouts.isEmpty && !outlook.isRestDay && outlook.programs.contains { $0.kind == .paused }
        when = When.date(outlook.date, today: today)
        label = When.day(outlook.date, today: today)
        sessions = zip(planning.programs, outlook.programs).compactMap { active, day in
            day.occurrence.map { Session($0, active.program) }
        }
        reminders = outlook.notifications.filter { $0.instant > planning.now }.map {
            When.moment($0.fireAt, today: today)
        }
        noReminderBecause = outlook.absence.map { DayResult.words($0) }
    }

    private static func words(_ absence: ReminderAbsence) -> String {
        switch absence {
        case .off: "reminders are off"
        case .weekdayOff(let weekday): "your settings leave out \(weekday.name)s"
        case .past: "its time has passed"
        case .cancelled: "you cancelled it"
        case .answered(.completed): "it is done"
        case .answered(.skipped): "you skipped it"
        case .snoozed: "you put it off"
        case .quiet: "it falls into your quiet hours"
        case .noSuchDay: "the time zone has no such day"
        case .restDay: "rest days are not reminded of"
        case .nothingPlanned: "no program has anything for it"
        }
    }

    /// What there is to do, in a few words.
    var summary: String {
        if !sessions.isEmpty { return sessions.map(\.name).joined(separator: " and ") }
        return rest ? "Rest Day" : paused ? "paused" : "nothing planned"
    }

    /// The day in a line, as in "Tomorrow, Mon 23 Nov: Push Day (reminder tomorrow at 07:30)".
    func headline(_ style: Style) -> String {
        let day = label == when ? when : label.prefix(1).uppercased() + label.dropFirst() + ", " + when
        let note =
            reminders.isEmpty
            ? noReminderBecause.map { "no reminder: \($0)" } ?? "no reminder"
            : "reminder " + reminders.joined(separator: ", ")
        return "\(day): " + style.bold(summary) + style.dim(" (\(note))")
    }

    func text(_ style: Style, columns: Int) -> String {
        var lines = [headline(style)]
        for session in sessions {
            lines += [""] + session.lines(style, columns: columns)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The date as a row of a week.
    func row(_ style: Style) -> [String] {
        let times =
            reminders.isEmpty ? noReminderBecause ?? "" : reminders.map { String($0.suffix(5)) }.joined(separator: ", ")
        let names = sessions.isEmpty ? style.dim(summary) : style.bold(summary)
        return [when, names, reminders.isEmpty ? style.dim(times) : style.green(times)]
    }
}
