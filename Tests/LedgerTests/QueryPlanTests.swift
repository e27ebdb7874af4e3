import CivilTime
import History
import Ledger
import Reminders
import SystemPackage
import TestSupport
import Testing

/// Everyday commands must not scan a ledger with a million past rows.
@Suite struct QueryPlanTests {
    /// Full scans are harmless for tables that stay small and for the pending queue.
    private static func isHarmless(_ step: String) -> Bool {
        !step.hasPrefix("SCAN")
            || [
                "SCAN CONSTANT ROW", "SCAN fact", "SCAN reminder", "SCAN activation", "SCAN permission", "SCAN plugin",
                "SCAN sqlite_sequence",
            ]
            .contains { step.hasPrefix($0) }
            // Results of a subquery that used an index.
            || ["SCAN due", "SCAN d", "SCAN n", "SCAN (subquery", "SCAN 2", "SCAN 3"].contains {
                step == $0 || step.hasPrefix($0 + "-")
            }
            || (step.contains("USING") && step.contains("INDEX"))
    }

    @Test func noStatementScansATable() throws {
        let folder = try TemporaryFolder()
        let ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
        let key = OccurrenceKey(.program("ppl"), on: monday)
        let plans = try ledger.queryPlans {
            _ = try ledger.plan((0..<7).map { notification($0) }, channels: ["console", "hold"])
            _ = try ledger.plan(
                [notification(1)],
                channels: ["hold"],
                facts: [.answered(key, dayID: "push", .completed)]
            )
            if let last = try ledger.lastAction() {
                _ = try ledger.plan([notification(1)], facts: [.undone(batch: last.batch)])
            }
            let held = try ledger.heldDeliveries(on: "hold", now: evening)
            try ledger.record(held.map { ($0, .scheduled) }, now: evening)
            _ = try ledger.plan([notification(1)], channels: ["console"])
            for attempt in try ledger.leaseDue(now: fires(1), for: .minutes(2), grace: .hours(4), zone: .utc).attempts {
                _ = try ledger.renew(attempt, for: .minutes(2), now: fires(1))
                try ledger.record(.handedOver(to: "log", orElse: .failed(reason: "no")), of: attempt, now: fires(1))
            }
            for attempt in try ledger.leaseDue(now: fires(1), for: .minutes(2), grace: .hours(4), zone: .utc).attempts {
                try ledger.record(.failed(reason: "no"), of: attempt, now: fires(1))
            }
            _ = try ledger.plan([notification(9)], now: fires(6))
            _ = try ledger.leaseDue(now: fires(12), for: .minutes(2), grace: .hours(4), zone: .utc)
            _ = try ledger.plan([notification(9)], now: evening)
            _ = (try ledger.history(limit: 20), try ledger.pending(limit: 20), try ledger.pendingCount(upTo: 9))
            var filter = HistoryFilter()
            (filter.due, filter.channel, filter.result) = (fires(0)..<fires(9), "console", .failed)
            _ = (try ledger.history(limit: 20, filter, now: evening), try ledger.actions(about: monday))
            _ = try ledger.notifications(about: monday, now: evening)
            _ = (try ledger.nextDue(now: evening), try ledger.nextHeld(), try ledger.dueChannels(now: evening))
            _ = try ledger.deliveries(of: [notification(1).id])
            _ = try ledger.failures(on: "console", since: fires(0), until: evening)
            _ = (try ledger.log(since: monday), try ledger.logEntry(1))
            _ = (try ledger.notification("7"), try ledger.pending("7"), try ledger.measurements())
        }
        #expect(plans.count > 40, "\(plans.count) statements were seen")
        for (sql, steps) in plans.sorted(by: { $0.key < $1.key }) {
            // A scan for the last row stops at the first row it reads.
            let isLastRow = sql.hasSuffix("ORDER BY number DESC LIMIT 1")
            #expect(isLastRow || steps.allSatisfy(Self.isHarmless), "\(sql): \(steps)")
        }
        #expect(
            plans.contains { $0.key.contains("WHERE batch =") && $0.value.contains { $0.contains("journal_batch") } }
        )
        // Failures are found without reading the notifications that are not due yet.
        let failures = try #require(
            plans.first { $0.key.contains("decided_at") && $0.key.contains("handed_to IS NULL") }
        )
        for index in [
            "notification_pending (instant>? AND instant<?)", "delivery_waiting", "delivery_held (channel=?)",
        ] {
            #expect(failures.value.contains { $0.contains("INDEX \(index)") }, "\(failures.value)")
        }
        #expect(
            plans.contains {
                $0.key.contains("state = 'pending' AND channel")
                    && $0.value.contains { $0.contains("delivery_pending") }
            }
        )
    }
}
