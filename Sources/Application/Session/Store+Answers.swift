import CivilTime
package import Platform
import Ledger
import Localization
package import Planning
package import Reminders
import Training
import YAMLSource

extension Store {
    /// All delivered and unanswered reminders, also of workouts that former programs had before they ended.
    package func waitingAnswersOfAllPrograms() throws(CommandError) -> [WaitingAnswer] {
        let isFormer = { (key: OccurrenceKey) in
            key.source.programID != nil && session.input.answers[key] == nil && session.occurrence(key) == nil
        }
        guard session.input.delivered.contains(where: { $0.notification.occurrences.contains(where: isFormer) }) else {
            return session.waitingAnswers
        }
        return session.waitingAnswers + (try reaching(session.today.adding(days: -7)).session.resolver.formerWaiting)
    }

    /// The store that knows what a request is about: if no active program has a matching workout, with those that were active on its date.
    package func reaching(_ request: AnswerRequest) throws(CommandError) -> Store {
        let date: CivilDate
        switch request.reference {
        case .date(let named): date = named
        case .notification(let named): date = named.date
        case .unnamed, .own: return self
        }
        guard request.verb.answer != nil, date <= session.today else { return self }
        let isActive = request.program.map { id in session.programs.contains { $0.program.id == id } } ?? true
        if isActive, (try? session.resolver.meaning(of: request)) != nil { return self }
        return try reaching(date)
    }

    // MARK: References

    /// The reminder with an id or link, or with the number of one of the user's own.
    package func named(_ text: String) throws(CommandError) -> PlannedNotification {
        switch try reference(text) {
        case .notification(let notification): return notification
        case .own(let own):
            do throws(AnswerError) { return try session.resolver.notification(of: own) } catch {
                throw .noDate(own.number)
            }
        case .unnamed, .date: throw .noReminder(text)
        }
    }

    /// What an id, a link or a number refers to.
    package func reference(_ text: String) throws(CommandError) -> AnswerRequest.Reference {
        let reference = NotificationLink.reference(text)
        if let number = Int64(reference) { return .own(try session.reminder(number)) }
        let notification = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.notification(reference)
        }
        if let notification { return .notification(notification) }
        if let date = NotificationID(rawValue: reference).date,
            let limit = try workspace.compactedBefore(in: session.zone), date < limit
        {
            throw .compactedReminder(text, before: limit)
        }
        throw .noReminder(text)
    }
}
