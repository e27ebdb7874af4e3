package import CivilTime
import History
import Ledger
import Planning
package import Platform
package import Reminders
package import Results
package import Session
import Training

extension Session {
    /// Why a date has its reminders, or none: what the programs plan, what the user did, which settings apply, and what happened.
    ///
    /// - Parameters:
    ///   - evidence: what the ledger and the plan have about the date.
    ///   - id: a notification of the date; workouts explain a reminder of the user's own only if it follows the programs.
    package func causes(_ evidence: DateEvidence, of id: NotificationID? = nil) -> [PlacedCause] {
        let day = evidence.day
        let own = (evidence.planned + evidence.records.map(\.notification)).first {
            $0.id == id && $0.category == .reminder
        }
        let relation = own?.reminderNumber.flatMap(input.reminder)?.rule.relation
        let isOwn = own != nil && relation == nil
        var causes = isOwn ? [] : zip(programs, day.programs).flatMap { scheduled($0, $1, evidence.actions) }
        causes += isOwn ? [] : day.workouts.flatMap(ofFormerProgram)
        if !isOwn, let event = evidence.dayOff { causes.append(PlacedCause(cause: .dayOff(event), setting: .daysOff)) }
        let actions = evidence.actions.filter { action in
            !isOwn || action.subject == id?.rawValue || OccurrenceSource(subject: action.subject).reminderNumber != nil
        }
        // The last answer counts: if a person answered the same twice within a second, the earlier answer is left out.
        var latest: Set<ReminderCause> = []
        let ofActions = actions.reversed().compactMap { action in
            cause(action).map { PlacedCause(cause: $0, channel: action.channel) }
        }
        causes += ofActions.filter { latest.insert($0.cause).inserted }.reversed()
        if !isOwn { causes += evidenceCauses(day.date) }
        if let relation {
            causes.append(PlacedCause(cause: .follows(relation)))
            if relation.span != nil { causes += timeCauses(day) }
        } else if !isOwn {
            causes += settingCauses(evidence)
        }
        let subjects = (evidence.planned + evidence.records.map(\.notification)).filter { id == nil || id == $0.id }
        causes += subjects.compactMap(skippedByClock).map { PlacedCause(cause: $0) }
        causes += followUpCauses(subjects.map(\.id), evidence)
        causes += subjects.compactMap(unfinished)
        let records = evidence.records.filter { id == nil || id == $0.notification.id }
        causes += records.flatMap { formerCauses($0, day) }
        let isBeyond = today.days(until: day.date) >= settings.horizon
        if isBeyond, !evidence.planned.isEmpty {
            let queued = day.date.adding(days: 1 - settings.horizon)
            let cause = ReminderCause.beyondHorizon(days: settings.horizon, queuedOn: queued)
            causes.append(PlacedCause(cause: cause, setting: .horizon))
        }
        causes += evidence.records.filter { $0.state == "missed" }.compactMap(missed)
        causes += records.flatMap { dropCauses($0, isExplained: !evidence.actions.isEmpty) }
        causes += subjects.compactMap(\.id.missedDates).map { dates in
            PlacedCause(cause: .missedDays(from: dates.lowerBound, through: dates.upperBound))
        }
        let notifications = evidence.planned + evidence.records.map(\.notification)
        causes += notifications.filter { id == nil || id == $0.id }.compactMap(ending)
        let isAhead = evidence.records.contains { $0.state == "pending" } || !evidence.planned.isEmpty
        if isAhead { causes += evidence.denied.map { PlacedCause(cause: .denied(channel: $0)) } }
        if let limit = evidence.compactedBefore, day.date < limit {
            let setting = settings.keep == nil ? nil : SettingKey.keep
            causes.append(PlacedCause(cause: .compacted(before: limit), setting: setting))
        } else if day.date < today, evidence.records.allSatisfy({ $0.drop != nil }) {
            let open = day.outlooks.filter { $0.absence == .unanswered }.map(\.workout)
            if !open.isEmpty, open.allSatisfy(input.isDroppedByQuietHours) {
                causes.append(PlacedCause(cause: .absence(.quiet), setting: .quietHours))
            } else if !open.isEmpty, evidence.records.isEmpty {
                causes.append(PlacedCause(cause: .noRecord))
            }
        }
        var seen: Set<ReminderCause> = []
        return causes.filter { seen.insert($0.cause).inserted }
    }

