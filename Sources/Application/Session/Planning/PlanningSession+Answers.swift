import CivilTime
package import Platform
import Ledger
import Localization
package import Planning
package import Reminders
package import Training
import YAMLSource

extension PlanningSession {
    /// Decides what answers are about.
    package var resolver: AnswerResolver { AnswerResolver(input) }

    /// All delivered and unanswered reminders, each workout once, latest first.
    var waitingAnswers: [WaitingAnswer] { resolver.waiting }

    /// All delivered and unanswered reminders, also of workouts that former programs had before they ended.
    package func waitingAnswersOfAllPrograms() throws(CommandError) -> [WaitingAnswer] {
        let isFormer = { (key: OccurrenceKey) in
            key.source.programID != nil && input.answers[key] == nil && occurrence(key) == nil
        }
        guard input.delivered.contains(where: { $0.notification.occurrences.contains(where: isFormer) }) else {
            return waitingAnswers
        }
        return waitingAnswers + (try reaching(today.adding(days: -7)).resolver.formerWaiting)
    }

    /// The delivered reminders that are unanswered, each once, latest first.
    package var waitingForAnswer: [PlannedNotification] {
        var seen: Set<NotificationID> = []
        return waitingAnswers.map(\.reminder).filter { seen.insert($0.id.root).inserted }
    }

    package func occurrence(_ workout: OccurrenceKey) -> Occurrence? {
        input.occurrence(workout)
    }

    /// The session that knows what a request is about: if no active program has a matching workout, those that were active on its date.
    package func session(for request: AnswerRequest) throws(CommandError) -> PlanningSession {
        let date: CivilDate
        switch request.reference {
        case .date(let named): date = named
        case .notification(let named): date = named.date
        case .unnamed, .own: return self
        }
        guard request.verb.answer != nil, date <= today else { return self }
        let isActive = request.program.map { id in programs.contains { $0.program.id == id } } ?? true
        if isActive, (try? resolver.meaning(of: request)) != nil { return self }
        return try reaching(date)
    }

    /// What the user means.
    ///
    /// On a terminal antrain asks if it is unclear; otherwise that is an error.
    package func chosen(_ request: AnswerRequest) throws(CommandError) -> [AnswerCandidate] {
        try checkKnown(request)
        let meaning: AnswerMeaning
        do throws(AnswerError) { meaning = try resolver.meaning(of: request) } catch {
            throw CommandError(error, request, today: today)
        }
        switch meaning {
        case .meant(let candidates): return candidates
        case .several(let candidates):
            let ambiguous = CommandError.ambiguous(
                candidates.map { command(for: $0, request) },
                all: commandForAll(candidates, request)
            )
            guard let ask = workspace.context.ask, let choice = choose(among: candidates, ask) else { throw ambiguous }
            return choice
        case .older(let candidates):
            let named = CommandError.mustBeNamed(
                candidates.map { "\(name($0)) (\(day($0))): \(command(request.verb, naming: $0))" }
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
            let programs = words.joined(one.subjects.map(\.program))
            let date = one.subjects.first?.key.date
            return "  \(place + 1)  \(name(one)) (\(programs)\(date == today ? "" : ", " + day(one)))\n"
        }.joined()
        let answer = ask("\(words.text(.whichOne))\n\(list)  a  \(words.text(.allOfThem))\n> ") ?? ""
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
        guard let answer = ask(words.text(question, ["what": "\(name(one)), \(day(one))"]) + " ") else { return false }
        // Yes, ja, oui, sí and evet.
        return answer.isEmpty || answer.lowercased().first.map("yjose".contains) ?? false
    }

    private func name(_ candidate: AnswerCandidate) -> String {
        candidate.subjects.isEmpty
            ? candidate.reminder?.summary ?? "" : words.joined(candidate.subjects.map(\.name))
    }

    private func day(_ candidate: AnswerCandidate) -> String {
        words.day(candidate.subjects.first?.key.date ?? today, today: today)
    }

    // MARK: Suggested commands

    /// The request as a command, without its options.
    private func command(_ request: AnswerRequest) -> String {
        let reference: String =
            switch request.reference {
            case .unnamed: ""
            case .date(let date): " --date \(date)"
            case .notification(let notification): " \(notification.id)"
            case .own(let reminder): " \(reminder.number)"
            }
        return "antrain \(request.verb.rawValue)\(reference)"
    }

    /// The command for one of several candidates: the request with a program, if that is clear.
    private func command(for one: AnswerCandidate, _ request: AnswerRequest) -> String {
        guard request.verb != .snooze, let subject = one.subjects.first, subject.occurrence != nil else {
            return command(request.verb, naming: one)
        }
        let program = subject.key.source.subject
        guard means(AnswerRequest(request.verb, request.reference, program: program), [one]) else {
            return command(request.verb, naming: one)
        }
        return "\(command(request)) --program \(program)"
    }

    /// The command for all of several candidates; nil if `--all` means others.
    private func commandForAll(_ candidates: [AnswerCandidate], _ request: AnswerRequest) -> String? {
        let all = AnswerRequest(request.verb, request.reference, program: request.program, all: true)
        guard means(all, candidates) else { return nil }
        return command(request) + (request.program.map { " --program \($0)" } ?? "") + " --all"
    }

    /// Whether a request means exactly some candidates.
    private func means(_ request: AnswerRequest, _ candidates: [AnswerCandidate]) -> Bool {
        guard case .meant(let found)? = try? resolver.meaning(of: request) else { return false }
        return Set(found.flatMap(\.subjects).map(\.key)) == Set(candidates.flatMap(\.subjects).map(\.key))
    }

    /// The command about one candidate, whatever else is open.
    private func command(_ verb: AnswerVerb, naming one: AnswerCandidate) -> String {
        guard let reminder = one.reminder else {
            let subject = one.subjects.first
            return "antrain \(verb.rawValue) --date \(subject?.key.date ?? today)"
                + (subject.map { " --program \($0.key.source.subject)" } ?? "")
        }
        let isPart = verb != .snooze && reminder.items.count > one.subjects.count
        let program = isPart ? one.subjects.first.map { " --program \($0.key.source.subject)" } ?? "" : ""
        return "antrain \(verb.rawValue) \(reminder.id.root)\(program)"
    }

    // MARK: References

    /// The reminder with an id or link, or with the number of one of the user's own.
    package func named(_ text: String) throws(CommandError) -> PlannedNotification {
        switch try reference(text) {
        case .notification(let notification): return notification
        case .own(let own):
            do throws(AnswerError) { return try resolver.notification(of: own) } catch {
                throw .noDate(own.number)
            }
        case .unnamed, .date: throw .noReminder(text)
        }
    }

    /// What an id, a link or a number refers to.
    package func reference(_ text: String) throws(CommandError) -> AnswerRequest.Reference {
        let reference = NotificationLink.reference(text)
        if let number = Int64(reference) { return .own(try reminder(number)) }
        let notification = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.notification(reference)
        }
        if let notification { return .notification(notification) }
        if let date = NotificationID(rawValue: reference).date,
            let limit = try workspace.compactedBefore(in: zone), date < limit
        {
            throw .compactedReminder(text, before: limit)
        }
        throw .noReminder(text)
    }

