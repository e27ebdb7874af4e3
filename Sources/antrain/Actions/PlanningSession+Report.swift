import CivilTime
import Progress
import Reminders
import Reports
import Training

extension PlanningSession {
    /// The contents of a report: statistics, the records of all exercises, and the next seven days.
    func reportPage(_ stats: StatsResult, _ formula: MaxFormula) throws(CommandError) -> ReportPage {
        // A report is kept, so that its dates need a year even in the current one.
        func dated(_ date: CivilDate) -> String { words.format.statedDate(date, today: .earliest) }
        var page = ReportPage(
            period: "\(dated(stats.range.lowerBound)) to \(dated(stats.range.upperBound))",
            made: dated(today),
            estimate: """
                One-rep maxes are estimated from work sets of up to \(MaxFormula.mostReps) repetitions with the \
                \(formula.author) formula. Volume is the sum of repetitions times load. Warm-ups and failed sets do not count.
                """
        )
        page.add(stats, words.format)
        let records = ExerciseRecords.all(try countedLog(), formula, try bodyWeight())
        page.add(RecordsResult(records, formula, words.format, today), words.format, today: today)
        if programs.isEmpty {
            page.withoutPlan = "No program is active. To choose one: antrain program list"
        } else {
            let (days, session) = try outlooks(today..<today.adding(days: 7))
            page.add(days.map { DayResult($0, session) }, words.format)
            page.planLanguage = words.language.rawValue
        }
        return page
    }
}
