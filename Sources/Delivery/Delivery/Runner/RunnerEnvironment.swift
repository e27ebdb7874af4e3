/// The part of the user's environment that a plugin's process gets.
enum RunnerEnvironment {
    private static let names: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TZDIR", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
        "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY", "SSL_CERT_FILE", "SSL_CERT_DIR",
        // The path for the counters of a coverage build.
        "LLVM_PROFILE_FILE",
    ]

    /// The variables that a plugin needs to find files, terminals and the desktop; no others, so that no secrets leak.
    static func filtered(_ environment: [String: String]) -> [String] {
        environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") || $0.key.hasPrefix("XDG_") }
            .map { "\($0.key)=\($0.value)" }.sorted()
    }
}
