import Foundation
import TestSupport
import Testing

/// The workouts to which an answer without a name applies.
@Suite struct BareAnswerTests {
    /// A daily program; the reminders of the 22nd and 23rd were delivered at 07:30, and the first is unanswered.
    private func home(now: String = "2026-11-23T08:00", delivers: Bool = true) throws -> Home {
        let home = try Home(now: "2026-11-21T20:00")
        try home.folder.write(
            "daily.yaml",
            """
            antrain: 1
            id: daily
            name: Daily
            days:
              run: {name: Run, exercises: [{exercise: Run, sets: 1x1}]}
              swim: {name: Swim, exercises: [{exercise: Swim, sets: 1x1}]}
            schedule: {mode: cycle, cycle: [run, swim]}

            """
        )
        try home.antrain("program activate daily.yaml --start 2026-11-22")
        try home.antrain("settings --time 07:30")
        home.now = "2026-11-22T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Run"))
        home.now = "2026-11-23T07:30"
        if delivers { #expect(try home.antrain("schedule-next").output.contains("Swim")) }
        home.now = now
        return home
    }

    @Test(arguments: ["done", "skip"], [true, false])
    func `An answer is about today's workout, delivered or not`(action: String, delivers: Bool) throws {
        let home = try home(now: delivers ? "2026-11-23T08:00" : "2026-11-23T06:00", delivers: delivers)
        #expect(try home.antrain(action).output.contains(": Swim\n"))
        #expect(!(try home.pending().contains("workout/2026-11-23/0730")))
        #expect(try home.antrain("--json").output.contains("\"name\" : \"Run\""))
    }

    @Test func `Start and snooze are about today's workout, not about yesterday's`() throws {
        let home = try home(now: "2026-11-23T06:00", delivers: false)
        #expect(try home.antrain("snooze --for 15m").output.contains("snoozed Swim until today at 07:45"))
        #expect(try home.antrain("start").output.contains("Swim"))
        // The snooze of a started workout begins now.
        home.now = "2026-11-23T06:10"
        #expect(try home.antrain("snooze --for 15m").output.contains("snoozed Swim until today at 06:25"))
        #expect(try home.pending().first == "workout/2026-11-23/0730/snooze-2")
    }

    @Test(arguments: ["done", "skip", "start"])
    func `Older workouts must be named, and the error suggests the command`(action: String) throws {
        let home = try home(now: "2026-11-23T09:00")
        try home.antrain("done")
        home.now = "2026-11-23T10:00"
        // Repeating today's answer does not answer yesterday's workout.
        #expect(try home.antrain("done").status == 0)
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        let older = try self.home(now: "2026-11-23T09:00")
        try older.antrain("pause --from 2026-11-23 --until 2026-11-23")
        let run = try older.antrain(action)
        #expect(
            run.status == 64 && run.errors.contains("Run (yesterday): antrain \(action) workout/2026-11-22/0730"),
            "\(run)"
        )
        #expect(try older.antrain("\(action) workout/2026-11-22/0730").status == 0)
    }

    @Test(arguments: ["done", "skip", "snooze"])
    func `With --all, everything of today is answered, and nothing of earlier days`(action: String) throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--at", "2026-11-23 08:10"])
        home.now = "2026-11-23T08:10"
        try home.antrain("schedule-next")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 3"))
        let run = try home.antrain("\(action) --all")
        #expect(run.status == 0 && run.output.contains("Swim") && run.output.contains("Tea"), "\(run)")
        #expect(run.output.split(separator: "\n").first?.contains("Run") == false, "\(run)")
        if action != "snooze" { #expect(try home.antrain("--json").output.contains("\"badge\" : 1")) }
        #expect(try home.antrain("week --this").output.contains("Sun 22 Nov") == false)
    }

    @Test func `Repeating an answer succeeds, by any way of naming the workout`() throws {
        let home = try home()
        for line in ["done", "done", "done --date 2026-11-23", "done workout/2026-11-23/0730", "done"] {
            #expect(try home.antrain(line).status == 0, "\(line)")
        }
        try home.antrain("undo")
        #expect(try home.antrain("today").output.contains("unanswered)"))
    }

    /// The home's workouts are daily, and today is a Monday; the program began on Sunday.
    @Test(arguments: [
        ("skip wed", 0, "skipped: Swim (Wed 25 Nov)"), ("done sun", 0, "done: Run (yesterday)"),
        ("done mon", 0, "done: Swim\n"), ("skip sun", 0, "skipped: Swim (Sun 29 Nov)"),
        ("start yesterday", 0, "Run"), ("snooze tomorrow", 0, "snoozed Run until"),
        ("done wed", 66, "no active program has a workout on 2026-11-18"),
        ("done 2026-11-26", 64, "invalid date '2026-11-26': 'done' accepts only today (2026-11-23) or an earlier date"),
        ("done --date tomorrow", 64, "the latest open workout: antrain done --date 2026-11-23"),
        ("start --date tomorrow", 64, "the latest open workout: antrain start --date 2026-11-23"),
        ("done workout/2026-11-27/0730", 64, "is planned on 2026-11-27"),
        ("start workout/2026-11-27/0730", 64, "is planned on 2026-11-27"),
        ("skip workout/2026-11-27/0730", 0, "skipped: Swim"),
        ("skip 2031-01-01", 64, "expected a date from 2025-11-22 to 2027-11-24"),
        ("skip tomorrow --program daily", 0, "skipped: "),
        ("skip 2026-02-30", 64, "2026-02-30"), ("done 2031-01-01", 64, "invalid date '2031-01-01'"),
        ("done wed --date fri", 64, "not both"), ("skip nothing", 66, "no such reminder 'nothing'"),
    ])
    func `A date names its workouts`(line: String, status: Int32, text: String) throws {
        let run = try home().antrain(line)
        #expect(run.status == status && (run.output + run.errors).contains(text), "\(run)")
    }

    @Test(arguments: ["done", "skip", "start", "pause", "resume", "move 2026-11-23 2026-11-24"])
    func `An option that is given twice is an error`(command: String) throws {
        let home = try home()
        let run = try home.antrain("\(command) --program daily --program other")
        #expect(run.status == 64 && run.errors.contains("--program") && run.errors.contains("give it once"), "\(run)")
    }

    @Test func `A started workout gets neither follow-up nor snooze`() throws {
        let home = try home(now: "2026-11-23T07:45")
        try home.antrain("settings follow-up 30m")
        #expect(try home.pending().contains("workout/2026-11-23/0730/follow-up-1"))
        try home.antrain("snooze --for 1h")
        #expect(try home.pending().contains("workout/2026-11-23/0730/snooze-1"))
        try home.antrain("start")
        #expect(try home.pending().allSatisfy { !$0.hasPrefix("workout/2026-11-23") })
        try home.antrain("undo")
        #expect(try home.pending().contains("workout/2026-11-23/0730/snooze-1"))
        try home.antrain("start")
        // A snooze after the start is kept.
        home.now = "2026-11-23T08:20"
        try home.antrain("snooze --for 15m")
        #expect(try home.pending().contains("workout/2026-11-23/0730/snooze-2"))
    }

    @Test func `A number means one of the user's own reminders in every command`() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--at", "2026-11-23 08:10", "--repeat", "daily"])
        home.now = "2026-11-23T08:10"
        try home.antrain("schedule-next")
        #expect(try home.antrain("open 1").output.contains("Tea"))
        let ahead = try home.antrain("done reminder/1/2026-11-24/0810")
        #expect(ahead.status == 64 && ahead.errors.hasSuffix("2026-11-23: antrain done 1\n"), "\(ahead)")
        #expect(try home.antrain("done 1").output.contains("done: Tea"))
        #expect(try home.antrain("cancel 1").output.contains("reminder/1/2026-11-24/0810"))
        for command in ["done 2", "skip 2", "snooze 2", "open 2", "cancel 2", "start 2"] {
            let run = try home.antrain(command)
            #expect(run.status == 66 && run.errors.contains("you have no reminder 2"), "\(command): \(run)")
        }
        let pending = try home.antrain("pending --json").output
        #expect(pending.contains("\"number\" : 1") && !pending.contains("\"number\" : 2"), "\(pending)")
    }
}
