import CivilTime
import Delivery
import Ledger
import Reminders
import TestSupport

let monday = CivilDate(dayNumber: 20_780)

/// The reminder of a workout, or what comes again of it so many minutes later.
func reminder(
    _ more: String = "",
    _ category: NotificationCategory = .workout,
    minutes: Int64 = 0,
    title: String = "Workout Time!",
    body: String = "Today: Push Day"
) -> PlannedNotification {
    let base = CivilDateTime(date: monday, time: TimeOfDay(secondsFromMidnight: 27_000))
    let at = base.adding(seconds: minutes * 60)
    return PlannedNotification(
        id: NotificationID(rawValue: "workout/2026-11-23/0730\(more)"),
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

/// A ledger and the desktop channel; each delivery is a run of its own, as under cron.
struct Desk {
    let channel: Channel
    let dispatcher: Dispatcher
    private let ledger: Ledger
    private let folder: TemporaryFolder

    init(
        environment: [String: String],
        library: String = BuildProducts.path("libantrain-desktop.so"),
        values: [(String, String)] = [],
        isQuiet: Bool = false
    ) throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: folder.path + "/ledger.sqlite")
        let decision = PermissionDecision(state: isQuiet ? .provisional : .authorized, digest: nil)
        let plain = Channel(
            name: "desktop",
            library: library,
            values: values.map { ChannelValue(key: $0.0, text: $0.1) },
            permission: ChannelPermission(channel: "desktop", decision: decision, library: library, ships: true)
        )
        dispatcher = Dispatcher(
            runner: BuildProducts.path("antrain-plugin-runner"),
            environment: environment,
            terminal: TerminalFacts(columns: 80, isOutput: false, allowsColor: false, isControlling: false)
        )
        channel = dispatcher.ready(plain, environment: environment)
    }

    /// Delivers a reminder at its time, or so many minutes late.
    ///
    /// - Parameter others: channels beside.
    func deliver(
        _ notification: PlannedNotification = reminder(),
        late: Int64 = 0,
        others: [Channel] = []
    ) throws -> DeliverySummary {
        let channels = [channel] + others.map { dispatcher.ready($0, environment: ["HOME": folder.path]) }
        _ = try ledger.commit(now: notification.instant.subtracting(.minutes(1)), today: monday) { _ in
            QueueRequest(
                notifications: [notification],
                routes: ChannelRoutes(channels: channels.map(\.name)),
                zone: .utc,
                grace: .hours(4)
            )
        }
        return try dispatcher.deliverDue(
            ledger,
            channels: channels,
            settings: .defaults,
            zone: .utc,
            now: notification.instant.adding(.minutes(late))
        ) { _ in }
    }
}
