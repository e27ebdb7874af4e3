import AntrainPluginKit

/// The program that shows notifications, as the Desktop Notifications Specification describes it.
struct NotificationServer {
    /// The name that it has on the bus, and that of its interface.
    static let name = "org.freedesktop.Notifications"
    /// Where it is.
    static let path = "/org/freedesktop/Notifications"

    /// The name that the bus gave to it: another program, or the same one started anew, has another.
    let uniqueName: String
    /// What it can do beyond showing a headline.
    let capabilities: Set<String>
    private let bus: SessionBus

    /// Finds it, or has it started.
    init(on bus: SessionBus, _ deadline: Deadline) throws(BusFailure) {
        let answer = try bus.call(NotificationServer.message(to: NotificationServer.name, "GetCapabilities"), deadline)
        uniqueName = answer.peer
        if case .texts(let texts)? = answer.arguments.first { capabilities = Set(texts) } else { capabilities = [] }
        self.bus = bus
    }

    /// Shows a notification.
    ///
    /// - Returns: its number.
    func show(
        _ notification: DesktopNotification,
        replacing number: UInt32,
        _ deadline: Deadline
    ) throws(BusFailure) -> UInt32 {
        // To the very one that gave out the number: to another it would be the number of something else.
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
