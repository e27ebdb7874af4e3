import Foundation
import TestSupport
import Testing

/// Runs the real antrain for a month with two phones, and compares alarms and answers with the plan.
///
/// `make test` runs two weeks around the end of daylight saving time, and `make soak` four weeks.
/// `ANTRAIN_SEED=7` selects one seed.
@Suite(.requires(TaskServer.needs)) struct PhoneMonthTests {
    struct Course: CustomTestStringConvertible {
        let seed: UInt64
        /// The server; nil for a folder.
        let server: TaskServer.Kind?
        /// Whether a phone synchronizes right before and after the user's actions; otherwise, it synchronizes later.
        let isPrompt: Bool

        var testDescription: String {
            "\(server.map { "\($0)" } ?? "folder"), seed \(seed), \(isPrompt ? "connected" : "later")"
        }

        static let all: [Course] = {
            let seed = ProcessInfo.processInfo.environment["ANTRAIN_SEED"].flatMap(UInt64.init)
            let all = (seed.map { $0...$0 } ?? 1...20).flatMap { seed in
                [true, false].flatMap { isPrompt in
                    [nil, .radicale, .xandikos].map { Course(seed: seed, server: $0, isPrompt: isPrompt) }
                }
            }
            return seed == nil ? Share.of(all, 2, "phones", most: 8) : all
        }()
    }

    @Test(arguments: Course.all) func phonesAndPlanAgree(course: Course) throws {
        let days = Share.isWhole ? 0..<28 : 7..<21
        let script = MonthScript(
            seed: course.seed,
            days: days,
            plan: MonthPlan(days: days.upperBound),
            isShort: !Share.isWhole,
            isPrompt: course.isPrompt
        )
        let month = try PhoneMonth(days: days, on: course.server)
        try month.live(script)
        try month.checkHistory(script)
        try month.checkRemains()
        for problem in month.problems { Issue.record("\(problem)") }
        for (figure, amount) in month.figures { SoakFigures.add(figure, amount) }
    }
}
