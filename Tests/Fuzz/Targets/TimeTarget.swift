import CivilTime
import Reminders

extension FuzzTarget {
    /// Dates, times, spans, weekdays and repetitions as people write them: what is shown reads back as what was read.
    static let times = FuzzTarget(name: "times") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        try roundTrip(text) { try CivilDate(parsing: $0) }
        try roundTrip(text) { try TimeOfDay(parsing: $0) }
        try roundTrip(text) { try TimeSpan(parsing: $0) }
        try roundTrip(text) { try Weekday(parsing: $0) }
        try roundTrip(text) { try WeekdaySet(parsing: $0) }
        try roundTrip(text) { try RepeatRule(parsing: $0) }
        try roundTrip(text) { try Instant(parsing: $0, in: .utc) }
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
