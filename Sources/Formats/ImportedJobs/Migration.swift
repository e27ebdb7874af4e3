public import CivilTime
public import Reminders

/// The existing reminders that can be imported, and those that cannot.
public struct Migration: Sendable, Hashable {
    /// The source of an existing reminder.
    public enum Source: Sendable, Hashable {
        /// A crontab line.
        case crontabLine(Int)
        /// A job of at(1).
        case atJob(Int)
    }

    /// An existing reminder with its replacement.
    public struct Move: Sendable, Hashable {
        public let source: Source
        public let text: String
        /// Its replacement: a reminder for each time of day, whose numbers the ledger assigns.
        public let reminders: [UserReminder]
    }

    /// An existing reminder that cannot be imported.
    public struct Stay: Sendable, Hashable {
        public let source: Source
        public let text: String
        public let obstacle: MigrationObstacle
    }

    public private(set) var moves: [Move] = []
    public private(set) var stays: [Stay] = []

    /// Finds existing reminders.
    ///
    /// - Parameters:
    ///   - crontab: the user's crontab, if any.
    ///   - jobs: the user's jobs of at(1).
    ///   - systemZone: the time zone of cron and at(1).
    ///   - user: the user's login name; nil if unknown.
    ///   - file: returns the text of a script called by a job; nil if there is none.
    public init(
        crontab: Crontab?,
        jobs: [AtJob],
        zone: Zone,
        systemZone: Zone,
        now: Instant,
        user: String?,
        file: @escaping (String) -> String?
    ) {
        let otherZone: MigrationObstacle? =
            zone.keepsTime(with: systemZone, from: now)
            ? nil : .otherZone(system: systemZone.identifier, settings: zone.identifier)
        for entry in crontab?.entries ?? [] where !entry.text.mentionsAntrain {
            add(.crontabLine(entry.number), entry.text.trimmed) { () throws(MigrationObstacle) in
                try Migration.reminders(entry, otherZone, zone, now, user)
            }
        }
        for job in jobs {
            add(.atJob(job.number), job.script.trimmed) { () throws(MigrationObstacle) in
                try Migration.reminders(job, otherZone, zone, user, file)
            }
        }
    }

    private mutating func add(
        _ source: Source,
        _ text: String,
        _ reminders: () throws(MigrationObstacle) -> [UserReminder]
    ) {
        do {
            let reminders = try reminders()
            if !reminders.isEmpty { moves.append(Move(source: source, text: text, reminders: reminders)) }
        } catch { stays.append(Stay(source: source, text: text, obstacle: error)) }
    }

    /// The migration of only some of the sources.
    public func narrowed(to sources: Set<Source>) -> Migration {
        var result = self
        result.moves.removeAll { !sources.contains($0.source) }
        result.stays.removeAll { !sources.contains($0.source) }
        return result
    }

    private static func reminders(
        _ entry: CrontabEntry,
        _ otherZone: MigrationObstacle?,
        _ zone: Zone,
        _ now: Instant,
        _ user: String?
    ) throws(MigrationObstacle) -> [UserReminder] {
        // cron itself sets LOGNAME, regardless of the lines above.
        var variables = entry.variables
        variables["LOGNAME"] = user
        let audience = Audience(user: user, mailed: entry.variables["MAILTO"])
        guard ShellInvocation.isShell(entry.variables["SHELL"] ?? "/bin/sh"),
            let invocations = ShellScript(entry.command)?.invocations(&variables),
            let reminder = try ImportedReminder.read(invocations, for: audience, input: entry.input)
        else { return [] }
        guard entry.isUTF8 else { throw .notUTF8 }
        // Debian's cron only passes it to the command; others use it for the schedule.
        if entry.variables["CRON_TZ"] != nil { throw .ownZone(variable: "CRON_TZ") }
        if let otherZone { throw otherZone }
        let schedule = try CrontabSchedule(entry.schedule)
        let today = zone.civil(at: now).date
        return schedule.times.compactMap { time in
            let user = reminder.user(at: CivilDateTime(date: today, time: time), schedule.rule)
            let dates = user.dates(in: today..<today.adding(days: 40)).lazy
            let first = dates.map { CivilDateTime(date: $0, time: time) }.first { zone.instant(of: $0) > now }
            return first.map { reminder.user(at: $0, schedule.rule) }
        }
    }

    private static func reminders(
        _ job: AtJob,
        _ otherZone: MigrationObstacle?,
        _ zone: Zone,
        _ user: String?,
        _ file: @escaping (String) -> String?
    ) throws(MigrationObstacle) -> [UserReminder] {
        let next = zone.civil(at: job.instant)
        guard let repeating = try RepeatingAtJob.read(job, next: next, user: user, file: file) else { return [] }
        guard job.isUTF8 else { throw .notUTF8 }
        if let otherZone { throw otherZone }
        return [repeating.reminder.user(at: next, .every(days: repeating.days))]
    }
}

extension Migration.Source: CustomStringConvertible {
    public var line: Int? { if case .crontabLine(let number) = self { number } else { nil } }

    /// The job number of an at(1) job.
    public var job: Int? { if case .atJob(let number) = self { number } else { nil } }

    /// The source as text: `crontab, line 3`.
    public var description: String {
        switch self {
        case .crontabLine(let number): "crontab, line \(number)"
        case .atJob(let number): "at, job \(number)"
        }
    }
}

extension ImportedReminder {
    fileprivate func user(at first: CivilDateTime, _ rule: RepeatRule) -> UserReminder {
        UserReminder(number: 0, title: title, notes: notes, at: first, rule: rule)
    }
}

extension Zone {
    /// Whether two zones show the same time for more than a year.
    fileprivate func keepsTime(with other: Zone, from now: Instant) -> Bool {
        let end = now.adding(.days(400))
        let moments = [now] + transitions(from: now, through: end) + other.transitions(from: now, through: end)
        return moments.allSatisfy { civil(at: $0) == other.civil(at: $0) }
    }
}
