public import AntrainPluginABI
import AntrainPluginKit
import Glibc

/// Shows notifications on the user's desktop.
final class DesktopPlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "desktop",
        version: "1.0.0",
        summary: "Shows reminders as desktop notifications",
        author: "antrain",
        keys: [
            .init("urgency", default: "auto", help: "auto (the reminder's own), low, normal or critical"),
            .init(
                "timeout",
                help: "how long a notification stays, such as 30s or 5m, or never (default: up to the desktop)"
            ),
            .init("icon", default: "appointment-soon", help: "an icon name, the path of an image, or none"),
            .init(
                "sound",
                help: "a sound name, the path of a sound file, or none (default: up to the desktop)"
            ),
            .init(
                "hints",
                .switch,
                default: "off",
                help: "show the answer commands in the text when the desktop has no buttons"
            ),
            .init("bus", isSocket: true, help: "the session bus address (default: that of your session)"),
        ],
        needs: [.desktop],
        canBeQuiet: true
    )

    private let style: NotificationStyle
    private let address: String
    private let shown: ShownNotifications
    private let host: PluginHost
    private var bus: SessionBus?
    private var presses: [Press] = []
    /// The reading end of a pipe without a writer: it is always readable.
    private let alwaysReadable: Int32

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        style = try NotificationStyle(values)
        address = values["bus"].isEmpty ? UserSession.busAddress : values["bus"]
        shown = ShownNotifications(path: UserSession.runtimeFolder + "/antrain/desktop-notifications")
        self.host = host
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 { close(ends[1]) }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        alwaysReadable = ends[0]
        // The buttons of notifications shown by an earlier process should work, too.
        if host.listens { _ = try? connected(Deadline(seconds: 4)) }
    }

    deinit { close(alwaysReadable) }

    func probe() throws(PluginFailure) {
        let deadline = Deadline(seconds: 4)
        _ = try server(on: connected(deadline), deadline)
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        let deadline = Deadline(seconds: 25)
        let bus = try connected(deadline)
        let server = try server(on: bus, deadline)
        let root = ShownNotification.root(of: notification.id)
        let earlier = shown.all.last { $0.bus == bus.id && $0.server == server.uniqueName && $0.root == root }
        let form = DesktopNotification(
            notification,
            style: style,
            capabilities: server.capabilities,
            isHeard: host.listens
        )
        let number: UInt32
        do {
            number = try server.show(form, replacing: earlier?.number ?? 0, deadline)
        } catch { throw DesktopPlugin.failure(error) }
        shown.remember(
            ShownNotification(
                bus: bus.id,
                server: server.uniqueName,
                number: number,
                id: notification.id,
                click: form.click ?? ""
            )
        )
        // Some servers send a notification's signals to its sender even without a match rule; unread, they would accumulate.
        if !host.listens { while bus.nextSignal() != nil {} }
    }

    /// The existing connection, or a new one.
    private func connected(_ deadline: Deadline) throws(PluginFailure) -> SessionBus {
        if let bus, bus.isOpen { return bus }
        bus = nil
        do {
            let connected = try SessionBus.connect(to: address, deadline)
            if host.listens {
                let (name, path) = (NotificationServer.name, NotificationServer.path)
                try connected.listen(to: name, path: path, interface: name, deadline)
            }
            bus = connected
            return connected
        } catch {
            let reason = error.isSilence ? BusFailure.silence.message : error.message
            throw .passing(
                "cannot reach the session bus at \(address): \(reason)",
                remedy: "log in to your desktop, or set bus to the address of its session bus"
            )
        }
    }

    private func server(on bus: SessionBus, _ deadline: Deadline) throws(PluginFailure) -> NotificationServer {
        do {
            return try NotificationServer(on: bus, deadline)
        } catch { throw DesktopPlugin.failure(error) }
    }

    private static func failure(_ failure: BusFailure) -> PluginFailure {
        if failure.isNobody {
            return .passing(
                "no notification service on the session bus",
                remedy: "start one, such as dunst, mako or your desktop's own"
            )
        }
        return .passing(
            failure.isSilence
                ? "the notification service does not respond"
                : "the notification service reported an error: \(failure.message)",
            remedy: "check its log and restart it"
        )
    }
}

extension DesktopPlugin: CancellingPlugin {
    func cancel(_ id: String) throws(PluginFailure) {
        let root = ShownNotification.root(of: id)
        guard shown.all.contains(where: { $0.root == root }) else { return }
        let deadline = Deadline(seconds: 25)
        let bus = try connected(deadline)
        let open = shown.all.filter { $0.root == root && $0.bus == bus.id }
        for notification in open {
            do {
                _ = try bus.call(NotificationServer.close(notification), deadline)
            } catch  where error.isSilence || error.isBusLost {
                throw DesktopPlugin.failure(error)
            } catch {
                // A server that has ended, or that has no such ID, no longer shows it.
            }
        }
        shown.forget(open)
    }
}

extension DesktopPlugin: AnsweringPlugin {
    var descriptor: Int32 {
        guard let bus else { return -1 }
        return bus.holdsMessages ? alwaysReadable : bus.descriptor
    }

    func answers() throws(PluginFailure) -> [PluginAnswer] {
        if let bus {
            while let signal = bus.nextSignal() { handle(signal, on: bus) }
            if !bus.isOpen { self.bus = nil }
        }
        return presses.map(\.answer)
    }

    /// The notification stays until its answer is recorded.
    func settle(_ answer: String, recorded _: Bool, text _: String) throws(PluginFailure) {
        guard let press = presses.first(where: { $0.answer.id == answer }) else { return }
        presses.removeAll { $0.answer.id == answer }
        if let bus, bus.id == press.notification.bus { bus.send(NotificationServer.close(press.notification)) }
        shown.forget([press.notification])
    }

    /// A button that was pressed and is not settled.
    struct Press {
        let notification: ShownNotification
        let answer: PluginAnswer

        init(_ action: String, on notification: ShownNotification) {
            self.notification = notification
            let place = "\(notification.bus)/\(notification.server)/\(notification.number)"
            answer = PluginAnswer(
                // A server uses a number again only for a notification that replaces another one.
                id: "\(place)/\(notification.id)/\(action)",
                notification: notification.id,
                action: action,
                instant: Int64(time(nil))
            )
        }
    }

    private func handle(_ signal: BusMessage, on bus: SessionBus) {
        guard signal.interface == NotificationServer.name, case .number(let number)? = signal.arguments.first else {
            return
        }
        let mine = shown.all.first { $0.bus == bus.id && $0.server == signal.peer && $0.number == number }
        guard let mine else { return }
        switch signal.member {
        case "ActionInvoked":
            guard signal.arguments.count > 1, case .text(let key) = signal.arguments[1] else { return }
            let press = Press(key == DesktopNotification.defaultKey ? mine.click : key, on: mine)
            if !presses.contains(where: { $0.answer.id == press.answer.id }) { presses.append(press) }
        case "NotificationClosed": shown.forget([mine])
        default: break
        }
    }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(DesktopPlugin.self, host: host)
}