    /// Fails if a request has a program that is neither active nor was active on the date that the request names.
    private func checkKnown(_ request: AnswerRequest) throws(CommandError) {
        let isFormer = input.former.contains { $0.active.program.id == request.program }
        if case .unnamed = request.reference { return try checkActive(request.program) }
        if !isFormer { try checkActive(request.program) }
    }

    /// Fails if a program is given and is not active.
    package func checkActive(_ id: String?) throws(CommandError) {
        guard let id, !programs.contains(where: { $0.program.id == id }) else { return }
        throw .notActive(id, near: Suggestion.nearest(to: id, among: programs.map(\.program.id)))
    }
}

extension CommandError {
    /// Explains why nothing matches a request.
    init(_ error: AnswerError, _ request: AnswerRequest, today: CivilDate) {
        switch error {
        case .ahead(let date, let nearest):
            let verb = request.verb.rawValue
            let next = nearest.map {
                "the latest open workout: antrain \(verb) --date \($0.key.date) --program \($0.key.source.subject)"
            }
            self = .badOption(
                name: "date",
                value: date.description,
                reason: "'\(verb)' accepts only today (\(today)) or an earlier date"
                    + "; \(next ?? "see the plan: antrain week")"
            )
        case .reminderAhead(let reminder, let date, let latest):
            let command = latest.map { "\($0): antrain \(request.verb.rawValue) \(reminder.number)" }
            self = .badOption(
                name: "date",
                value: date.description,
                reason: "'\(request.verb.rawValue)' accepts only today (\(today)) or an earlier date"
                    + "; the latest date of this reminder is \(command ?? "still to come")"
            )
        case .outOfReach(let date, let dates):
            let reason = "expected a date from \(dates.lowerBound) to \(dates.upperBound)"
            self = .badOption(name: "date", value: date.description, reason: reason)
        case .noWorkout(let date): self = .noWorkout(date)
        case .dateAnswered(let answered, let date):
            self = .dateAnswered(answered.map(\.name).joined(separator: ", "), date)
        case .nothingToAnswer(let id): self = .nothingToAnswer(id.rawValue)
        case .alreadyAnswered(let id): self = .alreadyAnswered(id.rawValue)
        case .notAmong(let program, let others): self = .notAmong(program, others.map(\.key.source.subject))
        case .noReminder(let subject): self = .noReminderOf(subject.name, subject.key.date)
        case .noDate(let reminder): self = .noDate(reminder.number)
        }
    }
}

extension PlanningSession {
    /// The user's own reminder with this number.
    package func reminder(_ number: Int64) throws(CommandError) -> UserReminder {
        guard let reminder = input.reminder(number) else { throw .noUserReminder(number) }
        return reminder
    }
}
