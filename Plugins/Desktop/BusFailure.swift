import CDBus

/// Why a message on the bus failed.
struct BusFailure: Error {
    /// The error's name, such as `org.freedesktop.DBus.Error.NoReply`.
    let name: String
    let message: String

    static let noMemory = BusFailure(name: DBUS_ERROR_NO_MEMORY, message: "out of memory")
    static let silence = BusFailure(name: DBUS_ERROR_NO_REPLY, message: "no reply")
    static let lost = BusFailure(name: DBUS_ERROR_DISCONNECTED, message: "connection closed")

    /// Calls a libdbus function that returns null and fills in an error on failure.
    static func caught<Value>(_ body: (UnsafeMutablePointer<DBusError>) -> Value?) throws(BusFailure) -> Value {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        if let value = body(&error) { return value }
        guard let name = error.name else { throw .noMemory }
        throw BusFailure(name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
    }

    /// Whether there was no reply in time.
    var isSilence: Bool { [DBUS_ERROR_NO_REPLY, DBUS_ERROR_TIMEOUT, DBUS_ERROR_TIMED_OUT].contains(name) }

    /// Whether there is no service of that name, and none that could be started.
    var isNobody: Bool { [DBUS_ERROR_SERVICE_UNKNOWN, DBUS_ERROR_NAME_HAS_NO_OWNER].contains(name) }

    var isBusLost: Bool { [DBUS_ERROR_DISCONNECTED, DBUS_ERROR_NO_SERVER].contains(name) }
}
