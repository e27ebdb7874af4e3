internal import CivilTime
internal import Reminders
internal import Synchronization
internal import Training

/// The numbers of reminders since the programs started, from 0, which decide between several of the user's own texts.
///
/// Every reminder that the programs plan counts, whether it is sent or not: neither an answer nor a cancellation changes the text of
/// another reminder. The numbers are computed once for the dates of a plan, and only if texts take turns.
final class TextTurns: Sendable {
    private let table = Mutex<TurnTable?>(nil)

    func restDay(on date: CivilDate, in input: PlanInput) -> Int { covering(date, input).restDays[date] ?? 0 }

    /// The numbers of the reminders of a date's workouts.
    fileprivate func workouts(on date: CivilDate, in input: PlanInput) -> [Turn] {
        covering(date, input).workouts[date] ?? []
    }

    /// The numbers of dates that include a given one; the input is that of the plan, and always the same.
    private func covering(_ date: CivilDate, _ input: PlanInput) -> TurnTable {
        table.withLock { table in
            if let table, table.dates.contains(date) { return table }
            let first = min(table?.dates.lowerBound ?? input.firstCurrentDate, date)
            // Dates are usually requested one after the other.
            let length = max(input.settings.horizon + 16, (table?.dates.count ?? 0) * 2)
            let end = max(table?.dates.upperBound ?? first, first.adding(days: length), date.adding(days: 1))
            let new = TurnTable(input, first..<end)
            table = new
            return new
        }
    }
}

extension PlanInput {
    /// The number of a workout's reminder among all workouts' reminders since the programs started; 0 if texts do not take turns.
    ///
    /// Snoozes and follow-ups have the number of their reminder.
    ///
    /// - Parameter id: the reminder, a snooze or a follow-up; nil for the first one at the time of the workout.
    func turn(of id: NotificationID? = nil, about programs: [String], on date: CivilDate) -> Int {
        guard settings.texts.rotateForWorkouts else { return 0 }
        let reminders = turns.workouts(on: date, in: self)
        let root = id?.root
        let exact = reminders.first { reminder in
            reminder.members.contains { member in
                guard programs.contains(member.program) else { return false }
                guard let root else { return member.moment.lead == nil }
                return [nil, member.program].contains { program in
                    root
                        == NotificationID(
                            .workout,
                            on: date,
                            at: member.moment.time,
                            lead: member.moment.lead,
                            program: program
                        )
                }
            }
        }
        // A reminder that was sent before its program's time changed.
        let other = reminders.first { reminder in reminder.members.contains { programs.contains($0.program) } }
        return (exact ?? other ?? reminders.first)?.number ?? 0
    }
}

/// A reminder of the workouts of one date.
private struct Turn: Hashable {
    struct Member: Hashable {
        let program: String
        let moment: ReminderMoment
    }

    let date: CivilDate
    let fireAt: CivilDateTime
    let channels: Set<String>?
    var members: [Member]
    var number = 0
}

/// The numbers of the reminders about the dates of a range, counted date by date from the start of the programs.
///
/// They do not depend on the time zone.
private struct TurnTable {
    let dates: Range<CivilDate>
    private(set) var workouts: [CivilDate: [Turn]] = [:]
    private(set) var restDays: [CivilDate: Int] = [:]

    init(_ input: PlanInput, _ dates: Range<CivilDate>) {
        self.dates = dates
        // The most days that a reminder is due before its workout.
        let reach = input.programs.map { $0.program.longestLead }.max() ?? 0
        let start = min(input.programs.map(\.start).min() ?? dates.lowerBound, dates.lowerBound)
        let passed = start..<dates.upperBound.adding(days: reach)
        let days = input.calendars.map { $0.days(passed) }
        var (countOfWorkouts, countOfRestDays) = (0, 0)
        // The reminders of the dates so far that may be due after one of a later date, in the order of their times.
        var waiting: [Turn] = []
        for (index, date) in passed.enumerated() {
            let planned = zip(input.programs, days).compactMap { active, days in
                days[index].occurrence.map { (active, $0) }
            }
            if planned.isEmpty, days.contains(where: { $0[index].kind == .rest }) {
                if dates.contains(date) { restDays[date] = countOfRestDays }
                countOfRestDays += 1
            }
            waiting += TurnTable.reminders(of: planned.filter { $0.isTrained($1) }, on: date, input)
            // The sort is stable: of two reminders at the same time, the one about the earlier date is the first.
            waiting.sort { $0.fireAt < $1.fireAt }
            let limit = date.adding(days: -reach)
            let due = waiting.prefix { $0.fireAt.date <= limit }
            waiting.removeFirst(due.count)
            for (place, var turn) in due.enumerated() where dates.contains(turn.date) {
                turn.number = countOfWorkouts + place
                workouts[turn.date, default: []].append(turn)
            }
            countOfWorkouts += due.count
        }
    }

    /// The reminders of the workouts of a date; those of the same time and channels are one.
    private static func reminders(
        of workouts: [(ActiveProgram, Occurrence)],
        on date: CivilDate,
        _ input: PlanInput
    ) -> [Turn] {
        var result: [Turn] = []
        for (active, workout) in workouts {
            for moment in input.moments(of: active, workout) {
                let asked = moment.fireAt(on: date)
                let held = input.settings.quietHours.map { $0.applied(to: asked, about: date) } ?? asked
                guard let fireAt = held else { continue }
                let member = Turn.Member(program: active.program.id, moment: moment)
                let channels = active.channels.map { Set($0) }
                if let same = result.firstIndex(where: { $0.fireAt == fireAt && $0.channels == channels }) {
                    result[same].members.append(member)
                } else {
                    result.append(Turn(date: date, fireAt: fireAt, channels: channels, members: [member]))
                }
            }
        }
        return result
    }
}
