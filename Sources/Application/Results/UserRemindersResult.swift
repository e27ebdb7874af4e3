import CivilTime
import Ledger
import Localization
import Planning
package import Platform
import PrintableText
package import Reminders
package import Session

/// The user's own reminders.
package struct UserRemindersResult: CommandResult {
    package static let kind = "reminders"

    struct Entry: Encodable {
        let number: Int64
        let title: String
        let notes: String?
        let at: String
        let rule: String
        let nextDate: String?
        /// The local time at which it is sent next; not the requested time if the clock skips that.
        let nextAt: String?
        /// The cancelled dates from today to the next date on which it is sent.
        let cancelledDates: [String]
        let state: String

        private enum CodingKeys: String, CodingKey {
            case number, title, notes, at, rule = "repeat", nextDate = "next_date", nextAt = "next_at",
                cancelledDates = "cancelled_dates", state
        }
    }

    let reminders: [Entry]
    private let moments: [String]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case reminders }

    package init(_ reminders: [UserReminder], _ session: Session) {
        self.reminders = reminders.map { reminder in
            Entry(
                number: reminder.number,
                title: reminder.title,
                notes: reminder.notes,
                at: reminder.at.description,
                rule: reminder.rule.description,
                nextDate: reminder.next(session)?.description,
                nextAt: reminder.nextTime(session)?.description,
                cancelledDates: UserRemindersResult.cancelled(reminder, session).map(\.description),
                state: UserRemindersResult.state(reminder, session)
            )
        }
        moments = reminders.map { $0.inWords(session) }
        words = session.words
    }

    private static func cancelled(_ reminder: UserReminder, _ session: Session) -> [CivilDate] {
        let first = max(session.today, reminder.at.date)
        let end = reminder.next(session) ?? first.adding(days: reminder.rule == .once ? 1 : 367)
        return session.input.dates(of: reminder, from: first).prefix { $0 < end }.filter { date in
            session.input.notificationID(of: reminder, on: date).map(session.facts.cancelled.contains) ?? false
        }
    }

    private static func state(_ reminder: UserReminder, _ session: Session) -> String {
        let date = reminder.rule == .once ? reminder.at.date : session.today
        if let answer = session.facts.answers[OccurrenceKey(reminder.source, on: date)] {
            return answer.code
        }
        if reminder.isCancelled(session) { return "cancelled" }
        if reminder.rule == .once, session.zone.instant(of: reminder.at) <= session.now { return "past" }
        return session.settings.isEnabled ? "on" : "off"
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !reminders.isEmpty else {
            return words.text(.noReminders, ["command": "antrain reminder add Tea --in 45m"]) + "\n"
        }
        let rows = zip(reminders, moments).map { entry, moment in
            [
                style.dim("\(entry.number)"), style.bold(entry.title), moment, painted(entry.state, style),
                style.dim(entry.notes ?? ""),
            ]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private func painted(_ state: String, _ style: Style) -> String {
        let word =
            switch state {
            case "off": words.text(.absentOff)
            case "cancelled": words.word("delivery.state", state)
            default: words.word("reminder.state", state)
            }
        return state == "on" ? style.green(word) : style.magenta(word)
    }
}

extension UserReminder {
    /// The title and the time, as a sentence.
    package func sentence(_ session: Session) -> String {
        let words = session.words
        let shown = session.zone.shown(at)
        let once = words.onDateAndTime(shown, today: session.today) + words.note(asked: at, shown)
        let when = rule == .once ? once : inWords(session)
        return words.text(.reminderIs, ["number": "\(number)", "title": title, "when": when])
    }

    func next(_ session: Session) -> CivilDate? { session.input.nextDate(of: self) }

    /// When it is sent next; a time that the clock skips moves forward.
    func nextTime(_ session: Session) -> CivilDateTime? {
        next(session).flatMap { session.input.moment(of: self, on: $0) }.map(session.zone.shown)
    }

    /// Whether its only date was cancelled.
    func isCancelled(_ session: Session) -> Bool {
        rule == .once
            && session.input.notificationID(of: self, on: at.date).map(session.facts.cancelled.contains) ?? false
    }

    /// When it is sent, in words.
    func inWords(_ session: Session) -> String {
        let (words, today, zone) = (session.words, session.today, session.zone)
        guard rule != .once else {
            let shown = zone.shown(at)
            return words.moment(shown, today: today) + words.note(asked: at, shown)
        }
        let next = next(session)
        guard rule.hasTime else {
            let moment = next.flatMap { session.input.moment(of: self, on: $0) }
            let asked = moment.map { words.text(.reminderNext, ["day": words.onMoment(zone.shown($0), today: today)]) }
            return [words.rule(rule), asked].compactMap { $0 }.joined(separator: ", ")
                + (moment.map { words.note(asked: $0, zone.shown($0)) } ?? "")
        }
        var parts = ["\(words.rule(rule)) \(words.at(at.time))"]
        if rule.relation == nil, at.date > today, next.map({ $0 == at.date }) ?? true {
            parts.append(words.text(.reminderFrom, ["date": words.format.statedDate(at.date, today: today)]))
        } else if let next {
            parts.append(words.text(.reminderNext, ["day": words.onDay(next, today: today)]))
        }
        let note = next.map { date in
            let asked = CivilDateTime(date: date, time: at.time)
            return words.note(asked: asked, zone.shown(asked))
        }
        return parts.joined(separator: ", ") + (note ?? "")
    }
}

extension MessageCatalog {
    /// Why a reminder is sent at a different time than requested, in parentheses; empty if it is not.
    fileprivate func note(asked: CivilDateTime, _ shown: CivilDateTime) -> String {
        guard shown != asked else { return "" }
        let note = text(.skippedTime, ["time": format.time(asked.time), "shown": format.time(shown.time)])
        return " (\(note.hasSuffix(".") ? String(note.dropLast()) : note))"
    }
}

/// A reminder with its workouts and possible answers.
package struct ReminderResult: CommandResult {
    package static let kind = "reminder"

    /// An answer that can be given.
    struct Action: Encodable {
        let id: String
        let text: String
        let command: String
    }

    let notification: ListedNotification
    let link: String
    let answered: Bool
    let workouts: [DayResult.Workout]
    let actions: [Action]
    private let note: String

    private enum CodingKeys: String, CodingKey { case link, answered, workouts, actions }

    package init(_ reminder: PlannedNotification, _ session: Session) {
        notification = ListedNotification(reminder)
        link = reminder.link
        answered = reminder.leaving(session.facts.answers) == nil
        let words = session.words
        note = ([words.moment(reminder.fireAt, today: session.today)] + (answered ? [words.text(.answered)] : []))
            .joined(separator: ", ")
        workouts = WorkoutResult(reminder.occurrences.compactMap(session.occurrence), session).workouts
        // Only possible actions: a workout may be paused or moved, or its program may no longer be active.
        actions = (session.open(reminder)?.actions(words, on: session.today) ?? []).map {
            Action(id: $0.id, text: $0.label, command: $0.command)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try notification.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(link, forKey: .link)
        try container.encode(answered, forKey: .answered)
        try container.encode(workouts, forKey: .workouts)
        try container.encode(actions, forKey: .actions)
    }

    package func text(_ style: Style, columns: Int) -> String {
        let texts = [style.bold(notification.title), notification.body, style.dim(note)].filter {
            DisplayWidth.of($0) > 0
        }
        var lines = texts.map { TextWrap.paragraphs($0, columns: columns) }
        for workout in workouts { lines += [""] + workout.lines(style, columns: columns) }
        if !actions.isEmpty {
            lines += [""] + TextTable.lines(actions.map { ["  " + $0.text, $0.command] }, columns: columns)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
