package import CivilTime
import Delivery
package import Files
import Ledger
import Logging
import Platform
package import Reminders
package import RunnerProtocol
package import SystemPackage

/// The requests that show a monitor elsewhere that antrain runs.
extension DeliveryService {
    /// A request that failed.
    package struct HeartbeatFailure {
        package let text: String
        /// Whether the previous request succeeded, or there was none.
        package let isNew: Bool
    }

    /// The longest time until a failed request is repeated.
    private static let retry = TimeSpan.minutes(5)
    /// The time limit of a request in seconds, including the plugin's own limit.
    private static let limit = 15.0

    /// When the URL is to be requested next; nil if the settings name none, or the user denied it.
    package func nextHeartbeat() -> Instant? {
        guard let heartbeat = settings.heartbeat, let configuration = heartbeat.channel, !workspace.isReadOnly,
            workspace.hasLedger, let ledger = try? workspace.ledger(),
            channel(configuration).permission.state != .denied
        else { return nil }
        guard let last = (try? ledger.lastHeartbeat()) ?? nil, last.instant <= now else { return now }
        let wait = last.problem == nil ? heartbeat.interval : min(heartbeat.interval, DeliveryService.retry)
        return max(now, last.instant.adding(wait))
    }

    /// Requests the URL of the heartbeat, unless it was requested recently.
    ///
    /// The request is that of a channel: its plugin runs in its own process with its own permission, and with a time limit.
    ///
    /// - Returns: the failure, which the caller reports or logs; nil after a success, or if no request is due.
    package func requestHeartbeat() -> HeartbeatFailure? {
        guard let next = nextHeartbeat(), next <= now, let configuration = settings.heartbeat?.channel,
            let ledger = try? workspace.ledger()
        else { return nil }
        let known = channel(configuration)
        let metadata = PluginMetadataCache(self)
        let ready = (try? metadata.ready(known)) ?? known
        try? workspace.storeKnownPlugins()
        let dispatcher = dispatcher(deliveryLimit: DeliveryService.limit)
        let result = metadata.applicable(dispatcher.test(ready, heartbeatNotification) { _ in nil }, to: ready)
        let former = (try? ledger.lastHeartbeat()) ?? nil
        guard result.outcome != .delivered else {
            try? ledger.note(HeartbeatAttempt(at: now, problem: nil))
            workspace.context.log.note(.debug, "heartbeat sent")
            return nil
        }
        let reason = [result.reason, result.remedy].compactMap { $0 }.joined(separator: "; ")
        let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        try? ledger.note(HeartbeatAttempt(at: now, problem: line))
        return HeartbeatFailure(text: "the heartbeat was not sent: \(line)", isNew: former?.problem == nil)
    }

    /// Why the heartbeat's URL cannot be read from its file or variable, or must not be requested; nil if it is usable.
    func heartbeatURLProblem() -> (reason: String, remedy: String)? {
        guard let value = settings.heartbeat?.channel?.values.first else { return nil }
        do throws(Secrets.Problem) {
            let url = try secrets.text(value.key, value.origin)
            guard WebOrigin(url)?.isPrivate != true else { return nil }
            return (
                "the heartbeat URL\(value.origin.place.map { " from \($0)" } ?? "") does not start with https://",
                "use a URL that starts with https://, or with http:// for this machine"
            )
        } catch { return (error.reason, error.remedy) }
    }

    private var heartbeatNotification: WireNotification {
        var notification = immediateNotification(HeartbeatSettings.channelName)
        notification.key = "\(HeartbeatSettings.channelName)-\(now.secondsSinceEpoch)"
        return notification
    }

    /// A notification of this minute that is in no plan.
    package func immediateNotification(_ name: String) -> WireNotification {
        // Reminders have a resolution of one minute.
        let moment = Instant(secondsSinceEpoch: now.secondsSinceEpoch / 60 * 60)
        let clock = zone.civil(at: moment)
        let minute = clock.time.description.filter { $0 != ":" }.prefix(4)
        var notification = WireNotification()
        notification.id = "\(name)/\(clock.date)/\(minute)"
        notification.category = NotificationCategory.reminder.rawValue
        notification.title = "antrain"
        notification.date = clock.date.description
        notification.weekday = clock.date.weekday.name
        notification.fireAt = clock.description
        notification.zone = zone.identifier
        notification.instant = moment.secondsSinceEpoch
        notification.utcOffsetSeconds = Int64(zone.offset(at: moment).seconds)
        notification.expires = now.adding(settings.grace).secondsSinceEpoch
        return notification
    }
}

/// The file that shows other programs that antrain runs.
extension Workspace {
    /// Writes the time of a successful run to the file in the settings, if they name one.
    ///
    /// A failure is reported, in routine runs only if it is new; it does not make the run fail.
    package func beat(_ delivery: DeliveryService) {
        let problem = heartbeatProblem(delivery.settings)
        for text in recordAndFilterReported([problem].compactMap { $0 }, of: .heartbeat) { warn(text) }
        guard let failure = delivery.requestHeartbeat() else { return }
        if failure.isNew || !isRoutine { warn(failure.text) } else { context.log.note(.warning, failure.text) }
    }

    /// Writes the time of a successful run.
    ///
    /// - Returns: why that failed; nil on success, and if the settings name no file.
    package func heartbeatProblem(_ settings: Settings) -> String? {
        guard let file = settings.heartbeat?.file, let now = try? now() else { return nil }
        let path = Paths.absolute(file, context)
        do throws(FileProblem) {
            if let reason = context.files.heartbeatObstacle(path) {
                throw FileProblem(path: path, reason: reason, isMissing: false)
            }
            try context.files.replace(path, Array("\(now)\n".utf8))
            return nil
        } catch {
            return
                "the heartbeat file \(paths.shown(path)) was not written: \(error.reason); change 'heartbeat' in the settings"
        }
    }
}

extension FileAccess {
    /// Why a file must not become the heartbeat file, which replaces it: it is not a regular file, or contains something else.
    package func heartbeatObstacle(_ path: FilePath) -> String? {
        guard let facts = facts(path) else { return nil }
        if let kind = facts.irregularKind { return "it is \(kind), not a regular file" }
        guard case .success(let bytes) = read(path) else { return nil }
        let text = String(decoding: bytes.prefix(100), as: UTF8.self)
        let isHeartbeat = text.hasSuffix("\n") && (try? Instant(parsing: String(text.dropLast()), in: .utc)) != nil
        return bytes.isEmpty || isHeartbeat ? nil : "it exists and is not a heartbeat file"
    }
}
