import Foundation
import TestSupport
import Testing

/// What the user types when a text appears on the terminal.
struct Turn {
    /// Ctrl-C, Ctrl-D, and closing the terminal.
    static let interrupt = "\u{3}"
    static let endOfInput = "\u{4}"
    static let hangUp = "hang up"

    let text: String
    let answer: String

    init(_ text: String, _ answer: String) { (self.text, self.answer) = (text, answer) }
}

extension Home {
    private static let script = """
        import json, os, pty, signal, sys, termios
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        turns, command = json.loads(sys.argv[1]), sys.argv[2:]
        pid, terminal = pty.fork()
        if pid == 0:
            os.chmod(os.ttyname(0), 0o600)
            # Without this, Ctrl-C may discard what the program prints because of it.
            modes = termios.tcgetattr(0)
            modes[3] |= termios.NOFLSH
            termios.tcsetattr(0, termios.TCSANOW, modes)
            os.execv(command[0], command)
        output, place = b"", 0
        def late(*_):
            os.write(1, b"\\nNO SUCH TEXT: " + json.dumps(turns[:1]).encode())
            os.kill(pid, signal.SIGKILL)
            os._exit(1)
        signal.signal(signal.SIGALRM, late)
        signal.alarm(60)
        try:
            while True:
                text = os.read(terminal, 4096)
                if not text: break
                os.write(1, text)
                output += text
                if not turns: continue
                found = output.find(turns[0][0].encode(), place)
                if found < 0: continue
                place = len(output)
                answer = turns.pop(0)[1]
                if answer == "hang up":
                    os.close(terminal)
                    break
                isControl = answer in ("\\x03", "\\x04")
                os.write(terminal, (answer if isControl else answer + "\\n").encode())
        except OSError:
            pass
        os.waitpid(pid, 0)
        """

    /// Runs `antrain` on a terminal and answers each question when it appears; the output has line feeds as line ends.
    func talk(_ line: String, _ turns: [Turn], environment extra: [String: String] = [:]) throws -> String {
        let data = try JSONEncoder().encode(turns.map { [$0.text, $0.answer] })
        let own = environment.merging(extra) { $1 }
        let path = (own["PATH"] ?? "") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        return try run(
            "/usr/bin/env",
            ["python3", "-c", Self.script, String(decoding: data, as: UTF8.self), BuildProducts.path("antrain")]
                + line.split(separator: " ").map(String.init),
            environment: own.merging(["PATH": path]) { $1 },
            in: folder.path
        ).output.replacing("\r\n", with: "\n")
    }
}
