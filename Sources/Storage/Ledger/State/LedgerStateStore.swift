internal import CivilTime
internal import GRDB
internal import Localization
internal import Planning
internal import Progress
internal import Reminders
internal import SystemPackage
internal import Training

/// Reads and writes ledger events.
struct LedgerStateStore {
    private static let query = "SELECT name, value FROM fact WHERE name = ?"

    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// - Parameter first: a date since which all programs and their part of the training log are needed.
    func planningFacts(today: CivilDate, recent: RecentScope? = nil, since first: CivilDate? = nil) throws
        -> PlanningSnapshot
    {
        let given = try JournalStore(database).answers()
        let answers = given.filter { $0.value.answer != nil }
        let (activations, former) = try activationsWithFormer(since: first)
        let known = activations + (first == nil ? [] : former.map(\.activation))
        let logStart = known.map(\.start).min()?.adding(days: -LogStore.daysOfStartingLoads)
        // The grace period is a day at most; another day covers the zones.
        let settings = try rememberedSettings()
        let recently = Zone.utc.instant(of: CivilDateTime(date: today.adding(days: -2), time: .midnight))
        return PlanningSnapshot(
            activations: activations,
            former: former,
            completions: completions(answers),
            cancelled: try cancelled(since: today.adding(days: -31)),
            answers: answers.compactMapValues(\.answer),
            answered: given.mapValues(\.workout),
            editions: try EditionStore(database: database).all(of: Set(known.map(\.programID)).sorted()),
            edits: try EditionStore(database: database).edits(),
            answeredAt: answers.compactMapValues { $0.at >= recently ? $0.at : nil },
            snoozes: try JournalStore(database).snoozes(since: today.adding(days: -31)),
            // The plan leaves out those of earlier dates by its zone.
            delivered: try delivered(since: today.adding(days: -4)),
            missed: try missed(
                since: today.adding(days: -40),
                noticedSince: recently.subtracting(DeliveryWindow.longestSummary)
            ),
            fates: try fates(from: recently, until: recently.adding(.days(5))),
            unplannedFrom: settings.isEnabled == true ? try unplannedFrom(today) : nil,
            started: try JournalStore(database).started(since: today.adding(days: -2)),
            reminders: try ReminderStore(database).all(),
            exceptions: try JournalStore(database).exceptions(),
            choices: try JournalStore(database).choices(),
            values: try JournalStore(database).values(),
            log: try logStart.map { try LogStore(database).entries(since: $0) } ?? [],
            recentLog: try recent.map { try LogStore(database).recent($0) } ?? RecentLog(),
            timeMoves: try JournalStore(database).timeMoves(),
            days: try JournalStore(database).trainingDays(),
            settledAt: try JournalStore(database).settled(),
            plannedZone: try plannedZone(),
            language: try language(),
            territory: try territory(),
            shortChannels: try text("shortage")?.split(separator: ",").map(String.init) ?? [],
            wasAsked: try bytes("asked") != nil,
            settings: settings
        )
    }

    /// The notifications that any channel delivered, from a date on.
    private func delivered(since date: CivilDate) throws -> [DeliveredReminder] {
        let start: StatementArguments = [Int64(date.dayNumber) * 86_400]
        return try [
            NotificationState.hasEnded(),
            "state = \(NotificationState.pending.sql) AND origin = \(NotificationOrigin.plan.sql)",
        ].flatMap {
            kind -> [DeliveredReminder] in
            let condition = "WHERE \(kind) AND instant >= ? AND \(NotificationRows.wasDelivered)"
            let first = try firstDeliveries(condition, start)
            return try NotificationRows(database).fetch(condition, start).compactMap { number, notification in
                first[number].map {
                    DeliveredReminder(notification: notification, deliveredAt: $0.endedAt, learnedAt: $0.learnedAt)
                }
            }
        }
    }

