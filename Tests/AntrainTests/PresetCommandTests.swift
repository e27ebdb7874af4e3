import Foundation
import Platform
import TestSupport
import Testing

/// `antrain reminder preset`: ready-made reminders.
@Suite struct PresetCommandTests {
    /// A home with reminders on and a program on Monday, Wednesday and Friday; 2026-11-22 is a Sunday.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        stage.columns = 200
        try stage.write(
            "mine.yaml",
            """
            antrain: 1
            id: mine
            name: Mine
            days: {a: {name: Push, exercises: [{exercise: Press, sets: 5}]}}
            schedule: {mode: weekdays, monday: a, wednesday: a, friday: a}

            """
        )
        try stage.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\n")
        #expect(try stage.run("program activate mine.yaml").status == .success)
        return stage
    }

    private struct Pending: Decodable {
        struct Entry: Decodable {
            let id: String
            let fire_at: String
        }
        let notifications: [Entry]
    }

    /// The times of the pending reminders of the user's own in the first seven days.
    private func pending(_ stage: CommandStage) throws -> [String] {
        let run = try stage.run("pending --all --json")
        let pending = try JSONDecoder().decode(Pending.self, from: Data(run.output.utf8))
        return pending.notifications.filter { $0.id.hasPrefix("reminder/") }.map(\.fire_at)
    }

    /// The first reminders of each preset, and how many it has in a week.
    @Test(arguments: [
        ("hydration", 36, "2026-11-23T09:00"), ("meals", 18, "2026-11-23T07:30"), ("sleep", 3, "2026-11-22T21:30"),
        ("check-in", 0, ""), ("weigh-in", 1, "2026-11-23T07:00"), ("stretch", 3, "2026-11-23T08:30"),
        ("hydration --time 21:00", 7, "2026-11-22T21:00"),
        ("hydration --time 8am,6pm --days mon,tue", 4, "2026-11-23T08:00"),
        ("meals --time 08:00,13:00,20:00 --days weekends", 3, "2026-11-28T08:00"),
        ("weigh-in --days fri", 1, "2026-11-27T07:00"),
    ])
    func presetsAddTheirReminders(line: String, count: Int, first: String) throws {
        let stage = try stage()
        let run = try stage.run("reminder preset add \(line)")
        #expect(run.status == .success && run.output.contains("added the preset"), "\(run)")
        let pending = try pending(stage)
        #expect(pending.count == count && pending.first ?? "" == first, "\(pending)")
        // One action removes all of them.
        let undone = try stage.run("undo")
        #expect(undone.output.hasPrefix("undid: added preset (\(line.split(separator: " ")[0]))"), "\(undone)")
        #expect(try self.pending(stage).isEmpty)
        #expect(try stage.run("reminder list --json").output.contains("\"reminders\" : [\n\n  ]"))
        #expect(try stage.run("reminder preset add \(line)").status == .success)
    }

    @Test func aPresetIsAddedOnce() throws {
        let stage = try stage()
        #expect(try stage.run("reminder preset add meals").status == .success)
        let again = try stage.run("reminder preset add meals")
        #expect(again.status == .usage)
        #expect(again.messages.contains("'meals' was already added, as reminders 1, 2, 3;"), "\(again)")
        #expect(again.messages.contains("antrain reminder edit 1 --at TIME; or delete them first"))
        #expect(try stage.run("reminder preset list").output.contains("3 reminders  added, numbers 1, 2, 3"))
        #expect(try stage.run("reminder edit 2 --at 1pm --title Lunch").status == .success)
        #expect(try stage.run("reminder preset add meals").status == .usage)
        for number in 1...3 { #expect(try stage.run("reminder delete \(number) --yes").status == .success) }
        #expect(try stage.run("reminder preset add meals").status == .success)
        // The earlier deletions can still be undone.
        for _ in 0..<2 { #expect(try stage.run("undo").status == .success) }
        #expect(try stage.run("reminder preset list").output.contains("added, number"))
    }

    @Test func nothingIsAddedWithoutConsent() throws {
        let stage = try stage()
        let shown = try stage.run("reminder preset add sleep --dry-run")
        #expect(shown.output == (try stage.run("reminder preset show sleep").output))
        #expect(
            shown.output.hasPrefix("Go to bed early; you train tomorrow  days-before-training at 21:30, next today"),
            "\(shown)"
        )
        #expect(try pending(stage).isEmpty)
        stage.answers = ["n"]
        let refused = try stage.run("reminder preset add sleep")
        #expect(refused.status != .success && refused.messages.contains("'sleep' was not added"))
        #expect(
            stage.questions.last?.contains("Go to bed early") == true
                && stage.questions.last?.contains("Add these") == true
        )
        #expect(try pending(stage).isEmpty)
        stage.answers = ["y"]
        #expect(try stage.run("reminder preset add sleep").status == .success)
        stage.answers = []
        #expect(try stage.run("reminder preset add stretch --yes").status == .success)
        #expect(stage.questions.count == 2)
        #expect(try pending(stage).count == 6)
    }

    @Test func titlesAreInTheUsersLanguage() throws {
        let stage = try stage()
        #expect(try stage.run("settings language de").status == .success)
        #expect(
            try stage.run("reminder preset add weigh-in").output.contains("Vorlage weigh-in hinzugefügt (1 Erinnerung)")
        )
        let list = try stage.run("reminder list").output
        #expect(list.contains("Wieg dich") && list.contains("antrain measure weight 80kg"), "\(list)")
    }

    @Test(arguments: [
        ("show hydratio", "did you mean 'hydration'?"), ("add nothing", "expected one of hydration, meals"),
        ("add stretch --time 9am", "the time of 'stretch' follows from your workouts"),
        ("add sleep --days mon", "the dates of 'sleep' follow from your programs"),
        ("add meals --time 9am", "expected 3 times, separated by commas"), ("add hydration --time 9am,late", "'late'"),
        ("add hydration --days none", "expected at least one weekday"),
    ])
    func mistakesAreReported(line: String, part: String) throws {
        let stage = try stage()
        let run = try stage.run("reminder preset \(line)")
        #expect(run.status == .usage && run.messages.contains(part), "\(run)")
        #expect(try pending(stage).isEmpty)
    }
}