    private func scheduled(_ active: ActiveProgram, _ day: ScheduledDay, _ actions: [RecordedAction]) -> [PlacedCause] {
        let name = active.program.name
        let moves = actions.filter { action in
            if case .moved = action.kind { [active.program.id, "*"].contains(action.subject) } else { false }
        }
        switch day.kind {
        case .workout(let workout):
            let origin = PlacedCause(cause: movedHere(moves.last, day.date, name), channel: moves.last?.channel)
            let causes =
                [PlacedCause(cause: .workout(workout))] + (workout.isMoved ? [origin] : []) + jump(active, day.date)
            return active.isTrained(workout) ? causes : causes + [weekdayOff(active, day.date.weekday)]
        case .rest:
            let away = moves.last.flatMap { movedAway($0, active, from: day.date) }
            return [PlacedCause(cause: .restDay(program: name))]
                + [away].compactMap { $0 }.map { PlacedCause(cause: $0, channel: moves.last?.channel) }
        case .notStarted: return [PlacedCause(cause: .notStarted(program: name, on: active.start))]
        case .ended: return [PlacedCause(cause: .ended(program: name))]
        case .taken(let workout):
            return [input.taken(workout).map { PlacedCause(cause: $0, setting: .oneADay) }].compactMap { $0 }
        case .paused: return [PlacedCause(cause: paused(active, day.date, actions))]
        }
    }

    /// Where the user made a program continue before a date.
    private func jump(_ active: ActiveProgram, _ date: CivilDate) -> [PlacedCause] {
        active.calendar(today: today).jump(through: date).map { jump in
            let name = active.program.name
            let repeated = jump.place.failure.map { ReminderCause.repeated(program: name, after: $0, on: jump.date) }
            return [PlacedCause(cause: repeated ?? .jumped(program: name, week: jump.place.week, on: jump.date))]
        } ?? []
    }

    /// A weekday outside the program's training days, which are its own or those of the settings.
    private func weekdayOff(_ active: ActiveProgram, _ weekday: Weekday) -> PlacedCause {
        let isOwn = facts.activations.first { $0.programID == active.program.id }?.days != nil
        return isOwn
            ? PlacedCause(cause: .weekdayOff(program: active.program.name, weekday))
            : PlacedCause(cause: .absence(.weekdayOff(weekday)), setting: .days)
    }

    /// Where the workout of a date is now; nil if the date has none without moves.
    private func movedAway(_ move: RecordedAction, _ active: ActiveProgram, from date: CivilDate) -> ReminderCause? {
        let moves = active.exceptions.compactMap { exception -> [CivilDate]? in
            if case .move(let from, let to) = exception { [from, to] } else { nil }
        }
        let others = active.exceptions.filter { exception in
            if case .move = exception { false } else { true }
        }
        let plain = active.with(exceptions: others).calendar(today: today).day(on: date).occurrence
        let calendar = active.calendar(today: today)
        guard let plain,
            let target = Set(moves.joined()).sorted().first(where: { candidate in
                guard let moved = calendar.day(on: candidate).occurrence, moved.isMoved else { return false }
                return moved.dayID == plain.dayID && moved.week == plain.week
            })
        else { return nil }
        return .movedAway(to: target, at: zone.civil(at: move.at))
    }

    private func movedHere(_ move: RecordedAction?, _ date: CivilDate, _ program: String) -> ReminderCause {
        guard let move, case .moved(let from, let to) = move.kind else { return .movedByProgram(program: program) }
        return .movedHere(from: from == date ? to : from, at: zone.civil(at: move.at))
    }

