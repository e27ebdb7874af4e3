import Foundation
import TestSupport
import Testing

/// Simulates months of a user's life in seconds: random programs, answers, hand edits of the settings, sleep, wrong clocks,
/// flights, reboots, kills and simultaneous triggers, on a real ledger and against a model that accounts for each reminder.
///
/// `make test` simulates a month for a share of the seeds. `ANTRAIN_SEEDS=200` simulates a year for each of 200 seeds, `ANTRAIN_SEEDS=101-200` continues after the first hundred, and
/// `ANTRAIN_SEED=7` simulates the year of one seed.
@Suite struct SimulatedYearTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isLong = environment["ANTRAIN_SEEDS"] != nil || environment["ANTRAIN_SEED"] != nil
    private static let seeds: [UInt64] = {
        if let seed = environment["ANTRAIN_SEED"].flatMap(UInt64.init) { return [seed] }
        guard let seeds = environment["ANTRAIN_SEEDS"] else { return Share.of(1...200, 2, "simulated years") }
        let ends = seeds.split(separator: "-").compactMap { UInt64($0) }
        let first = ends.count > 1 ? ends[0] : 1
        return Array(first...max(first, ends.last ?? first))
    }()

    @Test(arguments: seeds)
    func everyReminderIsAccountedFor(seed: UInt64) throws {
        // A step takes two and a half hours on average.
        let steps = LifeStep.life(seed: seed, count: Self.isLong ? 3500 : 250)
        var life = try SimulatedLife(seed: seed, isLong: Self.isLong)
        guard let problem = try life.live(steps) else {
            guard Self.isLong else { return }
            SoakFigures.add("simulated years", 1)
            #expect(life.account.count > 50, "too little happened to tell anything")
            return
        }
        // Shrinking a year takes many minutes; report the problem first.
        FileHandle.standardError.write(Data("seed \(seed): \(problem)\nshrinking\n".utf8))
        let shortest = try Self.shrunk(Array(steps.prefix(problem.stepsTaken)), problem, seed)
        let story = shortest.steps.map { "  \($0)" }.joined(separator: "\n")
        Issue.record(
            "seed \(seed): \(problem)\nthe shortest life found in which something is wrong, \(shortest.problem):\n\(story)"
        )
    }

    /// Removes steps as long as a problem remains.
    private static func shrunk(
        _ steps: [LifeStep],
        _ problem: SimulatedLife.Problem,
        _ seed: UInt64
    ) throws -> (steps: [LifeStep], problem: SimulatedLife.Problem) {
        var (best, found) = (steps, problem)
        var size = best.count / 2
        var rounds = 0
        while size >= 1, rounds < 400 {
            var start = 0
            while start < best.count, rounds < 400 {
                rounds += 1
                let shorter = Array(best[..<start] + best[min(best.count, start + size)...])
                var life = try SimulatedLife(seed: seed, isLong: isLong)
                if let problem = try life.live(shorter) {
                    (best, found) = (Array(shorter.prefix(problem.stepsTaken)), problem)
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return (best, found)
    }
}