    /// The notifications from a date on that no run attempted in time, as a run noticed at or after a time.
    ///
    /// Those that an earlier summary reported are left out, even if they are missed again after a clock was set back.
    private func missed(since date: CivilDate, noticedSince start: Instant) throws -> [MissedReminder] {
        let condition =
            "WHERE \(NotificationState.hasEnded()) AND instant >= ? AND state = \(NotificationState.missed.sql)"
        let first = Int64(date.dayNumber) * 86_400
        let all = try database.rows(
            """
            SELECT notification, channel, ended_at FROM delivery
            WHERE notification IN (SELECT number FROM notification \(condition))
                AND state = \(OutboxState.expired.sql) AND attempts = 0 AND ended_at >= ? AND reason LIKE ?
            """,
            [first, start.secondsSinceEpoch, Missed.notRun + "%"],
            of: .delivery
        ) { (try $0.integer("notification"), try $0.instant("ended_at")) }
        guard !all.isEmpty else { return [] }
        let noticed = Dictionary(all, uniquingKeysWith: max)
        let summaries = try NotificationRows(database).fetch(
            "WHERE \(NotificationState.hasEnded()) AND instant >= ? AND state = \(NotificationState.delivered.sql) AND category = \(NotificationCategory.summary.sql)",
            [first]
        ).map(\.notification)
        return try NotificationRows(database).fetch(condition, [first]).compactMap { number, notification in
            guard let noticedAt = noticed[number] else { return nil }
            let isReported = summaries.contains { summary in
                summary.instant >= notification.instant && summary.id.missedDates?.contains(notification.date) ?? false
            }
            return isReported ? nil : MissedReminder(notification: notification, noticedAt: noticedAt)
        }
    }

    /// What became of the notifications that were or are due within a range, apart from those delivered.
    private func fates(from start: Instant, until end: Instant) throws -> [NotificationID: ReminderFate] {
        let kinds = ["state = \(NotificationState.pending.sql)", NotificationState.hasEnded()]
        let all = try kinds.flatMap { kind in
            try database.rows(
                "SELECT number, id, state FROM notification WHERE \(kind) AND instant BETWEEN ? AND ?",
                [start.secondsSinceEpoch, end.secondsSinceEpoch],
                of: .notification
            ) { (NotificationID(rawValue: try $0.text("id")), try $0.word("state", NotificationState.self).fate) }
        }
        let dropped = try NotificationRows(database).fetch(
            "WHERE \(kinds[1]) AND state = \(NotificationState.dropped.sql) AND instant BETWEEN ? AND ?",
            [start.secondsSinceEpoch, end.secondsSinceEpoch]
        ).map { ($1.id, ReminderFate.dropped(Set($1.items.map(\.source)))) }
        return Dictionary(all.compactMap { id, fate in fate.map { (id, $0) } } + dropped) { first, _ in first }
    }

    /// When the first channel delivered each of the notifications that match a condition, and when antrain learned of it.
    private func firstDeliveries(_ condition: String, _ arguments: StatementArguments) throws -> [Int64: (
        endedAt: Instant, learnedAt: Instant
    )] {
        let all = try database.rows(
            """
            SELECT notification, channel, ended_at, coalesce(noticed_at, ended_at) AS learned_at FROM delivery
            WHERE notification IN (SELECT number FROM notification \(condition)) AND state = \(OutboxState.delivered.sql) AND ended_at IS NOT NULL
            ORDER BY notification, ended_at, learned_at
            """,
            arguments,
            of: .delivery
        ) { row in
            (try row.integer("notification"), (try row.instant("ended_at"), try row.instant("learned_at")))
        }
        return Dictionary(all) { first, _ in first }
    }

    /// The completed workouts by program, in date order: a workout counts once, according to its last answer.
    private func completions(_ answers: [OccurrenceKey: JournalStore.GivenAnswer]) -> [String: [Completion]] {
        let done = answers.filter { $0.value.answer?.isDone == true }.sorted { $0.key.date < $1.key.date }
        return Dictionary(grouping: done, by: \.key.source.subject).mapValues { done in
            done.map { Completion(date: $0.key.date, dayID: $0.value.workout.dayID) }
        }
    }

    private func cancelled(since date: CivilDate) throws -> Set<NotificationID> {
        let subjects = try database.rows(
            "SELECT number, subject FROM journal WHERE kind = \(JournalKind.cancelled.sql) AND undone_at IS NULL AND date >= ?",
            [date.description],
            of: .journal
        ) { try $0.text("subject") }
        return Set(subjects.map(NotificationID.init(rawValue:)))
    }

