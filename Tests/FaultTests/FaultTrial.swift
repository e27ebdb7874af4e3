import TestSupport
import Testing

/// Runs a scenario's command with one fault at a time and checks the result.
final class FaultTrial {
    private let scenario: Scenario
    private let home: FaultHome
    /// The files before the command.
    let before: HomeFiles
    private let start: Outcome
    private let end: Outcome
    /// The outcomes of planning before and after the command.
    private let settledStart: Outcome
    private let settledEnd: Outcome
    /// The outcome of a run: the ledger, the settings and the crontab.
    struct Outcome: Equatable {
        let ledger: LedgerState
        let settings: String?
        let crontab: String?

        init(_ home: FaultHome) throws {
            let files = try home.files()
            ledger = try LedgerState(of: files)
            func text(_ path: String) -> String? { files.files[path].map { String(decoding: $0.bytes, as: UTF8.self) } }
            settings = text(".config/antrain/settings.yaml")
            crontab = text("tab")
        }

        /// The outcome of a run that ended after the settings were written and before the change was recorded: the change is in
        /// force, and `undo` does not know it, as if it had been made by hand.
        func withoutNewRevisions(since start: Outcome) -> Outcome {
            let former = Set(start.ledger.rows)
            let ledger = ledger.without { row in
                !former.contains(row) && row.hasPrefix("journal: ") && row.contains("kind=settings,")
            }
            return Outcome(ledger: ledger, settings: settings, crontab: crontab)
        }

        init(ledger: LedgerState, settings: String?, crontab: String?) {
            (self.ledger, self.settings, self.crontab) = (ledger, settings, crontab)
        }

        func difference(from other: Outcome) -> String {
            var texts = [ledger.difference(from: other.ledger)]
            if settings != other.settings { texts.append("settings: \(settings ?? "none")") }
            if crontab != other.crontab { texts.append("crontab: \(crontab ?? "none")") }
            return texts.joined(separator: "; ")
        }
    }

    init(_ scenario: Scenario, _ home: FaultHome) throws {
        (self.scenario, self.home) = (scenario, home)
        before = try home.files()
        start = try Outcome(home)
        let clean = try home.antrain(scenario.command)
        guard clean.status == 0 else { throw FailedPreparation(line: scenario.command, errors: clean.errors) }
        end = try Outcome(home)
        settledEnd = try Self.settled(home, scenario.statuses.after)
        try home.restore(before)
        settledStart = try Self.settled(home, scenario.statuses.before)
        try #require(start != end, "the command changes nothing")
    }

    private static func settled(_ home: FaultHome, _ status: Int32) throws -> Outcome {
        let next = try home.antrain("schedule-next")
        guard next.status == status else { throw FailedPreparation(line: "schedule-next", errors: next.errors) }
        return try Outcome(home)
    }

    /// One run with a fault, and the recovery after it.
    func run(_ kind: String, at number: Int) throws {
        try home.restore(before)
        home.forgetNotes()
        home.now = scenario.now
        let run = try home.antrain(scenario.command, kind, at: number)
        let place = "\(scenario.name), \(kind) at \(number) (\(run.hit ?? "not reached")): \(run.finished)"
        let isKill = run.finished.status == 128 + 9
        SoakFigures.add(isKill ? "kills" : "injected faults", 1)
        if !isKill { checkReport(run, kind, place) }
        let left = try Outcome(home)
        #expect(left.ledger.damage.isEmpty, "\(place): \(left.ledger.damage)")
        if run.finished.status == 0, !scenario.delivers {
            let isKept = scenario.keepsLastGood && left == start && !run.finished.errors.isEmpty
            if left != end && !isKept { Issue.record("\(place): exit 0, and \(left.difference(from: end))") }
        }
        try recover(place, isInterrupted: isKill)
    }

