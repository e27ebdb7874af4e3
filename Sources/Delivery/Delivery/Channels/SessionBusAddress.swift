internal import Glibc
internal import RunnerProtocol

/// The user's session bus.
enum SessionBusAddress {
    /// The sockets of the session bus, where plugins look for it: `DBUS_SESSION_BUS_ADDRESS`, and the runtime folders.
    static func sockets(in environment: [String: String]) -> [String] {
        ServerAddress.sockets(in: environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
            + RuntimeFolder.all(in: environment).map { $0 + "/bus" }
    }
}

/// The folder with the sockets of the user's session.
enum RuntimeFolder {
    /// `XDG_RUNTIME_DIR`, and the folder that systemd creates for the user, where the sockets are even if the variable is not set.
    static func all(in environment: [String: String]) -> [String] {
        let chosen = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return [chosen, "/run/user/\(getuid())"].compactMap { $0 }
    }
}
