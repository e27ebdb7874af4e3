import Foundation
import TestSupport
import Testing

/// FIFOs, devices, sockets and folders in place of the user's files are reported; nothing waits for them.
@Suite struct IrregularFileTests {
    static let kinds = ["FIFO", "device", "socket", "folder"]
    private static let ledger = ".local/share/antrain/ledger.sqlite"

    private func put(_ kind: String, at path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        switch kind {
        case "FIFO": #expect(mkfifo(path, 0o600) == 0)
        case "device": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case "socket":
            // The address of a socket is shorter than the paths of some temporary folders.
            let script =
                "import os, socket, sys; os.chdir(sys.argv[1]); socket.socket(socket.AF_UNIX).bind(sys.argv[2])"
            let words = [
                "python3", "-c", script, (path as NSString).deletingLastPathComponent,
                (path as NSString).lastPathComponent,
            ]
            #expect(try run("/usr/bin/env", words).status == 0)
        default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
    }

    /// Runs antrain, and kills it if it waits.
    private func antrain(_ home: Home, _ arguments: [String]) throws -> Finished {
        try run(
            "/usr/bin/timeout",
            ["-s", "KILL", "60", BuildProducts.path("antrain")] + arguments,
            environment: home.environment,
            in: home.folder.path
        )
    }

    @Test(arguments: kinds) func aFileOfAnotherKindIsReported(kind: String) throws {
        let home = try Home.ready()
        let odd = home.folder.path + "/odd.yaml"
        try put(kind, at: odd)
        for line in [
            "settings --config odd.yaml --data-dir new", "settings --time 8:00 --config odd.yaml --data-dir new",
            "program validate odd.yaml", "program activate odd.yaml",
        ] {
            let done = try antrain(home, line.split(separator: " ").map(String.init))
            #expect(done.status == 74, "\(line): \(done)")
            #expect(done.errors.contains("odd.yaml: it is a \(kind), not a regular file"), "\(line): \(done)")
        }
        // The last good settings stay in force.
        let week = try antrain(home, ["week", "--config", "odd.yaml"])
        #expect(week.status == 0 && week.errors.contains("odd.yaml cannot be read (it is a \(kind), not"), "\(week)")
    }

    @Test(arguments: kinds, ["", "-wal"]) func aLedgerOfAnotherKindIsReported(kind: String, suffix: String) throws {
        let home = try Home.ready()
        let path = home.folder.path + "/" + Self.ledger + suffix
        try put(kind, at: path)
        for line in ["today", "repair", "repair new", "repair copy copy.sqlite"] {
            let done = try antrain(home, line.split(separator: " ").map(String.init))
            #expect(done.status == 74, "\(line): \(done)")
            let message =
                "antrain: ledger \(path) is a \(kind), not a regular file; move it away, or choose another folder"
            #expect(done.errors.hasPrefix(message), "\(line): \(done)")
        }
    }

    @Test(arguments: kinds) func completionDoesNotWait(kind: String) throws {
        let home = try Home.ready()
        try put(kind, at: home.folder.path + "/.config/antrain/settings.yaml")
        try put(kind, at: home.folder.path + "/" + Self.ledger)
        let words = ["---complete", "zsh", "antrain"]
        for (line, candidate) in [
            ("plugin info cons", "console\tplugin\n"), ("program deactivate ", ""), ("done ", ""),
        ] {
            let done = try antrain(
                home,
                words + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            )
            #expect(done.status == 0 && done.errors.isEmpty, "\(line): \(done)")
            #expect(candidate.isEmpty ? done.output == "\n" : done.output.contains(candidate), "\(line): \(done)")
        }
    }

    @Test func aTimeZoneThatIsAFIFOIsReported() throws {
        let home = try Home()
        try put("FIFO", at: home.folder.path + "/zone")
        home.zone = ":\(home.folder.path)/zone"
        let done = try antrain(home, ["today"])
        #expect(done.status == 78 && done.errors.contains("/zone"), "\(done)")
    }
}