    /// The files that a power loss leaves can be recovered; if the command had finished, its effect is there.
    func checkPowerLoss(_ files: HomeFiles, isComplete: Bool, _ place: String) throws {
        try home.restore(files)
        home.now = scenario.now
        let left = try LedgerState(of: files)
        #expect(left.damage.isEmpty, "\(place): \(left.damage)")
        if isComplete, !scenario.delivers {
            let outcome = try Outcome(home)
            if outcome != end { Issue.record("\(place): the command had ended, and \(outcome.difference(from: end))") }
        }
        try recover(place, isInterrupted: !isComplete)
    }

    /// The temporary file of the list of known ledgers, which a later run completes, and the folders that are made for it.
    private static let listOfLedgers = ["-ledgers.tmp", "/.local/state/antrain", "/.local/state", "/.local"]

    /// A run that was not killed reports the failure with its exit code and one message.
    private func checkReport(_ run: FaultHome.Faulty, _ kind: String, _ place: String) {
        let status = run.finished.status
        // A temporary read error is not reported as damage.
        let isBroken = status == 65 && kind == "broken-disk"
        let isUnavailable = status == 69 && scenario.command.hasPrefix("sync")
        #expect([0, 70, 73, 74, 75, 78].contains(status) || isBroken || isUnavailable, "\(place)")
        #expect(status == 0 || !run.finished.errors.isEmpty, "\(place): no message")
        // SQLite decides which failed synchronizations matter. A snapshot is made again. One of the user's files is replaced only if
        // all succeeded.
        if let hit = run.hit, hit.hasPrefix("fsync"), !["ledger.sqlite", "/snapshots"].contains(where: hit.contains),
            !Self.listOfLedgers.contains(where: hit.hasSuffix)
        {
            #expect(status != 0, "\(place): reported as done, and not synchronized")
        }
        for word in ["Fatal error", "Error Domain", "DatabaseError(", "FileProblem("] {
            #expect(!run.finished.errors.contains(word), "\(place)")
        }
    }

    /// The next run exits as without a fault, with the state before or after the command; the command can then be repeated.
    ///
    /// - Parameter isInterrupted: whether the command could not finish, so that the ledger may have changed and the crontab not.
    private func recover(_ place: String, isInterrupted: Bool) throws {
        if scenario.delivers { return try recoverDelivery(place) }
        let next = try home.antrain("schedule-next")
        let recovered = try Outcome(home)
        #expect(recovered.ledger.damage.isEmpty, "\(place): \(recovered.ledger.damage)")
        let isDone = recovered == settledEnd || recovered == settledEnd.withoutNewRevisions(since: settledStart)
        let status = isDone ? scenario.statuses.after : scenario.statuses.before
        #expect(next.status == status, "\(place): the next run: \(next)")
        if isDone { return }
        let half = Outcome(ledger: settledEnd.ledger, settings: settledEnd.settings, crontab: settledStart.crontab)
        guard recovered == settledStart || isInterrupted && recovered == half else {
            let differences = [settledEnd, settledStart].map(recovered.difference(from:))
            Issue.record("\(place): neither done (\(differences[0])) nor undone (\(differences[1]))")
            return
        }
        let again = try home.antrain(scenario.command)
        #expect(again.status == 0, "\(place): once more: \(again)")
        let repeated = try Self.settled(home, scenario.statuses.after)
        if repeated != settledEnd { Issue.record("\(place): once more: \(repeated.difference(from: settledEnd))") }
    }

    /// The reminder is delivered at least once, each time with the same key.
    private func recoverDelivery(_ place: String) throws {
        home.now = "2026-11-23T07:50"
        let next = try home.antrainAfterReboot("schedule-next")
        #expect(next.status == 0, "\(place): the next run: \(next)")
        let state = try Outcome(home).ledger
        #expect(state.damage.isEmpty, "\(place): \(state.damage)")
        #expect(
            state.rows.contains {
                $0.hasPrefix("delivery: notification=workout/2026-11-23/0730") && $0.contains("state=delivered")
            },
            "\(place): \(state.rows)"
        )
        #expect(!home.notes.isEmpty && Set(home.notes).count == 1, "\(place): \(home.notes)")
    }
}
