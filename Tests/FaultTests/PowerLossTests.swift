import Foundation
import TestSupport
import Testing

/// A power loss at each moment of each command; unsynchronized changes are lost in every way that a disk can lose them.
@Suite struct PowerLossTests {
    /// `migrate` is left out: the writes of crontab(1) are not recorded.
    private static let scenarios = Scenario.all.filter { !$0.command.hasPrefix("migrate") }

    @Test(arguments: Share.of(scenarios, scenarios.count / 2, "power losses"))
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
        var random = Share.generator(of: "power losses of \(scenario.name)")
        var seen: [HomeFiles] = []
        let chosen = Set(Share.of(operations.indices, 2, "power losses of \(scenario.name)"))
        for (number, operation) in operations.enumerated() {
            disk.apply(operation)
            let isLast = number == operations.count - 1
            guard chosen.contains(number) || isLast else { continue }
            for loss in SimulatedDisk.Loss.allCases where Share.isWhole || isLast || Bool.random(using: &random) {
                let files = disk.files(after: loss, using: &random)
                if seen.contains(files) { continue }
                seen.append(files)
                SoakFigures.add("power losses", 1)
                let place =
                    "\(scenario.name), \(loss) after operation \(number + 1) of \(operations.count)"
                try trial.checkPowerLoss(files, isComplete: isLast, place)
            }
        }
    }

    private func inodes(of files: HomeFiles, in home: FaultHome) throws -> [String: UInt64] {
        files.files.reduce(into: [:]) { result, file in
            var facts = stat()
            if lstat(home.path + "/" + file.key, &facts) == 0 { result[file.key] = UInt64(facts.st_ino) }
        }
    }
}
