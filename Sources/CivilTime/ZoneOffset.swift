/// How a zone's clocks stand against UTC during some time.
public struct ZoneOffset: Sendable, Hashable {
    /// The seconds to add to UTC to get local time; east of Greenwich is positive.
    public let seconds: Int
    /// Whether the zone's rules call it daylight saving time.
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
