import Foundation
import TestSupport
import Testing

/// Simulates weeks of a person's life with the real antrain, and compares every view with a model that was written from the
/// documentation, after each step.
///
/// `ANTRAIN_SEEDS=200` simulates the lives of 200 seeds, `ANTRAIN_SEEDS=101-200` continues after the first hundred, and
/// `ANTRAIN_SEED=7` simulates the life of one seed.
@Suite struct AnswerModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isLong = environment["ANTRAIN_SEEDS"] != nil || environment["ANTRAIN_SEED"] != nil
    private static let seeds: [UInt64] = {
        if let seed = environment["ANTRAIN_SEED"].flatMap(UInt64.init) { return [seed] }
        guard let seeds = environment["ANTRAIN_SEEDS"] else { return Share.of(1...4, 1, "lives") }
        let ends = seeds.split(separator: "-").compactMap { UInt64($0) }
        let first = ends.count > 1 ? ends[0] : 1
        return Array(first...max(first, ends.last ?? first))
    }()

    @Test(arguments: seeds)
    func modelAndViewsAgree(seed: UInt64) throws {
        let steps = AnswerStep.life(seed: seed, count: Self.isLong ? 80 : 25)
        var life = try AnswerLife(seed: seed)
        guard let problem = try life.live(steps) else {
            if Self.isLong { SoakFigures.add("simulated weeks of answers", 1) }
            return
        }
        let found = try Self.shortest(steps, problem, seed)
        Issue.record("seed \(seed): \(found.text)\n  \(found.story.joined(separator: "\n  "))")
    }

    /// Removes steps as long as a problem remains.
    private static func shortest(_ steps: [AnswerStep], _ problem: AnswerLife.Problem, _ seed: UInt64) throws
        -> AnswerLife.Problem
    {
        var (best, found) = (Array(steps.prefix(problem.steps)), problem)
        var size = best.count / 2
        while size >= 1 {
            var start = 0
            while start < best.count {
                let shorter = Array(best[..<start] + best[min(best.count, start + size)...])
                var life = try AnswerLife(seed: seed)
                if let problem = try life.live(shorter) {
                    (best, found) = (Array(shorter.prefix(problem.steps)), problem)
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return found
    }
}
