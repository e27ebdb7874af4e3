import CivilTime
import Ledger
import Reminders
import Training

extension PlanningSession {
    /// Reads everything that explains the reminders of a date.
    func evidence(about date: CivilDate) throws(CommandError) -> DateEvidence {
        let (actions, records, permissions) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (try ledger.actions(about: date), try ledger.notifications(about: date), try ledger.permissions())
        }
        guard let day = outlooks(date..<date.adding(days: 1)).first else { throw .calendarEnds }
        let denied = channelsInUse.filter { permissions[$0]?.state == .denied }
        return DateEvidence(day: day, actions: actions, records: records, denied: denied)
    }

    /// Why a date has its reminders, or none: what the programs plan, what the user did, which settings apply, and what happened.
    func causes(_ evidence: DateEvidence) -> [PlacedCause] {
        let day = evidence.day
        var causes = zip(programs, day.programs).flatMap { scheduled($0, $1, evidence.actions) }
        causes += evidence.actions.compactMap(cause).map { PlacedCause(cause: $0) }
        causes += settingCauses(day)
        let isBeyond = today.days(until: day.date) >= settings.horizon
        if isBeyond, !day.notifications.isEmpty {
            let queued = day.date.adding(days: 1 - settings.horizon)
            let cause = ReminderCause.beyondHorizon(days: settings.horizon, queuedOn: queued)
            causes.append(PlacedCause(cause: cause, setting: .horizon))
        }
        causes += evidence.records.filter { $0.state == "missed" }.compactMap(missed)
        let isAhead = evidence.records.contains { $0.state == "pending" } || !day.notifications.isEmpty
        if isAhead { causes += evidence.denied.map { PlacedCause(cause: .denied(channel: $0)) } }
        if day.date < today, evidence.records.isEmpty, day.absence == .unanswered {
            causes.append(PlacedCause(cause: .noRecord))
        }
        return causes
    }

    /// What a program has on the date.
    private func scheduled(_ active: ActiveProgram, _ day: ScheduledDay, _ actions: [RecordedAction]) -> [PlacedCause] {
        let name = active.program.name
        let move = actions.last { action in
            if case .moved = action.kind { [active.program.id, "*"].contains(action.subject) } else { false }
        }
        switch day.kind {
        case .workout(let workout):
            let origin = workout.isMoved ? [movedHere(move, day.date, name)] : []
            return ([.workout(workout)] + origin).map { PlacedCause(cause: $0) }
        case .rest:
            guard let move, case .moved(let from, let to) = move.kind else {
                return [PlacedCause(cause: .restDay(program: name))]
            }
            let away = ReminderCause.movedAway(to: from == day.date ? to : from, at: zone.civil(at: move.at))
            return [.restDay(program: name), away].map { PlacedCause(cause: $0) }
        case .notStarted: return [PlacedCause(cause: .notStarted(program: name, on: active.start))]
        case .ended: return [PlacedCause(cause: .ended(program: name))]
        case .paused: return [PlacedCause(cause: paused(active, day.date, actions))]
        }
    }

    private func movedHere(_ move: RecordedAction?, _ date: CivilDate, _ program: String) -> ReminderCause {
        guard let move, case .moved(let from, let to) = move.kind else { return .movedByProgram(program: program) }
        return .movedHere(from: from == date ? to : from, at: zone.civil(at: move.at))
    }

    private func paused(_ active: ActiveProgram, _ date: CivilDate, _ actions: [RecordedAction]) -> ReminderCause {
        let pause = actions.last { action in
            if case .paused = action.kind { [active.program.id, "*"].contains(action.subject) } else { false }
        }
        // A later 'resume' may have shortened it.
        let range = active.exceptions.lazy.compactMap { exception -> ClosedRange<CivilDate>? in
            guard case .pause(let from, let through) = exception, from <= date, date <= through else { return nil }
            return from...through
        }.first
        guard let pause, let range else { return .pausedByProgram(program: active.program.name) }
        return .paused(
            program: pause.subject == "*" ? nil : active.program.name,
            from: range.lowerBound,
            through: range.upperBound == .latest ? nil : range.upperBound,
            at: zone.civil(at: pause.at)
        )
    }

    /// What the user did, except moves and pauses, which are explained with the programs.
    private func cause(_ action: RecordedAction) -> ReminderCause? {
        let at = zone.civil(at: action.at)
        switch action.kind {
        case .answered(let answer): return .answered(name(action.subject), answer, at: at)
        case .cancelled: return .cancelled(at: at)
        case .snoozed(let until): return .snoozed(until: zone.civil(at: until), at: at)
        case .paused, .moved: return nil
        }
    }

    /// The name of a program or of one of the user's own reminders.
    private func name(_ subject: String) -> String {
        if let number = OccurrenceSource(subject: subject).reminderNumber {
            return input.reminder(number)?.title ?? "#\(number)"
        }
        return programs.first { $0.program.id == subject }?.program.name ?? subject
    }

    /// The settings that decide about the date's reminders.
    private func settingCauses(_ day: DayPlan) -> [PlacedCause] {
        switch day.absence {
        case .off?: return [PlacedCause(cause: .absence(.off), setting: .enabled)]
        case .weekdayOff(let weekday)?:
            let isOwn = zip(programs, day.programs).contains { active, day in
                day.occurrence != nil && facts.activations.first { $0.programID == active.program.id }?.days != nil
            }
            return [PlacedCause(cause: .absence(.weekdayOff(weekday)), setting: isOwn ? nil : .days)]
        case .restDay?: return [PlacedCause(cause: .absence(.restDay), setting: .restDays)]
        case .quiet?: return [PlacedCause(cause: .absence(.quiet), setting: .quietHours)]
        case .noSuchDay?: return [PlacedCause(cause: .absence(.noSuchDay), setting: .timezone)]
        case .nothingPlanned?: return programs.isEmpty ? [PlacedCause(cause: .absence(.nothingPlanned))] : []
        case nil:
            let usesSetting = zip(programs, day.programs).contains { active, day in
                day.occurrence != nil && active.time == nil && active.program.reminders.isEmpty
            }
            guard usesSetting || day.isRestDay, !day.notifications.isEmpty else { return [] }
            return [PlacedCause(cause: .time(settings.time), setting: .time)] + heldCause(day)
        default: return []
        }
    }

    /// Whether the quiet hours move the reminder at the settings' time.
    private func heldCause(_ day: DayPlan) -> [PlacedCause] {
        let usual = CivilDateTime(date: day.date, time: settings.time)
        let ids = [NotificationCategory.workout, .restDay].map { NotificationID($0, on: day.date, at: settings.time) }
        guard settings.quietHours != nil,
            let held = day.notifications.first(where: { ids.contains($0.id) && $0.fireAt != usual })
        else { return [] }
        return [PlacedCause(cause: .held(until: held.fireAt), setting: .quietHours)]
    }

    /// Why a reminder was missed; nil if it was attempted, because its deliveries then state the reason.
    private func missed(_ record: HistoryRecord) -> PlacedCause? {
        let ends = record.deliveries.filter { $0.state == .expired && $0.attempts == 0 }.compactMap(\.endedAt)
        guard let end = ends.min() else { return nil }
        let cause = ReminderCause.notRun(
            from: record.notification.fireAt,
            until: zone.civil(at: end),
            grace: settings.grace
        )
        return PlacedCause(cause: cause, setting: .grace)
    }
}
