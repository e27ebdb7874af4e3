import Files
import Glibc
import PrintableText
import Processes

/// The user's pager, such as less(1), which shows long output page by page on the terminal.
package final class Pager {
    private static let standard = "less"

    private let process: pid_t
    private let input: Int32
    private let interrupt: sighandler_t?

    /// Starts the pager in `PAGER`, or less(1); nil if there is none, or `PAGER` is empty or `cat`.
    static func start(environment: [String: String]) -> Pager? {
        var command = environment["PAGER"]
        if command == nil {
            let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
            guard folders.contains(where: { access("\($0)/\(standard)", X_OK) == 0 }) else { return nil }
            // less(1) then ends at once if everything fits on the screen, keeps colors, and leaves the output on the screen.
            command = standard + " -FRX"
        }
        guard let command, !["", "cat"].contains(command) else { return nil }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let launch = ProgramLaunch(
            "/bin/sh",
            ["sh", "-c", command],
            environment: environment.map { "\($0)=\($1)" },
            descriptors: [ends[0], 1, 2]
        )
        let process = try? launch.start()
        close(ends[0])
        guard let process else {
            close(ends[1])
            return nil
        }
        return Pager(process, input: ends[1])
    }

    private init(_ process: pid_t, input: Int32) {
        self.process = process
        self.input = input
        // The pager handles the terminal's interrupts; antrain waits until it ends.
        interrupt = signal(SIGINT, SIG_IGN)
    }

    /// Shows text; it is not an error if the user quits before its end.
    ///
    /// - Returns: nil.
    package func show(_ text: String) -> String? {
        _ = LiveFiles.writeAll(input, Array(text.terminalText.utf8))
        return nil
    }

    /// Waits until the user quits.
    package func end() {
        close(input)
        _ = ProcessEnding.waiting(for: process)
        _ = signal(SIGINT, interrupt)
    }
}
