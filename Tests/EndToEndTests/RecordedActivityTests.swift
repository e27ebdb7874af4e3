import Foundation
import TestSupport
import Testing

/// The folder with recorded activities: they answer the planned workouts of their kind and date.
@Suite struct RecordedActivityTests {
    private static let folder = "Sync/activities"

    /// Runs on Monday and Wednesday, a ride on Thursday and weights on Friday.
    private func home() throws -> Home {
        let home = try Home(now: "2026-11-22T20:00")
        try home.folder.write(
            "runner.yaml",
            """
            antrain: 1
            id: runner
            name: Runner
            days:
              intervals: {name: Intervals, exercises: [{exercise: Run, sets: 3x400m}]}
              couch:
                name: Couch
                exercises: [{exercise: Run, sets: 2x60s, superset: A}, {exercise: Walk, sets: 2x90s, superset: A}]
              ride: {name: Ride, exercises: [{exercise: Cycling, sets: 30m}]}
              weights: {name: Weights, exercises: [{exercise: Squat, sets: 2x5 @ 60kg}]}
            schedule: {mode: weekdays, monday: intervals, wednesday: couch, thursday: ride, friday: weights}

            """
        )
        #expect(try home.antrain("program activate runner.yaml --start 2026-11-23").status == 0)
        #expect(try home.antrain("settings --time 20:00").status == 0)
        try FileManager.default.createDirectory(
            atPath: home.folder.path + "/" + Self.folder,
            withIntermediateDirectories: true
        )
        #expect(try home.antrain("settings evidence ~/\(Self.folder)").status == 0)
        #expect(try home.folder.read(".config/antrain/settings.yaml").contains("evidence: \"~/\(Self.folder)\""))
        return home
    }

