import CivilTime
package import Platform
package import Ledger
import Localization
package import Progress
import Results
package import Session
import Training

/// Changes of the training log and of the athlete's values, with what they report.
extension Store {
    /// Records a change of the training log, and shows it.
    ///
    /// - Parameters:
    ///   - event: the change.
    ///   - others: events that belong to it.
    ///   - action: its name.
    ///   - entry: the entry.
    ///   - asJSON: whether to show it as JSON.
    package func record(
        _ event: LedgerEvent,
        with others: [LedgerEvent] = [],
        _ action: String,
        _ entry: LogEntry,
        asJSON: Bool
    ) throws(CommandError) {
        let difference = try commit([event] + others)
        var entry = entry
        if entry.number == 0 {
            let date = entry.date
            let log = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: date) }
            entry.number = log.last { $0.exercise == entry.exercise && $0.sets == entry.sets }?.number ?? 0
        }
        let shown = LogEntryResult(entry, session.exerciseNames, session.words)
        let day = entry.date == session.today ? "" : " (\(session.words.day(entry.date, today: session.today)))"
        let keys = ["relogged": MessageKey.entryCorrected, "unlogged": .entryDeleted]
        let done = session.words.text(
            keys[action] ?? .entryLogged,
            ["what": "\(shown.name), \(shown.text)\(day)", "number": "\(entry.number)"]
        )
        let sentence = ([done] + [session.replaced(by: entry)].compactMap(\.self)).joined(separator: "; ")
        let subject = ActionSubject(
            program: entry.workout?.program,
            day: entry.workout?.day,
            exercise: entry.exercise,
            name: shown.name,
            date: entry.date.description
        )
        var result = ActionResult(action, [subject], sentence: sentence, difference, session.words)
        result.entries = [shown]
        if action == "logged" { result.hint = session.progress(of: entry) }
        workspace.report(result, asJSON: asJSON)
    }

    /// Records a measurement, and shows it.
    package func record(_ measurement: BodyMeasurement, _ recorded: [BodyMeasurement], asJSON: Bool)
        throws(CommandError)
    {
        let difference = try commit([.measured(measurement)])
        let subject = ActionSubject(measurement, session.words)
        let day =
            measurement.date == session.today ? "" : " (\(session.words.day(measurement.date, today: session.today)))"
        let replaced = recorded.last { $0.kind == measurement.kind && $0.date == measurement.date }
        let remark = replaced.map {
            session.words.text(.measuredInstead, ["value": session.words.format.numbers("\($0)")])
        }
        let sentence = [session.words.text(.measured, ["what": subject.name + day]), remark].compactMap(\.self).joined(
            separator: "; "
        )
        workspace.report(
            ActionResult("measured", [subject], sentence: sentence, difference, session.words),
            asJSON: asJSON
        )
    }

    /// Records maxes and loads, and shows them.
    package func set(_ values: [AthleteValue], asJSON: Bool) throws(CommandError) {
        let difference = try commit(values.map(LedgerEvent.valueSet))
        let sentence = session.words.text(
            .valuesSet,
            ["values": values.map { session.words.value($0, session.title(of: $0.subject)) }.joined(separator: "; ")]
        )
        let subjects = values.map { ActionSubject($0, session.title(of: $0.subject), session.words) }
        workspace.report(
            ActionResult("value-set", subjects, sentence: sentence, difference, session.words),
            asJSON: asJSON
        )
    }
}

extension MessageCatalog {
    /// A max or a load in words: `the one-rep max of squat to 140 kg`.
    fileprivate func value(_ value: AthleteValue, _ name: String) -> String {
        let weight = weight(value.weight, value.unit)
        return switch value.subject {
        case .oneRepMax: text(.oneRepMaxTo, ["lift": name, "weight": weight])
        case .trainingMax: text(.trainingMaxTo, ["lift": name, "weight": weight])
        case .load(let program, _): text(.loadTo, ["exercise": name, "program": program, "weight": weight])
        }
    }
}
