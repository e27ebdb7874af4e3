import CivilTime
import History
import Ledger
import Planning
import Reminders
import TestSupport

/// The actions of cron, the daemon and a shell.
extension SimulatedLife {
    mutating func trigger(_ trigger: LifeStep.Trigger, _ facts: [LedgerEvent], _ random: inout SplitMix64) throws {
        let ledger = try processes.ledger()
        // A command of the user plans before any trigger.
        if !facts.isEmpty || trigger == .planAndDeliver || trigger == .both { try plan(facts, ledger) }
        guard trigger != .none else { return }
        try planWhereStale(ledger)
        let wall = now
        let attempts = try lease(ledger, at: wall)
        if trigger == .both {
            // The other process plans and delivers between this process's lease and its sends.
            let other = try processes.ledger(of: 1)
            try plan([], other)
            try send(try lease(other, at: wall), other, &random)
        }
        try send(attempts, ledger, &random)
    }

    private mutating func planWhereStale(_ ledger: Ledger) throws {
        let isOtherZone = try ledger.plannedZone().map { $0 != zone.identifier } ?? false
        if try isOtherZone || ledger.isPlanStale(now: now, in: zone) { try plan([], ledger) }
    }

    /// Plans, and checks that no wanted reminder was discarded.
    mutating func plan(_ facts: [LedgerEvent], _ ledger: Ledger) throws {
        let waiting = try ledger.pending(limit: 1000).map(\.notification)
        let before = Set(waiting.map(\.id))
        _ = try ledger.commit(facts, now: now, today: today, plan: request)
        account.isPlanCurrent = true
        let after = try ledger.pending(limit: 1000)
        let pending = Set(after.map(\.notification.id))
        account.began(pending)
        let present = try ledger.planningFacts(today: today)
        for one in waiting where !pending.contains(one.id) {
            account.ended(
                one,
                byUser: present.cancelled.contains(one.id) || one.leaving(present.answers) == nil
                    || present.snoozes.contains { $0.original.id.root == one.id.root },
                isBeyond: one.fireAt.date >= today.adding(days: settings.horizon)
            )
        }
        // A commit first plans the dates that had no plan; the change may then remove those reminders in the same commit.
        let ended = facts.isEmpty ? [] : try ledger.history(limit: 10_000)
        for one in ended where ["dropped", "replaced"].contains(one.state) && one.notification.fireAt.date >= today {
            guard !before.contains(one.notification.id) else { continue }
            account.ended(one.notification, byUser: false, isBeyond: false)
        }
        for notification in request(try ledger.planningFacts(today: today)).notifications {
            let id = notification.id
            account.disown(notification, at: now)
            guard !pending.contains(id), !account.hasEnded(id) else { continue }
            let moment = "\(zone.civil(at: now)) in \(zone.identifier)"
            // A reminder delivered slightly early, because the clock was a little ahead, is not repeated.
            let isJustAhead = account.wasSent(id) && !ClockStep.isAhead(notification.instant, of: now)
            if notification.instant > now, !isJustAhead {
                account.complain("\(id) is ahead and not pending at \(moment)")
            }
            if before.contains(id) { account.complain("\(id) was pending, is wanted, and is discarded at \(moment)") }
        }
        let again = try ledger.commit(now: now, today: today, plan: request)
        if !again.isEmpty {
            let changed = (again.added + again.updated + again.cancelled + again.lapsed).map {
                "\($0.id) at \($0.instant)"
            }
            account.complain("planning again changed something: \(again.summary): \(changed.joined(separator: ", "))")
        }
    }

    private mutating func lease(_ ledger: Ledger, at wall: Instant) throws -> [LeasedDelivery] {
        let (attempts, missed) = try ledger.leaseDue(
            now: wall,
            for: .minutes(2),
            grace: settings.grace,
            zone: zone,
            uptime: uptime
        )
        for one in missed
        where !DeliveryWindow.hasEnded(one.instant, now: wall, grace: settings.grace, in: zone) {
            account.complain("\(one.id) was recorded as missed within its grace period")
        }
        if try ledger.hasDue(now: wall, uptime: uptime) { account.complain("something is due after all was leased") }
        return attempts
    }

