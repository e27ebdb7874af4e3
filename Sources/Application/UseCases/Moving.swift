package import CivilTime
import History
import Ledger
import Localization
import Planning
package import Platform
import Reminders
package import Results
package import Session
package import Training

/// Swaps two training dates.
package struct Moving {
    private let store: Store
    private let workouts: [Occurrence]
    private let program: String?
    private let dates: (source: CivilDate, target: CivilDate)

    /// - Parameters:
    ///   - workouts: the workouts of the first date.
    ///   - program: the only program that moves; nil for all.
    package init(
        _ store: Store,
        _ workouts: [Occurrence],
        of program: String?,
        from source: CivilDate,
        to target: CivilDate
    ) {
        (self.store, self.workouts, self.program) = (store, workouts, program)
        dates = (source, target)
    }

    /// The workouts that can be moved, and the reasons why the others cannot.
    package var movable: (moved: [Occurrence], obstacles: [String]) {
        store.session.movable(workouts, to: dates.target)
    }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        let (moved, obstacles) = movable
        // Workouts on the target date move to the source date.
        let displaced = moved.compactMap { session.occurrence(OccurrenceKey(.program($0.programID), on: dates.target)) }
        // Workouts that cannot be moved must stay when the others move.
        let subjects = obstacles.isEmpty ? [program] : moved.map(\.programID)
        let difference = try store.commit(subjects.map { .moved(programID: $0, from: dates.source, to: dates.target) })
        let words = session.words
        func sentence(_ workouts: [Occurrence], from: CivilDate, to: CivilDate) -> String? {
            guard !workouts.isEmpty else { return nil }
            return words.text(
                .moved,
                [
                    "what": words.joined(workouts.map(\.dayName)),
                    "from": words.format.statedDate(from, today: session.today),
                    "to": words.format.statedDate(to, today: session.today),
                ]
            )
        }
        let sentences = [
            sentence(moved, from: dates.source, to: dates.target),
            sentence(displaced, from: dates.target, to: dates.source),
        ]
        var result = ActionResult(
            "moved",
            (moved + displaced).map { ActionSubject(Answerable($0)) },
            sentence: sentences.compactMap { $0 }.joined(separator: "; "),
            difference,
            words
        )
        result.sourceDate = dates.source.description
        result.targetDate = dates.target.description
        return result
    }
}

/// Pauses programs: no reminders are sent, and rotations do not advance.
package struct Pausing {
    private let store: Store
    private let program: String?
    private let dates: (first: CivilDate, last: CivilDate?)

    /// - Parameters:
    ///   - program: the only program; nil for all.
    ///   - first: the first date.
    ///   - last: the last date; nil until the programs are resumed.
    package init(_ store: Store, _ program: String?, from first: CivilDate, through last: CivilDate?) {
        (self.store, self.program) = (store, program)
        dates = (first, last)
    }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        try session.checkActive(program)
        let difference = try store.commit([
            .paused(programID: program, from: dates.first, through: dates.last ?? .latest)
        ])
        let words = session.words
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: session.today) }
        var values = ["what": program ?? words.text(.allPrograms), "from": stated(dates.first)]
        values["until"] = dates.last.map(stated)
        values["resume"] = dates.last.map { words.format.date($0.adding(days: 1), today: session.today) }
        var result = ActionResult(
            "paused",
            [ActionSubject(program: program, session)],
            sentence: words.text(dates.last == nil ? .pausedOpen : .pausedUntil, values),
            difference,
            words
        )
        result.from = dates.first.description
        result.until = dates.last?.description
        return result
    }
}

/// Ends the pauses of programs.
package struct Resuming {
    private let store: Store
    private let program: String?
    private let date: CivilDate

    /// - Parameters:
    ///   - program: the only program; nil for all.
    ///   - date: the first date to train on again.
    package init(_ store: Store, _ program: String?, on date: CivilDate) {
        (self.store, self.program, self.date) = (store, program, date)
    }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        try session.checkActive(program)
        try session.checkPaused(program, on: date)
        let difference = try store.commit([.resumed(programID: program, on: date)])
        let words = session.words
        let values = [
            "what": program ?? words.text(.allPrograms), "from": words.format.statedDate(date, today: session.today),
        ]
        let subject = ActionSubject(program: program, session)
        var result = ActionResult("resumed", [subject], sentence: words.text(.resumed, values), difference, words)
        result.from = date.description
        return result
    }
}

/// Cancels one reminder.
package struct Cancelling {
    private let store: Store
    private let reference: String

    /// - Parameter reference: the ID of a notification or its link, or the number of one of the user's own reminders.
    package init(_ store: Store, _ reference: String) { (self.store, self.reference) = (store, reference) }

    package func run() throws(CommandError) -> ActionResult {
        let session = store.session
        let id = try session.pendingID(reference)
        let record = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.pending(id) }
        guard let notification = record?.notification else { throw .noNotification(reference) }
        let difference = try store.commit([.cancelled(id: notification.id.rawValue, date: notification.date)])
        let words = session.words
        let what = notification.summary(on: session.today, words, isDated: true)
        let sentence = words.text(.cancelledReminder, ["id": "\(notification.id)", "what": what])
        let subject = ActionSubject(notification, name: notification.summary)
        return ActionResult("cancelled", [subject], sentence: sentence, difference, words)
    }
}

extension Session {
    /// The id of the notification that an id, a link or the number of one of the user's own reminders refers to.
    fileprivate func pendingID(_ text: String) throws(CommandError) -> String {
        guard let number = Int64(text) else { return NotificationLink.reference(text) }
        let source = try reminder(number).source
        let next = plan().notifications.first { $0.items.contains { $0.source == source } }
        return next?.id.rawValue ?? text
    }
}
