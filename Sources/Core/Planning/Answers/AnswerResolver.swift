public import CivilTime
public import Reminders
public import Training

/// Decides what an answer is about: the only place with these rules, for commands, buttons, links and every other interface.
///
/// A request that names nothing is about today, or shortly after midnight perhaps about yesterday (`days(of:)`). It means the workouts
/// of these days that were started or whose reminder was delivered, or else their other open workouts, or else the user's own
/// reminders that came, or else what was answered last. Workouts of other days must be named. An ambiguous request results in a choice;
/// the caller asks.
public struct AnswerResolver: Sendable {
    /// From this time on, a reminder counts as one of the evening.
    public static let evening = TimeOfDay(secondsFromMidnight: 18 * 3600)

    private let input: PlanInput
    /// All delivered and unanswered reminders, each workout once, latest first.
    public let waiting: [WaitingAnswer]
    private let started: Set<OccurrenceKey>

    private var today: CivilDate { input.today }

    public init(_ input: PlanInput) {
        self.input = input
        started = Set(input.started.map(\.workout))
        waiting = input.waiting(input.answerable) { input.open($0) }
    }

    /// The delivered reminders of unanswered workouts that former programs had, each workout once, latest first; these must be named.
    public var formerWaiting: [WaitingAnswer] {
        let missed = input.missedFormerWorkouts(today.adding(days: -7)..<today).map { Answerable($0) }
        let former = Dictionary(missed.map { ($0.key, $0) }) { first, _ in first }
        return former.isEmpty ? [] : input.waiting({ former[$0] }) { $0.leaving(input.answers) }
    }

    public func meaning(of request: AnswerRequest) throws(AnswerError) -> AnswerMeaning {
        switch request.reference {
        case .unnamed: try unnamed(request)
        case .date(let date): try dated(request, date)
        case .notification(let notification): try named(request, notification)
        case .own(let reminder): try named(request, try notification(of: reminder))
        }
    }

    // MARK: The day

    /// The date of logged sets without one: that of the session that `start` continues, or else today, or yesterday if an answer is only
    /// about yesterday.
    public func dayOfSets(program: String? = nil) -> CivilDate {
        days(of: AnswerRequest(.start, program: program)).last ?? today
    }

    /// The dates that a request without a date is about.
    ///
    /// By default, this is today. Until the end of the night, it is yesterday if a workout of yesterday was started, or its reminder was
    /// delivered in the evening, and the workout is unanswered or was answered since midnight. It is both dates if today also has a
    /// workout that was started or whose reminder was delivered, and both are unanswered or both are answered.
    private func days(of request: AnswerRequest) -> [CivilDate] {
        let isNight = input.zone.civil(at: input.now).time < WorkoutEvidence.endOfNight
        guard today > .earliest, isNight else { return [today] }
        let yesterday = today.adding(days: -1)
        let midnight = input.zone.instant(of: CivilDateTime(date: today, time: .midnight))
        let evening = input.zone.instant(of: CivilDateTime(date: yesterday, time: AnswerResolver.evening))
        let early = workouts(on: today, request).filter { wasEngaged($0, since: midnight) }
        let late = workouts(on: yesterday, request).filter { workout in
            guard isAnswered(workout) else { return wasEngaged(workout, since: evening) }
            return input.answeredAt[workout.key].map { $0 >= midnight } ?? false
        }
        guard !late.isEmpty else { return [today] }
        guard !early.isEmpty else { return [yesterday] }
        guard !request.isAboutAll else { return [today] }
        let isLateOpen = !late.allSatisfy(isAnswered)
        guard isLateOpen == !early.allSatisfy(isAnswered) else { return [isLateOpen ? yesterday : today] }
        guard isLateOpen || request.verb.answer != nil else { return [today] }
        // A session continues, even if other reminders were delivered since.
        let isBegun = { (one: Answerable) in started.contains(one.key) && !isAnswered(one) }
        if request.verb == .start, late.contains(where: isBegun), !early.contains(where: isBegun) { return [yesterday] }
        return [yesterday, today]
    }

    private func isAnswered(_ one: Answerable) -> Bool { input.answers[one.key] != nil }

