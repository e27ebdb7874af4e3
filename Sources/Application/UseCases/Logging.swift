package import CivilTime
package import Ledger
import Localization
package import LogExchange
package import Platform
package import Progress
package import Results
package import Session
package import Training

/// Adds, corrects or deletes an entry of the training log.
package struct Logging {
    private let store: Store
    private let entry: LogEntry
    private let events: [LedgerEvent]
    private let action: String

    /// Adds an entry, or its sets to what was logged as planned or as missed.
    package init(_ store: Store, adding entry: LogEntry, with others: [LedgerEvent]) {
        (self.store, self.entry, action) = (store, entry, "logged")
        events = [entry.number == 0 ? .logged(entry) : .relogged(entry)] + others
    }

    package init(_ store: Store, correcting entry: LogEntry) {
        (self.store, self.entry, action, events) = (store, entry, "relogged", [.relogged(entry)])
    }

    package init(_ store: Store, deleting entry: LogEntry) {
        (self.store, self.entry, action, events) = (store, entry, "unlogged", [.unlogged(entry)])
    }

    package func run() throws(CommandError) -> ActionResult {
        let (session, words) = (store.session, store.session.words)
        // The sets of a guided workout are one action.
        var present = session.facts
        let difference = try store.commit(events, continues: true) { present = $0 }
        var entry = entry
        if entry.number == 0 {
            let date = entry.date
            let log = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: date) }
            entry.number = log.last { $0.exercise == entry.exercise && $0.sets == entry.sets }?.number ?? 0
        }
        let shown = LogEntryResult(entry, session.exerciseNames, words)
        let day = entry.date == session.today ? "" : " (\(words.day(entry.date, today: session.today)))"
        let keys = ["relogged": MessageKey.entryCorrected, "unlogged": .entryDeleted]
        let done = words.text(
            keys[action] ?? .entryLogged,
            ["what": "\(shown.name), \(shown.text)\(day)", "number": "\(entry.number)"]
        )
        let subject = ActionSubject(
            program: entry.workout?.program,
            day: entry.workout?.day,
            exercise: entry.exercise,
            name: shown.name,
            date: entry.date.description
        )
        let repetitions = session.repetitions(present)
        let sentences = [done] + [session.replaced(by: entry)].compactMap(\.self) + repetitions.map(\.sentence)
        var result = ActionResult(action, [subject], sentence: sentences.joined(separator: "; "), difference, words)
        if !repetitions.isEmpty { result.continued = repetitions.map(\.subject) }
        result.entries = [shown]
        if action == "logged" { result.hint = session.progress(of: entry, present) }
        return result
    }
}

/// Adds the entries of an imported log that the training log does not have, and attaches them to the workouts that they belong to.
package struct ImportingLog {
    private let store: Store
    private let found: LogImport
    private let matching: LogMatching
    package var new: [LogEntry] { matching.entries }

    package init(_ store: Store, _ found: LogImport, into known: [LogEntry]) throws(CommandError) {
        let new = LogEntry.missing(found.entries, in: known)
        let reached =
            try new.map(\.date).min().map { (first) throws(CommandError) in try store.reaching(first) } ?? store
        (self.store, self.found, matching) = (store, found, LogMatching(new, reached.session))
    }

    package var preview: LogImportResult { LogImportResult(found, adding: matching, isApplied: false, store.session) }

    package func run() throws(CommandError) -> LogImportResult {
        guard !new.isEmpty else { return preview }
        var present = store.session.facts
        _ = try store.commit([.imported(new)]) { present = $0 }
        store.session.repetitions(present).forEach { store.workspace.talk($0.sentence) }
        return LogImportResult(found, adding: matching, isApplied: true, store.session)
    }
}

/// Records a measurement of the athlete's body.
package struct Measuring {
    private let store: Store
    private let measurement: BodyMeasurement

    package init(_ store: Store, _ measurement: BodyMeasurement) {
        (self.store, self.measurement) = (store, measurement)
    }

    package func run() throws(CommandError) -> ActionResult {
        let (session, words) = (store.session, store.session.words)
        let former = try store.measurements().last {
            $0.kind == measurement.kind && $0.date == measurement.date
        }
        let difference = try store.commit([.measured(measurement)])
        let subject = ActionSubject(measurement, words)
        let day = measurement.date == session.today ? "" : " (\(words.day(measurement.date, today: session.today)))"
        let remark = former.map { words.text(.measuredInstead, ["value": words.format.numbers("\($0)")]) }
        let sentences = [words.text(.measured, ["what": subject.name + day]), remark].compactMap(\.self)
        return ActionResult("measured", [subject], sentence: sentences.joined(separator: "; "), difference, words)
    }
}

/// Changes the load of an exercise's next sets in a workout that the user is doing.
package struct ChangingLoad {
    private let store: Store
    private let event: LedgerEvent

    package init(_ store: Store, _ load: PerformedSet.Load, of exercise: LogEntry.Workout, on date: CivilDate) {
        (self.store, event) = (store, .sessionLoad(exercise, on: date, load))
    }

    package func run() throws(CommandError) { _ = try store.commit([event], continues: true) }
}

/// Sets maxes and loads of the athlete.
package struct SettingValues {
    private let store: Store
    private let values: [AthleteValue]

    package init(_ store: Store, _ values: [AthleteValue]) { (self.store, self.values) = (store, values) }

    package func run() throws(CommandError) -> ActionResult {
        let (session, words) = (store.session, store.session.words)
        let difference = try store.commit(values.map(LedgerEvent.valueSet))
        let texts = values.map { words.value($0, session.title(of: $0.subject)) }
        let subjects = values.map { ActionSubject($0, session.title(of: $0.subject), words) }
        let sentence = words.text(.valuesSet, ["values": texts.joined(separator: "; ")])
        return ActionResult("value-set", subjects, sentence: sentence, difference, words)
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
