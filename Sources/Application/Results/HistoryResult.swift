package import CivilTime
package import History
package import Ledger
package import Localization
package import Planning
package import Platform
package import Reminders

/// Past reminders and their deliveries.
package struct HistoryResult: CommandResult {
    package static let kind = "history"

    struct Entry: Encodable {
        let notification: ListedNotification
        let state: String
        let deliveries: [ListedDelivery]
        /// Why it is no longer planned; empty if it was sent or missed, or is pending.
        let causes: [DropCause]
        /// The answers to it that channels reported.
        let answers: [ChannelAnswer]

        private enum CodingKeys: String, CodingKey { case state, deliveries, causes, answers }

        /// An answer that a channel reported.
        struct ChannelAnswer: Encodable {
            let channel: String
            let action: String
            /// When the user gave it.
            let at: String
            let refused: Bool
            /// Why it was refused, or what of it could not be read.
            let message: String?
            /// The answer in words.
            let text: String

            private enum CodingKeys: String, CodingKey { case channel, action, at, refused, message }

            init(_ answer: ReportedAnswer, _ notification: PlannedNotification, in zone: Zone, _ words: MessageCatalog)
            {
                (channel, action, refused) = (answer.channel, answer.action, !answer.isRecorded)
                message = answer.text.isEmpty ? nil : answer.text
                at = answer.at.description
                let label = notification.actions(words).first { $0.id == answer.action }?.label ?? answer.action
                let moment = HistoryResult.moment(zone.civil(at: answer.at), words.format)
                let given = words.text(.labeled, ["label": channel, "value": "\(label), \(moment)"])
                let outcome = refused ? ["refused", message].compactMap(\.self).joined(separator: ": ") : message
                text = [given, outcome].compactMap(\.self).joined(separator: "; ")
            }
        }

        /// A reason why a reminder is no longer planned, as a code and in words.
        struct DropCause: Encodable {
            let code: String
            let text: String
        }

        init(_ record: HistoryRecord, in zone: Zone, now: Instant, _ words: MessageCatalog) {
            let today = zone.civil(at: now).date
            causes = (record.drop?.causes(of: record.notification, in: zone) ?? []).map { cause in
                DropCause(code: cause.code, text: words.reason(cause, today: today))
            }
            notification = ListedNotification(record.notification)
            state = record.state
            deliveries = record.deliveries.map(ListedDelivery.init)
            answers = record.answers.map { ChannelAnswer($0, record.notification, in: zone, words) }
        }

        /// A notification that is planned and not in the queue.
        init(planned notification: PlannedNotification) {
            self.notification = ListedNotification(notification)
            state = "planned"
            deliveries = []
            causes = []
            answers = []
        }

        func encode(to encoder: any Encoder) throws {
            try notification.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(state, forKey: .state)
            try container.encode(deliveries, forKey: .deliveries)
            if !causes.isEmpty { try container.encode(causes, forKey: .causes) }
            if !answers.isEmpty { try container.encode(answers, forKey: .answers) }
        }
    }

    let notifications: [Entry]
    private let moments: [String]
    private let summaries: [String]
    private let words: MessageCatalog
    private let isFiltered: Bool
    /// The date before which details were replaced by counts, if the list reaches before it.
    private let compactedBefore: String?

    private enum CodingKeys: String, CodingKey { case notifications, compactedBefore = "compacted_before" }

    /// - Parameters:
    ///   - isFiltered: whether there may be other past reminders.
    ///   - compactedBefore: the date before which details were replaced by counts.
    package init(
        _ records: [HistoryRecord],
        isFiltered: Bool = false,
        compactedBefore: CivilDate? = nil,
        in zone: Zone,
        now: Instant,
        _ words: MessageCatalog
    ) {
        self.words = words
        self.isFiltered = isFiltered
        self.compactedBefore = compactedBefore?.description
        moments = records.map { HistoryResult.moment($0.notification.fireAt, words.format) }
        summaries = records.map(\.notification.summary)
        notifications = records.map { Entry($0, in: zone, now: now, words) }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !notifications.isEmpty else { return words.text(isFiltered ? .nothingMatches : .nothingPast) + "\n" }
        let rows = notifications.indices.flatMap { index -> [[String]] in
            let entry = notifications[index]
            return [[moments[index], painted(entry.state, style), style.bold(summaries[index])]]
                + entry.deliveries.map { ["", "", style.dim(HistoryResult.line($0, words))] }
                + (entry.answers.map(\.text) + entry.causes.map(\.text)).map { ["", "", style.dim($0)] }
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    /// A delivery in words: `console: delivered, 30 min late`.
    static func line(_ delivery: ListedDelivery, _ words: MessageCatalog) -> String {
        let late = delivery.lateSeconds.map { $0 >= 60 ? ", " + words.lateInMinutes($0) : "" } ?? ""
        func labeled(_ label: String, _ value: String) -> String {
            words.text(.labeled, ["label": label, "value": value])
        }
        let state = labeled(delivery.channel, words.word("delivery.state", delivery.state) + late)
        return (delivery.message.map { labeled(state, $0) } ?? state)
            + (delivery.early.map { "; before: \($0.message)" } ?? "")
    }

    /// `2026-11-23 07:30` without a locale, otherwise in the locale's format; always with the year, because it may be long ago.
    private static func moment(_ moment: CivilDateTime, _ format: LocaleFormat) -> String {
        guard !format.isPlain else { return "\(moment.date) \(format.time(moment.time))" }
        return format.statedMoment(moment, today: .earliest)
    }

    private func painted(_ state: String, _ style: Style) -> String {
        let word = words.word("delivery.state", state)
        return switch state {
        case "delivered": style.green(word)
        case "failed": style.red(word)
        default: style.magenta(word)
        }
    }
}

extension DroppedReminder {
    /// - Parameter isExplained: whether something else explains that the plan changed.
    package func causes(of notification: PlannedNotification, in zone: Zone, isExplained: Bool = false)
        -> [ReminderCause]
    {
        let moment = zone.civil(at: at)
        let programs = notification.items.compactMap { item -> (id: String, name: String)? in
            if case .workout(let workout) = item { (workout.programID, workout.programName) } else { nil }
        }
        // With several changes, such as a replaced program, those of the reminder's own program explain it.
        let own = changes.filter { change in programs.contains { $0.id == change.program } }
        let causes = (own.isEmpty ? changes : own).compactMap { change in
            change.cause(of: notification, name: programs.first { $0.id == change.program }?.name, at: moment)
        }
        return causes.isEmpty && !isExplained ? [.replanned(at: moment)] : causes
    }
}
