import TestSupport
import Testing

/// A run that replaces old reminders by counts, with a fault at each of its file operations in turn: nothing is lost or counted
/// twice.
@Suite struct CompactionFaultTests {
    @Test func aRunThatFailsIsRepeated() throws {
        let home = try FaultHome()
        try home.write(".config/antrain/settings.yaml", home.settings + "keep: 90d\n")
        for (now, line) in [
            ("2026-11-22T20:00", "program activate push-pull-legs"), ("2026-11-22T20:00", "plugin allow note"),
            ("2026-11-23T07:30", "deliver"), ("2026-11-23T08:00", "done"), ("2026-12-10T20:00", "schedule-next"),
            ("2027-03-01T20:00", "schedule-next"), ("2027-03-04T19:59", "schedule-next"),
        ] {
            home.now = now
            let run = try home.antrain(line)
            try #require(run.status == 0, "\(line): \(run)")
        }
        home.now = "2027-03-04T20:00"
        let before = try home.files()
        let start = try LedgerState(of: before)
        #expect(!start.rows.contains { $0.hasPrefix("delivery_count:") })
        try home.antrain("schedule-next")
        let end = try LedgerState(of: try home.files())
        #expect(end.rows.contains { $0.hasPrefix("delivery_count:") && $0.contains("result=on-time") })
        #expect(end.rows.contains { $0.hasPrefix("response_count:") && $0.contains("answer=done") })
        #expect(!end.rows.contains { $0.contains("workout/2026-11-23/0730") })
        for (kind, few) in [("eio", 8), ("full-disk", 4), ("kill-change", 12), ("kill", 8)] {
            try home.restore(before)
            let count = try home.antrain("schedule-next", kind, at: 0).operations
            for number in Share.of(1..<count + 1, few, "\(kind) in a compaction") {
                try home.restore(before)
                let run = try home.antrain("schedule-next", kind, at: number)
                let left = try LedgerState(of: try home.files())
                #expect(left.damage.isEmpty, "\(kind) at \(number): \(left.damage)")
                #expect(try home.antrain("schedule-next").status == 0)
                let repeated = try LedgerState(of: try home.files())
                let difference = repeated == end ? "" : repeated.difference(from: end)
                #expect(difference.isEmpty, "\(kind) at \(number) (\(run.hit ?? "not reached")): \(difference)")
            }
        }
    }
}
