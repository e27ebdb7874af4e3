import CivilTime
package import Platform
import Ledger
import Localization
import Planning
import PrintableText
package import Reminders
package import Session
import YAMLSource

/// The user's own reminders.
package struct UserRemindersResult: CommandResult {
    package static let kind = "reminders"

    struct Entry: Encodable {
        let number: Int64
        let title: String
        let notes: String?
        let at: String
        let rule: String
        /// The next date on which it is sent.
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

    package init(_ reminders: [UserReminder], _ planning: PlanningSession) {
        self.reminders = reminders.map { reminder in
            Entry(
                number: reminder.number,
                title: reminder.title,
                notes: reminder.notes,
                at: reminder.at.description,
                rule: reminder.rule.description,
                nextDate: reminder.next(planning)?.description,
                nextAt: reminder.nextTime(planning)?.description,
                cancelledDates: UserRemindersResult.cancelled(reminder, planning).map(\.description),
                state: UserRemindersResult.state(reminder, planning)
            )
        }
        moments = reminders.map { $0.inWords(planning) }
        words = planning.words
    }

    private static func cancelled(_ reminder: UserReminder, _ planning: PlanningSession) -> [CivilDate] {
        let first = max(planning.today, reminder.at.date)
        let end = reminder.next(planning) ?? first.adding(days: reminder.rule == .once ? 1 : 367)
        return planning.input.dates(of: reminder, from: first).prefix { $0 < end }.filter { date in
            planning.input.notificationID(of: reminder, on: date).map(planning.facts.cancelled.contains) ?? false
        }
    }

    private static func state(_ reminder: UserReminder, _ planning: PlanningSession) -> String {
        let date = reminder.rule == .once ? reminder.at.date : planning.today
        if let answer = planning.facts.answers[OccurrenceKey(reminder.source, on: date)] {
            return answer == .completed ? "done" : "skipped"
        }
        if reminder.isCancelled(planning) { return "cancelled" }
        if reminder.rule == .once, planning.zone.instant(of: reminder.at) <= planning.now { return "past" }
        return planning.settings.isEnabled ? "on" : "off"
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
        return state == "on" ? style.green(word) : style.yellow(word)
    }
}

extension UserReminder {
    /// The title and the time, as a sentence.
    package func sentence(_ planning: PlanningSession) -> String {
        let words = planning.words
        let shown = planning.zone.shown(at)
        let once = words.onDateAndTime(shown, today: planning.today) + words.note(asked: at, shown)
        let when = rule == .once ? once : inWords(planning)
        return words.text(.reminderIs, ["number": "\(number)", "title": title, "when": when])
    }

    /// The next date on which it is sent.
    func next(_ planning: PlanningSession) -> CivilDate? { planning.input.nextDate(of: self) }

    /// When it is sent next; a time that the clock skips moves forward.
    func nextTime(_ planning: PlanningSession) -> CivilDateTime? {
        next(planning).flatMap { planning.input.moment(of: self, on: $0) }.map(planning.zone.shown)
    }

    /// Whether its only date was cancelled.
    func isCancelled(_ planning: PlanningSession) -> Bool {
        rule == .once
            && planning.input.notificationID(of: self, on: at.date).map(planning.facts.cancelled.contains) ?? false
    }

    /// When it is sent, in words.
    func inWords(_ planning: PlanningSession) -> String {
        let (words, today, zone) = (planning.words, planning.today, planning.zone)
        guard rule != .once else {
            let shown = zone.shown(at)
            return words.moment(shown, today: today) + words.note(asked: at, shown)
        }
        let next = next(planning)
        guard rule.hasTime else {
            let moment = next.flatMap { planning.input.moment(of: self, on: $0) }
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
