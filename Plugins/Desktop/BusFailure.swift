import CDBus

/// Why nothing came of a message on the bus.
struct BusFailure: Error {
    /// The error's name, as `org.freedesktop.DBus.Error.NoReply`.
    let name: String
    /// What went wrong, in words.
    let message: String

    static let noMemory = BusFailure(name: DBUS_ERROR_NO_MEMORY, message: "out of memory")
    static let silence = BusFailure(name: DBUS_ERROR_NO_REPLY, message: "no reply")
    static let lost = BusFailure(name: DBUS_ERROR_DISCONNECTED, message: "connection closed")

    /// Runs what may fail as libdbus does: it returns nothing and fills in an error.
    static func caught<Value>(
        _ body: (UnsafeMutablePointer<DBusError>) -> Value?
    ) throws(BusFailure) -> Value {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        if let value = body(&error) { return value }
        guard let name = error.name else { throw .noMemory }
        throw BusFailure(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }

    /// Whether nobody answered in time.
    var isSilence: Bool {
        [DBUS_ERROR_NO_REPLY, DBUS_ERROR_TIMEOUT, DBUS_ERROR_TIMED_OUT].contains(name)
    }

    /// Whether there is nobody of that name on the bus, and nobody who could be started.
    var isNobody: Bool { [DBUS_ERROR_SERVICE_UNKNOWN, DBUS_ERROR_NAME_HAS_NO_OWNER].contains(name) }

    /// Whether the bus itself is gone.
    var isBusLost: Bool { [DBUS_ERROR_DISCONNECTED, DBUS_ERROR_NO_SERVER].contains(name) }
}
