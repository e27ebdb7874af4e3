import Foundation
import TestSupport
import Testing

/// `antrain start` on a real terminal.
@Suite struct GuidedSessionTests {
    /// Types each text once its prompt appeared: `[(prompt, text)]`.
    private func type(_ steps: [(String, String)], into line: String, _ home: Home) throws -> String {
        let script = """
            import os, pty, signal, sys
            # The test process blocks signals, and its children inherit that.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            signal.alarm(300)
            command, steps = sys.argv[1:int(sys.argv[1]) + 2][1:], sys.argv[int(sys.argv[1]) + 2:]
            pid, terminal = pty.fork()
            if pid == 0:
                os.chmod(os.ttyname(0), 0o600)
                os.execv(command[0], command)
            output, seen = b"", 0
            try:
                for prompt, text in zip(steps[::2], steps[1::2]):
                    while prompt.encode() not in output[seen:]:
                        text_read = os.read(terminal, 4096)
                        if not text_read: break
                        output += text_read
                    seen = len(output)
                    if text == "HANGUP":
                        os.close(terminal)
                        break
                    os.write(terminal, text.encode())
                while True:
                    text_read = os.read(terminal, 4096)
                    if not text_read: break
                    output += text_read
            except OSError:
                pass
            os.waitpid(pid, 0)
            os.write(1, output)
            """
        let command = [BuildProducts.path("antrain")] + line.split(separator: " ").map(String.init)
        return try run(
            "/usr/bin/env",
            ["python3", "-c", script, "\(command.count)"] + command + steps.flatMap { [$0.0, $0.1] },
            environment: [
                "HOME": home.folder.path, "TZ": home.zone, "ANTRAIN_NOW": home.now, "COLUMNS": "80",
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            ],
            in: home.folder.path
        ).output
    }

    /// After four repetitions, four singles follow, and half sets of two; going back changes their number.
    @Test func setsFollowFromTheFirstOne() throws {
        let home = try Home(now: "2026-11-23T19:00")
        try home.folder.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            days:
              a:
                exercises:
                  - {exercise: Sandbag, sets: [3-6 @ 100kg, 3-6x1 per rep @ 100kg]}
                  - {exercise: Barrel, sets: [4-8 @ 50kg, 2x2-4 half @ 50kg]}
            schedule: {mode: cycle, cycle: [a]}
            """
        )
        try home.antrain("program activate mine.yaml")
        let shown = try home.antrain("today", environment: ["COLUMNS": "200"]).output
        #expect(shown.contains("3–6×1 (one per repetition of the first set) @ 100 kg"), "\(shown)")
        let output = try type(
            [
                ("set 1 of 7", "5\n"), ("set 2 of 6", "u\n"), ("set 1 of 7", "4\n"), ("set 2 of 5", "\n"),
                ("set 3 of 5", "\n"), ("set 4 of 5", "\n"), ("set 5 of 5", "\n"), ("set 1 of 3", "7\n"),
                ("3 @ 50 kg", "\n"), ("set 3 of 3", "\n"),
            ],
            into: "start",
            home
        )
        let log = try home.antrain("log", environment: ["COLUMNS": "200"]).output
        #expect(log.contains("4 @ 100 kg, 4×1 @ 100 kg"), "\(log)\n\(output)")
        #expect(log.contains("7 @ 50 kg, 2×3 @ 50 kg"), "\(log)\n\(output)")
        #expect(output.contains("done"), "\(output)")
        home.now = "2026-11-24T19:00"
        try home.antrain("done --set barrel=5,2x2")
        let planned = try home.antrain("log", environment: ["COLUMNS": "200"]).output
        #expect(planned.contains("3 @ 100 kg, 3×1 @ 100 kg"), "\(planned)")
    }

    /// Ctrl-C during a rest, then a closed terminal: every entered set is kept, and the session continues.
    @Test func everyEnteredSetSurvivesAnInterruption() throws {
        let home = try Home()
        home.now = "2026-11-23T19:00"
        try home.antrain(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40kg --load barbell-row=40kg"
        )
        let first = try type(
            [("set 1 of 5", "\n"), ("(Enter: stop)", "\n"), ("set 2 of 5", "4\n"), ("rest 3:00", "\u{03}")],
            into: "start",
            home
        )
        #expect(first.contains("5 @ 60 kg (20 per side)"), "\(first)")
        #expect(first.contains("stopped; to continue: antrain start\r\n"), "\(first)")
        #expect(try home.antrain("log").output.contains("5 @ 60 kg, 4 @ 60 kg"))
        _ = try type([("set 3 of 5", "w 57.5\n"), ("5 @ 57.5 kg", "\n"), ("rest", "HANGUP")], into: "start", home)
        #expect(try home.antrain("log").output.contains("5 @ 60 kg, 4 @ 60 kg, 5 @ 57.5 kg"))
        let last = try type([("set 4 of 5", "?\n"), ("set 4 of 5", "q\n")], into: "start", home)
        #expect(
            last.contains("another load for the next sets") && last.contains("to continue: antrain start"),
            "\(last)"
        )
    }
}
