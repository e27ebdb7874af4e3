public import CivilTime
public import Training

/// A program that was deactivated, or activated again.
public struct FormerProgram: Sendable {
    public let active: ActiveProgram
    public let endedAt: Instant
    /// How many of the active programs were activated before it.
    public let place: Int

    public init(_ active: ActiveProgram, endedAt: Instant, place: Int) {
        (self.active, self.endedAt, self.place) = (active, endedAt, place)
    }
}

/// A program with the calendar of its workouts.
///
/// It gets a date only if no program that takes precedence has a workout on that date.
struct RankedProgram: Sendable {
    let program: Program
    let priority: Int
    let isActive: Bool
    let workouts: OtherWorkouts.Program

    /// The programs with at most one workout a day: on the date of a workout that takes precedence, a program is paused.
    ///
    /// The program with the higher priority comes first; if two have the same priority, the program that was activated first. Former
    /// programs count until they ended, so that deactivating a program does not change the past of the other programs.
    ///
    /// - Parameter programs: the active programs in the order of their activation.
    /// - Returns: the active programs in the same order, and all programs by precedence.
    static func arranged(
        _ programs: [ActiveProgram],
        _ former: [FormerProgram],
        today: CivilDate,
        in zone: Zone
    ) -> (programs: [ActiveProgram], ranking: [RankedProgram]) {
        let all =
            programs.enumerated().map { (active: $1, place: 2 * $0 + 1, index: Int?.some($0), end: CivilDate?.none) }
            + former.map { former in
                let date = zone.civil(at: former.endedAt).date
                let isDone = former.active.completions.contains { $0.date == date }
                return (former.active, 2 * former.place, nil, isDone ? date.adding(days: 1) : date)
            }
        var result = programs
        var ranking: [RankedProgram] = []
        for one in all.enumerated().sorted(by: {
            (-$0.element.active.priority, $0.element.place, $0.offset)
                < (-$1.element.active.priority, $1.element.place, $1.offset)
        }).map(\.element) {
            var active = one.active
            let first = ranking.filter { $0.program.id != active.program.id }.map(\.workouts)
            active.others = first.isEmpty ? nil : OtherWorkouts(first)
            if let index = one.index { result[index] = active }
            ranking.append(
                RankedProgram(
                    program: active.program,
                    priority: active.priority,
                    isActive: one.index != nil,
                    workouts: OtherWorkouts.Program(active.calendar(today: today), until: one.end)
                )
            )
        }
        return (result, ranking)
    }
}

extension PlanInput {
    /// Why a workout does not take place: another program has the date; nil if none has.
    ///
    /// - Parameter date: the date; nil for the workout's own.
    public func taken(_ workout: Occurrence, on date: CivilDate? = nil) -> ReminderCause? {
        let own = programs.first { $0.program.id == workout.programID }?.priority ?? 0
        let first = ranking.prefix { !$0.isActive || $0.program.id != workout.programID }.first { other in
            other.program.id != workout.programID && other.workouts.contains(date ?? workout.date)
        }
        return first.map {
            .taken(workout, by: $0.program.name, priority: $0.priority == own ? nil : $0.priority)
        }
    }
}