    /// Adds a file that was written two minutes ago.
    private func add(_ name: String, _ text: String, _ home: Home, age: TimeInterval = 120) throws {
        let path = home.folder.path + "/\(Self.folder)/\(name)"
        try home.folder.write("\(Self.folder)/\(name)", text)
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    private static func tcx(_ sport: String, _ start: String, laps: [(seconds: Int, metres: Int)]) -> String {
        let laps = laps.map {
            "<Lap StartTime=\"\(start)\"><TotalTimeSeconds>\($0.seconds)</TotalTimeSeconds><DistanceMeters>\($0.metres)</DistanceMeters></Lap>"
        }
        return """
            <?xml version="1.0"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
            <Activities><Activity Sport="\(sport)"><Id>\(start)</Id>\(laps.joined())</Activity></Activities>
            </TrainingCenterDatabase>

            """
    }

    private static let intervals = tcx("Running", "2026-11-23T17:00:00Z", laps: [(95, 400), (98, 400), (101, 401)])

    /// A file, when it is read, and what the log and the explanation of a date then say.
    @Test(arguments: [
        // Laps are the sets.
        (
            tcx("Running", "2026-11-23T17:00:00Z", laps: [(95, 400), (98, 400), (101, 401)]), "23T20:30", "2026-11-23",
            "400 m in 1:35, 400 m in 1:38, 401 m in 1:41", "done, because 1 of 1"
        ),
        // Without laps for each set, the whole run is divided: 700 m are one set of three.
        (
            tcx("Running", "2026-11-23T17:00:00Z", laps: [(300, 700)]), "24T05:00", "2026-11-23", "Run  400 m\n",
            "done, because 1 of 1"
        ),
        // Runs and walks are one recorded run.
        (
            tcx("Running", "2026-11-25T06:00:00Z", laps: [(400, 1000)]), "25T20:30", "2026-11-25", "Walk  2×1:30",
            "done, because 2 of 2"
        ),
        // The day on which it started, in the user's zone.
        (
            tcx("Biking", "2026-11-25T23:30:00Z", laps: [(2400, 15000)]), "26T20:30", "2026-11-26", "15 km in 40:00",
            "done, because 1 of 1"
        ),
        // Another kind, or another day.
        (tcx("Biking", "2026-11-23T17:00:00Z", laps: [(2400, 15000)]), "24T05:00", "2026-11-23", "", ""),
        (tcx("Running", "2026-11-24T17:00:00Z", laps: [(95, 400)]), "25T05:00", "2026-11-23", "", ""),
    ])
    func activitiesAnswerWorkouts(text: String, at: String, date: String, sets: String, cause: String) throws {
        let home = try home()
        try add("activity.tcx", text, home)
        home.now = "2026-11-" + at
        #expect(try home.antrain("schedule-next").status == 0)
        let log = try home.antrain("log").output
        let why = try home.antrain("why \(date)").output
        #expect(log.contains(sets.isEmpty ? "the training log has no entries" : sets), "\(log)")
        #expect(cause.isEmpty ? !why.contains("logged") : why.contains(cause), "\(why)")
        #expect(try home.folder.read("\(Self.folder)/activity.tcx") == text)
    }

    @Test func aFileIsReadOnce() throws {
        let home = try home()
        try add("a.tcx", Self.intervals, home)
        home.now = "2026-11-23T20:30"
        #expect(try home.antrain("schedule-next").words == "")
        #expect(try home.antrain("undo --list").output.hasPrefix("1  imported log entries: 1"))
        #expect(try home.antrain("undo").status == 0)
        home.now = "2026-11-23T20:31"
        try home.antrain("schedule-next")
        #expect(try !home.antrain("why 2026-11-23").output.contains("logged"))
        // Under another name, or read again in a new ledger, it changes nothing if it is in the log.
        #expect(try home.antrain("redo").status == 0)
        try add("b.tcx", Self.intervals, home)
        home.now = "2026-11-23T20:32"
        try home.antrain("schedule-next")
        #expect(try home.antrain("log").output.split(separator: "\n").filter { $0.contains("400 m") }.count == 1)
    }

    /// A half-written file is read when it is complete; a damaged one is reported once, and by `doctor`.
    @Test func filesThatCannotBeRead() throws {
        let home = try home()
        let half = String(Self.intervals.prefix(Self.intervals.count / 2))
        try add("half.tcx", half, home)
        try add("broken.gpx", "<gpx><trk></gpx>", home)
        home.now = "2026-11-23T20:30"
        let first = try home.antrain("schedule-next")
        #expect(first.errors.contains("broken.gpx was not read: it is damaged at line 1"), "\(first.errors)")
        #expect(!first.errors.contains("half.tcx") && first.status == 0)
        home.now = "2026-11-23T20:31"
        #expect(try home.antrain("schedule-next").words == "")
        #expect(try home.antrain("doctor").words.contains("broken.gpx was not read"))
        try add("half.tcx", Self.intervals, home)
        home.now = "2026-11-23T20:32"
        #expect(try home.antrain("schedule-next").words == "")
        #expect(try home.antrain("why 2026-11-23").output.contains("done, because 1 of 1"))
        // One that is not continued for a day is damaged, too.
        try add("cut.tcx", half, home, age: 100_000)
        home.now = "2026-11-23T20:33"
        #expect(try home.antrain("schedule-next").errors.contains("cut.tcx was not read: it ends early"))
        // A missing folder is reported once.
        try FileManager.default.removeItem(atPath: home.folder.path + "/" + Self.folder)
        home.now = "2026-11-23T20:34"
        #expect(try home.antrain("schedule-next").errors.contains("the folder of recorded activities cannot be read"))
        home.now = "2026-11-23T20:35"
        #expect(try home.antrain("schedule-next").words == "")
    }

    @Test func logsOfOtherApps() throws {
        let home = try home()
        let text = """
            Date,Workout Name,Exercise Name,Set Order,Weight (kg),Reps
            2026-11-27 18:00:00,Legs,Squat (Barbell),1,60,5
            2026-11-27 18:00:00,Legs,Squat (Barbell),2,60,5

            """
        // It may still be written.
        try add("strong.csv", text, home, age: 5)
        home.now = "2026-11-27T20:30"
        #expect(try !home.antrain("schedule-next").errors.contains("strong.csv"))
        #expect(try !home.antrain("why 2026-11-27").output.contains("logged"))
        try add("strong.csv", text, home)
        home.now = "2026-11-27T20:31"
        #expect(try home.antrain("schedule-next").words == "")
        #expect(try home.antrain("why 2026-11-27").output.contains("done, because 1 of 1"))
        // A longer export adds what is new.
        try add("strong.csv", text + "2026-11-28 18:00:00,Legs,Leg Press,1,100,10\n", home)
        home.now = "2026-11-28T20:31"
        #expect(try home.antrain("schedule-next").words == "")
        #expect(try home.antrain("log").output.split(separator: "\n").count == 2)
        try add(
            "weights.csv",
            "Date,Workout Name,Exercise Name,Set Order,Weight,Reps\n2026-11-28,A,Squat,1,60,5\n",
            home
        )
        home.now = "2026-11-28T20:32"
        let unit = try home.antrain("schedule-next").errors
        #expect(unit.contains("weights.csv was not read") && unit.contains("antrain log import"), "\(unit)")
    }
}
