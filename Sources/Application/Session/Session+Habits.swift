import CivilTime
package import History
import Ledger
package import Planning
package import Platform
package import Reminders
import Training

/// When workouts really begin, and the time of reminders that follows it.
extension Session {
    /// Whether a workout counts for the time of the settings: all do, except those of active programs and days with a time of their own.
    func counts(_ record: WorkoutRecord) -> Bool {
        programs.first { $0.program.id == record.programID }?.followsSettings(onDay: record.dayID) ?? true
    }

    package var programsWithOwnTime: [ActiveProgram] { programs.filter { !$0.followsSettings } }

    /// The names of these programs, and of the days with their own time in other programs.
    package var namesWithOwnTime: [String] {
        programs.flatMap { active in
            guard active.followsSettings else { return [active.program.name] }
            return active.program.days.filter { !active.followsSettings(onDay: $0.id) }.map(\.name)
        }
    }

    // MARK: A time that follows the workouts

    /// The last move of the time, which may apply from tomorrow on; nil if the time is fixed.
    package var shownMove: TimeMove? { input.usualMove(on: today.adding(days: 1)) }

    /// The rule in the settings if it begins with this run, because the last good settings had a fixed time or another start.
    var newAutoTime: AutoTime? {
        guard let auto = settings.autoTime else { return nil }
        let before = lastSettings?.autoTime
        return before.map { $0.start == auto.start } ?? false ? nil : auto
    }
}

/// When workouts really begin, and the time of reminders that follows it.
extension Store {
    /// The records of the last weeks.
    package func workoutRecords() throws(CommandError) -> [WorkoutRecord] {
        guard workspace.hasLedger else { return [] }
        let first = TimeSuggestion.firstDate(before: session.today)
        let records = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.workoutRecords(since: first)
        }
        return records.filter { $0.date <= session.today && session.counts($0) }
    }

    /// When workouts began, by the clock of the place where the user was.
    package func workoutStarts(_ records: [WorkoutRecord]) throws(CommandError) -> [WorkoutStart] {
        let zones = try pastZones()
        return records.starts { record in
            session.programs.first { $0.program.id == record.programID }?.program.days.first { $0.id == record.dayID }?
                .duration
        } zone: { instant in
            zones.last { $0.from <= instant }?.zone ?? zones.first?.zone ?? session.zone
        }
    }

    /// The time zones of the last weeks, each from its first reminder on; a zone that is no longer known counts as the present one.
    private func pastZones() throws(CommandError) -> [(from: Instant, zone: Zone)] {
        guard workspace.hasLedger else { return [] }
        let first = TimeSuggestion.firstDate(before: session.today)
        let zones = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.pastZones(since: first) }
        return zones.map { ($0.from, (try? workspace.zone(.named($0.zone))) ?? session.zone) }
    }

    /// How soon after reminders of the last weeks the user marked something as done, as `stats delivery` counts it; nil if never.
    package func promptness() throws(CommandError) -> DeliveryStatistics.Answers? {
        guard workspace.hasLedger else { return nil }
        let dates = TimeSuggestion.firstDate(before: session.today)...session.today
        let statistics = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.deliveryStatistics(on: dates, in: session.zone)
        }
        return statistics.answers.first { $0.answer == .done && $0.afterReminder > 0 }
    }

    /// Moves the time by one step towards the usual time of the workouts, from tomorrow on, if it is time and there is enough data.
    ///
    /// Call it after a plan was committed, so that the rule of the settings is recorded; then plan again.
    ///
    /// - Returns: the move that was recorded.
    package func followHabit() throws(CommandError) -> TimeMove? {
        let date = session.today.adding(days: 1)
        guard session.settings.isEnabled, !session.loaded.isFallback, let auto = session.settings.autoTime,
            session.programs.contains(where: \.followsSettings)
        else { return nil }
        let (known, mayMove) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.timeMoves(), try ledger.mayMoveTime(on: date))
        }
        guard mayMove else { return nil }
        let suggestion = TimeSuggestion(try workoutStarts(try workoutRecords()))
        guard let move = auto.move(on: date, after: known.moves, to: suggestion) else { return nil }
        let isRecorded = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.record(move, under: known.rule, at: session.now)
        }
        return isRecorded ? move : nil
    }
}
