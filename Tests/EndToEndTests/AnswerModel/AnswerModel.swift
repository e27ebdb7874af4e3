/// What the documentation promises about plans, answers and reminders, without knowledge of the code.
struct AnswerModel {
    /// Seconds since 1970.
    private(set) var now: Int
    private(set) var zone: ModelZone
    private(set) var changes: [ModelChange] = []
    /// The reminders whose time has come, and which were not sent.
    private(set) var due: Set<ModelReminder> = []
    /// The reminders that were sent or missed.
    private(set) var history: [ModelReminder: ModelOutcome] = [:]
    /// When the last reminder of a workout was sent.
    private(set) var reminded: [ModelKey: Int] = [:]
    /// The undone changes that can be brought back, the last one last.
    private(set) var undone: [Int] = []
    /// The date on which antrain planned last.
    private(set) var planned: ModelDay
    /// Whether nothing happened since then.
    private(set) var isPlanCurrent = true

    init(now: Int, zone: ModelZone) {
        (self.now, self.zone) = (now, zone)
        planned = zone.local(now).day
    }

    var facts: ModelFacts { ModelFacts(changes) }
    var today: ModelDay { zone.local(now).day }
    var minute: Int { zone.local(now).minute }

    // MARK: Workouts

    /// The workouts of the dates, in the order in which their programs were activated.
    func workouts(_ days: ClosedRange<ModelDay>) -> [(key: ModelKey, name: String)] {
        let facts = facts
        return facts.active.flatMap { activation in
            facts.plan(activation, today: today, through: days.upperBound)
                .filter { days.contains($0.key) }.sorted { $0.key < $1.key }
                .map { (ModelKey(program: activation.program, day: $0.key), $0.value) }
        }
    }

    // MARK: Reminders

    /// The reminders that are wanted on some dates.
    func wanted(_ days: ClosedRange<ModelDay>) -> Set<ModelReminder> {
        let facts = facts
        let open = workouts(days).filter { facts.answers[$0.key] == nil }
        let reminders = open.map { found in
            let planned = ModelReminder(day: found.key.day, minute: facts.time)
            return facts.snoozes[planned] ?? planned
        }
        return Set(reminders).filter { !facts.cancelled.contains($0.id) && history[$0] == nil }
    }

    /// The reminders that are wanted and whose time has passed.
    var wantedLate: Set<ModelReminder> {
        wanted(today.advanced(by: -1)...today).filter { instant($0) < now && now <= lastInstant($0) }
    }

    func instant(_ reminder: ModelReminder) -> Int {
        reminder.snooze?.instant ?? zone.instant(reminder.day, reminder.minute)
    }

    /// The reminders whose time is ahead, as far as antrain plans.
    var ahead: [ModelReminder] {
        wanted(today.advanced(by: -1)...today.advanced(by: 6)).filter { instant($0) > now }
            .sorted { instant($0) < instant($1) }
    }

    /// The last instant at which a reminder may be sent: four hours after its time, but if that is after midnight, at 01:00.
    func lastInstant(_ reminder: ModelReminder) -> Int {
        let start = instant(reminder)
        let tomorrow = zone.local(start).day.advanced(by: 1)
        let end = start + 4 * 3600
        return end < zone.instant(tomorrow, 0) ? end : zone.instant(tomorrow, 60)
    }

    /// The clock advances, and the traveller may arrive in another zone.
    mutating func pass(to later: Int, zone newZone: ModelZone) {
        let (first, oldDay, before) = (today.advanced(by: -1), today, Set(ahead))
        // What had passed before it was planned does not come again in another zone.
        let passed = wanted(first...oldDay).filter { instant($0) <= now }.subtracting(due)
        (now, zone) = (later, newZone)
        isPlanCurrent = false
        // In a zone farther west, a time that had come may be ahead again.
        due = due.filter { instant($0) <= now }
        guard first <= today else { return }
        for reminder in wanted(first...today) where instant(reminder) <= now && !passed.contains(reminder) {
            if reminder.day >= oldDay || before.contains(reminder) { due.insert(reminder) }
        }
    }

    /// Every command that changes something records what was missed, and plans.
    mutating func plan() {
        for reminder in due where lastInstant(reminder) < now {
            history[reminder] = .missed
            due.remove(reminder)
        }
        planned = today
        isPlanCurrent = true
    }

    /// A trigger runs antrain.
    mutating func trigger() {
        plan()
        let facts = facts
        for reminder in due {
            for found in workouts(reminder.day...reminder.day) where facts.answers[found.key] == nil {
                reminded[found.key] = now
            }
        }
        for reminder in due { history[reminder] = .delivered }
        due = []
    }

    // MARK: Changes

    /// The numbers of `undo --list` whose undoing the model knows.
    var undoableNumbers: [Int] {
        let inForce = changes.filter { !$0.isUndone }.map(\.kind)
        return inForce.indices.filter { index in
            if case .setUp = inForce[index] { return false }
            return !inForce[(index + 1)...].contains { $0.isEntangled(with: inForce[index]) }
        }.map { inForce.count - $0 }
    }

    mutating func record(_ kind: ModelChange.Kind) {
        plan()
        changes.append(ModelChange(kind: kind, day: today, instant: now))
        undone = []
        dropWhatIsUnwanted()
    }

    mutating func setUndone(_ index: Int, _ isUndone: Bool) {
        plan()
        changes[index].isUndone = isUndone
        if isUndone { undone.append(index) } else { undone.removeLast() }
        dropWhatIsUnwanted()
    }

    private mutating func dropWhatIsUnwanted() {
        let first = due.map(\.day).min() ?? today
        let wanted = wanted(min(first, today)...today)
        due.formIntersection(wanted)
        // A time that comes at this moment has not passed.
        due.formUnion(wanted.filter { instant($0) == now })
    }
}
