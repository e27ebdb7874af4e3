/// What of the user's environment a plugin's process is given.
enum RunnerEnvironment {
    private static let names: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TZDIR", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY",
        "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY", "SSL_CERT_FILE", "SSL_CERT_DIR",
        // Where a build for coverage leaves its counters.
        "LLVM_PROFILE_FILE",
    ]

    /// Names that a plugin needs to find files, terminals and the desktop; nothing else, so that no secret goes astray.
    static func filtered(_ environment: [String: String]) -> [String] {
        environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") || $0.key.hasPrefix("XDG_") }
            .map { "\($0.key)=\($0.value)" }.sorted()
    }
}