    /// Whether a workout was started, or its reminder was delivered at a moment or later, even if the workout was answered.
    ///
    /// A reminder ahead of the workout's time does not count.
    private func wasEngaged(_ one: Answerable, since moment: Instant = Instant(secondsSinceEpoch: .min)) -> Bool {
        started.contains(one.key)
            || input.delivered.contains {
                $0.deliveredAt >= moment && !$0.notification.id.hasLead && $0.notification.occurrences.contains(one.key)
            }
    }

    /// The unanswered workouts of the active programs on a date.
    public func open(on date: CivilDate) -> [Occurrence] {
        input.workouts(on: date).filter { input.answers[$0.key] == nil }
    }

    private func workouts(on date: CivilDate, _ request: AnswerRequest) -> [Answerable] {
        let active = input.workouts(on: date).map { Answerable($0) }.filter { admits($0, request) }
        return active.isEmpty ? former(on: date, request) : active
    }

    /// The workouts that former programs had on a date: one can be answered late or corrected if it is named.
    private func former(on date: CivilDate, _ request: AnswerRequest) -> [Answerable] {
        if case .unnamed = request.reference { return [] }
        guard request.verb.answer != nil, date <= today else { return [] }
        return input.formerWorkouts(on: date).map { Answerable($0) }.filter { admits($0, request) }
    }

    /// The workout or reminder that a notification names; nil if it no longer exists.
    private func answerable(_ key: OccurrenceKey, in notification: PlannedNotification, _ request: AnswerRequest)
        -> Answerable?
    {
        let own = input.answerable(key)
        // The user may have swapped the workout since, so that its date has another one.
        if let own, let named = notification.dayID(of: key), named != own.dayID, let moved = input.moved(key),
            moved.dayID == named
        {
            return moved
        }
        return own ?? former(on: key.date, request).first { $0.key == key } ?? input.moved(key)
    }

    /// The unanswered workouts of a date: those that the user trains, started or was reminded of, or else all.
    private func open(on date: CivilDate, _ request: AnswerRequest) -> [Answerable] {
        let open = workouts(on: date, request).filter { input.answers[$0.key] == nil }
        let expected = open.filter { isEngaged($0) || $0.occurrence.map(input.isTrained) ?? false }
        return expected.isEmpty ? open : expected
    }

    /// Whether a workout was started or its reminder was delivered; a reminder ahead of its time does not count.
    private func isEngaged(_ one: Answerable) -> Bool {
        started.contains(one.key) || waiting.contains { $0.subject.key == one.key && !$0.reminder.id.hasLead }
    }

    /// Whether a subject matches the program and the verb.
    private func admits(_ one: Answerable, _ request: AnswerRequest) -> Bool {
        if let program = request.program, one.key.source.subject != program { return false }
        guard one.occurrence == nil else { return request.verb.reachesAhead || one.key.date <= today }
        return request.verb != .start && request.verb != .move
    }

    // MARK: Without a name

    private func unnamed(_ request: AnswerRequest) throws(AnswerError) -> AnswerMeaning {
        let days = days(of: request)
        let open = days.flatMap { self.open(on: $0, request) }
        let waiting = waiting.filter { admits($0.subject, request) }
        let own = waiting.filter { $0.subject.occurrence == nil && days.contains($0.subject.key.date) }
        if request.isAboutAll, !(open + own.map(\.subject)).isEmpty {
            return .meant(try candidates(open + own.map(\.subject), request))
        }
        let engaged = open.filter(isEngaged)
        if !engaged.isEmpty { return try narrowed(engaged, request) }
        let answered = answered(on: days, request)
        // The same answer again is a repetition, and a different one may be a correction, even if another workout is still ahead.
        let given = request.verb.answer == nil ? [] : answered.filter { $0.occurrence != nil && wasEngaged($0) }
        let isRepeated = given.contains { input.answers[$0.key] == request.verb.answer }
        if !open.isEmpty, !isRepeated, days.count == 1 { return try narrowed(given + open, request) }
        // Repeating an answer does not answer a reminder of the user's own that came before it.
        let last = answered.compactMap { input.answeredAt[$0.key] }.max()
        let new = own.filter { one in last.map { one.deliveredAt > $0 } ?? true }
        if !new.isEmpty { return try narrowed(new.map(\.subject), request) }
        if let answer = request.verb.answer, !answered.isEmpty {
            let same = answered.filter { input.answers[$0.key] == answer }
            return same.isEmpty ? try narrowed(repeatable(answered, request), request) : .meant(same.map(candidate))
        }
        let older = older(than: days, waiting.map(\.subject), request)
        if !older.isEmpty { return .older(try candidates(older, request)) }
        if request.verb == .snooze, let next = nextOwn(on: days, request) { return .meant([next]) }
        throw absence(of: request, on: days.last ?? today)
    }