    private mutating func send(_ attempts: [LeasedDelivery], _ ledger: Ledger, _ random: inout SplitMix64) throws {
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        let facts = try ledger.planningFacts(today: today)
        let present = input(facts)
        for attempt in attempts {
            let id = attempt.notification.id
            // The process was killed before it sent the remaining notifications.
            if chance(0.03) { return }
            guard try ledger.renew(attempt, for: .minutes(2), now: now, uptime: uptime) else { continue }
            if ClockStep.isAhead(attempt.notification.instant, of: now) {
                account.complain("\(id) was sent before its time")
            }
            if attempt.notification.leaving(facts.answers) == nil {
                account.complain("\(id) was sent and has its answer")
            }
            if !settings.isEnabled, account.isPlanCurrent { account.complain("\(id) was sent with reminders off") }
            if present.open(attempt.notification) == nil, account.isPlanCurrent {
                account.complain("\(id) was sent and its workout is gone")
            }
            if attempt.channel == "mail", chance(0.5) {
                let retry = DeliveryOutcome.retry(at: now.adding(.minutes(10)), reason: "away")
                let failure = chance(0.5) ? retry : .failed(reason: "no such user")
                let isHandedOver = try ledger.record(
                    .handedOver(to: "log", orElse: failure),
                    of: attempt,
                    now: now,
                    uptime: uptime
                )
                if !isHandedOver, case .failed = failure { account.failed.insert(id) }
                continue
            }
            if chance(0.1) {
                try ledger.record(
                    .retry(at: now.adding(.minutes(10)), reason: "busy"),
                    of: attempt,
                    now: now,
                    uptime: uptime
                )
                continue
            }
            account.sent(id, attempt)
            // Killed before it could record the send: the notification is sent again with the same key.
            if chance(0.03) {
                account.allowDuplicate(attempt)
                return
            }
            try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: now, uptime: uptime)
            account.delivered(id, attempt, at: now)
        }
    }

    /// Accounts for each reminder that was ever pending: sent, missed, cancelled or failed with a reason, or pending.
    mutating func settleAccounts() throws {
        let query = """
            SELECT n.id, n.state, (SELECT group_concat(d.channel || ' ' || d.state || ' ' || coalesce(d.reason, '-'), '; ')
            FROM delivery d WHERE d.notification = n.number) FROM notification n
            """
        let output = try run("/usr/bin/env", ["sqlite3", "-separator", "\t", ledgerPath, query]).output
        var states: [String: (state: String, deliveries: String)] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 3 { states[parts[0]] = (parts[1], parts[2]) }
        }
        for id in account.seen {
            guard let (state, deliveries) = states[id.rawValue] else {
                account.complain("\(id) was pending and has no row")
                continue
            }
            let reasons = deliveries.split(separator: ";").filter { $0.hasSuffix(" -") }
            switch state {
            case "delivered" where !account.wasSent(id):
                account.complain("\(id) is recorded as delivered and was not sent")
            case "missed", "cancelled", "failed", "dropped", "replaced":
                let isCancelled = state == "cancelled"
                // If a reminder is sent again after the clock was set back, its follow-ups start again, whatever their earlier state.
                let isAnew = isCancelled && deliveries.contains("its reminder is sent again")
                if isCancelled || state == "dropped" || state == "replaced",
                    account.mustBeRecorded(id) == isCancelled, !isAnew
                {
                    account.complain("\(id) is \(state), although \(account.ending(of: id)): \(deliveries)")
                }
                let unexplained = reasons.filter { !$0.contains(" delivered ") }
                if !unexplained.isEmpty { account.complain("\(id) is \(state) without a reason: \(deliveries)") }
                if account.isDelivered(id) {
                    account.complain("\(id) was delivered and is recorded as \(state)")
                }
            case "pending", "delivered": break
            default: account.complain("\(id) is in an unknown state, \(state)")
            }
        }
    }
}
