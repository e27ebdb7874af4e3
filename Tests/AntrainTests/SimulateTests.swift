import Foundation
import Platform
import Testing

/// `antrain simulate`: what would be sent, from the same planner as the queue.
@Suite struct SimulateTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          a: {name: Push, exercises: [{exercise: Press, sets: 5}]}
          b: {name: Pull, exercises: [{exercise: Row, sets: 5}]}
        schedule: {mode: weekdays, monday: a, thursday: b}

        """

    private func stage(_ now: String = "2026-11-22T20:00") throws -> CommandStage {
        let stage = try CommandStage(now: now)
        try stage.write("mine.yaml", Self.program)
        try stage.write("sunday.yaml", Self.program.replacingOccurrences(of: "thursday", with: "sunday"))
        return stage
    }

    /// The notifications as lines: the moment, the channels and the first line of the text.
    private func lines(_ run: CommandStage.Run) throws -> [String] {
        struct Document: Decodable {
            struct Entry: Decodable {
                struct Delivery: Decodable { let channel: String }
                let fire_at: String
                let body: String
                let deliveries: [Delivery]
            }
            let notifications: [Entry]
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
        return document.notifications.map { entry in
            "\(entry.fire_at) \(entry.deliveries.map(\.channel).joined(separator: ",")) \(entry.body.prefix { $0 != "\n" })"
        }
    }

    @Test(arguments: [
        ("mine.yaml --days 7", ["2026-11-23T09:00 console Push", "2026-11-26T09:00 console Pull"]),
        ("mine.yaml --days 1", []), ("mine.yaml --days 2 --time 6am", ["2026-11-23T06:00 console Push"]),
        (
            "mine.yaml --days 7 --days thu,fri --channels console,log",
            ["2026-11-26T09:00 console,log Push", "2026-11-27T09:00 console,log Pull"]
        ),
        ("mine.yaml --from 2027-06-01 --days 5", ["2027-06-03T09:00 console Pull"]),
        ("mine.yaml --days 2 --quiet-hours 21:00-10:00", ["2026-11-23T10:00 console Push"]),
        (
            "mine.yaml --days 2 --set summary=mon_8am",
            ["2026-11-23T08:00 console Next week: Mon Push, Thu Pull", "2026-11-23T09:00 console Push"]
        ),
        // The clocks skip 02:30 on 28 March 2027, a Sunday, in Berlin but not in Tokyo.
        ("sunday.yaml --from 2027-03-28 --days 1 --time 02:30", ["2027-03-28T03:30 console Pull"]),
        (
            "sunday.yaml --from 2027-03-28 --days 1 --time 02:30 --set timezone=Asia/Tokyo",
            ["2027-03-28T02:30 console Pull"]
        ),
        ("mine.yaml --days 2 --set timezone=Asia/Tokyo", ["2026-11-23T09:00 console Push"]),
    ])
    func programsAreSimulatedWithOtherSettings(arguments: String, expected: [String]) throws {
        let run = try stage().run("simulate \(arguments) --json")
        #expect(run.status == .success, "\(run)")
        #expect(try lines(run).map { $0.replacing("Today: ", with: "") } == expected)
    }

    /// What is simulated for the horizon is what is pending, with moves, pauses, snoozes and the user's own reminders.
    @Test func theSimulationIsThePlan() throws {
        let stage = try stage()
        for line in [
            "program activate mine.yaml", "settings rest-days on --time 07:30",
            "settings horizon 21",
            "reminder add Tea --at 2026-11-23_16:00 --repeat daily", "move 2026-11-26 2026-11-27",
            "pause --from 2026-12-03 --until 2026-12-04", "cancel workout/2026-11-23/0730",
        ] { #expect(try stage.run(line).status == .success, "\(line)") }
        let pending = try lines(stage.run("pending --all --json"))
        #expect(pending.count > 30)
        #expect(try lines(stage.run("simulate --days 21 --json")) == pending)
    }

    /// An active program keeps its start and its answers when its changed file is simulated.
    @Test func anEditedFileIsSimulatedAsActive() throws {
        let stage = try stage("2026-11-23T06:00")
        #expect(try stage.run("program activate mine.yaml").status == .success)
        #expect(try stage.run("skip").status == .success)
        try stage.write(
            "other.yaml",
            Self.program.replacingOccurrences(of: "thursday: b", with: "monday: b, tuesday: a")
        )
        let broken = try stage.run("simulate other.yaml")
        #expect(broken.status != .success && broken.messages.contains("monday"))
        try stage.write("other.yaml", Self.program.replacingOccurrences(of: "thursday: b", with: "tuesday: b"))
        let titles = try lines(stage.run("simulate other.yaml --days 8 --json"))
        #expect(titles.map { $0.prefix(10) } == ["2026-11-24", "2026-11-30"], "\(titles)")
        #expect(
            try lines(stage.run("simulate mine --days 8 --json")).map { $0.prefix(10) } == ["2026-11-26", "2026-11-30"]
        )
    }

    @Test(arguments: [
        ("--days 0", "--days"), ("--days 4000", "expected a number from 1 to 3660"),
        ("--days 3 --days 4", "give it once"),
        ("--days soon", "--days"), ("--from yesterday", "expected today (2026-11-22) or a later date"),
        ("--from 2040-01-01", "of the next ten years"), ("--time 25:00", "--time"), ("nothing.yaml", "nothing"),
        ("--channels pigeon", "no such channel 'pigeon'"), ("--set summary=daily", "expected a weekday and a time"),
    ])
    func mistakesAreReported(arguments: String, message: String) throws {
        let run = try stage().run("simulate \(arguments)")
        #expect(run.status != .success && run.output.isEmpty && run.messages.contains(message), "\(run)")
    }

    @Test func theTextShowsTimeChannelsAndBody() throws {
        let run = try stage().run("simulate mine.yaml --days 2")
        #expect(run.output.contains("Mon 23 Nov 09:00  console\n"), "\(run.output)")
        #expect(run.output.contains("  Today: Push\n"), "\(run.output)")
        #expect(run.messages.contains("reminders are off; to turn them on: antrain settings --on"))
        let none = try stage().run("simulate")
        #expect(none.output == "no notifications from 2026-11-22 through 2026-12-21\n", "\(none.output)")
        #expect(none.status == .success)
    }

    /// Nothing is written: neither into an empty home nor into that of a user, whose settings are broken.
    @Test func nothingIsChanged() throws {
        let stage = try stage()
        func files() throws -> [String: Data] {
            let names = FileManager.default.enumerator(atPath: stage.path(""))?.compactMap { $0 as? String } ?? []
            return Dictionary(
                uniqueKeysWithValues: names.compactMap { name in
                    FileManager.default.contents(atPath: stage.path(name)).map { (name, $0) }
                }
            )
        }
        #expect(try stage.run("simulate mine.yaml").status == .success)
        #expect(try files().keys.sorted() == ["mine.yaml", "sunday.yaml"])
        #expect(try stage.run("settings --time 07:30").status == .success)
        #expect(try stage.run("program activate mine.yaml").status == .success)
        try stage.write(".config/antrain/settings.yaml", "time: never\n")
        let before = try files()
        let run = try stage.run("simulate --time 6am --days 2")
        #expect(run.status == .success && run.output.contains("06:00"), "\(run)")
        #expect(run.messages.contains("never"), "\(run)")
        #expect(try files() == before)
    }
}
