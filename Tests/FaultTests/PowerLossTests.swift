import Foundation
import TestSupport
import Testing

/// A power loss at each moment of each command; unsynchronized changes are lost in every way that a disk can lose them.
@Suite struct PowerLossTests {
    /// `migrate` is left out: the writes of crontab(1) are not recorded.
    @Test(arguments: Scenario.all.filter { !$0.command.hasPrefix("migrate") })
    func noPowerLossLosesAReportedSuccess(scenario: Scenario) throws {
        let home = try scenario.home()
        let trial = try FaultTrial(scenario, home)
        try home.restore(trial.before)
        home.now = scenario.now
        var disk = SimulatedDisk(trial.before, inodes: try inodes(of: trial.before, in: home))
        home.forgetNotes()
        let (finished, trace) = try home.recorded(scenario.command)
        #expect(finished.status == 0, "\(finished)")
        let operations = DiskOperation.operations(of: trace, home: home.path)
        try #require(operations.count > 5, "nothing was recorded")
        var random = SplitMix64(seed: Self.seed)
        var seen: [HomeFiles] = []
        let chosen = Set(Effort.sample(2, of: operations.count))
        for (number, operation) in operations.enumerated() {
            disk.apply(operation)
            let isLast = number == operations.count - 1
            guard chosen.contains(number + 1) || isLast else { continue }
            for loss in SimulatedDisk.Loss.allCases where Effort.isWhole || isLast || Bool.random(using: &random) {
                let files = disk.files(after: loss, using: &random)
                if seen.contains(files) { continue }
                seen.append(files)
                SoakFigures.add("power losses", 1)
                let place =
                    "\(scenario.name), \(loss) after operation \(number + 1) of \(operations.count), seed \(Self.seed)"
                try trial.checkPowerLoss(files, isComplete: isLast, place)
            }
        }
    }

    private static let seed = ProcessInfo.processInfo.environment["ANTRAIN_SEED"].flatMap { UInt64($0) } ?? 1

    private func inodes(of files: HomeFiles, in home: FaultHome) throws -> [String: UInt64] {
        files.files.reduce(into: [:]) { result, file in
            var facts = stat()
            if lstat(home.path + "/" + file.key, &facts) == 0 { result[file.key] = UInt64(facts.st_ino) }
        }
    }
}
