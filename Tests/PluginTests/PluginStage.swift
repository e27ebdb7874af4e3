import CivilTime
import Delivery
import Foundation
import Ledger
import Reminders
import TestSupport
import Testing

private let monday = CivilDate(dayNumber: 20_780)
private let fireAt = CivilDateTime(date: monday, time: TimeOfDay(secondsFromMidnight: 27_000))

/// When the reminders of these tests are due.
let due = Zone.utc.instant(of: fireAt)

/// A reminder of a workout.
func reminder(
    _ minute: Int = 0,
    _ category: NotificationCategory = .workout,
    title: String = "Workout Time!",
    body: String = "Today: Push Day"
) -> PlannedNotification {
    let at = fireAt.adding(seconds: Int64(minute) * 60)
    return PlannedNotification(
        id: NotificationID(category, on: monday, at: at.time),
        category: category,
        date: monday,
        fireAt: at,
        zone: "UTC",
        instant: Zone.utc.instant(of: at),
        title: title,
        body: body,
        items: [NotificationItem(programID: "ppl", programName: "PPL", dayID: "push", dayName: "Push Day", week: 1)]
    )
}

/// A home with a ledger, and a plugin that ships in a runner of its own.
struct PluginStage {
    let folder: TemporaryFolder
    let ledger: Ledger
    let plugin: String
    let channel: Channel
    let others: [Channel]
    private let environment: [String: String]

    init(
        _ plugin: String,
        _ values: [(String, String)],
        isQuiet: Bool = false,
        in folder: TemporaryFolder? = nil,
        beside others: [Channel] = [],
        environment: [String: String] = [:]
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        let library = BuildProducts.path("libantrain-\(plugin).so")
        self.folder = folder
        self.plugin = plugin
        self.others = others
        self.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path].merging(environment) { $1 }
        ledger = try Ledger(path: folder.path + "/ledger.sqlite")
        channel = Channel(
            name: plugin,
            library: library,
            values: values.map { ChannelValue(key: $0.0, text: $0.1) },
            permission: ChannelPermission(
                channel: plugin,
                decision: PermissionDecision(state: isQuiet ? .provisional : .authorized, digest: nil),
                library: library,
                ships: true
            )
        )
    }

    var dispatcher: Dispatcher {
        Dispatcher(
            runner: BuildProducts.path("antrain-plugin-runner"),
            environment: environment,
            terminal: TerminalFacts(columns: 60, isOutput: true, allowsColor: false, isControlling: true)
        )
    }

    /// The channel with what its plugin asks for.
    var ready: Channel { dispatcher.ready(channel, environment: ["HOME": folder.path]) }

    @discardableResult
    func deliver(_ notifications: [PlannedNotification] = [reminder()], now: Instant = due, plans: Bool = true) throws
        -> DeliverySummary
    {
        let channels = [channel] + others
        if plans {
            _ = try ledger.commit(now: due.subtracting(.hours(1)), today: monday) { _ in
                QueueRequest(
                    notifications: notifications,
                    routes: ChannelRoutes(channels: channels.map(\.name)),
                    zone: .utc,
                    grace: .hours(4)
                )
            }
        }
        let ready = channels.map { dispatcher.ready($0, environment: ["HOME": folder.path]) }
        return try dispatcher.deliverDue(ledger, channels: ready, settings: .defaults, zone: .utc, now: now) { _ in }
    }

    /// What became of one delivery, in a word, and why.
    func outcome(_ notification: PlannedNotification = reminder()) throws -> (state: String, reason: String) {
        let summary = try deliver([notification])
        if let entry = summary.retrying.first { return ("retrying", entry.reason ?? "") }
        if let entry = summary.failed.first { return ("failed", entry.reason ?? "") }
        return (summary.delivered.isEmpty ? "nothing" : "delivered", "")
    }

    /// Whether something is tried again, so many seconds after its time.
    func isTried(after seconds: Int64) throws -> Bool {
        try !deliver(now: due.adding(TimeSpan(seconds: seconds)), plans: false).isEmpty
    }

    /// Whether a text stands anywhere in what the ledger keeps.
    func ledgerHolds(_ text: String) throws -> Bool {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("ledger") }
        return try files.contains {
            try Data(contentsOf: URL(filePath: folder.path + "/" + $0)).firstRange(of: Data(text.utf8)) != nil
        }
    }
}

/// A JSON object in a text.
func jsonObject(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
}
