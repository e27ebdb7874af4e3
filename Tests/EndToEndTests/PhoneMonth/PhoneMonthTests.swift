import Foundation
import TestSupport
import Testing

/// A month through the real antrain with two phones: what they ring and what their user ticks agrees with the plan.
///
/// `make test` runs the two weeks around the change of the clocks, and `make soak` the month. `ANTRAIN_SEED=7` chooses the month.
@Suite(.requires(TaskPhone.needs)) struct PhoneMonthTests {
    private static let seeds: [UInt64] = {
        let seed = ProcessInfo.processInfo.environment["ANTRAIN_SEED"].flatMap(UInt64.init)
        return seed.map { [$0] } ?? Share.of(Array(1...20), 1, "phones", most: 4)
    }()

    @Test(arguments: seeds) func phonesAndPlanAgree(seed: UInt64) throws {
        let days = Share.isWhole ? 0..<28 : 7..<21
        let script = MonthScript(
            seed: seed,
            days: days,
            plan: MonthPlan(days: days.upperBound),
            isShort: !Share.isWhole,
            isPrompt: true
        )
        let month = try PhoneMonth(days: days)
        try month.live(script)
        try month.checkHistory(script)
        try month.checkRemains()
        for problem in month.problems { Issue.record("seed \(seed): \(problem)") }
        for (figure, amount) in month.figures { SoakFigures.add(figure, amount) }
    }
}
