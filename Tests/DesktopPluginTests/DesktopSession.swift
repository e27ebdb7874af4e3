import Foundation
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Skips the test if a `DesktopSession` cannot be started.
    static var requiresDesktop: Self {
        .requires(
            .program("Xvfb", in: "xvfb"),
            .program("dunst"),
            .program("dbus-daemon"),
            .program("busctl", in: "systemd")
        )
    }
}

/// A separate desktop: an invisible display, a bus, and dunst, which the bus starts on the first request.
final class DesktopSession {
    let folder: TemporaryFolder
    private let display: BackgroundProgram?
    private let bus: BackgroundProgram

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - hasServer: whether there is a notification server.
    ///   - markup: what dunst does with markup: `full` or `no`.
    init(hasServer: Bool = true, markup: String = "full") throws {
        folder = try TemporaryFolder()
        var environment = DesktopSession.environment(folder)
        if hasServer {
            let arguments = ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"]
            let display = try BackgroundProgram("/usr/bin/Xvfb", arguments, environment: environment)
            environment["DISPLAY"] = ":" + (try display.nextLine())
            self.display = display
            try DesktopSession.installDunst(folder, markup: markup)
        } else {
            display = nil
        }
        try folder.write("run/.keep", "")
        let configuration = try folder.write(
            "bus.conf",
            """
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.path)/run/bus</listen>
              <servicedir>\(folder.path)/services</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """
        )
        bus = try BackgroundProgram(
            "/usr/bin/dbus-daemon",
            ["--config-file=\(configuration)", "--nofork", "--print-address=1"],
            environment: environment
        )
        _ = try bus.nextLine()
    }

    private static func installDunst(_ folder: TemporaryFolder, markup: String) throws {
        // The menu choice for dunst is in a file; another file records the notifications that dunst parsed.
        let choose = try folder.write(
            "choose",
            "#!/bin/sh\ntee '\(folder.path)/menu' | grep -m1 \"$(cat '\(folder.path)/choice')\"\n",
            mode: 0o755
        )
        let note = try folder.write(
            "note",
            """
            #!/bin/sh
            echo "$DUNST_URGENCY $DUNST_TIMEOUT $DUNST_CATEGORY $DUNST_DESKTOP_ENTRY" >> '\(folder.path)/noted'

            """,
            mode: 0o755
        )
        let settings = try folder.write(
            "dunstrc",
            """
            [global]
                dmenu = \(choose)
                markup = \(markup)
                stack_duplicates = no
            [noted]
                summary = "*"
                script = \(note)

            """
        )
        try folder.write(
            "services/notifications.service",
            "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/usr/bin/dunst -conf \(settings)\n"
        )
    }

    private static func environment(_ folder: TemporaryFolder) -> [String: String] {
        ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path + "/run"]
    }

    /// The session as the user's cron knows it, provided that it knows the runtime directory.
    var environment: [String: String] { DesktopSession.environment(folder) }

    var address: String { "unix:path=\(folder.path)/run/bus" }

    /// The file in which the plugin stores what is on the screen.
    var file: String { "run/antrain/desktop-notifications" }

    /// Runs dunst's control command.
    @discardableResult
    func dunstctl(_ arguments: String...) throws -> String {
        let finished = try run("/usr/bin/dunstctl", arguments, environment: busEnvironment)
        guard finished.status == 0 else { throw ProgramFailure(message: finished.errors) }
        return finished.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private var busEnvironment: [String: String] {
        environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    }

    /// Waits until the expected number of notifications is on the screen, and returns the number.
    func displayed(_ expected: Int) throws -> Int {
        try eventually(expected) { Int(try dunstctl("count", "displayed")) ?? -1 }
    }

    /// Presses the button with a label.
    ///
    /// - Returns: the labels of all buttons.
    @discardableResult
    func press(_ label: String) throws -> [String] {
        try folder.write("choice", "^#\(label) ")
        try dunstctl("context")
        func menu() -> [Substring] { ((try? folder.read("menu")) ?? "").split(separator: "\n") }
        _ = eventually(false) { menu().isEmpty }
        return menu().map { String($0.dropFirst().prefix { $0 != " " }) }
    }

    /// The notifications as dunst parsed them: a line for each with its urgency, time, category and application.
    func noted(_ count: Int) -> [String] {
        func lines() -> [String] {
            ((try? folder.read("noted")) ?? "").split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        _ = eventually(count) { lines().count }
        return lines()
    }

    /// Closes all notifications.
    ///
    /// - Returns: the closed notifications from dunst's history, the latest first.
    func history() throws -> [[String: String]] {
        try dunstctl("close-all")
        let object = try JSONSerialization.jsonObject(with: Data(try dunstctl("history").utf8)) as? [String: Any]
        let entries = (object?["data"] as? [[[String: [String: Any]]]])?.first ?? []
        return entries.map { entry in entry.mapValues { String(describing: $0["data"] ?? "") } }
    }

    /// Another application's notification.
    func showForeign() throws {
        let name = "org.freedesktop.Notifications"
        let values = ["other", "0", "", "Another application's", "", "0", "0", "0"]
        let call = ["--user", "call", name, "/org/freedesktop/Notifications", name, "Notify", "susssasa{sv}i"]
        let finished = try run("/usr/bin/busctl", call + values, environment: busEnvironment)
        guard finished.status == 0 else { throw ProgramFailure(message: finished.errors) }
    }

    /// Records the messages with a name on the bus: a JSON object per line.
    func monitor(_ member: String) throws -> BackgroundProgram {
        let monitor = try BackgroundProgram(
            "/usr/bin/busctl",
            ["--user", "monitor", "--json=short", "--match", "member='\(member)'"],
            environment: busEnvironment,
            errorsAreOutput: true
        )
        guard try monitor.nextLine().hasPrefix("Monitoring") else { throw ProgramFailure(message: "no monitor") }
        return monitor
    }
}
