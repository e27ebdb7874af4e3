import Foundation

/// Tests of what lives by the system's clock.
public enum RealClock {
    /// A zone in which it is noon, so that no midnight comes in between.
    public static var noon: String {
        "NOON\(Int(Date().timeIntervalSince1970) / 3600 % 24 - 12)"
    }

    /// What `ANTRAIN_NOW` must be, so that `reminder add --in 1m` adds one that comes in some seconds.
    public static func minuteBefore(_ seconds: Int) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: Double(seconds - 60)))
    }
}
