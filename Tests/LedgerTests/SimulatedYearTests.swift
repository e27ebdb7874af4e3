import Foundation
import TestSupport
import Testing

/// Months of someone's life in seconds: random programs, answers, hand edits of the settings, sleeps, clocks that are wrong, flights,
/// reboots, kills and several triggers at once, on a real ledger and against a model that accounts for every reminder.
///
/// `ANTRAIN_SEEDS=200` lives a year for each of so many seeds, `ANTRAIN_SEED=7` the year of one.
@Suite struct SimulatedYearTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isLong = environment["ANTRAIN_SEEDS"] != nil || environment["ANTRAIN_SEED"] != nil
    private static let seeds: [UInt64] =
        environment["ANTRAIN_SEED"].flatMap(UInt64.init).map { [$0] }
        ?? Array(1...max(1, environment["ANTRAIN_SEEDS"].flatMap(UInt64.init) ?? 4))

    @Test(arguments: seeds)
    func everyReminderIsAccountedFor(seed: UInt64) throws {
        // A step takes two hours and a half on average.
        let steps = LifeStep.life(seed: seed, count: Self.isLong ? 3500 : 250)
        var life = try SimulatedLife(seed: seed)
        guard let problem = try life.live(steps) else {
            if Self.isLong { SoakFigures.add("simulated years", 1) }
            #expect(life.account.count > (Self.isLong ? 50 : 0), "too little happened to tell anything")
            return
        }
        let shortest = try Self.shrunk(steps, seed)
        let story = shortest.steps.map { "  \($0)" }.joined(separator: "\n")
        Issue.record(
            "seed \(seed): \(problem)\nthe shortest life found in which something is wrong, \(shortest.problem):\n\(story)"
        )
    }

    /// Leaves out steps as long as something is still wrong without them.
    private static func shrunk(_ steps: [LifeStep], _ seed: UInt64) throws -> (steps: [LifeStep], problem: String) {
        func problem(_ steps: [LifeStep]) throws -> String? {
            var life = try SimulatedLife(seed: seed)
            return try life.live(steps)
        }
        var (best, found) = (steps, try problem(steps) ?? "")
        var size = best.count / 2
        var rounds = 0
        while size >= 1, rounds < 400 {
            var start = 0
            while start < best.count, rounds < 400 {
                rounds += 1
                let shorter = Array(best[..<start] + best[min(best.count, start + size)...])
                if let problem = try problem(shorter) { (best, found) = (shorter, problem) } else { start += size }
            }
            size /= 2
        }
        return (best, found)
    }
}
