import Foundation
import TestSupport

/// A home with its own crontab, kept in a file by a small crontab(1) that behaves like Debian's.
final class CronHome {
    let home: Home
    var folder: TemporaryFolder { home.folder }
    var now: String {
        get { home.now }
        set { home.now = newValue }
    }

    /// Two lines that can be moved, one that cannot, and unrelated ones.
    static let sample = """
        # mine
        MAILTO=me
        30 7 * * 1,3,5 DISPLAY=:0 notify-send "Time to train" 'Push day' >/dev/null 2>&1
        0 9,18 * * * echo "Drink water" | mail -s "Water" me@example.org
        17 3 * * * /usr/local/bin/backup.sh
        0 9 1,15 * * notify-send "Pay rent"

        """

    static let program = """
        cd "${0%/*}/.."
        case "$1" in
        -l) [ -f tab ] || { echo "no crontab for me" >&2; exit 1; }
            /bin/sed 's/\\r/\\\\r/g' tab ;;
        -e) /bin/sh -c "/bin/$VISUAL tab" ;;
        -r) [ -f tab ] || { echo "no crontab for me" >&2; exit 1; }; /bin/rm tab ;;
        -) /bin/cat >new && /usr/bin/crontab -n new >&2 && /bin/mv new tab ;;
        esac
        """

    /// A home with reminders on.
    init(_ crontab: String?) throws {
        home = try Home()
        try program("crontab", Self.program)
        if let crontab { try folder.write("tab", crontab) }
        try antrain("settings --on")
    }

    /// The preamble that at(1) adds to a job's script.
    static func preamble(in folder: String) -> String {
        """
        #!/bin/sh
        # atrun uid=\(getuid()) gid=0
        umask 22
        cd \(folder) || {
        \t echo 'Execution directory inaccessible' >&2
        \t exit 1
        }

        """
    }

    /// Puts a program first in the `PATH`.
    func program(_ name: String, _ script: String) throws {
        try folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n", mode: 0o755)
    }

    @discardableResult
    func antrain(_ line: String) throws -> Finished {
        try home.antrain(line, environment: ["PATH": folder.path + "/bin", "LOGNAME": "me"])
    }

    /// Runs a system program in the home.
    func run(_ program: String, _ arguments: [String]) throws -> Finished {
        try TestSupport.run(
            program,
            arguments,
            environment: [
                "HOME": folder.path, "TZ": home.zone, "ANTRAIN_NOW": home.now, "PATH": folder.path + "/bin",
                "TERM": "xterm", "LOGNAME": "me",
            ],
            in: folder.path
        )
    }

    func pending() throws -> [String] { try home.pending() }

    func reminders() throws -> [String] { try home.reminders() }
}

extension Home {
    /// The user's own reminders: number, title, time and repetition.
    func reminders() throws -> [String] {
        let output = try antrain("reminder list --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return (object?["reminders"] as? [[String: Any]] ?? []).map { reminder in
            ["number", "title", "at", "repeat"].map { "\(reminder[$0] ?? "")" }.joined(separator: " ")
        }
    }
}
