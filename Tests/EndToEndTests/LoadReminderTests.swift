import Foundation
import TestSupport
import Testing

/// Reminders that name loads, from the activation to the answer.
@Suite struct LoadReminderTests {
    private static let activation =
        "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40kg --load barbell-row=40kg"

    /// StrongLifts with reminders at 07:30.
    private func strongLifts(_ activation: String = LoadReminderTests.activation) throws -> Home {
        let home = try Home(now: activation.contains("--start") ? "2026-11-16T06:00" : "2026-11-22T20:00")
        #expect(try home.antrain(activation).status == 0)
        try home.antrain("settings --time 07:30")
        try home.antrain("schedule-next")
        return home
    }

    private func object(_ home: Home, _ line: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(try home.antrain(line).output.utf8))
        return try #require(object as? [String: Any])
    }

    /// The pending bodies by date.
    private func bodies(_ home: Home) throws -> [String: String] {
        let entries = try object(home, "pending --json")["notifications"] as? [[String: Any]] ?? []
        return Dictionary(
            entries.compactMap { entry in
                guard let date = entry["date"] as? String, let body = entry["body"] as? String else { return nil }
                return (date, body)
            }
        ) { $1 }
    }

    @Test func theReminderNamesTheLoadThatFollowsFromTheLastWorkout() throws {
        let home = try strongLifts()
        var pending = try bodies(home)
        #expect(pending["2026-11-23"] == "Today: Workout A\nSquat 5×5 at 60 kg, 3 exercises, about 45 min")
        #expect(pending["2026-11-25"] == "Today: Workout B\nSquat 5×5 at 62.5 kg, 3 exercises, about 45 min")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Squat 5×5 at 60 kg"))
        home.now = "2026-11-23T19:00"
        let done = try object(home, "done --json")
        // Success was assumed, so nothing changes.
        #expect((done["updated"] as? [String])?.isEmpty == true && (done["added"] as? [String])?.isEmpty == true)
        #expect(try bodies(home)["2026-11-25"]?.contains("Squat 5×5 at 62.5 kg") == true)
        #expect(try home.antrain("deliver").output.isEmpty)
        // Without an answer, Monday's workout is missed, and its load waits for Wednesday.
        try home.antrain("undo")
        home.now = "2026-11-24T07:30"
        #expect(try home.antrain("schedule-next --verbose").output.contains("updated"))
        pending = try bodies(home)
        #expect(pending["2026-11-25"]?.contains("Workout A\nSquat 5×5 at 60 kg") == true, "\(pending)")
    }

    @Test func aLoadUpdatesPendingRemindersAndUndoRestoresThem() throws {
        let home = try strongLifts()
        let (ids, before) = (try home.pending(), try bodies(home))
        let set = try object(home, "program load squat 70kg --json")
        #expect(set["updated"] as? [String] == ids && (set["added"] as? [String])?.isEmpty == true && ids.count == 3)
        #expect(try bodies(home)["2026-11-23"]?.contains("Squat 5×5 at 70 kg") == true)
        #expect(try home.pending() == ids)
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.components(separatedBy: "Workout Time!").count == 2)
        #expect(try home.antrain("undo 1").output.contains("undid: "))
        #expect(try home.antrain("deliver").output.isEmpty)
        #expect(try bodies(home)["2026-11-25"] == before["2026-11-25"])
    }

    /// A channel that still waits for the reminder gets the new text; one that has delivered it does not get it again.
    @Test func aNewLoadDoesNotSendAReminderAgain() throws {
        let home = try strongLifts()
        func settings(_ key: String) throws {
            let text = "enabled: on\ntime: 07:30\nchannels: [console, log]\nconfigure: {log: {\(key): ~/sent.log}}\n"
            try home.folder.write(".config/antrain/settings.yaml", text)
        }
        try settings("fil")
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Squat 5×5 at 60 kg"))
        try home.antrain("program load squat 70kg")
        try settings("file")
        home.now = "2026-11-23T07:45"
        try home.antrain("schedule-next")
        #expect(try home.antrain("deliver").output.isEmpty)
        let sent = try home.folder.read("sent.log")
        #expect(sent.contains("Squat 5×5 at 70 kg") && !sent.contains("60 kg"), "\(sent)")
    }

    @Test func withoutALoadTheReminderIsAsBefore() throws {
        let home = try strongLifts("program activate stronglifts-5x5")
        #expect(try bodies(home)["2026-11-23"] == "Today: Workout A\n3 exercises, about 45 min")
    }

    @Test func ownTextsNameSetsAndChanges() throws {
        let home = try strongLifts()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: "07:30"
            language: de
            texts: {workout: {title: "{top_set}", body: "{workout}: {first_set} ({change})"}}

            """
        )
        home.now = "2026-11-23T06:00"
        try home.antrain("done")
        let wide = ["COLUMNS": "200"]
        #expect(try bodies(home)["2026-11-25"] == "Workout B: Kniebeuge 5 × 62,5 kg (+2,5 kg: alle Sätze geschafft)")
        #expect(
            try home.antrain("pending", environment: wide).output.contains(
                "Kniebeuge 5 × 62,5 kg (+2,5 kg: alle Sätze geschafft)"
            )
        )
        home.now = "2026-11-25T07:30"
        #expect(try home.antrain("deliver").output.contains("Kniebeuge 5×5 mit 62,5 kg"))
    }

    /// What was logged decides the load: three failures lead to a deload, and a correction takes it back.
    @Test func aDeloadChangesTheReminder() throws {
        let home = try strongLifts("\(Self.activation) --start 2026-11-16")
        for day in ["2026-11-16", "2026-11-18", "2026-11-20"] {
            home.now = "\(day)T19:00"
            let done = try home.antrain("done --missed squat")
            #expect(done.status == 0, "\(done.errors)")
        }
        let settings = "enabled: on\ntime: 07:30\ntexts: {workout: {body: \"{workout}: {top_set} ({change})\"}}\n"
        try home.folder.write(".config/antrain/settings.yaml", settings)
        try home.antrain("schedule-next")
        let deload = "Workout B: Squat 5×5 at 52.5 kg (-7.5 kg: deload, failed 3 times at 60 kg)"
        #expect(try bodies(home)["2026-11-23"] == deload)
        #expect(try home.antrain("undo").status == 0)
        #expect(try bodies(home)["2026-11-23"]?.contains("52.5 kg") != true)
    }

    /// `next` has the same words as reminders.
    @Test(arguments: [
        ("de_DE.UTF-8", "5×5 @ 52,5 kg  -7,5 kg: Deload, 60 kg 3-mal nicht geschafft"),
        ("es_MX.UTF-8", "5×5 @ 52.5 kg  -7.5 kg: descarga, 3 veces sin completar 60 kg"),
        ("C", "5×5 @ 52.5 kg  -7.5 kg: deload, failed 3 times at 60 kg"),
    ])
    func aDeloadIsNamedInTheLanguageOfTheLocale(locale: String, text: String) throws {
        let next = try strongLifts().antrain(
            "next --workouts 8 --assume fail-every:1",
            environment: ["LC_ALL": locale, "COLUMNS": "120"]
        )
        #expect(next.output.contains(text), "\(next.output)")
    }
}
