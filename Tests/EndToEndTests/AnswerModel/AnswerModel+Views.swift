/// The views, one line for each fact, as the documentation promises them.
extension AnswerModel {
    func views(why day: ModelDay) -> [String: [String]] {
        [
            "week": (0..<7).map { line(of: today.advanced(by: $0)) },
            "week --this": (0..<7).map { line(of: today.monday.advanced(by: $0)) },
            "today": [line(of: today)],
            "pending": pending.map(\.id),
            "history": history.map { "\($0.key.id) \($0.value.rawValue)" }.sorted(),
            "undo --list": changes.reversed().filter { !$0.isUndone }.map(line(of:)),
            "": statusLines,
            "next": nextLines,
            "why": ["\(day): " + whyLine(of: day)],
            "stats": statsLines,
        ]
    }

    var pending: [ModelReminder] {
        let horizon = planned.advanced(by: 6)
        return (Array(due) + ahead).filter { $0.day <= horizon }.sorted { instant($0) < instant($1) }
    }

    private func state(of key: ModelKey, _ facts: ModelFacts) -> String {
        switch facts.answers[key] {
        case .done: "done"
        case .skipped: "skipped"
        case nil: key.day < today ? "missed" : "open"
        }
    }

    private func line(of day: ModelDay) -> String {
        let facts = facts
        let found = workouts(day...day).map { "\($0.key.program)/\($0.name):\(state(of: $0.key, facts))" }
        let reminders = ahead.filter { $0.day == day && $0.snooze == nil }.map(\.id)
        return
            (["\(day)"] + found
            + (found.isEmpty && facts.isPaused(day) && facts.active.contains { $0.start <= day } ? ["paused"] : [])
            + reminders).joined(
                separator: " "
            )
    }

    /// The next reminder, also beyond the horizon, and today's workout if its reminder was sent and it is unanswered.
    private var statusLines: [String] {
        let facts = facts
        let waiting = workouts(today...today)
            .filter { facts.answers[$0.key] == nil && reminded[$0.key] != nil }
            .sorted { ($1.key.day, $0.key.program.rawValue) < ($0.key.day, $1.key.program.rawValue) }
        let next = ahead.first ?? wanted(today...today.advanced(by: 60)).min { instant($0) < instant($1) }
        return ["next \(next?.id ?? "none")"] + waiting.map { "\($0.key.day) \($0.key.program)/\($0.name)" }
    }

    private func line(of change: ModelChange) -> String {
        switch change.kind {
        case .answer(let answer, let key):
            "\(answer.rawValue) \(key.program) \(key.day)"
        case .pause: "paused \(change.day)"
        case .resume: "resumed \(change.day)"
        case .move(let program, let from, _): "moved \(program) \(from)"
        case .cancel(let id): "cancelled \(id)"
        case .snooze(let reminder): "snoozed \(reminder.planned.id)"
        case .activate(let program): "activated \(program) \(change.day)"
        case .time, .setUp: "settings-changed"
        }
    }

    private var nextLines: [String] {
        let facts = facts
        return workouts(today...today.advanced(by: 60)).filter { facts.answers[$0.key] == nil }
            .sorted { ($0.key.day, $0.key.program.rawValue) < ($1.key.day, $1.key.program.rawValue) }
            .prefix(3).map { "\($0.key.day) \($0.key.program)/\($0.name)" }
    }

    private func whyLine(of day: ModelDay) -> String {
        let facts = facts
        let found = workouts(day...day).map { found in
            "\(found.key.program)"
                + (facts.answers[found.key].map { " \($0.rawValue)" } ?? "")
        }
        let reminders =
            pending.filter { $0.day == day }.map { "\($0.id) pending" }
            + (day > planned.advanced(by: 6)
                ? wanted(day...day).filter { instant($0) > now }.map { "\($0.id) planned" } : [])
            + history.filter { $0.key.day == day }.map { "\($0.key.id) \($0.value.rawValue)" }
        return (found + reminders.sorted()).joined(separator: ", ")
    }

    /// The workouts of active programs, each from the first one that was answered.
    private var statsLines: [String] {
        let facts = facts
        var counts: [String: Int] = [:]
        for activation in facts.active {
            let program = activation.program
            let plan = facts.plan(activation, today: today, through: today.advanced(by: 60))
            let states = plan.keys.sorted().map {
                (day: $0, state: state(of: ModelKey(program: program, day: $0), facts))
            }
            let first = states.first { ["done", "skipped"].contains($0.state) }?.day
            for one in states where one.day <= today && one.day >= first ?? today.advanced(by: 1) {
                counts[one.state, default: 0] += 1
            }
        }
        return ["done", "missed", "skipped"].map { "\($0) \(counts[$0, default: 0])" }
    }
}
