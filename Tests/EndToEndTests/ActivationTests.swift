import Foundation
import TestSupport
import Testing

/// Activating a program while another one is active, and the messages about it. 23 November 2026 is a Monday.
@Suite struct ActivationTests {
    @Test func withoutATerminalOneOfTwoOptionsIsRequired() throws {
        let home = try Home.ready()
        let before = try home.antrain("program list --json").output
        let run = try home.antrain("program activate phul")
        #expect(run.status == 64)
        for part in [
            "already active: push-pull-legs", "antrain program activate phul --replace",
            "antrain program activate phul --add",
        ] { #expect(run.errors.contains(part), "\(run.errors)") }
        #expect(try home.antrain("program list --json").output == before)
        #expect(try home.antrain("program activate phul --add --replace").status == 64)
        #expect(try home.antrain("program activate phul --add").status == 0)
        #expect(try home.antrain("pending").output.contains("Push Day and Upper Power"))
    }

    @Test func replacingEndsAllOtherPrograms() throws {
        let home = try Home.ready()
        try home.antrain("program activate bodyweight-routine --add")
        let run = try home.antrain("program activate phul --replace")
        #expect(
            run.output.contains("activated PHUL in place of Push Pull Legs and "),
            "\(run)"
        )
        let pending = try home.antrain("pending").output
        #expect(pending.contains("Upper Power") && !pending.contains("Push Day"), "\(pending)")
        let again = try home.antrain("program activate push-pull-legs --replace --json").output
        #expect(again.contains("\"replaced\"") && again.contains("\"program\" : \"phul\""), "\(again)")
        // An active program that is activated again leaves the others alone.
        try home.antrain("program activate phul --add")
        let own = try home.antrain("program activate phul --replace")
        #expect(own.output.contains("activated PHUL, week 1 starts today"), "\(own)")
        #expect(try home.antrain("pending").output.contains("Push Day and Upper Power"))
    }

    @Test(arguments: [("r", false, true), ("x\nb", true, true), ("c", true, false), ("", true, false)])
    func aTerminalAsks(answer: String, hasOld: Bool, hasNew: Bool) throws {
        let home = try Home.ready()
        let said = try home.onTerminal("program activate phul", answer)
        #expect(said.contains("Already active: Push Pull Legs"), "\(said)")
        let list = try home.antrain("program list").output.components(separatedBy: "Shipped")[0]
        let pending = try home.antrain("pending").output
        #expect(pending.contains("Push Day") == hasOld && pending.contains("Upper Power") == hasNew, "\(said) \(list)")
    }

    /// It is a Thursday.
    @Test(arguments: [
        (
            "push-pull-legs", "2026-11-26",
            "the first workout is Leg Day, tomorrow; to begin with Push Day on Mon 30 Nov: antrain program activate push-pull-legs --replace --start 2026-11-30"
        ),
        (
            "fierce-5", "2026-11-30",
            "each week of Fierce 5 begins with Workout A; to start today: antrain program activate fierce-5 --replace --start today"
        ),
        (
            "couch-to-5k", "2026-11-30",
            "each week of Couch to 5K begins with First Run; to start today: antrain program activate couch-to-5k --replace --start today"
        ),
        (
            "couch-to-5k --start today", "2026-11-26",
            "the first workout is Third Run, tomorrow; to begin with First Run on Mon 30 Nov: antrain program activate couch-to-5k --replace --start 2026-11-30"
        ),
    ])
    func `A start in the middle of a week is mentioned`(program: String, start: String, hint: String) throws {
        let home = try Home(now: "2026-11-26T18:00")
        let run = try home.antrain("program activate \(program)")
        #expect(run.output.contains(hint + "\n"), "\(run)")
        #expect(try home.antrain("program list --json").output.contains("\"start\" : \"\(start)\""))
        let command = try #require(hint.components(separatedBy: ": antrain ").last)
        let followed = try home.antrain(command)
        #expect(followed.status == 0, "\(followed)")
        let first = try home.antrain("next --workouts 1").output
        #expect(first.contains(hint.hasSuffix("today") ? "2026-11-27: " : "2026-11-30: "), "\(first)")
    }

    @Test(arguments: [
        ("push-pull-legs", "2026-11-22T18:00"), ("push-pull-legs", "2026-11-23T06:00"),
        ("couch-to-5k", "2026-11-28T18:00"),
        ("stronglifts-5x5", "2026-11-26T18:00"), ("push-pull-legs --start 2026-11-30", "2026-11-26T18:00"),
    ])
    func `A start in the order of the week needs no remark`(program: String, now: String) throws {
        let home = try Home(now: now)
        let run = try home.antrain("program activate \(program)")
        #expect(run.status == 0 && !run.output.contains("to begin") && !run.output.contains("to start today"), "\(run)")
    }

    @Test func aReminderThatIsTooLateIsMentioned() throws {
        let home = try Home(now: "2026-11-23T09:00")
        try home.antrain("settings --time 07:30")
        let run = try home.antrain("program activate push-pull-legs")
        #expect(
            run.errors.contains("no reminder for Push Day today, because 07:30 has passed; to start it: antrain start"),
            "\(run)"
        )
        home.now = "2026-11-23T06:00"
        #expect(try !home.antrain("program activate push-pull-legs --replace").errors.contains("has passed"))
    }

    @Test func theFirstReminderOfALaterStartIsNamed() throws {
        let home = try Home(now: "2026-11-21T20:00")
        let said = try home.onTerminal("program activate push-pull-legs --time 18:00 --start 2026-11-30", "e")
        #expect(said.contains("Next reminder: Push Day, Mon 30 Nov at 18:00"), "\(said)")
        #expect(!said.contains("No reminder is planned"), "\(said)")
        // The program has its own time, so that the settings' time changes no reminder.
        #expect(try home.antrain("settings --time 07:00").output == "set time: 07:00\n")
        let moved = try home.antrain("program activate push-pull-legs --replace --time 07:00 --start 2026-11-30")
        #expect(moved.output.contains("Next reminder: Push Day, Mon 30 Nov at 07:00"), "\(moved)")
    }

    /// The questions distinguish exercises with the same name, a wrong answer repeats the question, and `q` skips the rest.
    @Test func questionsNameTheSetsOfEqualExercises() throws {
        let home = try Home()
        let said = try home.onTerminal("program activate gzclp", "n\n60kgg\n6o\n60\n40\nq")
        #expect(said.contains("Starting load of Bench Press, tier 2, 3×10 in kg"), "\(said)")
        #expect(said.contains("Starting load of Lat Pulldown in kg"), "\(said)")
        #expect(said.components(separatedBy: "Starting load of").count == 6, "\(said)")
        let next = try home.antrain("next --workouts 1").output
        #expect(next.contains("@ 60 kg") && next.contains("@ 40 kg"), "\(next)")
    }
}
