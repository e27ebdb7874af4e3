import CivilTime
import Localization
package import Platform
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
