public import CivilTime
internal import Foundation
package import GRDB
public import Localization
internal import Planning
internal import Reminders

/// Reads and writes single facts: what is known of the last plan, the last run, the locale and the settings.
package struct FactStore {
    private static let query = "SELECT name, value FROM fact WHERE name = ?"
    private static let places = ["name": 0, "value": 1]

    let database: Database

    package init(_ database: Database) { self.database = database }

    func plannedZone() throws -> String? { try text(.zone) }

    /// The ledger's own name.
    func owner() throws -> String { try text(.owner) ?? "" }

    func holdingChannels() throws -> Set<String> {
        Set(try text(.holding)?.split(separator: ",").map(String.init) ?? [])
    }

    func note(_ channel: String, holds: Bool) throws {
        var channels = try holdingChannels()
        if holds { channels.insert(channel) } else { channels.remove(channel) }
        try set(.holding, Array(channels.sorted().joined(separator: ",").utf8))
    }

    func reportedProblems(of kind: ReportedProblems) throws -> [String] {
        try text(named: kind.rawValue)?.split(separator: "\n").map(String.init) ?? []
    }

    func note(told problems: [String], of kind: ReportedProblems) throws {
        try set(named: kind.rawValue, Array(problems.joined(separator: "\n").utf8))
    }

    func readinessAsked() throws -> String? { try text(.readinessAsked) }

    func note(readinessAsked moment: String) throws { try set(.readinessAsked, Array(moment.utf8)) }

    func rememberedSettings() throws -> RememberedSettings {
        let isOn = try fact(.reminders, as: "on or off") { ["on": true, "off": false][$0] }
        return RememberedSettings(text: try bytes(.settings), isEnabled: isOn)
    }

    /// The first date after the last plan.
    func plannedThrough() throws -> CivilDate? {
        try fact(.plannedThrough, as: "a date") { try? CivilDate(parsing: $0) }
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
            } else if former.upperBound.days(until: today) < FactStore.daysOfTrust {
                skipped = former
            }
        }
        if let skipped {
            let line = "\(skipped.lowerBound) \(skipped.upperBound)"
            if skipped != former { try set(.skipped, Array(line.utf8)) }
        } else if former != nil {
            try remove(.skipped)
        }
        try recordPlanned(through: end)
    }

    private static let daysOfTrust = 3

    func recordPlanned(through date: CivilDate) throws {
        guard try plannedThrough() != date else { return }
        try set(.plannedThrough, Array(date.description.utf8))
    }

    private func skippedDates() throws -> Range<CivilDate>? {
        try fact(.skipped, as: "two dates in ascending order", LedgerRow.dates(parsing:))
    }

    func language() throws -> Language? {
        try fact(.language, as: "a supported language", Language.init(rawValue:))
    }

    func territory() throws -> Territory? {
        try fact(.territory, as: "a territory code", Territory.init(code:))
    }

    func recordZone(_ identifier: String) throws {
        if try plannedZone() != identifier { try set(.zone, Array(identifier.utf8)) }
    }

    package func lastRun() throws -> Instant? {
        try fact(.lastRun, as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func note(run now: Instant) throws { try set(.lastRun, Array("\(now.secondsSinceEpoch)".utf8)) }

    func triggerInstalled() throws -> Instant? {
        try fact(.triggerInstalled, as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func note(triggerInstalled now: Instant) throws {
        try set(.triggerInstalled, Array("\(now.secondsSinceEpoch)".utf8))
    }

    package func set(_ name: FactName, _ value: [UInt8]) throws { try set(named: name.rawValue, value) }

    private func set(named name: String, _ value: [UInt8]) throws {
        try database.execute(
            sql: "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [name, value.databaseData]
        )
    }

    package func remove(_ name: FactName) throws {
        try database.run("DELETE FROM fact WHERE name = ?", [name.rawValue])
    }

    func text(_ name: FactName) throws -> String? { try text(named: name.rawValue) }

    private func text(named name: String) throws -> String? { try value(name, as: "text") { $0 } }

    func fact<Value>(_ name: FactName, as expected: String, _ parse: (String) -> Value?) throws -> Value? {
        try value(name.rawValue, as: expected, parse)
    }

    /// Plans read many facts, so the places of the columns are not looked up for each.
    private func row(_ name: String) throws -> LedgerRow? {
        try Row.fetchOne(try database.cachedStatement(sql: FactStore.query), arguments: [name])
            .map { LedgerRow($0, of: .fact, places: FactStore.places) }
    }

    private func value<Value>(_ name: String, as expected: String, _ parse: (String) -> Value?) throws -> Value? {
        try row(name)?.encoded("value", as: expected, parse)
    }

    package func bytes(_ name: FactName) throws -> [UInt8]? {
        try row(name.rawValue)?.bytes("value")
    }
}

extension Ledger {
    /// The time zone of the last planning, if any.
    public func plannedZone() throws(LedgerError) -> String? { try read { try FactStore($0).plannedZone() } }

    /// The last known language of the locale.
    public func language() throws(LedgerError) -> Language? { try read { try FactStore($0).language() } }

    /// The last known territory of the locale.
    public func territory() throws(LedgerError) -> Territory? { try read { try FactStore($0).territory() } }

    public func rememberedSettings() throws(LedgerError) -> RememberedSettings {
        try read { try FactStore($0).rememberedSettings() }
    }
}

/// The clock of the last planning.
extension FactStore {
    /// The difference between two clocks that is ignored.
    private static let tolerance = TimeSpan.minutes(1)

    /// The time of the last run that changed the queue, by its clock.
    package func clock() throws -> Instant? {
        try fact(.clock, as: "a time in seconds since 1970", LedgerRow.instant(parsing:))
    }

    func record(clock now: Instant) throws {
        guard try clock() != now else { return }
        try set(.clock, Array("\(now.secondsSinceEpoch)".utf8))
    }

    /// Records that this ledger is a copy from the time of its last run: what happened later is unknown.
    package func recordCopy() throws {
        guard let clock = try clock() else { return }
        try set(.copied, Array("\(clock.secondsSinceEpoch)".utf8))
    }

    /// Records that the notifications since the beginning of the last run's date may be lost, so that they are planned again, or recorded
    /// as missed for an unknown reason.
    ///
    /// - Parameter now: the time of the last run, if that is unknown or was recorded by a clock that was ahead.
    package func planAgain(now: Instant) throws {
        let last = min([try clock(), try lastRun()].compactMap(\.self).max() ?? now, now)
        let zones = ZoneDatabase.system(environment: ProcessInfo.processInfo.environment)
        let zone = (try plannedZone()).flatMap { try? zones.zone(named: $0) } ?? .utc
        let date = zone.civil(at: last).date
        try recordPlanned(through: date)
        let start = zone.instant(of: CivilDateTime(date: date, time: .midnight))
        try set(.copied, Array("\(start.secondsSinceEpoch)".utf8))
    }

    /// The period that the ledger has no record of, from the last run in a copy to the first run after it was restored; nil if this ledger is
    /// not a copy.
    ///
    /// - Parameter now: the end, if no run has recorded it.
    func unknownTime(now: Instant) throws -> ClosedRange<Instant>? {
        let limits = try text(.copied)?.split(separator: " ").compactMap {
            LedgerRow.instant(parsing: String($0))
        }
        guard let limits, let from = limits.first else { return nil }
        if limits.count == 1 {
            let line = "\(from.secondsSinceEpoch) \(now.secondsSinceEpoch)"
            try set(.copied, Array(line.utf8))
        }
        return from...max(from, limits.count > 1 ? limits[1] : now)
    }

    /// The events that no plan knew until now.
    struct UnplannedEvents {
        /// Since when there have been events of other machines among them, at the latest the time of the last plan, because the clock of the
        /// other machine may be ahead; nil if there are none.
        let receivedSince: Instant?
        /// The number of the last event.
        let last: Int64
    }

    /// - Returns: nil if the last plan knew all events.
    func unplannedEvents() throws -> UnplannedEvents? {
        let known = try fact(.plannedEvents, as: "the number of an event") { Int64($0) }
        let last = try Int64.fetchOne(database.cachedStatement(sql: "SELECT max(number) FROM event")) ?? 0
        guard known != last else { return nil }
        let query = "SELECT min(clock) FROM event WHERE origin IS NOT NULL AND number > ?"
        let first = try known.flatMap { try Int64.fetchOne(database.cachedStatement(sql: query), arguments: [$0]) }
        let since = first.map { HybridClock(value: $0).instant }
        return UnplannedEvents(receivedSince: try since.map { min($0, try clock() ?? $0) }, last: last)
    }

    /// Whether the clock was set back since the last planning.
    func isClockBehind(_ now: Instant) throws -> Bool {
        guard let clock = try clock() else { return false }
        return clock.span(until: now).seconds < -FactStore.tolerance.seconds
    }
}

/// A request of the heartbeat's URL.
public struct HeartbeatAttempt: Sendable, Hashable {
    public let instant: Instant
    /// Why it failed; nil if it did not.
    public let problem: String?

    public init(at instant: Instant, problem: String?) {
        self.instant = instant
        self.problem = problem
    }

    /// The attempt in its stored form; nil for any other text.
    init?(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let instant = LedgerRow.instant(parsing: String(parts[0])) else { return nil }
        self.init(at: instant, problem: parts.count > 1 ? String(parts[1]) : nil)
    }

    var line: String { "\(instant.secondsSinceEpoch)" + (problem.map { " " + $0 } ?? "") }
}

/// The remembered state of the settings file, for when the file is missing, empty or invalid.
public struct RememberedSettings: Sendable, Hashable {
    /// The last valid text of the file, without secrets; nil if there was none yet.
    public let text: [UInt8]?
    /// The last explicit value of `enabled` in the file; nil if there was none.
    public let isEnabled: Bool?

    /// Creates a state; empty by default.
    public init(text: [UInt8]? = nil, isEnabled: Bool? = nil) {
        self.text = text
        self.isEnabled = isEnabled
    }
}

/// Lasting problems, which are reported once under cron.
public enum ReportedProblems: String, Sendable {
    /// Problems of the folder with recorded activities, and of its files.
    case evidence = "evidence-problems"
    /// Problems of plugins that schedule notifications themselves.
    case held = "held-problems"
    /// Problems of channels' values.
    case values = "value-problems"
    /// Problems of plugins that are not ready.
    case readiness = "readiness-problems"
    /// The channels whose plugins rejected their values when they were asked last.
    case refusals
    /// Channels on which the last reminder was missed.
    case missed = "missed-problems"
    /// Damaged parts of antrain.
    case installation = "installation-problems"
    /// Errors in the settings file.
    case settings = "settings-problems"
    /// Other users can read or write the ledger.
    case access = "access-problems"
    /// The log cannot be written.
    case log = "log-problems"
    /// A snapshot of the ledger could not be made.
    case snapshots = "snapshot-problems"
    /// Old notifications could not be replaced by counts.
    case compaction = "compaction-problems"
    /// Problems of the active programs' files.
    case programs = "program-problems"
    /// Nothing runs antrain; the date on which that was reported after a command.
    case trigger = "trigger-problems"
    /// Nothing runs antrain; whether antrain offered to change that.
    case triggerOffer = "trigger-offer"
    /// The channels whose test notification the user saw.
    case seenChannels = "seen-channels"
    /// The heartbeat file cannot be written.
    case heartbeat = "heartbeat-problems"
    /// A restore that was interrupted can be neither finished nor undone.
    case restore = "restore-problems"
    /// Problems of the calendar file that is kept current.
    case calendar = "calendar-problems"
    /// Problems of the exchange with other machines.
    case sync = "sync-problems"
}
