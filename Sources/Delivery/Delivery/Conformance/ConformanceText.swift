internal import CivilTime
internal import RunnerProtocol

/// A text that every plugin must be able to deliver.
struct ConformanceText {
    let name: String
    let title: String
    let body: String

    /// The plain text comes first: the others are judged by its result.
    static let all = [
        ConformanceText(name: "deliver", title: "Workout Time!", body: "Today: Push Day"),
        ConformanceText(name: "deliver-empty", title: "", body: ""),
        ConformanceText(
            name: "deliver-long",
            title: "Workout Time!",
            body: String(repeating: "Bench Press 3x5, then rest. ", count: 3572).prefix(100_000) + ""
        ),
        ConformanceText(name: "deliver-emoji", title: "💪🏽 Día de pierna", body: "👩🏽‍🚀 Ünïcödé e\u{301} 🇹🇷 漢字"),
        ConformanceText(
            name: "deliver-right-to-left",
            title: "وقت التمرين",
            body: "\u{202B}היום: יום דחיפה\u{202C} (Push)"
        ),
        ConformanceText(
            name: "deliver-control",
            title: "line\none\u{7}\u{1B}[31m",
            body: String(String.UnicodeScalarView((1...0x1F).compactMap { Unicode.Scalar($0 as UInt32) }))
                + "\u{7F}%s%n"
        ),
    ]

    /// The text as a notification.
    ///
    /// - Parameters:
    ///   - number: distinguishes its ID and key from those of the others.
    ///   - moment: its time, in seconds since 1970.
    ///   - run: distinguishes its key from those of other runs.
    func notification(_ number: Int, at moment: Int64, of run: String) -> WireNotification {
        let clock = Zone.utc.civil(at: Instant(secondsSinceEpoch: moment))
        var notification = WireNotification()
        notification.id = "check/\(clock.date)/\(number)"
        notification.key = "check-\(run)-\(number)"
        notification.category = "reminder"
        notification.title = title
        notification.body = body
        notification.date = clock.date.description
        notification.weekday = clock.date.weekday.name
        notification.fireAt = clock.description
        notification.zone = "UTC"
        notification.link = "antrain://\(notification.id)"
        notification.instant = moment
        notification.expires = moment + 4 * 3600
        return notification
    }
}