    /// Records events; all events of one action share a batch number, so that they can be undone together.
    ///
    /// - Returns: the number.
    func record(_ facts: [LedgerEvent], continuing batch: Int64?, at now: Instant) throws -> Int64 {
        let journal = try JournalStore(database, at: now, continuing: batch)
        for fact in facts { try record(fact, in: journal, at: now) }
        return journal.batch
    }

    private func record(_ fact: LedgerEvent, in journal: JournalStore, at now: Instant) throws {
        switch fact {
        case .activated(let activation):
            try end(activation.programID, in: journal)
            try begin(activation, in: journal)
            try journal.add(.activated, activation.programID, date: activation.start)
            try prioritize(activation, in: journal)
        case .deactivated(let programID):
            try end(programID, in: journal)
            try journal.add(.deactivated, programID)
        case .programRead(let programID, let source):
            try EditionStore(database: database).replaceCurrent(programID, with: source, at: now)
            try database.execute(
                sql: "UPDATE activation SET source = ? WHERE program_id = ? AND \(LedgerStateStore.current)",
                arguments: [source.databaseData, programID]
            )
        case .settingsRead(let bytes):
            try set("settings", bytes)
        case .settingsReverted(let isEnabled, let isMissing):
            if isMissing { try remove("settings") }
            guard let isEnabled else { return try remove("reminders") }
            try record(.remindersSwitched(on: isEnabled), in: journal, at: now)
        case .remindersSwitched(let isOn):
            try set("reminders", Array((isOn ? "on" : "off").utf8))
        case .decided(let channel, let decision):
            try PermissionStore(database).set(decision, of: channel, at: now)
            try journal.add(.decided, channel, value: decision?.state.rawValue)
        case .languageSeen(let language):
            try set("language", Array(language.rawValue.utf8))
        case .territorySeen(let territory):
            try set("territory", Array(territory.code.utf8))
        case .toldOfShortage(let channels):
            try set("shortage", Array(channels.joined(separator: ",").utf8))
        case .askedForReminders:
            try set("asked", [1])
        case .reminderSeen(let notification):
            try QueueStore(database, now: now).note(notification)
        case .reminderAdded(let reminder):
            let source = OccurrenceSource.reminder(try ReminderStore(database).add(reminder, in: journal))
            try journal.add(.reminderAdded, source.subject)
        case .reminderImported(let reminder, let uid):
            let source = OccurrenceSource.reminder(try ReminderStore(database).add(reminder, in: journal))
            try journal.add(.reminderImported, source.subject, value: uid)
        case .presetAdded(let name, let reminders):
            let numbers = try reminders.map { try ReminderStore(database).add($0, in: journal) }
            try journal.add(.preset, name, value: numbers.map(String.init).joined(separator: ","))
        case .reminderEdited(let reminder):
            try ReminderStore(database).replace(reminder, in: journal)
            try journal.add(.reminderEdited, reminder.source.subject)
        case .reminderDeleted(let number):
            try ReminderStore(database).delete(number, in: journal)
            try journal.add(.deleted, OccurrenceSource.reminder(number).subject)
        case .reminderWithdrawn(let number):
            try ReminderStore(database).withdraw(number, in: journal)
        default:
            try journal.add(fact)
        }
    }

    func plannedZone() throws -> String? {
        try text("zone")
    }

    /// The ledger's own name.
    func owner() throws -> String {
        try text("owner") ?? ""
    }

    func holdingChannels() throws -> Set<String> {
        Set(try text("holding")?.split(separator: ",").map(String.init) ?? [])
    }

    func note(_ channel: String, holds: Bool) throws {
        var channels = try holdingChannels()
        if holds { channels.insert(channel) } else { channels.remove(channel) }
        try set("holding", Array(channels.sorted().joined(separator: ",").utf8))
    }

    func reportedProblems(of kind: ReportedProblems) throws -> [String] {
        try text(kind.rawValue)?.split(separator: "\n").map(String.init) ?? []
    }

