import CivilTime
import Platform
import Localization
import Progress
import Reports
import Results
import Session
import Training

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
