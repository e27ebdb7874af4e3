import CivilTime
import History
import Ledger
import Localization
package import Planning
package import Platform
package import Reminders
package import Training
import YAMLSource

extension Session {
    package var resolver: AnswerResolver { AnswerResolver(input) }

    /// All delivered and unanswered reminders, each workout once, latest first.
    var waitingAnswers: [WaitingAnswer] { resolver.waiting }

    /// The delivered reminders that are unanswered, each once, latest first.
    package var waitingForAnswer: [PlannedNotification] {
        var seen: Set<NotificationID> = []
        return waitingAnswers.map(\.reminder).filter { seen.insert($0.id.root).inserted }
    }

    /// The delivered reminders of today that are unanswered and not snoozed.
    var waitingToday: Set<NotificationID> {
        let snoozed = Set(facts.snoozes.filter { $0.until > now }.map(\.original.id.root))
        return Set(waitingForAnswer.filter { $0.date == today && !snoozed.contains($0.id.root) }.map(\.id))
    }

    package func occurrence(_ workout: OccurrenceKey) -> Occurrence? { input.occurrence(workout) }

    package func meaning(of request: AnswerRequest) throws(CommandError) -> AnswerMeaning {
        try checkKnown(request)
        do throws(AnswerError) { return try resolver.meaning(of: request) } catch {
            throw CommandError(error, request, today: today)
        }
    }

    /// What the user means; an error if that is unclear.
    package func meant(by request: AnswerRequest) throws(CommandError) -> [AnswerCandidate] {
        switch try meaning(of: request) {
        case .meant(let candidates): return candidates
        case .several(let candidates): throw ambiguous(candidates, request)
        case .older(let candidates): throw mustBeNamed(candidates, request)
        }
    }

    package func ambiguous(_ candidates: [AnswerCandidate], _ request: AnswerRequest) -> CommandError {
        .ambiguous(candidates.map { command(for: $0, request) }, all: commandForAll(candidates, request))
    }

    /// The commands for candidates that are too old to be meant unless they are named.
    package func mustBeNamed(_ candidates: [AnswerCandidate], _ request: AnswerRequest) -> CommandError {
        .mustBeNamed(candidates.map { "\(name($0)) (\(day($0))): \(command(request.verb, naming: $0))" })
    }

    package func name(_ candidate: AnswerCandidate) -> String {
        candidate.subjects.isEmpty ? candidate.reminder?.summary ?? "" : words.joined(candidate.subjects.map(\.name))
    }

    package func day(_ candidate: AnswerCandidate) -> String {
        words.day(candidate.subjects.first?.key.date ?? today, today: today)
    }

    // MARK: Suggested commands

