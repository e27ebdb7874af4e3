import Foundation
import Platform
import Testing

/// `keep` in the settings, and `antrain stats delivery`.
@Suite struct RetentionTests {
    /// Two reminders that are delivered late, one of them answered, and two that are missed, which a summary reports.
    private func stage(_ settings: String = "keep: 90d\n") throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        try stage.write(".config/antrain/settings.yaml", "enabled: on\ntime: \"07:30\"\n" + settings)
        _ = try stage.run("program activate push-pull-legs")
        for (title, moment) in [("Tea", "2026-11-23_07:00"), ("Once", "2026-11-26_09:00")] {
            let run = try stage.run("reminder add \(title) --at \(moment)")
            #expect(run.status == .success, "\(run)")
        }
        for now in ["2026-11-23T07:35", "2026-11-24T07:30", "2026-11-26T20:00"] {
            #expect(try stage.run("schedule-next", now: now).status == .success)
            if now.hasPrefix("2026-11-23") { _ = try stage.run("done", now: "2026-11-23T07:47") }
        }
        return stage
    }

    /// Runs on days up to a date, as cron does.
    private func run(_ stage: CommandStage, _ days: [String]) throws {
        for day in days {
            let run = try stage.run("schedule-next", now: day + "T20:00")
            #expect(run.status == .success, "\(run)")
        }
    }

    private static let days = ["2026-12-20", "2027-01-15", "2027-02-10", "2027-03-08", "2027-03-09"]

    private func json(_ run: CommandStage.Run) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run)")
    }

    @Test func deliveriesAreCounted() throws {
        let stage = try stage("")
        let run = try stage.run("stats delivery --since 2026-11-23 --until today", now: "2026-11-26T21:00")
        #expect(
            run.output == """
                Deliveries: 2026-11-23 – 2026-11-26
                  console  3 delivered, 2 of them late; 2 missed; 0 failed
                           delay: median 5m, 95th percentile 35m, longest 35m

                Answers
                  done  1  1 after a reminder, median 12m

                """,
            "\(run)"
        )
        let values = try json(try stage.run("stats delivery --json"))
        let total = try #require(values["total"] as? [String: Any])
        #expect(
            total["late"] as? Int == 2 && values["compacted_before"] == nil && values["approximate"] as? Bool == false
        )
        #expect(try stage.run("stats delivery --since thu --until fri").status == .usage)
        #expect(try stage.run("stats delivery --until 2026-11-22").output == "no reminders delivered yet\n")
    }

    @Test func oldRemindersBecomeCounts() throws {
        let stage = try stage()
        let before = try json(try stage.run("stats delivery --json --until 2026-11-30"))
        let undo = try stage.run("undo --list --json")
        try run(stage, Self.days)
        let after = try json(try stage.run("stats delivery --json --until 2026-11-30"))
        #expect(after["compacted_before"] as? String == "2026-12-08")
        for key in ["channels", "total"] {
            let (old, new) = (String(describing: before[key]), String(describing: after[key]))
            func counts(_ text: String) -> [String] {
                text.split(separator: "\n").map(String.init).filter { !$0.contains("seconds") }
            }
            #expect(counts(old) == counts(new))
        }
        #expect(try undo.output == stage.run("undo --list --json").output)
        let suggestion = try json(try stage.run("settings --time suggest --json"))
        #expect((suggestion["answers"] as? [String: Any])?["count"] as? Int == 1, "\(suggestion)")
        let history = try stage.run("history --limit 999")
        let note = "details before 2026-12-08 were replaced by counts: antrain stats delivery\n"
        #expect(history.output.hasSuffix(note) && !history.output.contains("2026-11"), "\(history)")
        #expect(try stage.run("history --until 2026-11-30").output == "no past reminders match these options\n" + note)
        #expect(try !stage.run("history --since 2026-12-08").output.contains(note))
        #expect(try json(try stage.run("history --json"))["compacted_before"] as? String == "2026-12-08")
        for subject in ["2026-11-23", "workout/2026-11-23/0730"] {
            let why = try stage.run("why \(subject)")
            let cause = "details before 2026-12-08 were replaced by counts, as set by 'keep'"
            #expect(why.status == .success && why.output.replacing("\n    ", with: " ").contains(cause), "\(why)")
            #expect(why.output.contains("settings.yaml:3:7"))
        }
        for command in ["open", "done", "snooze"] {
            let run = try stage.run("\(command) workout/2026-11-23/0730")
            #expect(
                run.status == .missingInput && run.messages.contains("reminders before 2026-12-08 were replaced by")
            )
        }
        #expect(try stage.run("open workout/2029-12-09/0730").messages.contains("no such reminder"))
        // A reminder that was sent once is not sent again, and its row is still the user's.
        #expect(try !stage.run("pending").output.contains("Once"))
        #expect(try stage.run("reminder list").output.contains("Once"))
        // A part of a month is counted as the whole month.
        let part = try stage.run("stats delivery --since 2026-11-25 --until 2026-11-30")
        #expect(part.output.contains("counted as whole months: 2026-11-01 to 2026-11-30"), "\(part)")
        // Nothing more is removed once everything is kept.
        _ = try stage.run("settings keep all")
        try run(stage, ["2027-04-01", "2027-04-05"])
        #expect(try json(try stage.run("history --json"))["compacted_before"] as? String == "2026-12-08")
    }

    @Test func nothingIsRemovedByDefault() throws {
        let stage = try stage("")
        try run(stage, Self.days)
        #expect(try stage.run("history --limit 999").output.contains("2026-11-23"))
    }

    @Test(arguments: ["en", "de", "es", "fr", "tr"]) func linesFitOnNarrowTerminals(language: String) throws {
        let stage = try stage("keep: 90d\nlanguage: \(language)\n")
        _ = try stage.run("plugin allow mail --quietly")
        try run(stage, Self.days)
        stage.columns = 50
        let run = try stage.run("stats delivery --since 2026-11-25")
        #expect(run.output.contains("console") && run.output.contains("mail") && run.output.contains("1 "), "\(run)")
        for line in run.output.split(separator: "\n") { #expect(line.count <= 50, "\(line)") }
        #expect(language == "en" || !run.output.contains("delivered"))
    }
}
