package import CivilTime
import Localization
import Planning
package import Platform
import Progress
package import Reports
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

    /// The contents of a report: statistics, the records of all exercises, and the next seven days.
    package func reportPage(_ stats: StatsResult, _ formula: MaxFormula) throws(CommandError) -> ReportPage {
        // A report is kept, so that its dates need a year even in the current one.
        func dated(_ date: CivilDate) -> String { session.words.format.statedDate(date, today: .earliest) }
        let (from, to) = (dated(stats.range.lowerBound), dated(stats.range.upperBound))
        var page = ReportPage(
            period: session.words.text(.reportPeriod, ["from": from, "to": to]),
            session.texts(from, to, formula)
        )
        page.add(stats)
        let records = ExerciseRecords.all(try countedLog(), formula, try bodyWeight())
        page.add(RecordsResult(records, formula, session), session.words.format, today: session.today)
        if session.programs.isEmpty {
            page.withoutPlan = session.words.text(.reportNoProgram, ["command": "antrain program list"])
        } else {
            let (days, session) = try outlooks(session.today..<session.today.adding(days: 7))
            page.add(days.map { DayResult($0, session) })
        }
        return page
    }
}

extension Session {
    func texts(_ from: String, _ to: String, _ formula: MaxFormula) -> ReportPage.Words {
        var texts = ReportPage.Words()
        texts.language = words.language.rawValue
        texts.title = words.text(.statsTitle, ["from": from, "to": to])
        texts.heading = words.text(.reportTitle)
        texts.byWeek = words.text(.statsByWeek)
        texts.byWeekday = words.text(.statsByWeekday)
        texts.year = words.text(.statsYear)
        texts.setsPerDay = words.text(.reportSetsPerDay)
        texts.lifts = words.text(.reportLifts)
        texts.bodyWeight = words.text(.reportBodyWeight)
        texts.records = words.text(.reportRecords)
        texts.plan = words.text(.reportPlan)
        let estimate = ["count": "\(MaxFormula.mostReps)", "author": formula.author]
        texts.estimate = words.text(.reportEstimate, estimate)
        texts.made = words.text(.reportMade, ["date": words.format.statedDate(today, today: .earliest)])
        return texts
    }
}
