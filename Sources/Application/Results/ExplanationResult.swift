package import CivilTime
package import History
import Localization
package import Planning
package import Platform
package import Reminders
package import Session
import YAMLSource

/// What the ledger and the plan have about a date.
package struct DateEvidence {
    package let day: DayPlan
    /// The notifications about the date, or due on it, that are planned.
    package let planned: [PlannedNotification]
    package let actions: [RecordedAction]
    package let records: [HistoryRecord]
    /// The channels of reminders that the user denied.
    package let denied: [String]
    /// The date before which details were replaced by counts.
    package let compactedBefore: CivilDate?
    /// The event that makes it a day off; nil if there is none.
    package let dayOff: String?

    package init(
        day: DayPlan,
        planned: [PlannedNotification],
        actions: [RecordedAction],
        records: [HistoryRecord],
        denied: [String],
        compactedBefore: CivilDate?,
        dayOff: String?
    ) {
        (self.day, self.planned, self.actions, self.records) = (day, planned, actions, records)
        (self.denied, self.compactedBefore, self.dayOff) = (denied, compactedBefore, dayOff)
    }

    /// Whether a notification is planned, in the queue or in the record, was cancelled or snoozed by the user, or may have been
    /// replaced by counts.
    package func has(_ id: NotificationID) -> Bool {
        planned.contains { $0.id == id } || records.contains { $0.notification.id == id }
            || actions.contains { $0.subject == id.rawValue } || compactedBefore.map { day.date < $0 } ?? false
    }
}

/// A cause, and the key in the settings that it follows from, or the channel.
package struct PlacedCause {
    package let cause: ReminderCause
    package var setting: SettingKey?
    /// The channel through which the user gave the answer that is the cause.
    package var channel: String?

    package init(cause: ReminderCause, setting: SettingKey? = nil, channel: String? = nil) {
        (self.cause, self.setting, self.channel) = (cause, setting, channel)
    }
}

/// Why a date has its reminders, or none.
package struct ExplanationResult: CommandResult {
    package static let kind = "explanation"

    /// A reason, as a code and in words.
    struct Cause: Encodable {
        let code: String
        let text: String
        /// The channel through which the user gave the answer that is the reason.
        let channel: String?
        /// The settings file, if one of its keys is the reason.
        let path: ResultPath?
        let line: Int?
        let column: Int?

        init(_ placed: PlacedCause, _ session: Session) {
            code = placed.cause.code
            let words = session.words
            let reason = words.reason(placed.cause, today: session.today)
            channel = placed.channel
            text = channel.map { words.text(.labeled, ["label": $0, "value": reason]) } ?? reason
            let loaded = session.loaded
            let location = placed.setting.flatMap { loaded.spans[$0] }.flatMap {
                loaded.source?.location(of: $0.start)
            }
            path = location.map { _ in ResultPath(session.paths.settings, session.paths) }
            line = location?.line
            column = location?.column
        }

        /// `Wednesday is not one of your training days (~/.config/antrain/settings.yaml:6:9)`.
        var placedText: String {
            guard let path, let line, let column else { return text }
            return "\(text) (\(path.shown):\(line):\(column))"
        }
    }

    let date: String
    let weekday: String
    let absence: DayResult.Absence?
    let notifications: [HistoryResult.Entry]
    let causes: [Cause]
    private let headline: String
    private let rows: [[String]]

    private enum CodingKeys: String, CodingKey {
        case date, weekday, absence = "no_reminder", notifications, causes
    }

    /// - Parameters:
    ///   - evidence: what the ledger and the plan have about the date.
    ///   - id: the only notification to show; nil for all.
    package init(_ evidence: DateEvidence, _ causes: [PlacedCause], only id: NotificationID?, _ session: Session) {
        let words = session.words
        let day = DayResult(evidence.day, session)
        date = day.date
        weekday = day.weekday
        headline = words.text(.headline, ["day": day.when, "summary": day.summary])
        let known = Set(evidence.records.map(\.notification.id))
        let planned = evidence.planned.filter { !known.contains($0.id) }
        let entries =
            evidence.records.map { record in
                (HistoryResult.Entry(record, in: session.zone, now: session.now, words), record.notification)
            } + planned.map { (HistoryResult.Entry(planned: $0), $0) }
        let shown = entries.filter { id == nil || $0.1.id == id }
        // The absence concerns the workouts; the day may have other reminders.
        let isGone = shown.allSatisfy { ["dropped", "replaced"].contains($0.0.state) }
        absence = isGone && id == nil ? day.absence : nil
        notifications = shown.map(\.0)
        rows = shown.flatMap { entry, notification -> [[String]] in
            let moment = words.moment(notification.fireAt, today: session.today)
            return [[moment, words.word("delivery.state", entry.state), notification.title]]
                + entry.deliveries.map { ["", "", HistoryResult.line($0, words)] }
        }
        self.causes = causes.map { Cause($0, session) }
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines = [style.bold(headline)]
        if let absence {
            lines += TextWrap.lines(absence.text, columns: columns - 2).map { "  " + $0 }
        }
        lines += TextTable.lines(
            rows.map { row in ["  " + row[0], row[1], row[0].isEmpty ? style.dim(row[2]) : row[2]] },
            columns: columns
        )
        for cause in causes where cause.text != absence?.text || cause.path != nil {
            let wrapped = TextWrap.lines(cause.placedText, columns: columns - 4)
            lines += wrapped.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
