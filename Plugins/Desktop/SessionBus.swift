import AntrainPluginKit
import CDBus
import Glibc

/// A connection to a session bus.
final class SessionBus {
    private let connection: OpaquePointer

    private init(_ connection: OpaquePointer) { self.connection = connection }

    deinit {
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
    }

    static func connect(to address: String, _ deadline: Deadline) throws(BusFailure) -> SessionBus {
        let bus = SessionBus(try BusFailure.caught { dbus_connection_open_private(address, $0) })
        // The process must not exit when the bus disconnects.
        dbus_connection_set_exit_on_disconnect(bus.connection, 0)
        try bus.authenticate(deadline)
        // dbus_bus_register would wait without a limit.
        _ = try bus.askBus("Hello", deadline)
        return bus
    }

    /// Waits until the bus has authenticated the user; before that, libdbus would block forever when sending.
    private func authenticate(_ deadline: Deadline) throws(BusFailure) {
        while dbus_connection_get_is_authenticated(connection) == 0 {
            guard !deadline.hasEnded else { throw .silence }
            guard dbus_connection_read_write(connection, deadline.milliseconds) != 0 else { throw .lost }
        }
    }

    /// The ID of this bus, which changes with each login.
    var id: String {
        guard let id = dbus_connection_get_server_id(connection) else { return "" }
        defer { dbus_free(id) }
        return String(cString: id)
    }

    var isOpen: Bool { dbus_connection_read_write(connection, 0) != 0 }

    /// The socket.
    var descriptor: Int32 {
        var descriptor: Int32 = -1
        return dbus_connection_get_unix_fd(connection, &descriptor) != 0 ? descriptor : -1
    }

    /// Whether a message was already read from the socket and is waiting.
    var holdsMessages: Bool { dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS }

    /// Subscribes to a peer's signals from a path.
    func listen(to peer: String, path: String, interface: String, _ deadline: Deadline) throws(BusFailure) {
        let rule = "type='signal',sender='\(peer)',path='\(path)',interface='\(interface)'"
        _ = try askBus("AddMatch", deadline, [.text(rule)])
    }

    private func askBus(
        _ member: String,
        _ deadline: Deadline,
        _ arguments: [BusValue] = []
    ) throws(BusFailure) -> BusMessage {
        let name = DBUS_SERVICE_DBUS
        return try call(
            BusMessage(to: name, path: DBUS_PATH_DBUS, interface: name, member: member, arguments),
            deadline
        )
    }

    /// Sends a call and waits for the reply.
    ///
    /// - Throws: the peer's error, or `BusFailure.silence` when the time is over.
    func call(_ message: BusMessage, _ deadline: Deadline) throws(BusFailure) -> BusMessage {
        try message.withCall { call throws(BusFailure) in
            let answer = try BusFailure.caught {
                dbus_connection_send_with_reply_and_block(connection, call, deadline.milliseconds, $0)
            }
            defer { dbus_message_unref(answer) }
            return BusMessage(answer)
        }
    }

    /// Sends a call without waiting for a reply.
    func send(_ message: BusMessage) {
        try? message.withCall { call throws(BusFailure) in
            dbus_message_set_no_reply(call, 1)
            dbus_connection_send(connection, call, nil)
            dbus_connection_flush(connection)
        }
    }

    /// The next received signal, if any; never waits.
    func nextSignal() -> BusMessage? {
        _ = dbus_connection_read_write(connection, 0)
        while let message = dbus_connection_pop_message(connection) {
            defer { dbus_message_unref(message) }
            if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_SIGNAL { return BusMessage(message) }
        }
        return nil
    }
}

/// The user's session.
///
/// Under cron neither the bus's address nor the runtime folder is in the environment; both have standard places.
enum UserSession {
    static var runtimeFolder: String {
        if let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") { return folder }
        return "/run/user/\(getuid())"
    }

    static var busAddress: String {
        variable("DBUS_SESSION_BUS_ADDRESS") ?? "unix:path=\(escaped(runtimeFolder + "/bus"))"
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A value escaped for an address.
    private static func escaped(_ value: String) -> String {
        guard let text = dbus_address_escape_value(value) else { return value }
        defer { dbus_free(text) }
        return String(cString: text)
    }
}