    /// The open workouts and reminders of other days: those that wait for an answer, and the started workouts.
    private func older(than days: [CivilDate], _ waiting: [Answerable], _ request: AnswerRequest) -> [Answerable] {
        let left = waiting.filter { !days.contains($0.key.date) || $0.occurrence == nil }
        // Without a reminder there is nothing to snooze.
        guard request.verb != .snooze else { return left }
        let begun = input.started.map(\.workout).filter { input.answers[$0] == nil }.compactMap(input.answerable)
        let keys = Set(left.map(\.key))
        return left + begun.filter { !days.contains($0.key.date) && admits($0, request) && !keys.contains($0.key) }
    }

    /// What was answered last of some dates, or with `--all` everything that is answered: workouts and own reminders.
    private func answered(on days: [CivilDate], _ request: AnswerRequest) -> [Answerable] {
        let own = input.answeredAt.keys.filter { days.contains($0.date) && $0.source.reminderNumber != nil }
        let reminders = own.compactMap(input.answerable).filter { admits($0, request) }
        let workouts = days.flatMap { self.workouts(on: $0, request) }
        let all = workouts.filter(isAnswered) + reminders.sorted { $0.program < $1.program }
        guard !request.isAboutAll else { return all }
        let last = all.compactMap { input.answeredAt[$0.key] }.max()
        return all.filter { input.answeredAt[$0.key] == last }
    }

    /// The answered subjects that an answer may be about, if nothing else is open: `--all` only repeats the same answer.
    private func repeatable(_ answered: [Answerable], _ request: AnswerRequest) throws(AnswerError) -> [Answerable] {
        guard request.isAboutAll, let answer = request.verb.answer, let first = answered.first else { return answered }
        let same = answered.filter { input.answers[$0.key] == answer }
        if same.isEmpty { throw .dateAnswered(answered, first.key.date) }
        return same
    }

    /// The user's own reminder of some dates that is pending next.
    private func nextOwn(on days: [CivilDate], _ request: AnswerRequest) -> AnswerCandidate? {
        let next = planned.first { input.isAhead($0) && days.contains($0.fireAt.date) && $0.isUsersOwn }
        guard let next, let key = next.occurrences.first, let subject = input.answerable(key), admits(subject, request)
        else { return nil }
        return AnswerCandidate(subjects: [subject], reminder: next)
    }

    // MARK: With a name

    private func dated(_ request: AnswerRequest, _ date: CivilDate) throws(AnswerError) -> AnswerMeaning {
        try checkReach(request.verb, date)
        let unanswered = workouts(on: date, request).filter { input.answers[$0.key] == nil }
        let open = request.verb == .move ? unanswered : open(on: date, request)
        if request.verb == .snooze {
            let own = waiting.map(\.subject).filter {
                $0.occurrence == nil && $0.key.date == date && admits($0, request)
            }
            guard !(open + own).isEmpty else { throw absence(of: request, on: date) }
            return try narrowed(open + own, request)
        }
        // Giving the same answer again is allowed.
        let isRepeated = open.isEmpty && request.verb != .move
        let subjects = isRepeated ? try repeatable(workouts(on: date, request), request) : open
        guard !subjects.isEmpty else { throw absence(of: request, on: date) }
        return try narrowed(subjects, request)
    }

