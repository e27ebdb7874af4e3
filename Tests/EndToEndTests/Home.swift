import Foundation
import TestSupport
import Testing

/// An empty home with a clock and a time zone, in which the real antrain runs.
final class Home {
    let folder: TemporaryFolder
    var now: String
    var zone: String
    /// The working folder of commands; nil for the home.
    var workingFolder: String?
    /// The program that commands run.
    var program = BuildProducts.path("antrain")
    /// Spools of at and cron that replace the system's.
    var spool: PrivateSpool?
    /// A crontab(1) and a systemctl(1) that replace the system's, whatever runs antrain on the machine.
    private let programs: TemporaryFolder
    /// Whether a line of the home's crontab runs antrain.
    var hasTrigger = true
    /// Whether cron could mail output, whatever is installed on the machine.
    var hasSendmail = true

    init(now: String = "2026-11-22T20:00", zone: String = "Europe/Berlin") throws {
        folder = try TemporaryFolder()
        self.now = now
        self.zone = zone
        programs = try TemporaryFolder()
        let line = "* * * * * '\(BuildProducts.path("antrain"))' schedule-next"
        let crontab = "[ -n \"$TEST_TRIGGER\" ] && exec echo \"\(line)\"; echo 'no crontab for me' >&2; exit 1"
        try programs.write("crontab", "#!/bin/sh\n\(crontab)\n", mode: 0o755)
        let systemctl = "echo 'Failed to connect to bus' >&2; exit 1"
        try programs.write("systemctl", "#!/bin/sh\n\(systemctl)\n", mode: 0o755)
        try programs.write("sendmail", "#!/bin/sh\n", mode: 0o755)
    }

    var environment: [String: String] {
        let path = spool == nil ? programs.path + ":" : ""
        return [
            "HOME": folder.path, "TZ": zone, "ANTRAIN_NOW": now, "PATH": path + "/usr/bin:/bin",
            "TEST_TRIGGER": hasTrigger ? "1" : "",
            "ANTRAIN_SENDMAIL": programs.path + (hasSendmail ? "/sendmail" : "/missing"),
        ]
    }

    /// Runs `antrain` with a line of arguments, split at spaces.
    @discardableResult
    func antrain(_ line: String, environment extra: [String: String] = [:]) throws -> Finished {
        try antrain(arguments: line.split(separator: " ").map(String.init), environment: extra)
    }

    /// Runs `antrain` with a list of arguments, and a line for its standard input.
    @discardableResult
    func antrain(arguments: [String], environment extra: [String: String] = [:], input: String? = nil) throws
        -> Finished
    {
        let environment = environment.merging(extra) { $1 }
        let place = workingFolder ?? folder.path
        if let input {
            let pipe = ["-c", "printf '%s\\n' \"$0\" | \"$@\"", input, program] + arguments
            return try run("/bin/sh", pipe, environment: environment, in: place)
        }
        if let spool {
            return try spool.run(program, arguments, environment: environment, in: place)
        }
        return try run(program, arguments, environment: environment, in: place)
    }

    /// A home with Push Pull Legs active and reminders at 07:30 on its days.
    static func ready(now: String = "2026-11-22T20:00", zone: String = "Europe/Berlin") throws -> Home {
        let home = try Home(now: now, zone: zone)
        try home.antrain("program activate push-pull-legs.yaml")
        try home.antrain("settings --time 07:30 --days mon,wed,fri")
        return home
    }

    /// A home in which Push Day was delivered at 07:30 and one of the user's own reminders at 08:00; both are unanswered.
    static func waiting() throws -> Home {
        let home = try Home.ready()
        try home.antrain(arguments: [
            "reminder", "add", "Drink water", "--at", "2026-11-23 08:00", "--notes", "A big glass", "--repeat", "daily",
        ])
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        home.now = "2026-11-23T08:00"
        #expect(try home.antrain("deliver").output.contains("Drink water"))
        return home
    }

    func pending() throws -> [String] {
        let output = try antrain("pending --json").output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return (object?["notifications"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }

    /// Runs `antrain` on a terminal and types an answer; further questions get the end of the input.
    func onTerminal(_ line: String, _ answer: String, environment extra: [String: String] = [:]) throws -> String {
        let script = """
            import os, pty, signal, sys
            # A question without an answer must fail the test, not block the whole run; the test process blocks signals.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            signal.alarm(300)
            answer, command = sys.argv[1], sys.argv[2:]
            pid, terminal = pty.fork()
            if pid == 0:
                # Closed to messages: the consoles of other tests look for open terminals.
                os.chmod(os.ttyname(0), 0o600)
                os.execv(command[0], command)
            os.write(terminal, (answer + "\\n" + "\\x04" * 20).encode())
            try:
                while True:
                    text = os.read(terminal, 4096)
                    if not text: break
                    os.write(1, text)
            except OSError:
                pass
            os.waitpid(pid, 0)
            """
        return try run(
            "/usr/bin/env",
            ["python3", "-c", script, answer, BuildProducts.path("antrain")]
                + line.split(separator: " ").map(String.init),
            environment: environment.merging([
                "PATH": programs.path + ":"
                    + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
            ]) { $1 }.merging(extra) { $1 },
            in: folder.path
        ).output
    }
}
