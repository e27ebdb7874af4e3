import CivilTime
import Delivery
import Files
import Platform
import Ledger
import Logging
import Planning
package import Reminders
import YAMLSource

extension Workspace {
    package func startLog(_ settings: Settings) {
        guard !isReadOnly else { return context.log.turnOff() }
        let context = context
        let zone = context.hasHandedClock ? (try? zone(.system)) ?? .utc : .utc
        context.log.open(settings.logging, home: paths.home) { (try? context.clock(zone))?.description ?? "" }
    }

    /// Lets the log read the settings for an error that occurred before, and report its own problems.
    func followLog(_ options: LaunchOptions) {
        let context = context
        // Not this workspace: it would stay alive with the log, and its ledger open.
        func other() -> Workspace? { try? Workspace(context, options, isRoutine: true) }
        context.log.end(openLate: { other()?.startLogLate() }, report: { other()?.reportLog() })
    }

    private func startLogLate() {
        guard case .success(let bytes) = context.files.read(paths.settings),
            let settings = SettingsReader.read(SourceText(path: "", bytes: bytes)).settings
        else { return }
        startLog(settings)
    }

    /// Warns if the log cannot be written; without a terminal, once.
    private func reportLog() {
        let problems = context.log.failure.map { ["cannot write the log: \($0)"] } ?? []
        for problem in recordAndFilterReported(problems, of: .log) {
            warn("\(problem); change 'logging' in the settings: antrain settings edit")
        }
    }
}

extension RunLog {
    func note(_ difference: QueueDifference) {
        let counts = [
            ("added", difference.added.count), ("cancelled", difference.cancelled.count),
            ("updated", difference.updated.count), ("kept", difference.kept.count),
        ]
        let isChanged = counts.dropLast().contains { $0.1 > 0 }
        note(isChanged ? .info : .debug, "planned", counts.map { ($0.0, "\($0.1)") })
    }

    func note(_ summary: DeliverySummary) {
        func facts(_ entry: DeliverySummary.Entry) -> [(key: String, value: String)] {
            [("id", entry.notification.id.rawValue), ("channel", entry.channel)]
                + (entry.reason.map { [("reason", $0)] } ?? [])
        }
        for entry in summary.delivered { note(.info, "delivered", facts(entry) + [("late", "\(entry.lateSeconds)s")]) }
        for entry in summary.retrying { note(.warning, "not delivered, will be retried", facts(entry)) }
        for entry in summary.handedOver { note(.warning, "not delivered, another channel takes over", facts(entry)) }
        for entry in summary.failed { note(.error, "not delivered", facts(entry)) }
        for entry in summary.refused { note(.info, "not delivered, channel not allowed", facts(entry)) }
        for notification in summary.missed { note(.warning, "missed", [("id", notification.id.rawValue)]) }
    }
}
