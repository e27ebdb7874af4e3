public import CivilTime
public import Localization
public import Reminders
internal import Training

/// The end of a program whose last workout is known.
public struct ProgramEnding: Sendable, Hashable {
    /// The program's ID.
    public let program: String
    public let name: String
    public let last: CivilDate
    /// How many of its workouts were done, as far as antrain knows what was done.
    public let adherence: Adherence
    /// Whether workouts without an answer are still ahead: it is too early to state how many were done.
    let isOpen: Bool

    /// The command that starts it again.
    public var again: String { "antrain program activate \(program) --replace" }
    public static let list = "antrain program list"
}

extension NotificationID {
    private static let endingMark = "/ended/"

    /// The ID of the notification about the end of a program that started on a date: each activation has one.
    static func ending(of program: String, since start: CivilDate) -> NotificationID {
        NotificationID(rawValue: "\(NotificationCategory.summary.rawValue)/\(start)\(endingMark)\(program)")
    }

    /// The program whose end a notification is about; nil for every other notification.
    public var endedProgram: String? {
        guard rawValue.hasPrefix(NotificationCategory.summary.rawValue + "/"),
            let mark = rawValue.firstRange(of: NotificationID.endingMark)
        else { return nil }
        return String(rawValue[mark.upperBound...])
    }
}

extension Plan {
    /// The notifications about programs that end: on the day after their last workouts, at the time of their reminders.
    static func endings(_ input: PlanInput, _ range: Range<CivilDate>) -> [PlannedNotification] {
        input.programs.indices.compactMap { index in
            guard let ending = input.ending(of: index, before: range.upperBound), ending.last < .lastPlanned else {
                return nil
            }
            let active = input.programs[index]
            let date = ending.last.adding(days: 1)
            let day = input.calendars[index].day(on: ending.last).occurrence?.dayID
            let time = input.time(of: active, day: day, on: date)
            let asked = input.zone.shown(CivilDateTime(date: date, time: time))
            let texts = input.settings.texts
            let values = input.values(of: ending)
            return input.news(
                // The ID has the start of the program instead of the date: the end is reported once, even if it moves.
                .ending(of: active.program.id, since: active.start),
                .summary,
                on: date,
                at: input.zone.instant(of: asked),
                title: texts.endedTitle?.title(values) ?? input.words.text(.endedTitle, values),
                body: texts.endedBody?.filledWithoutGaps(values) ?? input.words.body(of: ending)
            )
        }
    }
}

extension PlanInput {
    /// How many days after a workout to search for the next one, which a pause may delay.
    private static let longestPause = 400

    /// The active programs that have ended, unless another program was started since.
    public var endings: [ProgramEnding] {
        programs.indices.compactMap { index in
            ending(of: index, before: today).flatMap { $0.last < today ? $0 : nil }
        }
    }

    /// The end of a program whose last workout is before a date; nil if it goes on, or another program was started since.
    fileprivate func ending(of index: Int, before end: CivilDate) -> ProgramEnding? {
        let active = programs[index]
        guard active.program.schedule.length != .endless, active.start < end else { return nil }
        var search = WorkoutSearch(calendars[index])
        var last: CivilDate?
        var ahead = 0
        while let workout = search.next(before: end) {
            guard active.isTrained(workout) else { continue }
            last = workout.date
            if workout.date >= today, !workout.isOptional, answers[workout.key] == nil { ahead += 1 }
        }
        guard let last, last <= .lastPlanned.adding(days: -PlanInput.longestPause) else { return nil }
        let isReplaced = programs.contains { $0.program.id != active.program.id && $0.start > last }
        let later = last.adding(days: PlanInput.longestPause)
        // After a pause until further notice, its workouts come again.
        let isOpen = active.exceptions.contains { exception in
            if case .pause(_, .latest) = exception { true } else { false }
        }
        guard !isOpen else { return nil }
        guard !isReplaced, search.next(before: later) == nil, calendars[index].day(on: later).kind == .ended else {
            return nil
        }
        let past = pastWorkouts(active.start...last).filter { $0.program == active.program.id }
        let open = (0..<ahead).map { _ in PastWorkout(program: active.program.id, date: last, outcome: .missed) }
        return ProgramEnding(
            program: active.program.id,
            name: active.program.name,
            last: last,
            adherence: Adherence(past + open),
            isOpen: ahead > 0
        )
    }

    /// The values of the placeholders in the user's own texts about the end of a program.
    fileprivate func values(of ending: ProgramEnding) -> [String: String] {
        let known = ["program": ending.name, "again": ending.again, "list": ProgramEnding.list]
        let result = ["done": "\(ending.adherence.done)", "planned": "\(ending.adherence.planned)"]
        return ending.isOpen ? known : known.merging(result) { $1 }
    }
}

extension MessageCatalog {
    /// When a program ended, which may be days ago, its result, and what to do next.
    fileprivate func body(of ending: ProgramEnding) -> String {
        let last = format.date(ending.last, today: ending.last)
        return [text(.endedLast, ["date": last]), result(of: ending), nextStep(after: ending)].compactMap { $0 }
            .joined(separator: "\n")
    }

    /// How many workouts of a program were done; nil if antrain does not know, or not yet.
    private func result(of ending: ProgramEnding) -> String? {
        let (done, planned) = (ending.adherence.done, ending.adherence.planned)
        guard !ending.isOpen, planned > 0 else { return nil }
        return text(planned == 1 ? .summaryDoneOfOne : .summaryDone, ["done": "\(done)", "planned": "\(planned)"])
    }

    private func nextStep(after ending: ProgramEnding) -> String {
        text(.endedNext, ["again": "'\(ending.again)'", "list": "'\(ProgramEnding.list)'"])
    }

    /// The end of a program in one line: what was done, and what to do next.
    public func line(_ ending: ProgramEnding) -> String {
        let title = text(.endedTitle, ["program": ending.name])
        let what = [title, result(of: ending)].compactMap { $0 }.joined(separator: ", ")
        return "\(what). \(nextStep(after: ending))"
    }
}
