import Foundation
import TestSupport
import Testing

/// Answers through ntfy's buttons while the daemon runs, which reads them from a stream.
@Suite(.enabled(if: NtfyServer.real == nil), .serialized) struct NtfyDaemonTests {
    /// A daemon with the channel `answer` replaced by one of ntfy.
    private func started(_ server: NtfyServer) throws -> DaemonHome {
        let home = try DaemonHome()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            channels: [phone]
            configure:
              phone:
                {plugin: webhook, preset: ntfy, url: "\(server.url)", topic: \(server.topic),
                 token: \(server.token), answers: \(server.answers)}

            """
        )
        try home.start()
        return home
    }

    private func reminder(_ server: NtfyServer) throws -> [String: Any] {
        _ = eventually(true, within: 60) { (try? server.messages(of: server.topic).isEmpty) == false }
        return try server.reminder()
    }

    private func reported(_ home: DaemonHome) -> Int {
        let query = "SELECT count(*) FROM journal WHERE kind = 'reported'"
        let path = "\(home.folder.path)/.local/share/antrain/ledger.sqlite"
        return Int((try? run("/usr/bin/sqlite3", [path, query]).output.filter(\.isNumber)) ?? "") ?? -1
    }

    @Test func aTapIsRecordedAtOnce() throws {
        let server = try NtfyServer()
        let home = try started(server)
        try home.remind(in: 3)
        let message = try reminder(server)
        // The stream is open.
        let isOpen = eventually(true, within: 20) {
            (try? server.control(["peeks": true]).contains { ($0["path"] as? String ?? "").contains("/json?since=all") })
                == true
        }
        #expect(isOpen, "\(home.log)")
        try server.tap("done", of: message)
        #expect(eventually(1, within: 20) { reported(home) } == 1, "\(home.log)")
        try server.tap("done", of: message)
        try server.request(
            "POST",
            "\(server.url)/\(server.answers)",
            body: "done reminder/1 \(String(repeating: "a", count: 29))"
        )
        #expect(eventually(true, within: 20) { home.log.contains("its token is not that of the reminder") })
        #expect(reported(home) == 1)
        home.signal(SIGTERM)
        #expect(home.daemon?.ending(within: 20) != nil)
    }

    /// Anyone can send any number of answers with wrong tokens.
    @Test func aFloodOfForgedAnswersIsReported() throws {
        let server = try NtfyServer()
        let home = try started(server)
        try home.remind(in: 3)
        _ = try reminder(server)
        let forged = (10..<90).map { "done reminder/1 \(String(repeating: "a", count: 27))\($0)" }
        try server.control(["topic": server.answers, "add": forged])
        let line = "the channel 'phone' reported more than 64 answers; the others were ignored"
        #expect(eventually(true, within: 40) { home.log.contains(line) }, "\(home.log)")
    }

    /// The connection ends with each response, and later the server answers again.
    @Test func aStreamThatEndsIsOpenedAgain() throws {
        let server = try NtfyServer()
        let home = try started(server)
        try server.fail(["status": 503])
        try home.remind(in: 3)
        let message = try reminder(server)
        try server.tap("done", of: message)
        sleep(4)
        // The time between two attempts grows.
        let attempts = try server.control([:]).count { ($0["path"] as? String ?? "").contains("json?since") }
        #expect((1...5).contains(attempts), "\(attempts)")
        try server.fail(nil)
        #expect(eventually(1, within: 40) { reported(home) } == 1, "\(home.log)")
    }
}
