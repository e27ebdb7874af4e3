import Glibc
import Processes
import SystemPackage

/// Runs the user's editor on this process's terminal.
enum EditorProcess {
    /// Runs a command line of sh(1) with a file as its last argument.
    ///
    /// - Returns: its exit code; 127 if there is no such program.
    static func run(_ editor: String, _ file: FilePath, environment: [String: String]) -> Int32 {
        let launch = ProgramLaunch(
            "/bin/sh",
            ["sh", "-c", editor + " \"$1\"", "sh", file.string],
            environment: environment.map { "\($0)=\($1)" }
        )
        guard let process = try? launch.start() else { return 126 }
        // The editor gets the terminal's interrupts; antrain waits until it exits.
        let former = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, former) }
        return ProcessEnding.waiting(for: process)?.shellCode ?? 126
    }
}
