import Foundation

/// Times for tests of code that uses the system clock.
public enum RealClock {
    /// A zone in which it is noon, so that midnight does not fall into the test.
    public static var noon: String {
        "NOON\(Int(Date().timeIntervalSince1970) / 3600 % 24 - 12)"
    }

    /// The value of `ANTRAIN_NOW` with which `reminder add --in 1m` adds a reminder that is due in some seconds.
    public static func minuteBefore(_ seconds: Int) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: Double(seconds - 60)))
    }
}
