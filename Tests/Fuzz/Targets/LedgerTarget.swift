import CivilTime
import Foundation
import GRDB
import History
import Ledger
import Localization
import Planning
import Reminders
import SystemPackage
import Training
import YAMLSource

extension FuzzTarget {
    /// Ledger rows: replaces cells of a small ledger, and then reads, plans and delivers as the commands do.
    ///
    /// Each line of the input replaces a cell, or the cells of all rows with the same first column: `reminder.at 0 i -5` has the
    /// row's number and a value, `i` for an integer, `r` for a real number, `t` for text, `b` for a blob as text, and `n` for
    /// NULL.
    static let ledger = FuzzTarget(name: "ledger") { bytes in
        let file = try LedgerCopy()
        try file.replaceCells(CellEdit.all(in: String(decoding: bytes, as: UTF8.self)))
        do {
            try use(file.path)
        } catch is LedgerError {
            // The commands report the error and exit with 65.
        }
    }

    /// Sunday evening, before the ledger's first reminder.
    fileprivate static let evening = Instant(secondsSinceEpoch: Int64(20_779) * 86_400 + 72_000)

    private static func use(_ path: String) throws {
        let ledger = try Ledger(path: FilePath(path))
        let dueAt = evening.adding(.hours(12))
        _ = try (
            ledger.pending(limit: 20), ledger.history(limit: 20), ledger.lastAction(), ledger.pendingCount(upTo: 20)
        )
        _ = try (ledger.permissions(), ledger.pluginCards(), ledger.reportedProblems(), ledger.holdingChannels())
        _ = try (
            ledger.nextDue(now: dueAt), ledger.nextHeld(), ledger.hasDue(now: dueAt), ledger.dueChannels(now: dueAt)
        )
        _ = try ledger.heldDeliveries(on: "mail", now: evening)
        for now in [evening, dueAt] {
            let today = Zone.utc.civil(at: now).date
            let plan = { (facts: PlanningSnapshot) in LedgerCopy.request(facts, now: now) }
            _ = try ledger.commit(now: now, today: today, plan: plan)
            let again = try ledger.preview(now: now, today: today, plan: plan)
            try require(again.isEmpty, "planning again changes the queue: \(again.summary)")
            let leased = try ledger.leaseDue(now: now, for: .minutes(5), grace: .hours(4), zone: .utc)
            for attempt in leased.attempts { try ledger.record(.delivered(lateSeconds: 0), of: attempt, now: now) }
        }
    }
}

/// A value for a cell.
private struct CellEdit {
    let table: String
    let column: String
    let row: Int
    let value: DatabaseValue

    static func all(in text: String) -> [CellEdit] {
        text.split(separator: "\n").prefix(16).compactMap { CellEdit($0) }
    }

    init?(_ line: Substring) {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        let place = words[0].split(separator: ".")
        guard words.count >= 3, place.count == 2, let row = Int(words[1]) else { return nil }
        let text = words.count == 4 ? String(words[3]) : ""
        switch words[2] {
        case "n": value = .null
        case "i": value = (Int64(text) ?? 0).databaseValue
        case "r": value = (Double(text) ?? 0).databaseValue
        case "b": value = Data(text.utf8).databaseValue
        default: value = text.databaseValue
        }
        (table, column) = (String(place[0]), String(place[1]))
        self.row = row
    }
}

/// A ledger that is deleted after the check.
private final class LedgerCopy {
    let path: String
    private let folder: URL

    init() throws {
        folder = LedgerCopy.scratch.appending(path: "antrain-fuzz-\(UUID().uuidString.prefix(8))")
        path = folder.appending(path: "ledger.sqlite").path(percentEncoded: false)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try LedgerCopy.template.get().write(to: URL(filePath: path))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// In memory if possible: SQLite waits for the disk at each commit.
    private static let scratch: URL = {
        let memory = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: memory)
            ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    }()

