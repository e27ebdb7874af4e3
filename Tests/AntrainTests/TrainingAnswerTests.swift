import Foundation
import Platform
import Testing

/// What answers and logged sets do to the coming loads, and what they say about it. 23 November 2026 is a Monday.
@Suite struct TrainingAnswerTests {
    private func stage(
        _ line: String =
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40 --load barbell-row=40"
    )
        throws
        -> CommandStage
    {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        let run = try stage.run(line)
        #expect(run.status == .success, "\(run.messages)")
        return stage
    }

    private func next(_ stage: CommandStage, _ exercise: String = "Squat") throws -> String {
        let lines = try stage.run("next --workouts 1").output.split(separator: "\n")
        let line = lines.first { $0.contains(exercise) } ?? ""
        return line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }

    // MARK: Loads

    @Test(arguments: ["5@60_4x5@50", "4x5@60_5@50", "2x5@60_2x5@55_5@52.5"])
    func `Sets that were lighter than planned are no success`(sets: String) throws {
        let stage = try stage()
        _ = try stage.run("done --set squat=\(sets)")
        #expect(try next(stage) == "Squat 5×5 @ 60 kg same load: failed once; deload after 3 failures")
    }

    @Test func `A guided workout with a lighter last set is no success`() throws {
        let stage = try stage()
        stage.answers = ["", "", "", "", "w 55", ""] + Array(repeating: "", count: 10)
        #expect(try stage.run("start").output.hasPrefix("done: Workout A"))
        #expect(try next(stage).hasPrefix("Squat 5×5 @ 60 kg same load"))
    }

    /// Sets that were logged on their own are not those of one of the tiers.
    @Test func `An exercise that a program has twice gets no load from an entry without a workout`() throws {
        let stage = try CommandStage(now: "2026-11-22T20:00")
        _ = try stage.run("log squat 5x5@80")
        _ = try stage.run("program activate gzclp --start 2026-11-23 --load squat-t1=70kg")
        _ = try stage.run("log squat 5x5@80", now: "2026-11-24T20:00")
        let coming = try stage.run("next --workouts 8").output
        #expect(!coming.contains("80 kg") && coming.contains("70 kg"), "\(coming)")
    }

    // MARK: Unlikely sets

    @Test(arguments: [
        ("log squat 100", "log squat 5x5@100", "log squat 1x100"),
        ("done --set squat=50", "done --date 2026-11-23 --set squat=5x5@50", "done --date 2026-11-23 --set squat=1x50"),
    ])
    func `A number that is probably a load is refused`(typed: String, likely: String, clear: String) throws {
        let stage = try stage()
        let run = try stage.run(typed)
        #expect(run.status == .usage && run.messages.contains("it means one set of "), "\(run)")
        for suggested in [likely, clear] {
            #expect(run.messages.contains("antrain \(suggested)"), "\(run)")
            #expect(try self.stage().run(suggested).status == .success, "\(suggested)")
        }
        stage.answers = ["y"]
        #expect(try stage.run(typed).status == .success)
        #expect(stage.questions.count == 1, "\(stage.questions)")
    }

    @Test(arguments: ["log squat 8", "log squat 19", "log push-up 60", "log squat 5x5"])
    func `Other numbers are repetitions`(line: String) throws {
        #expect(try stage().run(line).status == .success)
    }

    @Test func `The sets of an entry without a workout are like the last ones`() throws {
        let stage = try stage()
        _ = try stage.run("log deadlift 3x5@100 --date yesterday")
        let run = try stage.run("log deadlift 120 --date yesterday")
        #expect(run.status == .usage && run.messages.contains("antrain log deadlift 3x5@120"), "\(run)")
    }

    // MARK: What is said

    @Test func `Done names what was not done as planned`() throws {
        let stage = try stage()
        let run = try stage.run("done --set squat=5x5@55 --missed bench --json")
        #expect(run.output.contains("\"text\" : \"5×5 @ 55 kg\"") && run.output.contains("\"number\" : 1"), "\(run)")
        _ = try stage.run("undo")
        let done = try stage.run("done squat=5x5@55 --missed bench").output
        #expect(done.hasPrefix("done: Workout A; Squat: 5×5 @ 55 kg; Bench Press: "), "\(done)")
        #expect(try stage.run("done").output.hasPrefix("done: Workout A (it was done before)\n"))
    }

    @Test(arguments: [
        ("done squat=5x5@55", "Squat: 5×5 @ 55 kg"), ("done a squat=5,5,5,5,3", "Squat: 4×5 @ 60 kg, 3 @ 60 kg"),
        ("done squat=5x5 55kg bench=5x5 35kg", "Squat: 5×5 @ 55 kg; Bench Press: 5×5 @ 35 kg"), ("done A", "Workout A"),
        ("log 5x5@80kg squat", "logged: Squat, 5×5 @ 80 kg"),
        ("log 5x5 80kg overhead press", "Overhead Press, 5×5 @ 80 kg"),
    ])
    func `Short spellings are accepted`(line: String, part: String) throws {
        let run = try stage().run(line)
        #expect(run.status == .success && run.output.contains(part), "\(run)")
    }

