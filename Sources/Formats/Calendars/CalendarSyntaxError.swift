/// Why a file is not a calendar.
public struct CalendarSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// What is wrong there.
    public let reason: String

    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
}