    func replaceCells(_ edits: [CellEdit]) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        queue.writeWithoutTransaction { database in
            for edit in edits { try? LedgerCopy.replace(edit, in: database) }
        }
        try queue.close()
    }

    private static func replace(_ edit: CellEdit, in database: Database) throws {
        guard try database.tableExists(edit.table) else { return }
        let columns = try database.columns(in: edit.table).map(\.name)
        guard let first = columns.first, columns.contains(edit.column) else { return }
        try database.execute(
            sql: """
                UPDATE "\(edit.table)" SET "\(edit.column)" = ?
                WHERE "\(first)" IS (SELECT "\(first)" FROM "\(edit.table)" ORDER BY "\(first)" LIMIT 1 OFFSET ?)
                """,
            arguments: [edit.value, edit.row]
        )
    }

    /// The plan that the commands make from the ledger.
    static func request(_ facts: PlanningSnapshot, now: Instant) -> QueueRequest {
        var settings = Settings()
        settings.isEnabled = true
        let programs = facts.activations.compactMap { activation -> ActiveProgram? in
            let source = SourceText(path: activation.path.string, bytes: activation.source)
            return ProgramReader.read(source).program.map { program in
                ActiveProgram(
                    program: program,
                    start: activation.start,
                    trainingDays: TrainingDays(activation.days ?? .all),
                    completions: facts.completions[activation.programID] ?? [],
                    skipped: facts.skipped(activation.programID),
                    exceptions: facts.exceptions.of(activation.programID),
                    time: activation.time
                )
            }
        }
        let input = PlanInput(
            programs: programs,
            settings: settings,
            zone: .utc,
            now: now,
            cancelled: facts.cancelled,
            answers: facts.answers,
            snoozes: facts.snoozes,
            delivered: facts.delivered,
            reminders: facts.reminders,
            started: facts.started,
            athlete: facts.athlete,
            language: facts.language ?? .english,
            territory: facts.territory
        )
        return QueueRequest(
            notifications: Plan(input).notifications,
            routes: ChannelRoutes(channels: ["console", "mail"]),
            zone: .utc,
            grace: settings.grace,
            end: Zone.utc.civil(at: now).date.adding(days: settings.horizon)
        )
    }

    /// The bytes of a ledger with at least one row in each table.
    private static let template = Result { try makeTemplate() }

    private static func makeTemplate() throws -> Data {
        let folder = scratch.appending(path: "antrain-fuzz-template-\(UUID().uuidString.prefix(8))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "ledger.sqlite").path(percentEncoded: false)
        try fill(Ledger(path: FilePath(path)))
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
        return try Data(contentsOf: URL(filePath: path))
    }

    private static func fill(_ ledger: Ledger) throws {
        let now = FuzzTarget.evening.adding(.hours(-24))
        let monday = CivilDate(dayNumber: 20_780)
        let workout = OccurrenceKey(.program("test"), on: monday)
        let id = NotificationID(.workout, on: monday, at: TimeOfDay(secondsFromMidnight: 9 * 3600))
        let program = """
            antrain: 1
            id: test
            name: Test
            days:
              push: {exercises: [{exercise: Press, sets: 3x5}]}
              pull: {exercises: [{exercise: Row, sets: 3x5}]}
            schedule: {mode: rotation, rotation: [push, pull], on-missed: shift}
            """
        let reminder = UserReminder(
            number: 1,
            title: "Drink",
            notes: "Water",
            at: CivilDateTime(date: monday.adding(days: -1), time: TimeOfDay(secondsFromMidnight: 36_000)),
            rule: .every(days: 1)
        )
        _ = try ledger.commit(
            [
                .activated(
                    Activation(
                        programID: "test",
                        path: "/test.yaml",
                        start: monday.adding(days: -2),
                        source: Array(program.utf8),
                        time: TimeOfDay(secondsFromMidnight: 9 * 3600),
                        days: .all,
                        channels: ["console"]
                    )
                ),
                .reminderAdded(reminder),
                .decided(channel: "mail", PermissionDecision(state: .denied, digest: "ab", manifest: [1])),
                .settingsRead(Array("time: \"09:00\"\n".utf8)), .languageSeen(.german), .toldOfShortage(["mail"]),
            ],
            now: now,
            today: monday.adding(days: -2),
            plan: { request($0, now: now) }
        )
        _ = try ledger.commit(
            [
                .started(workout, dayID: "push"), .answered(workout, dayID: "push", .completed), .unanswered(workout),
                .snoozed(id: id, date: monday, until: FuzzTarget.evening.adding(.hours(14))),
                .paused(programID: nil, from: monday.adding(days: 3), through: monday.adding(days: 4)),
                .moved(programID: "test", from: monday.adding(days: 1), to: monday.adding(days: 2)),
                .cancelled(
                    id: NotificationID(.workout, on: monday.adding(days: 5), at: .midnight).rawValue,
                    date: monday
                ),
            ],
            now: now,
            today: monday.adding(days: -2),
            plan: { request($0, now: now) }
        )
        try ledger.remember(CachedPluginManifest(stamp: "1:2", bytes: [1]), of: "/plugin.so")
        let due = FuzzTarget.evening.adding(.hours(-9))
        let attempts = try ledger.leaseDue(now: due, for: .minutes(5), grace: .hours(4), zone: .utc).attempts
        for (place, attempt) in attempts.enumerated() {
            try ledger.record(
                place == 0 ? .delivered(lateSeconds: 0) : .retry(at: FuzzTarget.evening, reason: "busy"),
                of: attempt,
                now: due
            )
        }
    }
}