    private func named(_ request: AnswerRequest, _ notification: PlannedNotification) throws(AnswerError)
        -> AnswerMeaning
    {
        let left = notification.leaving(input.answers)
        if request.verb == .snooze {
            guard let left else { throw .alreadyAnswered(notification.id) }
            guard input.open(left) != nil else { throw .nothingToAnswer(notification.id) }
            return .meant([AnswerCandidate(subjects: left.occurrences.compactMap(input.answerable), reminder: left)])
        }
        let named = (left ?? notification).occurrences.compactMap { answerable($0, in: notification, request) }
        let all = left == nil ? try repeatable(named, request) : named
        let subjects = all.filter { $0.occurrence != nil || request.verb != .start }
        guard !subjects.isEmpty else { throw .nothingToAnswer(notification.id) }
        if let ahead = subjects.first(where: { $0.key.date > today }) {
            if ahead.occurrence != nil { try checkReach(request.verb, ahead.key.date) }
            // A reminder before a workout may come on an earlier date.
            let isToCome = ahead.occurrence == nil && notification.fireAt.date > today
            if isToCome, !request.verb.reachesAhead, let own = ahead.key.source.reminderNumber.flatMap(input.reminder) {
                let latest = try? self.notification(of: own).fireAt.date
                throw .reminderAhead(own, ahead.key.date, latest: latest.flatMap { $0 > today ? nil : $0 })
            }
        }
        let matching = subjects.filter { admits($0, request) }
        if let program = request.program, matching.isEmpty { throw .notAmong(program, subjects) }
        return try narrowed(matching, request)
    }

    private func checkReach(_ verb: AnswerVerb, _ date: CivilDate) throws(AnswerError) {
        let dates = verb.dates(today)
        guard !dates.contains(date) else { return }
        guard date > today, !verb.reachesAhead else { throw .outOfReach(date, dates) }
        let past = (0..<7).lazy.map { open(on: today.adding(days: -$0)) }.first { !$0.isEmpty }
        throw .ahead(date, nearest: past?.first.map { Answerable($0) })
    }

    /// Why a date has nothing that matches.
    private func absence(of request: AnswerRequest, on date: CivilDate) -> AnswerError {
        let all = input.workouts(on: date).map { Answerable($0) }
        if let program = request.program, !all.isEmpty, !all.contains(where: { admits($0, request) }) {
            return .notAmong(program, all)
        }
        let answered = all.filter { admits($0, request) }
        return answered.isEmpty ? .noWorkout(date) : .dateAnswered(answered, date)
    }

    // MARK: Own reminders

    /// The notification of one of the user's own reminders: the latest unanswered one, or else that of its latest or next date.
    public func notification(of reminder: UserReminder) throws(AnswerError) -> PlannedNotification {
        if let waiting = waiting.first(where: { $0.subject.key.source == reminder.source }) { return waiting.reminder }
        guard let notification = input.notification(of: reminder, on: try date(of: reminder)) else {
            throw .noDate(reminder)
        }
        return notification
    }

    /// The date of an own reminder that an answer is about: the latest until today, or else the next; the only one if it does not repeat.
    public func date(of reminder: UserReminder) throws(AnswerError) -> CivilDate {
        if reminder.rule == .once { return reminder.at.date }
        let back = (0..<366).lazy.map { today.adding(days: -$0) }.first { input.comes(reminder, on: $0) }
        guard let date = back ?? input.dates(of: reminder, from: today).next() else { throw .noDate(reminder) }
        return date
    }

    // MARK: Candidates

    private func narrowed(_ subjects: [Answerable], _ request: AnswerRequest) throws(AnswerError) -> AnswerMeaning {
        let candidates = try candidates(subjects, request)
        return candidates.count == 1 || request.isAboutAll ? .meant(candidates) : .several(candidates)
    }

    /// A candidate for each subject, or for a snooze for each reminder.
    private func candidates(_ subjects: [Answerable], _ request: AnswerRequest) throws(AnswerError) -> [AnswerCandidate]
    {
        let all = subjects.map(candidate)
        guard request.verb == .snooze else { return all }
        // A reminder whose time has passed without one, for example of a program that was activated later, can be snoozed as well.
        var planned = planned.filter(input.isAhead) + planned
        // So can a started one.
        if subjects.contains(where: { started.contains($0.key) }) {
            planned += Plan(input.withoutStarts()).notifications.filter { !$0.id.isFollowUp }
        }
        var found: [AnswerCandidate] = []
        for (subject, one) in zip(subjects, all) {
            let reminder = one.reminder ?? planned.first { $0.occurrences.contains(subject.key) }
            guard let reminder else { continue }
            if let index = found.firstIndex(where: { $0.reminder?.id.root == reminder.id.root }) {
                found[index] = AnswerCandidate(subjects: found[index].subjects + [subject], reminder: reminder)
            } else {
                found.append(AnswerCandidate(subjects: [subject], reminder: reminder))
            }
        }
        if found.isEmpty, let first = subjects.first { throw .noReminder(first) }
        return found
    }

