import CivilTime
import Reminders

extension FuzzTarget {
    /// Dates, times, spans, weekdays and repetitions as people write them: the displayed text reads back as the same value.
    static let times = FuzzTarget(name: "times") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        try roundTrip(text) { try CivilDate(parsing: $0) }
        try roundTrip(text) { try TimeOfDay(parsing: $0) }
        try roundTrip(text) { try TimeSpan(parsing: $0) }
        try roundTrip(text) { try Weekday(parsing: $0) }
        try roundTrip(text) { try WeekdaySet(parsing: $0) }
        try roundTrip(text) { try RepeatRule(parsing: $0) }
        try roundTrip(text) { try Instant(parsing: $0, in: .utc) }
        try typed(text)
    }

    /// The typed forms read every strict form as the same value; a time or weekday alone is never in the past.
    private static func typed(_ text: String) throws {
        let today = CivilDate(dayNumber: 20_779)
        try roundTrip(text) { try CivilDate(typed: $0, today: today) }
        try roundTrip(text) { try TimeOfDay(typed: $0) }
        try roundTrip(text) { try TimeSpan(typed: $0) }
        if text.utf8.count <= 100 {
            try agree(text, try? CivilDate(parsing: text), try? CivilDate(typed: text, today: today))
            try agree(text, try? TimeOfDay(parsing: text), try? TimeOfDay(typed: text))
            try agree(text, try? TimeSpan(parsing: text), try? TimeSpan(typed: text))
        }
        let now = Zone.utc.instant(of: CivilDateTime(date: today, time: .midnight)).adding(.hours(20))
        guard case .at(let moment)? = try? TypedMoment(parsing: text, now: now, in: .utc) else { return }
        if (try? TimeOfDay(typed: text)) != nil {
            try require(Zone.utc.instant(of: moment) > now, "\(text.debugDescription) is \(moment), which is past")
        }
        try agree("\(moment)", TypedMoment.at(moment), try? TypedMoment(parsing: "\(moment)", now: now, in: .utc))
    }

    private static func agree<Value: Equatable>(_ text: String, _ strict: Value?, _ typed: Value?) throws {
        guard let strict else { return }
        try require(
            strict == typed,
            "\(text.debugDescription) is \(strict), and as typed text \(String(describing: typed))"
        )
    }

    private static func roundTrip<Value: Equatable & CustomStringConvertible & SendableMetatype>(
        _ text: String,
        _ parse: (String) throws -> Value
    ) throws {
        guard let value = try? parse(text) else { return }
        let again = try? parse(value.description)
        try require(
            again == value,
            "\(text.debugDescription) is \(value), which reads back as \(again.map(String.init(describing:)) ?? "nothing")"
        )
    }
}