    private func paused(_ active: ActiveProgram, _ date: CivilDate, _ actions: [RecordedAction]) -> ReminderCause {
        let pause = actions.last { action in
            if case .paused = action.kind { [active.program.id, "*"].contains(action.subject) } else { false }
        }
        guard let pause, case .paused(let from, let through) = pause.kind else {
            return .pausedByProgram(program: active.program.name)
        }
        // A later 'resume' may have shortened it.
        let present = active.exceptions.lazy.compactMap { exception -> CivilDate? in
            guard case .pause(from, let last) = exception, date <= last else { return nil }
            return last
        }.min()
        let last = min(present ?? through, through)
        return .paused(
            program: pause.subject == "*" ? nil : active.program.name,
            from: from,
            through: last == .latest ? nil : last,
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

    /// What the training log shows about unanswered workouts of a date.
    private func evidenceCauses(_ date: CivilDate) -> [PlacedCause] {
        input.evidence.filter { $0.key.date == date }.sorted { $0.key.source.subject < $1.key.source.subject }.map {
            key,
            found in
            let closing = facts.answers[key].flatMap { _ in found.closing(on: date, in: zone) }
            let cause = ReminderCause.logged(
                name(key.source.subject),
                count: found.logged,
                total: found.exercises,
                doneAt: closing.map { zone.civil(at: $0) }
            )
            return PlacedCause(cause: cause, setting: .evidence)
        }
    }

    /// The last workout of the program whose end a notification reports; nil for other notifications.
    private func ending(_ notification: PlannedNotification) -> PlacedCause? {
        notification.id.endedProgram.map { program in
            let last = notification.date.adding(days: -1)
            return PlacedCause(cause: .lastWorkout(program: name(program), on: last))
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
    private func settingCauses(_ evidence: DateEvidence) -> [PlacedCause] {
        let day = evidence.day
        return day.reasons.flatMap { reason -> [PlacedCause] in
            switch reason {
            case .off?: [PlacedCause(cause: .absence(.off), setting: .enabled)]
            case .restDay?: [PlacedCause(cause: .absence(.restDay), setting: .restDays)]
            case .started?: [PlacedCause(cause: .absence(.started))]
            case .quiet?: [PlacedCause(cause: .absence(.quiet), setting: .quietHours)]
            case .noSuchDay?: [PlacedCause(cause: .absence(.noSuchDay), setting: .timezone)]
            case .nothingPlanned?: programs.isEmpty ? [PlacedCause(cause: .absence(.nothingPlanned))] : []
            case .due?: timeCauses(day) + [PlacedCause(cause: .absence(.due))]
            case .past?: timeCauses(day) + [PlacedCause(cause: .absence(.past))]
            case nil: day.notifications.isEmpty ? [] : timeCauses(day)
            default: []
            }
        }
    }

    /// The times of day of the reminders, and what moves them.
    private func timeCauses(_ day: DayPlan) -> [PlacedCause] {
        let times = zip(programs, day.programs).compactMap { active, planned -> PlacedCause? in
            guard let workout = planned.occurrence, active.isTrained(workout) else { return nil }
            if let time = active.time { return PlacedCause(cause: .ownTime(of: active.program.name, time)) }
            if let time = active.ownTime(ofDay: workout.dayID) {
                return PlacedCause(cause: .ownTime(of: workout.dayName, time))
            }
            return active.program.reminders.isEmpty ? PlacedCause(cause: usualTime(on: day.date), setting: .time) : nil
        }
        let usual = day.isRestDay ? [PlacedCause(cause: usualTime(on: day.date), setting: .time)] : times
        let held = day.notifications.first { $0.isShifted && skippedByClock($0) == nil }
        guard settings.quietHours != nil, let held else { return usual }
        return usual + [PlacedCause(cause: .held(until: held.fireAt), setting: .quietHours)]
    }

    private func usualTime(on date: CivilDate) -> ReminderCause {
        let time = input.usualTime(on: date)
        return settings.autoTime.map { .autoTime(time, $0, input.usualMove(on: date)) } ?? .time(time)
    }

    private func skippedByClock(_ notification: PlannedNotification) -> ReminderCause? {
        guard notification.isShifted, let time = notification.id.timeOfDay, notification.zone == zone.identifier,
            case .gap = zone.resolve(CivilDateTime(date: notification.fireAt.date, time: time))
        else { return nil }
        return .skippedByClock(time, until: notification.fireAt)
    }

    /// The reminders that follow-ups belong to.
    private func followUpCauses(_ ids: [NotificationID], _ evidence: DateEvidence) -> [PlacedCause] {
        evidence.records.map(\.notification).filter { $0.category == .followUp && ids.contains($0.id) }.compactMap {
            one in
            // The reminder of an unfinished workout follows no other one.
            guard one.id.unfinishedProgram == nil else { return nil }
            let first = evidence.records.first { $0.notification.id == one.id.root }
            return first.map { first in
                let cause = ReminderCause.followsUp(from: first.notification.fireAt, at: one.fireAt)
                return PlacedCause(cause: cause, setting: .followUp)
            }
        }
    }

    /// When the workout began that a reminder of an unfinished workout is about; nil for other notifications.
    private func unfinished(_ notification: PlannedNotification) -> PlacedCause? {
        guard let program = notification.id.unfinishedProgram, let item = notification.items.first else { return nil }
        let key = OccurrenceKey(.program(program), on: notification.date)
        return (facts.started.first { $0.workout == key }?.at ?? facts.settledAt[key]).map { at in
            PlacedCause(cause: .unfinished(item.name, at: zone.civil(at: at)), setting: .unfinished)
        }
    }

    /// What a sent reminder was about, if the date no longer has it, and the end of its program, if that is why.
    private func formerCauses(_ record: HistoryRecord, _ day: DayPlan) -> [PlacedCause] {
        let notification = record.notification
        guard notification.category == .workout, notification.date == day.date, record.drop == nil else { return [] }
        return notification.items.flatMap { item -> [PlacedCause] in
            guard case .workout(let former) = item,
                !day.workouts.contains(where: { $0.programID == former.programID && $0.dayID == former.dayID })
            else { return [] }
            let about = ReminderCause.former(former.dayName, program: former.programName, at: notification.fireAt)
            return [about, end(of: former.programID, former.programName)].compactMap {
                $0.map { PlacedCause(cause: $0) }
            }
        }
    }

    /// A workout that no active program has, and the end of its program.
    private func ofFormerProgram(_ workout: Occurrence) -> [PlacedCause] {
        guard !programs.contains(where: { $0.has(workout) }) else { return [] }
        return [.workout(workout), end(of: workout.programID, workout.programName)].compactMap {
            $0.map { PlacedCause(cause: $0) }
        }
    }

    /// When a program was deactivated; nil if it is active.
    private func end(of program: String, _ name: String) -> ReminderCause? {
        guard !programs.contains(where: { $0.program.id == program }) else { return nil }
        return facts.former.last { $0.activation.programID == program }.map {
            .changed(.deactivated(program: program), name: name, at: zone.civil(at: $0.endedAt))
        }
    }

    /// Why a reminder is no longer planned; pauses and moves are explained with the programs.
    private func dropCauses(_ record: HistoryRecord, isExplained: Bool) -> [PlacedCause] {
        let causes = record.drop?.causes(of: record.notification, in: zone, isExplained: isExplained) ?? []
        return causes.map { PlacedCause(cause: $0) }
    }

    /// Why a reminder was missed; nil if it was attempted or its fate is unknown, because its deliveries then state the reason.
    private func missed(_ record: HistoryRecord) -> PlacedCause? {
        let ends = record.deliveries.filter { $0.state == .expired && $0.attempts == 0 && !$0.isLost }.compactMap(
            \.endedAt
        )
        guard let end = ends.min() else { return nil }
        let cause = ReminderCause.notRun(
            from: record.notification.fireAt,
            until: zone.civil(at: end),
            grace: settings.grace
        )
        return PlacedCause(cause: cause, setting: .grace)
    }
}

extension PlannedNotification {
    /// Whether it is sent at another time of day than that in its ID.
    fileprivate var isShifted: Bool {
        guard [.workout, .restDay, .reminder].contains(category), id.root == id, let time = id.timeOfDay else {
            return false
        }
        return time != fireAt.time
    }
}

extension NotificationID {
    /// The time of day in the ID, such as `0730` in `workout/2026-11-23/0730`; nil if there is none, or if it is sent before that time.
    fileprivate var timeOfDay: TimeOfDay? {
        let digits = rawValue.split(separator: "/").first {
            $0.utf8.count == 4 && $0.utf8.allSatisfy { (48...57).contains($0) }
        }
        return digits.flatMap { try? TimeOfDay(parsing: "\($0.prefix(2)):\($0.suffix(2))") }
    }
}

extension Store {
    /// Reads everything that explains the reminders of a date.
    package func evidence(about date: CivilDate) throws(CommandError) -> DateEvidence {
        let (actions, records, permissions) = try workspace.withLedger { (ledger) throws(LedgerError) in
            (
                try ledger.actions(about: date), try ledger.notifications(about: date, now: session.now),
                try ledger.permissions()
            )
        }
        guard let day = try outlooks(date..<date.adding(days: 1)).days.first else { throw .calendarEnds }
        // A reminder may be due on another date than its workout.
        let plan = date < session.today ? nil : session.plan(days: session.today.days(until: date) + 16)
        let planned = (plan?.notifications ?? []).filter { notification in
            let isAbout = notification.date == date || notification.fireAt.date == date
            // A reminder that became wanted after its time is not sent.
            let isOverdue = plan?.overdue.contains(notification.id) ?? false
            return isAbout
                && (isOverdue || session.input.isAhead(notification) || session.input.isWaiting(notification))
        }
        let denied = session.channelsInUse.filter { permissions[$0]?.state == .denied }
        return DateEvidence(
            day: day,
            planned: planned,
            actions: actions,
            records: records,
            denied: denied,
            compactedBefore: try workspace.compactedBefore(in: session.zone),
            dayOff: daysOff(date..<date.adding(days: 1))[date]
        )
    }
}