    /// The request as a command, without its options.
    func command(_ request: AnswerRequest) -> String {
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
    func command(for one: AnswerCandidate, _ request: AnswerRequest) -> String {
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
    func commandForAll(_ candidates: [AnswerCandidate], _ request: AnswerRequest) -> String? {
        let all = AnswerRequest(request.verb, request.reference, program: request.program, all: true)
        guard means(all, candidates) else { return nil }
        return command(request) + (request.program.map { " --program \($0)" } ?? "") + " --all"
    }

    /// Whether a request means exactly some candidates.
    func means(_ request: AnswerRequest, _ candidates: [AnswerCandidate]) -> Bool {
        guard case .meant(let found)? = try? resolver.meaning(of: request) else { return false }
        return Set(found.flatMap(\.subjects).map(\.key)) == Set(candidates.flatMap(\.subjects).map(\.key))
    }

    /// The command about one candidate, valid even if others are open.
    func command(_ verb: AnswerVerb, naming one: AnswerCandidate) -> String {
        guard let reminder = one.reminder else {
            let subject = one.subjects.first
            return "antrain \(verb.rawValue) --date \(subject?.key.date ?? today)"
                + (subject.map { " --program \($0.key.source.subject)" } ?? "")
        }
        let isPart = verb != .snooze && reminder.items.count > one.subjects.count
        let program = isPart ? one.subjects.first.map { " --program \($0.key.source.subject)" } ?? "" : ""
        return "antrain \(verb.rawValue) \(reminder.id.root)\(program)"
    }

    /// Fails if a request has a program that is neither active nor was active on the date that the request names.
    func checkKnown(_ request: AnswerRequest) throws(CommandError) {
        let isFormer = input.former.contains { $0.active.program.id == request.program }
        if case .unnamed = request.reference { return try checkActive(request.program) }
        if !isFormer { try checkActive(request.program) }
    }

    /// The id of the active or former program that a text means by its id or its name, in any spelling; other texts as they are.
    package func programID(_ text: String?) -> String? {
        guard let text else { return nil }
        let key = NameKey.of(text)
        func meant(_ programs: [Program]) -> Set<String> {
            Set(programs.filter { NameKey.of($0.id) == key || NameKey.of($0.name) == key }.map(\.id))
        }
        let active = meant(programs.map(\.program))
        let ids = active.isEmpty ? meant(input.former.map(\.active.program)) : active
        return ids.contains(text) || ids.count != 1 ? text : ids.first
    }

    package func checkActive(_ id: String?) throws(CommandError) {
        guard let id, !programs.contains(where: { $0.program.id == id }) else { return }
        throw .notActive(id, near: Suggestion.nearest(to: id, among: programs.map(\.program.id)))
    }

    /// The workout to which the name or the ID of a program day refers; nil if no active program has such a day.
    ///
    /// It is the first of these that exists: today's unanswered workout, the latest unanswered one of the past week, the next one (if the
    /// answer may concern later dates), the latest answered one.
    package func workout(named name: String, for verb: AnswerVerb, program: String?) throws(CommandError) -> Occurrence?
    {
        let key = NameKey.of(name)
        guard !key.isEmpty, Int64(name) == nil else { return nil }
        let own = programs.map(\.program).filter { program == nil || $0.id == program }
        func having(_ rule: (ProgramDay) -> Bool) -> [(program: String, day: String)] {
            own.flatMap { program in program.days.filter(rule).map { (program.id, $0.id) } }
        }
        var named = having { NameKey.of($0.id) == key || NameKey.of($0.name) == key }
        if named.isEmpty {
            // A part of the name is enough if only one day has it.
            let parts = having { $0.name.split(separator: " ").map(String.init).map(NameKey.of).contains(key) }
            named = parts.count == 1 ? parts : []
        }
        guard !named.isEmpty else { return nil }
        let past = (0..<7).map { today.adding(days: -$0) }
        let ahead = verb.reachesAhead ? (1...28).map { today.adding(days: $0) } : []
        func workouts(_ date: CivilDate) -> [Occurrence] {
            Set(named.map(\.program)).sorted().compactMap { occurrence(OccurrenceKey(.program($0), on: date)) }.filter {
                one in
                named.contains { $0 == (one.programID, one.dayID) }
            }
        }
        let open = (past + ahead).lazy.map { workouts($0).filter { self.facts.answers[$0.key] == nil } }.first {
            !$0.isEmpty
        }
        let meant = open ?? past.lazy.map(workouts).first { !$0.isEmpty } ?? []
        guard let workout = meant.first else {
            throw .badOption(
                name: "workout",
                value: name,
                reason:
                    "it is not planned on these dates: \(past.last ?? today) to \(ahead.last ?? today); see: antrain week"
            )
        }
        guard meant.count == 1 else {
            throw .ambiguous(
                meant.map { "antrain \(verb.rawValue) --date \($0.date) --program \($0.programID)" },
                all: nil
            )
        }
        return workout
    }
}

extension CommandError {
    /// Explains why nothing matches a request.
    init(_ error: AnswerError, _ request: AnswerRequest, today: CivilDate) {
        switch error {
        case .ahead(let date, let nearest):
            let verb = request.verb.rawValue
            if case .notification = request.reference {
                self = .misused(
                    "the workout of this reminder is planned on \(date), and '\(verb)' accepts only a workout of today"
                        + " (\(today)) or an earlier date; answer on that day"
                )
                return
            }
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

extension Session {
    package func reminder(_ number: Int64) throws(CommandError) -> UserReminder {
        guard let reminder = input.reminder(number) else { throw .noUserReminder(number) }
        return reminder
    }
}

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

    /// A store that can answer a request: it also has the programs that were active on the date if no active program has a matching workout.
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
