import Foundation
import TestSupport
import Testing

/// The tasks of workouts in a folder: their texts, and the training log after a tick.
@Suite struct TaskWorkoutTests {
    private static let squat = "Squat (warm-up): 5 @ 50%\nSquat: 3×5 @ 60 kg"

    /// Push on Monday and Friday, Pull on Wednesday; the reminders come at 18:00 and are tasks.
    private func home(settings: String = "", program: String = gym, at now: String = "2026-11-22T20:00") throws
        -> Home
    {
        let home = try Home(now: now)
        try home.folder.write("gym.yaml", program)
        try home.folder.write("tasks/.keep", "")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: \"18:00\"\nchannels: [tasks]\nconfigure: {tasks: {folder: ~/tasks}}\n" + settings
        )
        #expect(try home.antrain("channel allow tasks").status == 0)
        #expect(try home.antrain("program activate gym.yaml --start 2026-11-23").status == 0)
        try schedule(home)
        return home
    }

    private static let gym = """
        antrain: 1
        id: gym
        name: Gym
        days:
          push:
            name: Push
            exercises:
              - {exercise: Squat, warm-up: [5 @ 50%], sets: 3x5 @ 60kg, progression: {type: linear, add: 2.5kg}}
              - {exercise: Bench Press, sets: [1x5 @ 40kg, 2x8-10 @ 35kg]}
              - {exercise: Biceps Curl, sets: 2x10, optional: true}
          pull:
            name: Pull
            exercises:
              - {exercise: Deadlift, sets: 1x5 @ 80kg}
        schedule: {mode: weekdays, monday: push, wednesday: pull, friday: push}

        """

    private func schedule(_ home: Home) throws {
        let planned = try home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
    }

    /// The files of the tasks that are due on a day of November 2026, by the day and the time in UTC.
    private func files(_ home: Home) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/tasks")
        let tasks = names.filter { $0.hasSuffix(".ics") }.map { "tasks/" + $0 }
        return Dictionary(
            try tasks.map { file in (String(try property("DUE", of: file, home).dropFirst(6).prefix(7)), file) }
        ) { $1 }
    }

    private func property(_ name: String, of file: String, _ home: Home) throws -> String {
        let unfolded = try home.folder.read(file).replacing("\r\n ", with: "")
        let line = unfolded.split(separator: "\r\n").first { $0.hasPrefix(name + ":") } ?? ""
        return String(line.dropFirst(name.count + 1)).replacing("\\n", with: "\n").replacing("\\", with: "")
    }

    /// A property of the task that is due on a day at 18:00.
    private func property(_ name: String, _ day: Int, _ home: Home) throws -> String {
        try property(name, of: try #require(try files(home)["\(day)T1700"]), home)
    }

    private func tick(_ day: Int, _ home: Home, _ change: (String) -> String = { $0 }) throws {
        let file = try #require(try files(home)["\(day)T1700"])
        let text = try home.folder.read(file).replacing("\r\n ", with: "")
        let done = "STATUS:COMPLETED\r\nCOMPLETED:202611\(day)T181500Z"
        try home.folder.write(file, change(text).replacing("STATUS:NEEDS-ACTION", with: done))
    }

    /// A channel that moves to another folder, or is removed with its values, leaves no tasks behind.
    @Test func aFormerFolderIsCleared() throws {
        let home = try home()
        try home.folder.write("other/.keep", "")
        let moved = try home.antrain("channel add tasks ~/other --replace".replacing("~", with: home.folder.path))
        #expect(moved.status == 0, "\(moved)")
        try schedule(home)
        func tasks(_ folder: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/" + folder).count {
                $0.hasSuffix(".ics")
            }
        }
        #expect(try tasks("tasks") == 0)
        #expect(try tasks("other") >= 3)
        #expect(try home.antrain("channel add log").status == 0)
        let removed = try home.antrain("channel remove tasks --settings")
        #expect(removed.status == 0 && !removed.errors.contains("neither folder nor url"), "\(removed)")
        #expect(try tasks("other") == 0)
    }

    /// A wrong password is corrected by another 'channel add', which delivers at once.
    @Test(.requires(TaskServer.needs)) func aWrongPasswordIsCorrected() throws {
        let server = try TaskServer(.radicale)
        let home = try home()
        func add(_ password: String) throws -> Finished {
            let values = ["--set", "user=\(TaskServer.user)", "--set", "password=\(password)"]
            return try home.antrain(
                arguments: ["channel", "add", "tasks", server.url, "--name", "phone"] + values + ["--replace"]
            )
        }
        let allowed = try home.antrain("channel allow tasks")
        #expect(allowed.status == 0, "\(allowed)")
        let wrong = try add("wrong")
        #expect(wrong.errors.contains("did not accept the user and password"), "\(wrong)")
        home.now = "2026-11-22T20:01"
        let right = try add(TaskServer.password)
        #expect(right.errors.contains("test notification: delivered"), "\(right)")
        #expect(!(right.output + right.errors).contains("did not accept"), "\(right)")
        try schedule(home)
        #expect(try FileManager.default.contentsOfDirectory(atPath: server.path).count { $0.hasSuffix(".ics") } >= 4)
    }

    @Test func aTaskNamesItsWorkoutAndListsItsSets() throws {
        let home = try home()
        #expect(try files(home).keys.sorted() == ["23T1700", "25T1700", "27T1700"])
        #expect(try property("SUMMARY", 23, home) == "Push")
        #expect(try property("SUMMARY", 25, home) == "Pull")
        let description = try property("DESCRIPTION", 23, home)
        let lines = [Self.squat, "Bench Press: 5 @ 40 kg, 2×8–10 @ 35 kg", "Biceps Curl (optional): 2×10"]
        #expect(description.hasPrefix("Today: Push\n"), "\(description)")
        #expect(description.hasSuffix("\n\n" + lines.joined(separator: "\n")), "\(description)")
        // Other commands show the same sets.
        let next = try home.antrain("next").output
        #expect(next.contains("3×5 @ 60 kg") && next.contains("Biceps Curl (optional)"), "\(next)")
        // Unchanged tasks are not written again.
        let before = try files(home).values.map { try home.folder.read($0) }.sorted()
        home.now = "2026-11-22T20:30"
        try schedule(home)
        #expect(try files(home).values.map { try home.folder.read($0) }.sorted() == before)
    }

    /// A change of the plan updates only the tasks that it affects, even if the reminders' texts stay the same.
    @Test func theTasksFollowThePlan() throws {
        let home = try home(settings: "details: off\n")
        #expect(try property("DESCRIPTION", 27, home).contains("3×5 @ 62.5 kg"))
        let files = try files(home)
        let pull = try home.folder.read(try #require(files["25T1700"]))
        home.now = "2026-11-23T18:30"
        try schedule(home)
        // The log changes the sets of the next workout's task.
        #expect(try home.antrain("done --set squat=5,5,3").status == 0)
        #expect(try property("DESCRIPTION", 27, home).contains("3×5 @ 60 kg"))
        #expect(try property("SEQUENCE", 27, home) == "1")
        #expect(try home.antrain("undo").status == 0)
        #expect(try property("DESCRIPTION", 27, home).contains("3×5 @ 62.5 kg"))
        #expect(try property("DESCRIPTION", 23, home).contains(Self.squat))
        try home.folder.write("gym.yaml", Self.gym.replacing("2x10", with: "3x12"))
        try schedule(home)
        for day in [23, 27] { #expect(try property("DESCRIPTION", day, home).contains("Curl (optional): 3×12")) }
        #expect(try home.folder.read(try #require(files["25T1700"])) == pull)
        #expect(try self.files(home).count == files.count)
    }

    /// A task that cannot be updated stays, and the next run updates it.
    @Test func aFailedUpdateIsRepeated() throws {
        let home = try home(settings: "details: off\n")
        let before = try files(home)
        // A synchronizer is writing the task.
        let file = try #require(before["27T1700"])
        let text = try home.folder.read(file)
        try home.folder.write(file, String(text.prefix(60)))
        try home.folder.write("gym.yaml", Self.gym.replacing("60kg", with: "70kg"))
        _ = try home.antrain("schedule-next")
        try home.folder.write(file, text)
        home.now = "2026-11-22T20:10"
        try schedule(home)
        #expect(try files(home) == before)
        #expect(try property("DESCRIPTION", 27, home).contains("3×5 @ 72.5 kg"))
        #expect(try property("DESCRIPTION", 23, home).contains("3×5 @ 70 kg"))
    }

    /// If a reminder was planned too late to be scheduled, antrain delivers it, and the next run adds its sets.
    @Test func aLateReminderGetsItsSets() throws {
        let home = try home(at: "2026-11-23T18:00")
        #expect(try property("DESCRIPTION", 23, home).hasPrefix("Today: Push"))
        home.now = "2026-11-23T18:05"
        try schedule(home)
        #expect(try property("SUMMARY", 23, home) == "Push")
        #expect(try property("DESCRIPTION", 23, home).contains(Self.squat))
        #expect(try files(home).count == 3)
    }

    /// The user's own title takes precedence; follow-ups name the workout, too.
    @Test(arguments: [
        ("texts: {workout: {title: \"Go!\"}}\n", "Go!", "Push: Still to do"),
        ("texts: {workout: {title: \"{program}: {workout}\"}}\n", "Gym: Push", "Push: Still to do"),
        ("language: de\n", "Push", "Push: Steht noch an"), ("", "Push", "Push: Still to do"),
    ])
    func titlesNameTheWorkout(settings: String, title: String, followUp: String) throws {
        let home = try home(settings: "follow-up: {after: 1h}\n" + settings)
        #expect(try property("SUMMARY", 23, home) == title)
        let files = try files(home)
        let later = try #require(files["23T1800"])
        #expect(try property("SUMMARY", of: later, home) == followUp)
        #expect(try property("DESCRIPTION", of: later, home).contains("3×5 @ 60 kg"))
    }

    /// Reminders that are not about workouts stay as they are.
    @Test func otherRemindersHaveNoSets() throws {
        let home = try home(settings: "rest-days: on\n")
        try home.antrain(arguments: ["reminder", "add", "Stretch", "--at", "2026-11-23 12:00", "--notes", "Hips"])
        let own = try #require(try files(home)["23T1100"])
        #expect(try property("SUMMARY", of: own, home) == "Stretch")
        #expect(try property("DESCRIPTION", of: own, home) == "Hips")
        #expect(try property("SUMMARY", 24, home) == "Rest Day")
        #expect(try !property("DESCRIPTION", 24, home).contains("@"))
    }

    /// A change of Push Day's task before its tick, and the resulting log entry and note in the task.
    struct Change: CustomTestStringConvertible {
        let old, new: String
        let logged: String
        var note = ""
        var settings = ""
        var testDescription: String { "\(settings)\(old) -> \(new)" }
    }

    /// antrain's own lines are not results, but a line that the user changed is.
    @Test(arguments: [
        Change(old: "", new: "", logged: "Squat 3×5 @ 60 kg as planned"),
        Change(old: "3×5 @ 60 kg", new: "5\\,5\\,3 @ 60 kg", logged: "Squat 2×5 @ 60 kg, 3 @ 60 kg\n"),
        Change(old: "3×5 @ 60 kg", new: "3×5 @ 57.5 kg", logged: "Squat 3×5 @ 57.5 kg\n"),
        Change(old: "3×5 @ 60 kg", new: "3×5", logged: "Squat 3×5 @ 60 kg\n"),
        Change(old: "2×10", new: "10\\,8", logged: "Biceps Curl 10, 8\n"),
        Change(
            old: "5 @ 40 kg\\, 2×8",
            new: "5 @ 40 kg\\, drop 9 @ 35 kg\\nx",
            logged: "Bench Press 5 @ 40 kg, drop 9 @ 35 kg\n",
            note: "not read: 'x–10 @ 35 kg'"
        ),
        Change(old: "2×10", new: "2×10\\nsquat 5\\,5\\,3", logged: "Squat 2×5 @ 60 kg, 3 @ 60 kg\n"),
        Change(
            old: "3×5 @ 60 kg",
            new: "was easy",
            logged: "Squat 3×5 @ 60 kg as planned",
            note: "antrain: not read: 'Squat: was easy': "
        ),
        Change(
            old: "40 kg\\, 2×8",
            new: "42.5 kg\\, 2×8",
            logged: "Bench Press 5 @ 40 kg, 2×8 @ 35 kg as planned",
            note: "'8-10' is a target; expected the repetitions that you did"
        ),
        // Lines in other languages are read, too.
        Change(
            old: "(freiwillig): 2×10",
            new: "(freiwillig): 10\\, 8 @ 22\\,5 kg\\, Dropsatz 6 @ 10 kg",
            logged: "10 @ 22,5 kg, 8 @ 22,5 kg, Dropsatz 6 @ 10 kg\n",
            settings: "language: de\n"
        ),
        Change(
            old: "3×5 @ 60 kg",
            new: "3×5 @ 57\\,5 kg",
            logged: "3×5 @ 57,5 kg\n",
            settings: "language: fr\n"
        ),
    ])
    func changedLinesAreLogged(change: Change) throws {
        let home = try home(settings: change.settings)
        home.now = "2026-11-23T19:30"
        try schedule(home)
        try tick(23, home) { change.old.isEmpty ? $0 : $0.replacing(change.old, with: change.new) }
        try schedule(home)
        let log = try home.antrain("log list").output.replacing(/[ ]{2,}/, with: " ")
        #expect(log.contains(change.logged), "\(log)")
        let description = try property("DESCRIPTION", 23, home)
        #expect(description.contains("not read:") == !change.note.isEmpty, "\(description)")
        #expect(change.note.isEmpty || description.contains(change.note), "\(description)")
    }

    /// Changed times, distances and exercises with a colon in their names are logged, too.
    @Test(arguments: [
        ("3×30 s", "3×40 s", "Plank 3×40 s\n"), ("5 km", "4 km", "Running 4 km\n"),
        ("2×5 @ 40 kg", "5\\, 3 @ 40 kg", "Bench: narrow 5 @ 40 kg, 3 @ 40 kg\n"),
    ])
    func changedTimesAndDistancesAreLogged(old: String, new: String, logged: String) throws {
        let home = try home(
            program: Self.gym.replacing(
                /(exercises:\n)( +)- \{exercise: Squat.*\n/,
                with: {
                    "\($0.1)\($0.2)- {exercise: Plank, sets: 3x30s}\n\($0.2)- {exercise: Running, sets: 5km}\n"
                        + "\($0.2)- {exercise: \"Bench: narrow\", sets: 2x5 @ 40kg}\n"
                }
            )
        )
        home.now = "2026-11-23T19:30"
        try schedule(home)
        try tick(23, home) { $0.replacing(old, with: new) }
        try schedule(home)
        let log = try home.antrain("log list").output.replacing(/[ ]{2,}/, with: " ")
        #expect(log.contains(logged), "\(log)")
    }

    /// A task of two workouts, and the task of a reminder on the evening before.
    @Test func aTaskOfSeveralWorkoutsNamesThem() throws {
        let home = try home()
        try home.folder.write(
            "core.yaml",
            """
            antrain: 1
            id: core
            name: Core
            reminders: [{at: "18:00"}, {before: 21h}]
            days: {abs: {name: Abs, exercises: [{exercise: Plank, sets: 3x60s}]}}
            schedule: {mode: weekdays, monday: abs}

            """
        )
        #expect(try home.antrain("program activate core.yaml --add --start 2026-11-23").status == 0)
        #expect(try property("SUMMARY", 23, home) == "Push and Abs")
        let description = try property("DESCRIPTION", 23, home)
        #expect(description.hasSuffix("(optional): 2×10\n\nAbs\nPlank: 3×60 s"), "\(description)")
        #expect(description.contains("\n\nPush\n\(Self.squat)\n"), "\(description)")
        let evening = try #require(try files(home)["22T2000"])
        #expect(try property("SUMMARY", of: evening, home) == "Tomorrow: Abs")
        #expect(try property("DESCRIPTION", of: evening, home).hasSuffix("\n\nPlank: 3×60 s"))
        // An answered workout is no longer named.
        home.now = "2026-11-23T19:00"
        try schedule(home)
        #expect(try home.antrain("done --program core").status == 0)
        #expect(try property("SUMMARY", 23, home) == "Push")
        #expect(try property("DESCRIPTION", 23, home).hasSuffix("(optional): 2×10"))
    }

    /// The sets of a workout of any size fit into a task.
    @Test(arguments: [40, 400]) func largeWorkoutsAreBounded(count: Int) throws {
        let exercises = (1...count).map { number in
            "      - {exercise: Exercise \(number), warm-up: [5, 3], sets: 3x5 @ \(100 + number)kg, optional: \(number > 30)}\n"
        }
        let program = "antrain: 1\nid: gym\nname: Gym\ndays:\n  push:\n    name: Push\n    exercises:\n"
        let schedule = "schedule: {mode: weekdays, monday: push}\n"
        let home = try home(program: program + exercises.joined() + schedule)
        let lines = try property("DESCRIPTION", 23, home).split(separator: "\n")
        if count == 40 {
            #expect(lines.last == "Exercise 40 (optional): 3×5 @ 140 kg")
            #expect(lines.contains("Exercise 1 (warm-up): 5, 3"))
        } else {
            #expect(lines.last == "…" && lines.joined(separator: "\n").utf8.count < 8400)
        }
    }
}
