import Glibc
import RunnerProtocol

/// The user's session bus.
enum SessionBusAddress {
    /// The sockets of the session bus, where plugins look for it: `DBUS_SESSION_BUS_ADDRESS`, and the runtime folder.
    static func sockets(variable: (String) -> String?) -> [String] {
        let given = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) } ?? ""
        let runtime = ["XDG_RUNTIME_DIR"].compactMap(variable) + ["/run/user/\(getuid())"]
        return ServerAddress.sockets(in: given) + runtime.map { $0 + "/bus" }
    }
}