    private func candidate(_ subject: Answerable) -> AnswerCandidate {
        let reminder = waiting.first { $0.subject.key == subject.key }?.reminder
        return AnswerCandidate(subjects: [subject], reminder: reminder)
    }

    /// The reminders that are planned, without follow-ups, and those whose grace period has not ended.
    private var planned: [PlannedNotification] { Plan(input).notifications.filter { !$0.id.isFollowUp } }

    /// When a snooze of a reminder begins: at the time for which it is planned, or else now.
    ///
    /// An earlier snooze does not count, so that the length of the last one is how long the reminder stays away. The reminder of a
    /// started workout is not pending.
    public func startOfSnooze(of reminder: PlannedNotification) -> Instant {
        let root = reminder.id.root
        if let snoozed = input.snoozes.last(where: { $0.original.id.root == root }) {
            return max(input.now, input.isBegun(reminder) ? input.now : snoozed.original.instant)
        }
        let next = planned.first { input.isAhead($0) && $0.id.root == root }
        return max(input.now, next?.instant ?? (input.isBegun(reminder) ? input.now : reminder.instant))
    }
}

extension PlannedNotification {
    /// The ID of the program day that it names for a workout; nil for anything else.
    fileprivate func dayID(of key: OccurrenceKey) -> String? {
        for case .workout(let item) in items where key.source.programID == item.programID { return item.dayID }
        return nil
    }
}

extension PlanInput {
    /// The delivered reminders of some subjects, each subject once, latest first.
    ///
    /// - Parameters:
    ///   - answerable: the subject of a key; nil if it is left out.
    ///   - open: a notification without what was answered since; nil if nothing is left.
    fileprivate func waiting(
        _ answerable: (OccurrenceKey) -> Answerable?,
        _ open: (PlannedNotification) -> PlannedNotification?
    ) -> [WaitingAnswer] {
        var seen: Set<OccurrenceKey> = []
        let latestFirst = delivered.sorted {
            ($0.deliveredAt, $0.notification.id) > ($1.deliveredAt, $1.notification.id)
        }
        return latestFirst.filter { !$0.notification.items.isEmpty }.flatMap { delivered -> [WaitingAnswer] in
            guard let reminder = open(delivered.notification) else { return [] }
            return reminder.occurrences.filter { seen.insert($0).inserted }.compactMap(answerable).map {
                WaitingAnswer(subject: $0, reminder: reminder, deliveredAt: delivered.deliveredAt)
            }
        }
    }

    /// The workouts of the active programs on a date, answered or not.
    fileprivate func workouts(on date: CivilDate) -> [Occurrence] {
        programs.compactMap { occurrence(OccurrenceKey(.program($0.program.id), on: date)) }
    }

    /// The workout or reminder of a key; nil if it no longer exists.
    fileprivate func answerable(_ key: OccurrenceKey) -> Answerable? {
        switch key.source {
        case .reminder(let number): reminder(number).map { Answerable($0, on: key.date) }
        case .program: occurrence(key).map { Answerable($0) }
        }
    }

    /// The workout that the user moved away from the date of a key, for example while a phone still shows the former reminder.
    fileprivate func moved(_ key: OccurrenceKey) -> Answerable? {
        let program = programs.first { key.source.programID == $0.program.id }
        let target = (program?.exceptions ?? []).reduce(key.date) { date, exception in
            if case .move(date, let target) = exception { target } else { date }
        }
        return target == key.date ? nil : answerable(OccurrenceKey(key.source, on: target))
    }

    fileprivate func isTrained(_ workout: Occurrence) -> Bool {
        programs.first { $0.program.id == workout.programID }?.isTrained(workout) ?? false
    }
}