    @Test(arguments: [
        ("done --set squat=5x5@55 --missed squat", "--set has its sets; give only one of --set and --missed"),
        ("log squat 5x5@heavy", "a weight cannot begin with 'h'; expected a weight such as"),
        ("log squat heavy", "repetitions cannot begin with 'h'; expected sets such as"),
        ("done workout", "no such reminder 'workout'"),
        ("log Zercher_March heavy", "repetitions cannot begin with 'h'"),
    ])
    func `Refusals name the mistake`(line: String, part: String) throws {
        let run = try stage().run(line)
        #expect(run.status != .success && run.messages.contains(part), "\(run)")
        #expect(!run.messages.contains("new exercise"), "\(run)")
    }

    @Test func `A max of an unknown lift is remarked on`() throws {
        let stage = try stage()
        let run = try stage.run("program max set xyzzy 100kg")
        #expect(run.status == .success && run.messages.contains("no program uses the lift 'xyzzy' yet"), "\(run)")
        #expect(try stage.run("program max set squat 100kg").messages.isEmpty)
    }

    /// Only what the athlete did is a fact.
    @Test func `The loads after workouts that are ahead are assumed`() throws {
        let stage = try stage()
        let ahead = try stage.run("next --workouts 2").output
        #expect(ahead.contains("+2.5 kg: all sets completed (assumed)\n"), "\(ahead)")
        let json = try stage.run("next --workouts 2 --json").output
        #expect(json.contains("\"assumed\" : true"), "\(json)")
        _ = try stage.run("done")
        let known = try stage.run("next --workouts 1").output
        #expect(known.contains("+2.5 kg: all sets completed\n"), "\(known)")
        let both = try stage.run("next --workouts 2").output
        #expect(both.contains("completed\n") && both.contains("completed (assumed)\n"), "\(both)")
    }

    // MARK: Undo

    @Test func `A guided workout is undone in one step`() throws {
        let stage = try stage()
        stage.answers = Array(repeating: "", count: 15)
        #expect(try stage.run("start").output.hasPrefix("done: Workout A"))
        let log = try stage.run("log").output
        stage.answers = nil
        #expect(try stage.run("undo").output.contains("undid: done (Workout A, 2026-11-23)"))
        #expect(try stage.run("log").output.contains("no entries"))
        #expect(try next(stage) == "Squat 5×5 @ 60 kg")
        #expect(try stage.run("redo").status == .success)
        #expect(try stage.run("log").output == log)
    }

    // MARK: Snoozes

    private func reminded() throws -> CommandStage {
        let stage = try stage("program activate push-pull-legs")
        _ = try stage.run("settings --time 19:00 --channels console --on")
        #expect(try stage.run("schedule-next", now: "2026-11-23T19:00").output.contains("Push Day"))
        return stage
    }

    @Test(arguments: [
        ("snooze 20m", "today at 19:25"), ("snooze 1h30", "today at 20:35"), ("snooze 45 min", "today at 19:50"),
        ("snooze until 9pm", "today at 21:00"), ("snooze 9pm", "today at 21:00"),
        ("snooze until tomorrow 7am", "tomorrow at 07:00"), ("snooze 24h", "tomorrow at 19:05"),
    ])
    func `A snooze has a length or an end`(line: String, moment: String) throws {
        let run = try reminded().run(line, now: "2026-11-23T19:05")
        #expect(run.output.contains("snoozed Push Day until \(moment)"), "\(run)")
    }

    @Test(arguments: [
        ("snooze 2d", "from 1m to 1d"), ("snooze 2 days", "from 1m to 1d"), ("snooze 1w", "from 1m to 1d"),
        ("snooze 25h", "from 1m to 1d"), ("snooze 30s", "from 1m to 1d"), ("snooze 0m", "from 1m to 1d"),
        ("snooze until fri 7pm", "within the next 24 hours"), ("snooze until soon", "expected a time such as 7pm"),
    ])
    func `A length is never a date`(line: String, part: String) throws {
        let run = try reminded().run(line, now: "2026-11-23T19:05")
        #expect(run.status == .usage && run.messages.contains(part), "\(run)")
    }

    @Test func `Each snooze begins now`() throws {
        let stage = try reminded()
        for minute in ["05", "06", "07"] {
            let run = try stage.run("snooze 20m", now: "2026-11-23T19:\(minute)")
            #expect(
                run.output.contains("today at 19:2\(minute.last == "5" ? "5" : minute.last == "6" ? "6" : "7")"),
                "\(run)"
            )
        }
        // A reminder whose time is ahead never comes earlier.
        let early = try self.stage("program activate push-pull-legs")
        _ = try early.run("settings --time 19:00 --channels console --on", now: "2026-11-23T17:00")
        for _ in 0..<2 { #expect(try early.run("snooze 15m").output.contains("today at 19:15")) }
    }
}
