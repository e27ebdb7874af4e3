/// A UTC offset that is in force for some time.
public struct ZoneOffset: Sendable, Hashable {
    /// The seconds to add to UTC to get local time, east positive.
    public let seconds: Int
    /// Whether it is daylight saving time according to the zone's rules.
    public let isDaylightSaving: Bool
    /// The abbreviation in the zone's rules, such as `CET`.
    public let abbreviation: String

    /// Creates an offset.
    public init(seconds: Int, isDaylightSaving: Bool, abbreviation: String) {
        self.seconds = seconds
        self.isDaylightSaving = isDaylightSaving
        self.abbreviation = abbreviation
    }
}
