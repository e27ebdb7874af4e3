import Foundation
import TestSupport
import Testing

/// Texts that take turns, as they are simulated, queued, explained and sent.
@Suite struct TextTurnTests {
    private struct Listed: Decodable {
        struct Entry: Decodable {
            let id: String
            let body: String
        }
        let notifications: [Entry]
    }

    private func bodies(_ home: Home, _ line: String) throws -> [String: String] {
        let listed = try JSONDecoder().decode(Listed.self, from: Data(home.antrain(line + " --json").output.utf8))
        return Dictionary(listed.notifications.map { ($0.id, $0.body) }) { first, _ in first }
    }

    /// On Monday, Wednesday and Friday, two texts alternate, from week to week, too.
    @Test func whatIsSimulatedIsSent() throws {
        let home = try Home(now: "2026-11-22T20:00")
        _ = try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: \"07:30\"\ndays: [mon, wed, fri]\ntexts: {workout: {body: [\"go: {workout}\", \"now: {workout}\"]}}\n"
        )
        try home.antrain("program activate push-pull-legs.yaml")
        let simulated = try bodies(home, "simulate --days 21")
        let expected = ["go", "now", "go", "now", "go", "now", "go", "now", "go"]
        #expect(simulated.sorted { $0.key < $1.key }.map { $0.value.prefix { $0 != ":" } } == expected.map { $0[...] })
        for day in ["23", "25", "27"] {
            let id = "workout/2026-11-\(day)/0730"
            home.now = "2026-11-\(day)T06:00"
            #expect(try bodies(home, "pending")[id] == simulated[id])
            #expect(try bodies(home, "today")[id] == simulated[id])
            #expect(try bodies(home, "why 2026-11-\(day)")[id] ?? simulated[id] == simulated[id])
            home.now = "2026-11-\(day)T07:30"
            #expect(try home.antrain("deliver").output.contains(try #require(simulated[id])))
            home.now = "2026-11-\(day)T08:00"
            try home.antrain("snooze --for 10m")
            #expect(try bodies(home, "pending")[id + "/snooze-1"] == simulated[id])
            if day == "23" { try home.antrain("done") }
        }
        #expect(try bodies(home, "simulate --days 16").allSatisfy { $0.value == simulated[$0.key] ?? $0.value })
    }
}
