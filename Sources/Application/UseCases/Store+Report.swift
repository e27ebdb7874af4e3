import CivilTime
package import Platform
import Localization
import Progress
package import Reports
package import Results
package import Session
package import Training

extension Store {
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
