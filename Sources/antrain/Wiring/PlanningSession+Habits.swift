import CivilTime
import Ledger
import Reminders
import Training

/// When workouts really begin.
extension PlanningSession {
    /// The programs whose workouts count for the time of the settings: all except the active ones with a time of their own.
    private func counts(_ programID: String) -> Bool {
        programs.first { $0.program.id == programID }?.followsSettings ?? true
    }

    /// The active programs with a time of their own.
    var programsWithOwnTime: [ActiveProgram] { programs.filter { !$0.followsSettings } }

    /// The records of the last weeks.
    func workoutRecords() throws(CommandError) -> [WorkoutRecord] {
        guard workspace.hasLedger else { return [] }
        let first = TimeSuggestion.firstDate(before: today)
        let records = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.workoutRecords(since: first)
        }
        return records.filter { $0.date <= today && counts($0.programID) }
    }

    /// When workouts began, by the clock of the place where the user was.
    func workoutStarts(_ records: [WorkoutRecord]) throws(CommandError) -> [WorkoutStart] {
        let zones = try pastZones()
        return records.starts { record in
            programs.first { $0.program.id == record.programID }?.program.days.first { $0.id == record.dayID }?.duration
        } zone: { instant in
            zones.last { $0.from <= instant }?.zone ?? zones.first?.zone ?? zone
        }
    }

    /// The time zones of the last weeks, each from its first reminder on; a zone that is no longer known counts as the present one.
    private func pastZones() throws(CommandError) -> [(from: Instant, zone: Zone)] {
        guard workspace.hasLedger else { return [] }
        let first = TimeSuggestion.firstDate(before: today)
        let zones = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.pastZones(since: first) }
        return zones.map { ($0.from, (try? workspace.zone(.named($0.zone))) ?? zone) }
    }

    /// How long after the first reminder of a workout the user answered it, in seconds and ascending.
    func answerDelays(_ records: [WorkoutRecord]) throws(CommandError) -> [Int64] {
        guard workspace.hasLedger else { return [] }
        let first = TimeSuggestion.firstDate(before: today)
        let deliveries = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.workoutDeliveries(since: first)
        }
        return records.compactMap { record -> Int64? in
            guard let answer = record.answeredAt,
                let delivery = deliveries[OccurrenceKey(.program(record.programID), on: record.date)]
            else { return nil }
            return delivery.span(until: answer).seconds
        }.filter { 0 <= $0 }.sorted()
    }
}
