import CivilTime
import Planning
import Reminders
import Training
import YAMLSource

extension FuzzTarget {
    /// Training programs: reading, the calendar and the plan.
    static let programs = FuzzTarget(name: "programs") { bytes in
        let source = SourceText(path: "program.yaml", bytes: bytes)
        let reading = ProgramReader.read(source)
        try requireSound(reading.diagnostics, of: source, hasValue: reading.program != nil)
        guard let program = reading.program else { return }
        try require(ProgramReader.read(source).program == program, "the same text gives another program")
        try checkCalendar(of: program)
        try checkPlan(of: program)
    }

    /// Monday, 2026-11-23.
    private static let start = CivilDate(dayNumber: 20_780)

    private static func checkCalendar(of program: Program) throws {
        let today = start.adding(days: 9)
        let open = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: TrainingDays(.weekdays),
            completions: [],
            today: start
        )
        let completions = open.days(start..<today).compactMap(\.occurrence).enumerated().compactMap { place, workout in
            place % 3 == 1 ? nil : Completion(date: workout.date, dayID: workout.dayID)
        }
        let calendar = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: TrainingDays(.weekdays),
            completions: completions,
            today: today
        )
        let range = start.adding(days: -2)..<start.adding(days: 60)
        let days = calendar.days(range)
        try require(days.map(\.date) == Array(range), "the calendar does not have each date once")
        for day in days {
            guard let occurrence = day.occurrence else { continue }
            try require(occurrence.date == day.date && day.date >= start, "\(occurrence) is on another date")
            try require(occurrence.week.number >= 1, "\(occurrence) is in no week")
            guard let workout = program.workout(for: occurrence) else {
                throw PropertyFailure(description: "the program has no day '\(occurrence.dayID)'")
            }
            for item in workout.items { _ = item.sets.map(\.description) }
        }
        for offset in [0, 17, 61] {
            try require(
                calendar.day(on: days[offset].date) == days[offset],
                "a date alone is not what it is in a range"
            )
        }
    }

    private static func checkPlan(of program: Program) throws {
        var settings = Settings()
        settings.isEnabled = true
        settings.restDays = true
        let now = Instant(secondsSinceEpoch: Int64(start.dayNumber) * 86_400)
        let input = PlanInput(
            programs: [ActiveProgram(program: program, start: start, trainingDays: .all, completions: [])],
            settings: settings,
            zone: .utc,
            now: now
        )
        let notifications = Plan(input).notifications
        let ids = notifications.map(\.id)
        try require(Set(ids).count == ids.count, "two notifications have one id: \(ids)")
        try require(notifications == Plan(input).notifications, "the same input gives another plan")
        for notification in notifications {
            let hasEnded = DeliveryWindow.hasEnded(notification.instant, now: now, grace: settings.grace, in: .utc)
            try require(!hasEnded, "\(notification.id) is planned for the past")
            try requirePrintable(notification.title, "a title")
        }
    }
}
