import AntrainPluginKit

/// The notification server (Desktop Notifications Specification).
struct NotificationServer {
    /// The well-known bus name, which is also the name of the interface.
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"

    /// The unique bus name: it changes when the server restarts or another program takes over.
    let uniqueName: String
    let capabilities: Set<String>
    private let bus: SessionBus

    /// Finds the server, or has it started.
    init(on bus: SessionBus, _ deadline: Deadline) throws(BusFailure) {
        let answer = try bus.call(NotificationServer.message(to: NotificationServer.name, "GetCapabilities"), deadline)
        uniqueName = answer.peer
        if case .texts(let texts)? = answer.arguments.first { capabilities = Set(texts) } else { capabilities = [] }
        self.bus = bus
    }

    /// - Returns: its ID.
    func show(
        _ notification: DesktopNotification,
        replacing number: UInt32,
        _ deadline: Deadline
    ) throws(BusFailure) -> UInt32 {
        // Sent to the server that assigned the ID: another server may use it for another notification.
        let call = NotificationServer.message(
            to: uniqueName,
            "Notify",
            [
                .text("antrain"), .number(number), .text(notification.icon), .text(notification.title),
                .text(notification.body), .texts(notification.buttons.flatMap { [$0.key, $0.label] }),
                .dictionary(notification.hints), .signed(notification.timeout),
            ]
        )
        guard case .number(let shown)? = try bus.call(call, deadline).arguments.first else {
            throw BusFailure(name: "", message: "it returned no ID")
        }
        return shown
    }

    /// The call that closes a notification.
    static func close(_ notification: ShownNotification) -> BusMessage {
        message(to: notification.server, "CloseNotification", [.number(notification.number)])
    }

    private static func message(to peer: String, _ member: String, _ arguments: [BusValue] = []) -> BusMessage {
        BusMessage(to: peer, path: path, interface: name, member: member, arguments)
    }
}
