import Foundation
import TestSupport
import Testing

/// A month through the real antrain with two phones: what they ring and what their user ticks agrees with the plan.
///
/// `make test` runs two weeks around the change of the clocks, and `make soak` months. `ANTRAIN_SEED=7` chooses one of each kind.
@Suite(.requires(TaskServer.needs)) struct PhoneMonthTests {
    struct Course: CustomTestStringConvertible {
        let seed: UInt64
        /// nil for a folder.
        let server: TaskServer.Kind?
        /// Whether phones are connected while their user does something; otherwise they are later.
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
