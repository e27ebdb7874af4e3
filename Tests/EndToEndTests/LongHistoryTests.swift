import Foundation
import TestSupport
import Testing

/// A history of many years.
@Suite struct LongHistoryTests {
    /// A home whose ledger has a number of past reminders.
    private func home(_ count: Int) throws -> Home {
        let home = try Home.ready()
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let sql = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO notification (id, category, origin, date, fire_at, zone, instant, title, body, state, key, created_at)
            SELECT 'workout/' || i, 'workout', 'plan', '2020-01-01', 1577862000 + i, 'Europe/Berlin', 1577858400 + i / 3, 'Workout Time!',
                'Today: Push Day', 'delivered', 'key' || i, 0 FROM n;
            INSERT INTO delivery (notification, channel, state, due_at, attempts, ended_at, late_seconds)
            SELECT number, 'console', 'delivered', instant, 1, instant, 0 FROM notification WHERE id LIKE 'workout/_%' AND state = 'delivered';
            """
        #expect(try run("/usr/bin/sqlite3", [ledger, sql]).status == 0)
        return home
    }

    @Test func aLongHistoryIsOneDocumentWithEveryReminderOnce() throws {
        let home = try home(1250)
        let output = try home.antrain("history --limit 1240 --json").output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(object["kind"] as? String == "history" && object["antrain"] as? Int == 1)
        let ids = (object["notifications"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
        #expect(ids.count == 1240 && Set(ids).count == 1240)
        #expect(output.hasSuffix("    }\n  ]\n}\n") && output.contains("    },\n    {\n"))
        #expect(try home.antrain("history --limit 1240").output.split(separator: "\n").count == 2480)
        #expect(try home.antrain("history --limit 500").output.split(separator: "\n").count == 1000)
    }

    @Test func anEmptyHistoryIsADocument() throws {
        let output = try Home().antrain("history --json").output
        #expect(output.contains("\"notifications\" : [\n\n  ]"))
    }

    @Test(arguments: ["history --limit 1000000", "history --limit 1000000 --json"])
    func aLongHistoryNeedsLittleMemory(command: String) throws {
        let home = try home(20_000)
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let measured = try run(
            "/usr/bin/env",
            ["python3", "-c", script, BuildProducts.path("antrain")] + command.split(separator: " ").map(String.init),
            environment: home.environment
        )
        let kibibytes = try #require(
            Int(measured.output.trimmingCharacters(in: .whitespacesAndNewlines)),
            "\(measured)"
        )
        #expect(kibibytes < 50 * 1024)
    }
}
