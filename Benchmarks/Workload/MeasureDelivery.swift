import ArgumentParser
import CivilTime
import Delivery
import Foundation
import Ledger
import Reminders
import SystemPackage

/// Delivers notifications one after another on the webhook channel, with a kept runner or a new one for each.
///
/// Writes the time of each delivery, from due to recorded, in seconds as JSON.
struct MeasureDelivery: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "deliver")

    @Option(help: "The antrain-plugin-runner.") var runner: String
    @Option(help: "The webhook plugin.") var plugin: String
    @Option(help: "Where to send to.") var url: String
    @Option(help: "A new ledger.") var ledger: String
    @Option var count = 200
    @Flag(help: "Start a process for each delivery.") var cold = false

    func run() throws {
        let ledger = try Ledger(path: FilePath(ledger))
        let plain = Channel(
            name: "hook",
            library: FilePath(plugin),
            digest: PluginDigest.sha256(of: FilePath(plugin)),
            values: [ChannelValue(key: "url", text: url)]
        )
        let dispatcher = Dispatcher(
            runner: FilePath(runner),
            environment: ProcessInfo.processInfo.environment,
            terminal: TerminalFacts(columns: 80, isOutput: false, allowsColor: false, isControlling: false)
        )
        let channel = dispatcher.ready(plain, environment: ProcessInfo.processInfo.environment)
        let pool = cold ? nil : RunnerPool()
        var times: [Double] = []
        for minute in 0...count {
            let notification = notification(minute)
            _ = try ledger.commit(now: notification.instant.subtracting(.minutes(1)), today: notification.date) { _ in
                QueueRequest(
                    notifications: [notification],
                    routes: ChannelRoutes(channels: [channel.name]),
                    zone: .utc,
                    grace: .hours(4)
                )
            }
            var summary = DeliverySummary()
            let spent = try ContinuousClock().measure {
                summary = try dispatcher.deliverDue(
                    ledger,
                    channels: [channel],
                    settings: .defaults,
                    zone: .utc,
                    now: notification.instant,
                    pool: pool
                ) { _ in nil }
            }
            guard summary.delivered.count == 1 else { throw ValidationError("not delivered: \(summary)") }
            // The first delivery starts the kept runner.
            if minute > 0 {
                times.append(Double(spent.components.attoseconds) / 1e18 + Double(spent.components.seconds))
            }
        }
        pool?.endAll()
        print("{\"results\": [{\"times\": \(times)}]}")
    }

    private func notification(_ minute: Int) -> PlannedNotification {
        let start = CivilDateTime(date: CivilDate(dayNumber: 20_780), time: .midnight)
        let moment = start.adding(seconds: Int64(minute) * 60)
        return PlannedNotification(
            id: NotificationID(.reminder, on: moment.date, at: moment.time),
            category: .reminder,
            date: moment.date,
            fireAt: moment,
            zone: "UTC",
            instant: Zone.utc.instant(of: moment),
            title: "Workout Time!",
            body: "Today: Push Day",
            items: []
        )
    }
}
