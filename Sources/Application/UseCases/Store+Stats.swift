package import CivilTime
package import Platform
import Planning
import Progress
package import Results
package import Session
package import Training

extension Store {
    /// The number of weeks that are shown unless the user names a date, with the current one.
    private static let usualWeeks = 12

    /// How regularly and how much the user trained.
    ///
    /// - Parameters:
    ///   - since: the first date; nil for the last twelve weeks. Weeks before the first data are left out.
    ///   - target: the range of sets per week and muscle group.
    package func stats(since: CivilDate?, _ formula: MaxFormula, _ target: StatsResult.Target) throws(CommandError)
        -> StatsResult
    {
        let log = try countedLog().filter { $0.date <= session.today }
        let wanted = since ?? session.today.monday.adding(days: -7 * (Self.usualWeeks - 1))
        let year = HeatMap.first(session.today)
        let former = try reaching(min(wanted, year)).session.input.former
        let workouts = session.input.pastWorkouts(wanted...session.today, former: former)
        let known = [workouts.first?.date, log.lazy.map(\.date).filter { $0 >= wanted }.min()].compactMap { $0 }
        let body = try bodyWeight()
        let range = (known.min() ?? wanted)...session.today
        let catalog = session.exercises
        let training = TrainingStatistics(log, in: range, formula, body) { catalog[$0] }
        let heatMap = HeatMap(log, session.input.pastWorkouts(year...session.today, former: former), session)
        let streaks = session.input.streaks(
            with: former.filter { session.zone.civil(at: $0.endedAt).date >= range.lowerBound }
        )
        let names = Dictionary((session.programs + former.map(\.active)).map { ($0.program.id, $0.program.name) }) {
            first,
            _ in first
        }
        return StatsResult(
            session,
            range,
            training,
            workouts,
            streaks.map { ($0, names[$0.program] ?? $0.program) },
            formula,
            target,
            heatMap,
            body.byWeek(in: range)
        )
    }
}
