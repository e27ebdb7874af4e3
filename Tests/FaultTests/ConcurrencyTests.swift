import Foundation
import TestSupport
import Testing

/// Fifty processes that change, plan, answer and deliver in one home concurrently.
@Suite struct ConcurrencyTests {
    /// A command, and the state that must result if it reports success.
    private struct Step {
        let line: String
        /// A line of the settings file.
        var setting: String?
        /// Part of a row of the ledger.
        var row: String?
        /// Part of the ledger's rows that must not be there.
        var absent: String?
    }

    /// - Parameter kills: how many of the processes are killed.
    @Test(arguments: [0, 12])
    func everyAcknowledgedChangePersists(kills: Int) throws {
        for round in 1...(Share.isWhole ? 25 : 1) {
            var random = SplitMix64(seed: UInt64(round * 100 + kills))
            let home = try Self.home()
            let steps = Self.steps.shuffled(using: &random)
            let processes = try steps.enumerated().map { number, step in
                (step, try home.start(step.line, log: "log\(number)"))
            }
            for victim in (0..<processes.count).shuffled(using: &random).prefix(kills) {
                poll(nil, 0, Int32.random(in: 0...20, using: &random))
                kill(processes[victim].1.process, SIGKILL)
            }
            SoakFigures.add("concurrent processes", processes.count)
            var acknowledged: [Step] = []
            for (number, (step, process)) in processes.enumerated() {
                let status = process.ending(within: 600)
                let log = home.log("log\(number)")
                if status == 128 + 9 {
                    SoakFigures.add("kills", 1)
                    continue
                }
                // A change may time out waiting for the ledger or the settings, and reports that.
                #expect(status == 0 || status == 75, "\(step.line): \(String(describing: status)) \(log)")
                #expect(!log.contains("database is locked") && !log.contains("Fatal error"), "\(step.line): \(log)")
                if status == 0 { acknowledged.append(step) }
            }
            try check(home, acknowledged, hasKills: kills > 0)
        }
    }

    /// A home in which a reminder is due today, another waits for its answer, and some can be edited and deleted.
    private static func home() throws -> FaultHome {
        let home = try FaultHome()
        try home.write(".config/antrain/settings.yaml", home.settings)
        for line in ["program activate push-pull-legs", "plugin allow note"]
            + (1...9).map({ "reminder add Old\($0) --in 20h" })
        {
            let run = try home.antrain(line)
            try #require(run.status == 0, "\(line): \(run)")
        }
        home.now = "2026-11-23T07:30"
        return home
    }

    private static let steps: [Step] =
        [
            Step(line: "settings --time 18:45", setting: "time: 18:45"),
            Step(line: "settings rest-days on", setting: "rest-days: on"),
            Step(line: "settings horizon 9", setting: "horizon: 9"),
            Step(line: "settings grace 3h", setting: "grace: 3h"),
            Step(line: "settings snooze 25m", setting: "snooze: 25m"),
            Step(line: "settings follow-up 40m", setting: "follow-up: 40m"),
            Step(line: "settings --quiet-hours 23:00-05:00", setting: "quiet-hours: \"23:00-05:00\""),
            Step(line: "settings language de", setting: "language: de"),
            Step(line: "settings timezone Europe/Berlin", setting: "timezone: Europe/Berlin"),
        ]
        + (1...12).map { Step(line: "reminder add New\($0) --in 30h", row: "title=New\($0), ") }
        + (1...4).map { Step(line: "reminder edit \($0) --title Edited\($0)", row: "title=Edited\($0), ") }
        + (5...7).map { Step(line: "reminder delete \($0)", absent: "title=Old\($0), notes=NULL") }
        + (1...4).map { month in
            let (first, last) = ("2027-0\(month)-01", "2027-0\(month)-07")
            return Step(line: "pause --from \(first) --until \(last)", row: "date=\(first)")
        }
        + [
            Step(line: "move 2026-11-25 2026-11-26", row: "kind=moved"),
            Step(line: "skip --date 2026-11-27", row: "kind=skipped"),
        ]
        + [String](repeating: "deliver", count: 8).map { Step(line: $0) }
        + [String](repeating: "schedule-next", count: 6).map { Step(line: $0) }
        + ["", "pending"].map { Step(line: $0) }

    private func check(_ home: FaultHome, _ acknowledged: [Step], hasKills: Bool) throws {
        // The leases of killed processes have ended.
        home.now = "2026-11-23T08:10"
        let next = try home.antrainAfterReboot("schedule-next")
        #expect(next.status == 0, "\(next)")
        let files = try home.files()
        let ledger = try LedgerState(of: files)
        #expect(ledger.damage.isEmpty)
        let settings =
            files.files[".config/antrain/settings.yaml"].map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        #expect(settings.hasPrefix("# kept by hand\n"), "\(settings)")
        for step in acknowledged {
            if let setting = step.setting { #expect(settings.contains(setting + "\n"), "\(step.line): \(settings)") }
            if let row = step.row { #expect(ledger.rows.contains { $0.contains(row) }, "\(step.line)") }
            if let absent = step.absent {
                let left = ledger.rows.filter { $0.contains(absent) && $0.contains("deleted_at=NULL") }
                #expect(left.isEmpty, "\(step.line): \(left)")
            }
        }
        // The workout's reminder was delivered once, or after a kill again with the same key. It is still pending if the new time
        // of day was set before any delivery.
        let workout = home.notes.filter { $0.hasPrefix("workout/2026-11-23/0730 ") }
        let isAhead = ledger.rows.contains { $0.contains("workout/2026-11-23/1845") && $0.contains("state=pending") }
        let hasCome = Set(workout).count == 1 && (hasKills || workout.count == 1)
        let rows = ledger.rows.filter { $0.contains("workout/2026-11-23") }
        #expect(hasCome || workout.isEmpty && isAhead, "\(home.notes)\n\(rows.joined(separator: "\n"))")
        let leftovers = files.files.keys.filter { $0.contains(".tmp") }
        #expect(hasKills || leftovers.isEmpty, "\(leftovers)")
    }
}
