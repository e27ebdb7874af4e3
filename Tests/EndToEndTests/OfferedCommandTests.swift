import Foundation
import TestSupport
import Testing

/// Every command that antrain suggests as an answer works.
@Suite struct OfferedCommandTests {
    /// Steps that lead to a state in which reminders can be answered.
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [String]
        var testDescription: String { name }
    }

    static let scenes = [
        Scene(name: "pending", steps: ["at 2026-11-23T06:00"]),
        Scene(name: "delivered", steps: ["at 2026-11-23T07:30", "deliver"]),
        Scene(
            name: "two programs in one reminder",
            steps: [
                "program activate bodyweight-routine --add", "at 2026-11-23T07:30", "deliver",
            ]
        ),
        Scene(
            name: "two programs, one answered",
            steps: [
                "program activate bodyweight-routine --add", "at 2026-11-23T07:30", "deliver",
                "done --program push-pull-legs",
            ]
        ),
        Scene(
            name: "two programs, one deactivated",
            steps: [
                "program activate bodyweight-routine --add", "at 2026-11-23T07:30", "deliver",
                "program deactivate push-pull-legs",
            ]
        ),
        Scene(
            name: "everything deactivated",
            steps: [
                "at 2026-11-23T07:30", "deliver", "program deactivate push-pull-legs",
            ]
        ),
        Scene(name: "answered", steps: ["at 2026-11-23T07:30", "deliver", "done"]),
        Scene(name: "snoozed", steps: ["at 2026-11-23T07:30", "deliver", "snooze", "at 2026-11-23T08:30", "deliver"]),
        Scene(name: "paused", steps: ["at 2026-11-23T07:30", "deliver", "pause"]),
        Scene(name: "moved away", steps: ["at 2026-11-23T07:30", "deliver", "move 2026-11-23 2026-11-24"]),
        Scene(name: "yesterday's, unanswered", steps: ["at 2026-11-23T07:30", "deliver", "at 2026-11-24T09:00"]),
        Scene(name: "started", steps: ["at 2026-11-23T07:30", "deliver", "start"]),
        Scene(
            name: "a user reminder",
            steps: [
                "reminder add Tea --at 2026-11-23_08:00 --repeat daily", "at 2026-11-23T08:00", "deliver",
            ]
        ),
        Scene(
            name: "a deleted user reminder",
            steps: [
                "reminder add Tea --at 2026-11-23_08:00", "at 2026-11-23T08:00", "deliver", "reminder delete 1",
            ]
        ),
        Scene(
            name: "a rest day",
            steps: [
                "settings rest-days on --days all", "at 2026-11-24T07:30", "deliver",
            ]
        ),
        Scene(
            name: "two times a day",
            steps: [
                "at 2026-11-23T07:30", "deliver", "settings --time 09:00", "at 2026-11-23T09:00", "deliver",
            ]
        ),
    ]

    private func home(_ scene: Scene) throws -> Home {
        let home = try Home.ready()
        try home.antrain("schedule-next")
        for step in scene.steps {
            if step.hasPrefix("at ") {
                home.now = String(step.dropFirst(3))
            } else {
                let words = step.split(separator: " ").map(String.init)
                try home.antrain(arguments: words.map { $0.replacing("_", with: " ") })
            }
        }
        return home
    }

    private func copy(of home: Home) throws -> Home {
        let copy = try Home(now: home.now, zone: home.zone)
        for name in try FileManager.default.contentsOfDirectory(atPath: home.folder.path) {
            try FileManager.default.copyItem(
                atPath: "\(home.folder.path)/\(name)",
                toPath: "\(copy.folder.path)/\(name)"
            )
        }
        return copy
    }

    /// The ids of all pending and past reminders.
    private func ids(_ home: Home) throws -> Set<String> {
        let output = try home.antrain("pending --json").output + home.antrain("history --json").output
        return Set(output.matches(of: /"id" : "([^"]+)"/).map { String($0.1) })
    }

    @Test(arguments: Share.of(scenes, 2, "suggested commands"))
    func `Suggested commands work as suggested`(scene: Scene) throws {
        let probe = try home(scene)
        let today = try ids(probe).filter { $0.contains("2026-11-23") || $0.contains("2026-11-24") }.sorted()
        for id in today {
            let open = try probe.antrain("open \(id) --json")
            let commands = open.output.matches(of: /"command" : "antrain ([^"]+)"/).map { String($0.1) }
            for command in commands {
                // Each in its own home: an answer makes the other commands obsolete.
                let run = try copy(of: probe).antrain(command)
                #expect(run.status == 0, "\(scene.name): \(command): \(run.errors)")
            }
        }
    }

    @Test(
        arguments: Share.of(scenes, 2, "refusals"),
        ["done", "skip", "start", "snooze", "done --date tomorrow", "start --program nothing"]
    )
    func `Commands that a refusal suggests work`(scene: Scene, line: String) throws {
        let probe = try home(scene)
        let run = try probe.antrain(line)
        guard run.status != 0 else { return }
        let commands = run.errors.matches(of: /antrain [a-z]+[^;,\n]*/).map { String($0.output) }
        #expect(!commands.isEmpty, "\(scene.name): \(run.errors)")
        for command in commands {
            let copy = try copy(of: probe)
            let followed = try copy.antrain(arguments: Array(ShellWords.split(command).dropFirst()))
            #expect(followed.status == 0, "\(scene.name): \(command): \(followed.errors)")
        }
    }

    @Test func `The suggested command answers the whole group`() throws {
        let home = try home(Self.scenes[2])
        let open = try home.antrain("open workout/2026-11-23/0730").output
        #expect(open.contains("antrain done workout/2026-11-23/0730 --all"))
        #expect(try home.antrain("done workout/2026-11-23/0730 --all").output.contains("Push Day and Full Body"))
        #expect(try home.antrain("--json").output.contains("\"badge\" : 0"))
    }

    @Test func `No command is suggested once no program is active`() throws {
        let home = try home(Self.scenes[5])
        #expect(!(try home.antrain("open workout/2026-11-23/0730").output.contains("antrain done")))
    }
}

/// The words of a command as a shell splits them, with single quotes only.
enum ShellWords {
    static func split(_ command: String) -> [String] {
        command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
