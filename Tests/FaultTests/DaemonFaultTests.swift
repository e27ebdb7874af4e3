import Foundation
import TestSupport
import Testing

/// The daemon with a fault at each of its file operations, from start to exit.
@Suite struct DaemonFaultTests {
    @Test(arguments: [("kill-change", 3), ("eio", 3), ("full-disk", 2), ("torn-write", 1)])
    func noFaultLosesData(kind: String, few: Int) throws {
        let home = try FaultHome(now: "")
        try home.write(".config/antrain/settings.yaml", home.settings)
        for line in ["program activate push-pull-legs", "plugin allow note", "reminder add Tea --in 40h"] {
            let run = try home.antrain(line)
            try #require(run.status == 0, "\(line): \(run)")
        }
        // Gives the daemon something to plan.
        try home.write(".config/antrain/settings.yaml", home.settings.replacing("07:30", with: "06:45"))
        let before = try home.files()
        let count = try daemon(home, kind, at: 0).operations
        for number in Share.of(1..<count + 1, few, "\(kind) in the daemon") {
            try home.restore(before)
            let (status, _, log) = try daemon(home, kind, at: number)
            let place = "\(kind) at \(number): \(status.map { "\($0)" } ?? "it does not end"), \(log)"
            SoakFigures.add(status == 128 + 9 ? "kills" : "injected faults", 1)
            #expect([0, 65, 70, 73, 74, 75, 78, 128 + 9].contains(status), "\(place)")
            #expect(status == 0 || status == 128 + 9 || !log.isEmpty, "\(place)")
            #expect(!log.contains("Fatal error"), "\(place)")
            let next = try home.antrain("schedule-next")
            #expect(next.status == 0, "\(place): \(next)")
            let ledger = try LedgerState(of: home.files())
            #expect(ledger.damage.isEmpty, "\(place)")
            #expect(ledger.rows.contains { $0.contains("title=Tea") && $0.contains("state=pending") }, "\(place)")
            #expect(ledger.rows.contains { $0.contains("/0645") && $0.contains("state=pending") }, "\(place)")
        }
    }

    /// Starts a daemon, waits until it is idle, and stops it.
    private func daemon(_ home: FaultHome, _ kind: String, at number: Int) throws -> (
        status: Int32?, operations: Int, log: String
    ) {
        try? FileManager.default.removeItem(atPath: home.logs + "/daemon")
        let process = try home.start("daemon", log: "daemon", fault: (kind, number))
        // Waits until the daemon exits or stops using files; its progress does not matter for the checks.
        var (last, quiet) = (-1, 0)
        let hasEnded = eventually(true, within: 60) {
            let count = home.report().operations
            (quiet, last) = (count == last && count > 0 ? quiet + 1 : 0, count)
            return quiet > 40 || process.ending(within: 0) != nil
        }
        #expect(hasEnded)
        kill(process.process, SIGTERM)
        let status = process.ending(within: 60)
        return (status, home.report().operations, home.log("daemon"))
    }
}
