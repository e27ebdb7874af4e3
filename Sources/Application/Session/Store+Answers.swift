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

    /// What the user means.
    ///
    /// On a terminal antrain asks if it is unclear; otherwise that is an error.
    package func chosen(_ request: AnswerRequest) throws(CommandError) -> [AnswerCandidate] {
        try session.checkKnown(request)
        let meaning: AnswerMeaning
        do throws(AnswerError) { meaning = try session.resolver.meaning(of: request) } catch {
            throw CommandError(error, request, today: session.today)
        }
        switch meaning {
        case .meant(let candidates): return candidates
        case .several(let candidates):
            let ambiguous = CommandError.ambiguous(
                candidates.map { session.command(for: $0, request) },
                all: session.commandForAll(candidates, request)
            )
            guard let ask = workspace.context.ask, let choice = choose(among: candidates, ask) else { throw ambiguous }
            return choice
        case .older(let candidates):
            let named = CommandError.mustBeNamed(
                candidates.map {
                    "\(session.name($0)) (\(session.day($0))): \(session.command(request.verb, naming: $0))"
                }
            )
            guard let ask = workspace.context.ask else { throw named }
            let choice =
                candidates.count > 1
                ? choose(among: candidates, ask) : confirms(candidates[0], request.verb, ask) ? candidates : nil
            guard let choice else { throw named }
            return choice
        }
    }

    // MARK: Asking

    private func choose(among candidates: [AnswerCandidate], _ ask: (String) -> String?) -> [AnswerCandidate]? {
        let list = candidates.enumerated().map { place, one in
            let programs = session.words.joined(one.subjects.map(\.program))
            let date = one.subjects.first?.key.date
            return
                "  \(place + 1)  \(session.name(one)) (\(programs)\(date == session.today ? "" : ", " + session.day(one)))\n"
        }.joined()
        let answer = ask("\(session.words.text(.whichOne))\n\(list)  a  \(session.words.text(.allOfThem))\n> ") ?? ""
        if answer == "a" || answer == "all" { return candidates }
        guard let number = Int(answer), candidates.indices.contains(number - 1) else { return nil }
        return [candidates[number - 1]]
    }

    /// Asks whether the only candidate is meant; Enter agrees.
    private func confirms(_ one: AnswerCandidate, _ verb: AnswerVerb, _ ask: (String) -> String?) -> Bool {
        let question: MessageKey =
            switch verb {
            case .done: .confirmDone
            case .skip, .move: .confirmSkip
            case .start: .confirmStart
            case .snooze: .confirmSnooze
            }
        guard
            let answer = ask(session.words.text(question, ["what": "\(session.name(one)), \(session.day(one))"]) + " ")
        else { return false }
        // Yes, ja, oui, sí and evet.
        return answer.isEmpty || answer.lowercased().first.map("yjose".contains) ?? false
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
