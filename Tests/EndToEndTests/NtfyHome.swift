import Foundation
import TestSupport
import Testing

/// A home whose channel `phone` sends reminders with buttons through ntfy.
final class NtfyHome {
    let home: Home
    let server: NtfyServer

    static let push = "workout/2026-11-23/0730"

    /// - Parameters:
    ///   - values: further values of the channel.
    ///   - answers: whether reminders have buttons.
    init(_ server: NtfyServer, values: String = "", answers: Bool = true) throws {
        home = try Home()
        self.server = server
        let topic = answers ? ", answers: \(server.answers)" : ""
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [phone]
            configure:
              phone:
                {plugin: webhook, preset: ntfy, url: "\(server.url)", topic: \(server.topic),
                 token: \(server.token)\(topic)\(values)}

            """
        )
        try home.antrain("program activate push-pull-legs")
        home.now = "2026-11-23T07:30"
        let planned = try home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
        home.now = "2026-11-23T12:00"
    }

    /// Plans, and expects no message unless one is given.
    func plan(says text: String = "", at time: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws {
        if !time.isEmpty { home.now = time }
        let planned = try home.antrain("schedule-next")
        let isExpected = text.isEmpty ? planned.errors.isEmpty : planned.errors.contains(text)
        #expect(planned.status == 0 && isExpected, "\(planned)", sourceLocation: sourceLocation)
    }

    func why(_ date: String = "2026-11-23") throws -> String {
        try home.antrain("why \(date)").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The findings of `doctor` about lost answers.
    func losses() throws -> [(text: String, severity: String)] {
        let run = try home.antrain("doctor --json")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let checks = object?["checks"] as? [[String: Any]] ?? []
        let findings = checks.flatMap { $0["findings"] as? [[String: Any]] ?? [] }
        return findings.filter { $0["code"] as? String == "answers-lost" }.map {
            ($0["text"] as? String ?? "", $0["severity"] as? String ?? "")
        }
    }

    func sql(_ query: String) throws -> String {
        try run("/usr/bin/sqlite3", ["\(home.folder.path)/.local/share/antrain/ledger.sqlite", query]).output
    }

    /// The number of answers that the ledger knows, with refused ones.
    var reported: Int {
        get throws {
            Int(try sql("SELECT count(*) FROM journal WHERE kind IN ('reported', 'refused')").filter(\.isNumber)) ?? -1
        }
    }

    /// The stored state of the topic; empty if there is none.
    var state: String {
        let folder = home.folder.path + "/.local/state/antrain/webhook"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined()
    }
}
