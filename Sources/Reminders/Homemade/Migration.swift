public import CivilTime

/// The home-made reminders that can become reminders of antrain, and those that cannot.
public struct Migration: Sendable, Hashable {
    /// Where a home-made reminder stands.
    public enum Source: Sendable, Hashable {
        /// A line of the crontab.
        case crontabLine(Int)
        /// A job of at(1).
        case atJob(Int)
    }

    /// A home-made reminder and what becomes of it.
    public struct Move: Sendable, Hashable {
        /// Where it stands.
        public let source: Source
        /// What stands there.
        public let text: String
        /// What it becomes: a reminder for each time of the day, whose numbers the ledger gives.
        public let reminders: [UserReminder]
    }

    /// A home-made reminder that stays.
    public struct Stay: Sendable, Hashable {
        /// Where it stands.
        public let source: Source
        /// What stands there.
        public let text: String
        /// Why it stays.
        public let obstacle: MigrationObstacle
    }

    /// What moves.
    public private(set) var moves: [Move] = []
    /// What stays.
    public private(set) var stays: [Stay] = []

    /// Looks for home-made reminders.
    ///
    /// - Parameters:
    ///   - crontab: the user's crontab, where there is one.
    ///   - jobs: the user's jobs of at(1).
    ///   - zone: the zone that the settings choose.
    ///   - systemZone: the zone that cron and at go by.
    ///   - now: the present.
    ///   - user: the user's login name; nil where it is not known.
    ///   - file: the text of a script that a job calls; nil where there is none.
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
        } catch {
            stays.append(Stay(source: source, text: text, obstacle: error))
        }
    }

    /// The migration of some of the sources alone.
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
        // Cron itself sets LOGNAME, whatever the lines above say.
        var variables = entry.variables
        variables["LOGNAME"] = user
        let audience = Audience(user: user, mailed: entry.variables["MAILTO"])
        guard ShellDeed.isShell(entry.variables["SHELL"] ?? "/bin/sh"),
            let deeds = ShellScript(entry.command)?.deeds(&variables),
            let reminder = try HomemadeReminder.read(deeds, for: audience, input: entry.input)
        else { return [] }
        guard entry.isUTF8 else { throw .notUTF8 }
        // Debian's cron gives it to the command alone; others go by it.
        if entry.variables["CRON_TZ"] != nil { throw .ownZone(variable: "CRON_TZ") }
        if let otherZone { throw otherZone }
        let schedule = try CrontabSchedule(entry.schedule)
        let today = zone.civil(at: now).date
        return schedule.times.compactMap { time in
            let dates = (0...8).lazy.map { CivilDateTime(date: today.adding(days: $0), time: time) }
            let first = dates.first { at in
                guard zone.instant(of: at) > now else { return false }
                guard case .weekly(let days) = schedule.rule else { return true }
                return days.contains(at.date.weekday)
            }
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
    /// The line's number, where it is one of the crontab.
    public var line: Int? { if case .crontabLine(let number) = self { number } else { nil } }

    /// The job's number, where it is one of at(1).
    public var job: Int? { if case .atJob(let number) = self { number } else { nil } }

    /// The source in words: `crontab, line 3`.
    public var description: String {
        switch self {
        case .crontabLine(let number): "crontab, line \(number)"
        case .atJob(let number): "at, job \(number)"
        }
    }
}

extension String {
    /// Whether antrain is spoken of; a folder that is called so, as `~/antrain/`, is something else.
    var mentionsAntrain: Bool {
        let words = lowercased().split { !($0.isLetter || $0.isNumber || "-_/".contains($0)) }
        return words.contains { $0 == "antrain" || $0.hasSuffix("/antrain") }
    }
}

extension HomemadeReminder {
    /// The reminder of the user's own that it becomes.
    fileprivate func user(at first: CivilDateTime, _ rule: RepeatRule) -> UserReminder {
        UserReminder(number: 0, title: title, notes: notes, at: first, rule: rule)
    }
}

extension Zone {
    /// Whether its clocks show what another's show, for more than a year.
    fileprivate func keepsTime(with other: Zone, from now: Instant) -> Bool {
        let end = now.adding(.days(400))
        let moments = [now] + transitions(from: now, through: end) + other.transitions(from: now, through: end)
        return moments.allSatisfy { civil(at: $0) == other.civil(at: $0) }
    }
}
