import CDBus
import Glibc

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