    func note(told problems: [String], of kind: ReportedProblems) throws {
        try set(kind.rawValue, Array(problems.joined(separator: "\n").utf8))
    }

    func readinessAsked() throws -> String? {
        try text("readiness-asked")
    }

    func note(readinessAsked moment: String) throws {
        try set("readiness-asked", Array(moment.utf8))
    }

    func rememberedSettings() throws -> RememberedSettings {
        let isOn = try fact("reminders", as: "on or off") { ["on": true, "off": false][$0] }
        return RememberedSettings(text: try bytes("settings"), isEnabled: isOn)
    }

    /// The first date after the last plan.
    func plannedThrough() throws -> CivilDate? {
        try fact("planned-through", as: "a date") { try? CivilDate(parsing: $0) }
    }

    /// The first date that no plan has covered, seen from `today`.
    ///
    /// It is before the end of the last plan if a run with the clock ahead skipped dates.
    func unplannedFrom(_ today: CivilDate) throws -> CivilDate? {
        if let skipped = try skippedDates(), skipped.contains(today) { return skipped.lowerBound }
        return try plannedThrough()
    }

    /// Records the end of a plan made on `today`, and the dates from the end of the previous plan to `today`, which no plan covered.
    ///
    /// A second jump does not prove that the clock is right, so the skipped dates are kept until the clock is `daysOfTrust` past them.
    func recordPlanned(_ today: CivilDate, through end: CivilDate?) throws {
        guard let end else { return }
        let (former, last) = (try skippedDates(), try plannedThrough())
        var skipped = last.flatMap { $0 < today ? $0..<today : nil }
        if let former, former.lowerBound < today {
            if today < former.upperBound || skipped != nil {
                skipped = former.lowerBound..<today
            } else if former.upperBound.days(until: today) < LedgerStateStore.daysOfTrust {
                skipped = former
            }
        }
        if let skipped {
            let line = "\(skipped.lowerBound) \(skipped.upperBound)"
            if skipped != former { try set(LedgerStateStore.skipped, Array(line.utf8)) }
        } else if former != nil {
            try remove(LedgerStateStore.skipped)
        }
        try recordPlanned(through: end)
    }

    private static let daysOfTrust = 3

    func recordPlanned(through date: CivilDate) throws {
        guard try plannedThrough() != date else { return }
        try set("planned-through", Array(date.description.utf8))
    }

    private static let skipped = "skipped"

    private func skippedDates() throws -> Range<CivilDate>? {
        try fact(LedgerStateStore.skipped, as: "two dates in ascending order", LedgerRow.dates(parsing:))
    }

    func language() throws -> Language? {
        try fact("language", as: "a supported language", Language.init(rawValue:))
    }

    func territory() throws -> Territory? {
        try fact("territory", as: "a territory code", Territory.init(code:))
    }

    func recordZone(_ identifier: String) throws {
        if try plannedZone() != identifier { try set("zone", Array(identifier.utf8)) }
    }

    func lastRun() throws -> Instant? {
        try fact("last-run", as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func note(run now: Instant) throws {
        try set("last-run", Array("\(now.secondsSinceEpoch)".utf8))
    }

    func triggerInstalled() throws -> Instant? {
        try fact("trigger-installed", as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func note(triggerInstalled now: Instant) throws {
        try set("trigger-installed", Array("\(now.secondsSinceEpoch)".utf8))
    }

    func set(_ name: String, _ value: [UInt8]) throws {
        try database.execute(
            sql: "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [name, value.databaseData]
        )
    }

    private func remove(_ name: String) throws {
        try database.run("DELETE FROM fact WHERE name = ?", [name])
    }

    func text(_ name: String) throws -> String? {
        try fact(name, as: "text") { $0 }
    }

    func fact<Value>(_ name: String, as expected: String, _ parse: (String) -> Value?) throws -> Value? {
        try database.firstRow(LedgerStateStore.query, [name], of: .fact) {
            try $0.encoded("value", as: expected, parse)
        }
    }

    private func bytes(_ name: String) throws -> [UInt8]? {
        try database.firstRow(LedgerStateStore.query, [name], of: .fact) { try $0.bytes("value") }
    }
}
