import CivilTime
import Foundation
import Platform
import TestSupport
import Testing

/// `antrain why`: the plan, the record and the settings that explain a date.
@Suite struct WhyTests {
    private static let program = """
        antrain: 1
        id: mine
        name: Mine
        days:
          a: {name: Push, exercises: [{exercise: Press, sets: 5}]}
          b: {name: Pull, exercises: [{exercise: Row, sets: 5}]}
        schedule: {mode: weekdays, monday: a, wednesday: b, friday: a}

        """

    /// 2026-11-22 is a Sunday.
    private func stage(_ settings: String = "") throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        try stage.write("mine.yaml", Self.program)
        try stage.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\n" + settings)
        #expect(try stage.run("program activate \(stage.path("mine.yaml"))").status == .success)
        return stage
    }

    private struct Explanation: Decodable {
        struct Absence: Decodable { let reason: String }
        struct Entry: Decodable {
            let id: String
            let date: String
            let state: String?
        }
        struct Cause: Decodable {
            let code: String
            let line: Int?
        }
        let date: String
        let no_reminder: Absence?
        let notifications: [Entry]
        let causes: [Cause]
    }
    private struct Pending: Decodable { let notifications: [Explanation.Entry] }

    private func decoded<Value: Decodable>(_ run: CommandStage.Run) throws -> Value {
        #expect(run.status == .success, "\(run)")
        return try JSONDecoder().decode(Value.self, from: Data(run.output.utf8))
    }

    /// What was done before, and the codes of the causes; a code with `:N` follows from line N of the settings.
    struct Case: CustomTestStringConvertible {
        let lines: [String]
        /// Further lines of the settings, from line 3 on.
        var settings = ""
        let date: String
        let codes: String

        var testDescription: String { "\(lines) \(date)" }
    }

    @Test(arguments: [
        Case(lines: [], date: "mon", codes: "workout time:2"),
        Case(lines: [], date: "tue", codes: "rest-day no-rest-day-reminders"),
        Case(lines: [], date: "2026-12-07", codes: "workout time:2 beyond-horizon"),
        Case(lines: [], date: "2026-11-01", codes: "not-started"),
        Case(lines: ["settings --days mon,fri"], date: "wed", codes: "workout weekday-off:3 settings-changed"),
        Case(lines: ["settings --off"], date: "mon", codes: "workout off:1 settings-changed"),
        Case(lines: ["settings rest-days on"], date: "tue", codes: "rest-day time:2"),
        Case(
            lines: [],
            settings: "quiet-hours: {from: \"07:00\", to: \"08:00\", do: silence}\n",
            date: "mon",
            codes: "workout quiet-hours:3"
        ),
        Case(lines: ["settings --quiet-hours 07:00-08:00"], date: "mon", codes: "workout time:2 held:3"),
        Case(lines: ["move wed thu"], date: "thu", codes: "workout moved-here time:2"),
        Case(lines: ["move wed thu"], date: "wed", codes: "rest-day moved-away no-rest-day-reminders"),
        Case(lines: ["move wed fri"], date: "fri", codes: "workout moved-here time:2"),
        Case(
            lines: ["program activate mine.yaml --replace --days mon"],
            date: "wed",
            codes: "workout weekday-off program-activated"
        ),
        Case(
            lines: ["reminder add Tea --at 2026-12-20_09:00"],
            date: "2026-12-20",
            codes: "rest-day no-rest-day-reminders beyond-horizon"
        ),
        Case(
            lines: ["pause --from wed --until 2026-12-10 --program mine", "pause --from fri --until 2026-12-15"],
            date: "fri",
            codes: "paused paused"
        ),
        Case(lines: ["pause --from wed --until fri"], date: "wed", codes: "paused"),
        Case(lines: ["pause --from wed"], date: "2027-03-03", codes: "paused"),
        Case(lines: ["pause --from wed", "undo"], date: "wed", codes: "workout time:2"),
        Case(lines: ["pause --from mon", "resume --on wed"], date: "wed", codes: "workout time:2"),
        Case(lines: ["skip --date mon"], date: "mon", codes: "workout skipped"),
        Case(lines: ["cancel workout/2026-11-23/0730"], date: "mon", codes: "workout cancelled"),
        Case(lines: ["program deactivate mine"], date: "mon", codes: "nothing-planned program-deactivated"),
        Case(lines: ["settings --time 08:00"], date: "mon", codes: "workout time:2 settings-changed"),
        Case(
            lines: ["settings --time 08:00", "settings --time 07:30"],
            date: "mon",
            codes: "workout time:2 settings-changed"
        ),
    ])
    func causes(_ one: Case) throws {
        let stage = try stage(one.settings)
        for line in one.lines { #expect(try stage.run(line).status == .success, "\(line)") }
        let explanation: Explanation = try decoded(try stage.run("why \(one.date) --json"))
        let codes = explanation.causes.map { cause in cause.code + (cause.line.map { ":\($0)" } ?? "") }
        #expect(codes.joined(separator: " ") == one.codes)
        // Without a reminder in the queue there is a reason.
        if !explanation.notifications.contains(where: { $0.state == "pending" }) {
            #expect(explanation.no_reminder != nil || explanation.notifications.contains { $0.state == "planned" })
        }
    }

    @Test func theTextNamesTheSettingAndTheAction() throws {
        let stage = try stage()
        #expect(try stage.run("settings --days mon,fri").status == .success)
        #expect(
            try stage.run("why wed").output == """
                Wed 25 Nov: Pull
                  Wednesday is not one of your training days
                  Wed 25 Nov at 07:30  dropped  Workout Time!
                  - Mine plans Pull, week 1
                  - Wednesday is not one of your training days
                    (~/.config/antrain/settings.yaml:3:7)
                  - the settings changed: days (entered 2026-11-22T20:00)

                """
        )
        #expect(try stage.run("move wed thu").status == .success)
        let moved = try stage.run("why thu").output
        #expect(moved.contains("moved here from 2026-11-25 (entered 2026-11-22T20:00)"), "\(moved)")
    }

    @Test func aTimeThatTheClockSkipsIsExplained() throws {
        let stage = try CommandStage(now: "2027-03-25T20:00")
        try stage.write("mine.yaml", Self.program)
        try stage.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"02:30\"\nrest-days: on\n")
        #expect(try stage.run("program activate \(stage.path("mine.yaml"))").status == .success)
        #expect(try stage.run("settings --quiet-hours 20:00-22:00").status == .success)
        let explanation: Explanation = try decoded(try stage.run("why 2027-03-28 --json"))
        #expect(explanation.causes.map(\.code) == ["rest-day", "time", "skipped-by-clock"])
        let text = try stage.run("why 2027-03-28").output
        #expect(text.contains("the clock skips 02:30 that night, so the reminder is at 03:30"), "\(text)")
        let before: Explanation = try decoded(try stage.run("why 2027-03-27 --json"))
        #expect(before.causes.map(\.code) == ["rest-day", "time"])
    }

    @Test func aFollowUpIsExplained() throws {
        let stage = try stage("follow-up: 2h\n")
        for now in ["2026-11-23T07:30", "2026-11-23T09:30"] {
            #expect(try stage.run("deliver", now: now).status == .success)
        }
        let later = "2026-11-23T10:00"
        let explanation: Explanation = try decoded(try stage.run("why 2026-11-23 --json", now: later))
        #expect(explanation.causes.map { "\($0.code):\($0.line ?? 0)" }.contains("no-answer:3"), "\(explanation)")
        let text = try stage.run("why workout/2026-11-23/0730/follow-up-1", now: later).output
        #expect(text.contains("it follows the reminder of 2026-11-23T07:30 if that reminder has no answer"), "\(text)")
        let first: Explanation = try decoded(try stage.run("why workout/2026-11-23/0730 --json", now: later))
        #expect(!first.causes.contains { $0.code == "no-answer" })
    }

    @Test func workoutsDoNotExplainOwnReminders() throws {
        let stage = try stage()
        #expect(try stage.run("reminder add Tea --at 09:00 --repeat daily").status == .success)
        let own: Explanation = try decoded(try stage.run("why 1 --json"))
        #expect(own.notifications.map(\.id) == ["reminder/1/2026-11-23/0900"] && own.causes.isEmpty)
        let far = try stage.run("why reminder/1/2027-03-01/0900")
        #expect(far.status == .success && far.output.contains("planned"), "\(far)")
        let cancelled = try stage.run("cancel reminder/1/2026-11-23/0900")
        #expect(cancelled.status == .success)
        #expect(try stage.run("why reminder/1/2026-11-23/0900").output.contains("cancelled (entered"))
    }

    @Test(arguments: [
        ("someday", "invalid date 'someday'"), ("foo/bar", "no such reminder 'foo/bar'"), ("99", "no reminder 99"),
        ("1900-01-01", "expected a date within ten years of today"),
    ])
    func mistakesAreReported(subject: String, part: String) throws {
        let run = try stage().run("why \(subject)")
        #expect(run.status != .success && run.messages.contains(part), "\(run)")
    }

    @Test func nothingIsWritten() throws {
        let stage = try CommandStage()
        #expect(try stage.run("why").status == .success)
        #expect(stage.contents(".local/share/antrain/ledger.sqlite") == nil)
    }

    /// On every date, the explanation agrees with the queue, whatever the user did before.
    @Test(arguments: Share.of(0..<6, 2, "explanations"))
    func explanationsAgreeWithTheQueue(seed: UInt64) throws {
        let stage = try stage()
        var random = SplitMix64(seed: seed)
        let today = try CivilDate(parsing: "2026-11-22")
        func day() -> CivilDate { today.adding(days: Int.random(in: 0...12, using: &random)) }
        for _ in 0..<8 {
            let (one, other) = (day(), day())
            let lines = [
                "move \(one) \(other)", "pause --from \(min(one, other)) --until \(max(one, other))",
                "skip --date \(one)",
                "done --date \(one)", "cancel workout/\(one)/0730", "undo", "resume --on \(one)",
                "settings --days mon,thu,fri", "settings rest-days on", "settings --days daily",
            ]
            // Some are impossible, which changes nothing.
            _ = try stage.run(lines.randomElement(using: &random) ?? "undo")
        }
        let pending: Pending = try decoded(try stage.run("pending --all --json"))
        for date in (-3...40).map(today.adding(days:)) {
            let explanation: Explanation = try decoded(try stage.run("why \(date) --json"))
            let listed = explanation.notifications.filter { $0.state == "pending" }.map(\.id)
            #expect(listed == pending.notifications.filter { $0.date == "\(date)" }.map(\.id), "\(date)")
            let planned = explanation.notifications.contains { $0.state == "planned" }
            #expect(!planned || date >= today.adding(days: 7), "\(date)")
            #expect(!explanation.causes.isEmpty, "\(date)")
            if listed.isEmpty, !planned, date >= today { #expect(explanation.no_reminder != nil, "\(date)") }
        }
    }
}
