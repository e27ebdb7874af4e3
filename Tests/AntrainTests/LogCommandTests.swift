import Foundation
import Platform
import Testing

/// `antrain log`, and what it and `done --set` do to the coming loads.
@Suite struct LogCommandTests {
    private func strongLifts() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        let run = try stage.run(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40 --load barbell-row=40"
        )
        #expect(run.status == .success, "\(run.messages)")
        return stage
    }

    private func log(_ stage: CommandStage) throws -> [String] {
        try stage.run("log").output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }

    private func nextSquat(_ stage: CommandStage) throws -> String {
        let lines = try stage.run("next --workouts 1").output.split(separator: "\n")
        let line = lines.first { $0.contains("Squat") } ?? ""
        return line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }

    @Test func aDoneWorkoutIsLoggedAsPlanned() throws {
        let stage = try strongLifts()
        _ = try stage.run("done")
        #expect(
            try log(stage) == [
                "3 2026-11-23 Barbell Row 5×5 @ 40 kg as planned", "2 2026-11-23 Bench Press 5×5 @ 40 kg as planned",
                "1 2026-11-23 Squat 5×5 @ 60 kg as planned",
            ]
        )
        #expect(try nextSquat(stage) == "Squat 5×5 @ 62.5 kg +2.5 kg: all sets completed")
        // The same answer again changes nothing.
        _ = try stage.run("done")
        #expect(try log(stage).count == 3)
        _ = try stage.run("undo")
        #expect(try log(stage).count == 1 && nextSquat(stage) == "Squat 5×5 @ 60 kg")
    }

    /// The confirmations are in the language of the settings, with its decimal sign.
    @Test(
        arguments: [
            (
                "en",
                [
                    "logged: Squat, 5×5 @ 62.5 kg, entry 1", "corrected: Squat, 4×5 @ 62.5 kg, 3 @ 62.5 kg, entry 1",
                    "deleted: Squat, 4×5 @ 62.5 kg, 3 @ 62.5 kg, entry 1", "set the one-rep max of squat to 142.5 kg",
                    "set the training max of squat to 120 kg", "set the load of squat in stronglifts-5x5 to 62.5 kg",
                ]
            ),
            (
                "de",
                [
                    "protokolliert: Kniebeuge, 5×5 @ 62,5 kg, Eintrag 1",
                    "korrigiert: Kniebeuge, 4×5 @ 62,5 kg, 3 @ 62,5 kg, Eintrag 1",
                    "gelöscht: Kniebeuge, 4×5 @ 62,5 kg, 3 @ 62,5 kg, Eintrag 1",
                    "Maximum von Kniebeuge auf 142,5 kg festgelegt",
                    "Trainingsmaximum von Kniebeuge auf 120 kg festgelegt",
                    "Last von Kniebeuge in stronglifts-5x5 auf 62,5 kg festgelegt",
                ]
            ),
            (
                "es",
                [
                    "registrado: Sentadilla, 5×5 @ 62,5 kg, entrada 1",
                    "corregido: Sentadilla, 4×5 @ 62,5 kg, 3 @ 62,5 kg, entrada 1",
                    "eliminado: Sentadilla, 4×5 @ 62,5 kg, 3 @ 62,5 kg, entrada 1",
                    "fijado: máximo de Sentadilla en 142,5 kg",
                    "fijado: máximo de entrenamiento de Sentadilla en 120 kg",
                    "fijado: carga de Sentadilla (stronglifts-5x5) en 62,5 kg",
                ]
            ),
            (
                "fr",
                [
                    "enregistré\u{202F}: Squat, 5×5 @ 62,5 kg, entrée 1",
                    "corrigé\u{202F}: Squat, 4×5 @ 62,5 kg, 3 @ 62,5 kg, entrée 1",
                    "supprimé\u{202F}: Squat, 4×5 @ 62,5 kg, 3 @ 62,5 kg, entrée 1",
                    "fixé\u{202F}: maximum de squat à 142,5 kg",
                    "fixé\u{202F}: maximum d'entraînement de squat à 120 kg",
                    "fixé\u{202F}: charge de squat dans stronglifts-5x5 à 62,5 kg",
                ]
            ),
            (
                "tr",
                [
                    "kaydedildi: Squat, 5×5 @ 62,5 kg, kayıt 1",
                    "düzeltildi: Squat, 4×5 @ 62,5 kg, 3 @ 62,5 kg, kayıt 1",
                    "silindi: Squat, 4×5 @ 62,5 kg, 3 @ 62,5 kg, kayıt 1",
                    "ayarlandı: squat tek tekrar maksimumu 142,5 kg", "ayarlandı: squat antrenman maksimumu 120 kg",
                    "ayarlandı: stronglifts-5x5 programında squat yükü 62,5 kg",
                ]
            ),
        ]
    )
    func confirmationsAreInTheUsersLanguage(language: String, expected: [String]) throws {
        let stage = try strongLifts()
        try stage.write(".config/antrain/settings.yaml", "language: \(language)\n")
        let lines = [
            "log squat 5x5@62.5kg", "log edit 1 5,5,5,5,3", "log delete 1", "program max set squat 142.5kg",
            "program max set squat 120kg --training", "program load squat 62.5kg",
        ]
        for (line, confirmation) in zip(lines, expected) {
            let run = try stage.run(line)
            #expect(run.output.split(separator: "\n").first == confirmation[...], "\(line): \(run)")
        }
    }

    /// A missed exercise has no sets.
    @Test func aMissedExerciseIsNamedInTheUsersLanguage() throws {
        let stage = try strongLifts()
        #expect(try stage.run("done --missed squat").status == .success)
        let english = try stage.run("log delete 1")
        #expect(english.output.hasPrefix("deleted: Squat, missed, entry 1\n"), "\(english)")
        _ = try stage.run("undo")
        try stage.write(".config/antrain/settings.yaml", "language: de\n")
        let german = try stage.run("log delete 1")
        #expect(german.output.hasPrefix("gelöscht: Kniebeuge, nicht geschafft, Eintrag 1\n"), "\(german)")
    }

    @Test func setsThatDifferAreResults() throws {
        let stage = try strongLifts()
        let run = try stage.run("done --set squat=5,5,5,5,3 --set row=5x5@45kg --missed bench-press")
        #expect(run.status == .success, "\(run.messages)")
        #expect(
            try log(stage) == [
                "3 2026-11-23 Barbell Row 5×5 @ 45 kg", "2 2026-11-23 Bench Press missed",
                "1 2026-11-23 Squat 4×5 @ 60 kg, 3 @ 60 kg",
            ]
        )
        #expect(try nextSquat(stage) == "Squat 5×5 @ 60 kg same load: failed once; deload after 3 failures")
        let next = try stage.run("next --workouts 2").output
        // What was lifted counts, not what was prescribed.
        #expect(next.contains("5×5 @ 47.5 kg  +2.5 kg: all sets completed"), "\(next)")
        #expect(next.contains("5×5 @ 40 kg    same load: failed once"), "\(next)")
        // An old mistake is corrected, and the future follows.
        _ = try stage.run("log edit 1 5,5,5,5,5")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 62.5 kg +2.5 kg: all sets completed")
        _ = try stage.run("undo")
        #expect(try nextSquat(stage).contains("failed once"))
        _ = try stage.run("log delete 1")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 62.5 kg +2.5 kg: all sets completed")
    }

    @Test func setsCanReplaceThosePlanned() throws {
        let stage = try strongLifts()
        _ = try stage.run("done")
        #expect(try stage.run("done --set squat=5,5,4,4,3").status == .success)
        #expect(try log(stage).contains("1 2026-11-23 Squat 2×5 @ 60 kg, 2×4 @ 60 kg, 3 @ 60 kg"))
        #expect(try nextSquat(stage).contains("failed once"))
        let conflict = try stage.run("done --set squat=5x5")
        #expect(conflict.status == .usage && conflict.messages.contains("antrain log edit 1 SETS"))
    }

    @Test func setsLoggedDuringAWorkoutAreItsResults() throws {
        let stage = try strongLifts()
        for _ in 0..<4 { _ = try stage.run("log squat 5@60") }
        _ = try stage.run("log squat 3@60 --rpe 10 --notes left_knee")
        #expect(try log(stage).first == "5 2026-11-23 Squat 3 @ 60 kg (RPE 10) left knee")
        // They count before the workout is done, for the projection, and afterwards.
        #expect(try stage.run("next --workouts 2").output.contains("same load: failed once"))
        _ = try stage.run("done")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 60 kg same load: failed once; deload after 3 failures")
        #expect(try log(stage).count == 7)
    }

    @Test func anEntryAfterDoneReplacesTheOneAsPlanned() throws {
        let stage = try strongLifts()
        _ = try stage.run("done")
        let run = try stage.run("log squat 5,5,5,3,2")
        let logged = "logged: Squat, 3×5 @ 60 kg, 3 @ 60 kg, 2 @ 60 kg, entry 1"
        #expect(run.output == "\(logged); it replaces 5×5 @ 60 kg, logged as planned\n", "\(run.output)")
        #expect(try log(stage).count == 3)
        #expect(try nextSquat(stage).contains("failed once"))
        _ = try stage.run("undo")
        #expect(try log(stage).last == "1 2026-11-23 Squat 5×5 @ 60 kg as planned")
    }

    /// Sets without a load have the planned load in their place, also if they are logged one by one.
    @Test func loggedSetsOfAWorkoutHaveThePlannedLoads() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        try stage.write("mine.yaml", Self.ramp)
        _ = try stage.run("program activate mine.yaml")
        _ = try stage.run("log squat 5")
        _ = try stage.run("log squat 5,4")
        #expect(
            try log(stage) == ["2 2026-11-23 Squat 5 @ 80 kg, 4 @ 100 kg", "1 2026-11-23 Squat 5 @ 60 kg"]
        )
    }

    private static let ramp = """
        antrain: 1
        id: mine
        name: Mine
        days:
          a: {exercises: [{exercise: Squat, sets: [5 @ 60kg, 5 @ 80kg, 5 @ 100kg], progression: {type: linear, add: 5}}]}
        schedule: {mode: cycle, cycle: [a]}

        """

    @Test func anExerciseIsNotNewWhileTheUsersExercisesHaveErrors() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        try FileManager.default.createDirectory(
            atPath: stage.path(".config/antrain"),
            withIntermediateDirectories: true
        )
        try stage.write(".config/antrain/exercises.yaml", "antrain: 1\nexercises:\n  tire-flip: {name: [\n")
        let run = try stage.run("log tire-flip 5")
        #expect(
            run.status == .badData && run.messages.contains("correct them: antrain exercise edit"),
            "\(run.status) \(run.messages)"
        )
        #expect(try stage.run("log squat 5").status == .success)
    }

    @Test func aFilterWithoutMatchesSaysSo() throws {
        let stage = try strongLifts()
        _ = try stage.run("log squat 5x5@60")
        #expect(try stage.run("log list --exercise run").output == "no entries match\n")
        #expect(try stage.run("log list --since tomorrow").output == "no entries match\n")
    }

    /// The order of logging within a day makes no difference to exercises with one entry each.
    @Test(arguments: [["squat 5x5@60", "bench 5x5@40", "row 4x5@40"], ["row 4x5@40", "squat 5x5@60", "bench 5x5@40"]])
    func theOrderOfLoggingMakesNoDifference(lines: [String]) throws {
        let stage = try strongLifts()
        for line in lines { #expect(try stage.run("log " + line).status == .success) }
        _ = try stage.run("done")
        let next = try stage.run("next --workouts 2").output
        #expect(next.contains("5×5 @ 62.5 kg") && next.contains("5×5 @ 42.5 kg") && next.contains("5×5 @ 40 kg "))
    }

    @Test func aLoggedSetIsAsGoodAsAStartingLoad() throws {
        let stage = try CommandStage(now: "2026-11-20T19:00")
        #expect(try stage.run("log squat 5x5@70kg --date 2026-11-19").status == .success)
        _ = try stage.run("program activate stronglifts-5x5", now: "2026-11-23T06:00")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 70 kg")
        _ = try stage.run("program load squat 60kg")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 60 kg")
    }

    @Test func exercisesOutsideOfProgramsAreLogged() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        #expect(try stage.run("log").output.contains("no entries; add one: antrain log squat 5x5@80kg"))
        _ = try stage.run("log Kniebeuge 5x5@80kg --warm-up")
        _ = try stage.run("log run 5km_27:30 --date yesterday")
        let new = try stage.run("log Zercher_march 3x20m@60kg")
        #expect(new.status == .success && new.messages.contains("the id zercher-march"), "\(new.messages)")
        #expect(
            try log(stage) == [
                "3 2026-11-23 Zercher march 3×20 m @ 60 kg", "1 2026-11-23 Squat warm-up 5×5 @ 80 kg",
                "2 2026-11-22 Run 5 km in 27:30",
            ]
        )
        #expect(try stage.run("log zercher_march 20m").messages.isEmpty)
        #expect(try stage.run("log list --exercise squat").output.split(separator: "\n").count == 1)
        #expect(try stage.run("log list --since today --limit 2").output.split(separator: "\n").count == 2)
    }

    @Test func unlikelySetsAreKeptWithAWarning() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        let run = try stage.run("log squat 500@20kg")
        #expect(run.status == .success && run.messages.contains("500 repetitions in one set"), "\(run.messages)")
        #expect(try stage.run("log squat 1@600kg").messages.contains("a load of 600 kg"))
        #expect(try stage.run("log squat 1@1500lb").messages.contains("a load of 1500 lb"))
    }

    @Test func aSkippedWorkoutDoesNotCount() throws {
        let stage = try strongLifts()
        _ = try stage.run("skip")
        let run = try stage.run("log squat 5x5@60")
        #expect(run.status == .success && run.messages.contains("is skipped"), "\(run.messages)")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 60 kg")
        // A workout that was logged as planned by mistake leaves no sets behind.
        let other = try strongLifts()
        _ = try other.run("done")
        _ = try other.run("log edit 2 5,5,5,5,4")
        _ = try other.run("skip")
        #expect(try nextSquat(other) == "Squat 5×5 @ 60 kg")
        #expect(try log(other) == ["2 2026-11-23 Bench Press 4×5 @ 40 kg, 4 @ 40 kg"])
        _ = try other.run("undo")
        #expect(try log(other).count == 3)
    }

    @Test(
        arguments: [
            ("log squat", "add them: antrain log squat 5x5@80kg"), ("log sqat 5x5", "did you mean 'squat'?"),
            ("log squat 5x5@heavy", "a weight cannot begin with 'h'"),
            ("log squat 5x5 --date tomorrow", "expected today (2026-11-23) or an earlier date"),
            ("log squat 5x5 --rpe 11", "expected a number from 1 to 10"), ("log ... 5x5", "expected a name"),
            ("log edit 9 5x5", "has no entry 9"), ("log delete 9", "has no entry 9"),
            ("log squat 5x5 --program 531", "the program '531' is not active"),
            ("log deadlift 5@80 --program stronglifts-5x5", "its workout on 2026-11-23 does not contain 'deadlift'"),
            ("done --set squat", "expected an exercise and sets"), ("done --set =5", "expected an exercise and sets"),
            ("done --set squt=5", "did you mean 'squat'?"), ("done --missed deadlift", "expected one of squat"),
            ("log squ\u{1B}[31mat 5 --new", "remove the control character U+001B"),
            ("log squat 5 --notes left\u{1B}[31mknee", "remove the control character U+001B"),
            ("done --set squat=5x5 --missed squat", "give only one of --set and --missed"),
            ("done --set squat=8-12", "is a target"),
        ]
    )
    func mistakesAreNamedAndChangeNothing(line: String, expected: String) throws {
        let stage = try strongLifts()
        let run = try stage.run(line)
        #expect(run.status != .success && run.messages.contains(expected), "\(run.messages)")
        #expect(try log(stage) == ["the training log has no entries; add one: antrain log squat 5x5@80kg"])
        #expect(try nextSquat(stage) == "Squat 5×5 @ 60 kg")
    }

    @Test func editsThatChangeNothingAreErrors() throws {
        let stage = try strongLifts()
        _ = try stage.run("log squat 5x5@60")
        #expect(try stage.run("log edit 1").messages.contains("nothing to change"))
        #expect(try stage.run("log edit 1 5x5").messages.contains("nothing to change"))
        #expect(try stage.run("log edit 1 --date yesterday").status == .success)
        #expect(try log(stage) == ["1 2026-11-22 Squat 5×5 @ 60 kg"])
    }
}

/// `antrain log import` and `export`.
@Suite struct LogImportCommandTests {
    private static let strong = """
        Date,Workout Name,Exercise Name,Set Order,Weight (kg),Reps,Distance,Seconds,Notes,RPE
        2026-11-16 18:13:44,A,Squat (Barbell),1,100,5,0,0,,
        2026-11-16 18:13:44,A,Squat (Barbell),2,100,4,0,0,,
        2026-11-18 18:10:00,B,Zercher March,1,60,20,0,0,,

        """

    private func stage(_ text: String = strong) throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        try stage.write("strong.csv", text)
        return stage
    }

    @Test func anImportIsShownFirstAndUndoneAsAWhole() throws {
        let stage = try stage()
        let preview = try stage.run("log import strong.csv")
        #expect(preview.output.contains("Strong: 2 entries with 3 sets, 2026-11-16 to 2026-11-18"), "\(preview.output)")
        #expect(preview.output.contains("Zercher March") && preview.output.contains("--apply"))
        #expect(try stage.run("log").output.contains("no entries"))
        #expect(try stage.run("log import strong.csv --apply").output.contains("added 2 entries"))
        let log = try stage.run("log").output
        #expect(log.contains("5 @ 100 kg, 4 @ 100 kg"), "\(log)")
        // A second import adds nothing.
        let again = try stage.run("log import strong.csv --apply").output
        #expect(again.contains("already in the log: 2") && !again.contains("added"), "\(again)")
        #expect(try stage.run("undo --list").output.contains("imported log entries"))
        _ = try stage.run("undo")
        #expect(try stage.run("log").output.contains("no entries"))
    }

    @Test(arguments: [("y", true), ("n", false), ("", false)]) func aTerminalAsks(answer: String, isAdded: Bool) throws
    {
        let stage = try stage()
        stage.answers = ["", answer]
        let run = try stage.run("log import strong.csv")
        #expect(
            stage.questions == [
                "Exercise of the catalogue for 'Zercher March' (Enter: keep the name): ", "Add 2 entries? [y/N] ",
            ]
        )
        #expect(run.output.contains(isAdded ? "added 2 entries" : "nothing was added"), "\(run.output)")
        stage.answers = nil
        #expect(try stage.run("log").output.contains("100 kg") == isAdded)
    }

    /// A name is asked for once: later imports know it from the log.
    @Test func anUnknownNameIsAskedForAndRemembered() throws {
        let stage = try stage()
        stage.answers = ["frnt squat", "front squat", "y"]
        let run = try stage.run("log import strong.csv")
        #expect(run.messages.contains("no such exercise 'frnt squat'; did you mean"), "\(run.messages)")
        stage.answers = nil
        #expect(try stage.run("log list --exercise front-squat").output.contains("Zercher March"))
        try stage.write("more.csv", Self.strong.replacingOccurrences(of: "2026-11-18", with: "2026-11-20"))
        stage.answers = ["y"]
        _ = try stage.run("log import more.csv")
        #expect(stage.questions.count == 4 && stage.questions.last == "Add 1 entry? [y/N] ", "\(stage.questions)")
    }

    private static let withoutUnits = strong.replacingOccurrences(of: "Weight (kg)", with: "Weight")

    /// No unit is guessed, not even from the program.
    @Test func aFileWithoutUnitsNeedsOne() throws {
        let stage = try stage(Self.withoutUnits)
        _ = try stage.run("program activate stronglifts-5x5 --start 2026-11-23")
        let refused = try stage.run("log import strong.csv --apply")
        #expect(refused.status == .badData, "\(refused)")
        #expect(
            refused.messages.contains("does not state the unit of 100 (Squat (Barbell)); add --unit kg"),
            "\(refused)"
        )
        #expect(try stage.run("log").output.contains("no entries"))
        _ = try stage.run("log import strong.csv --apply --unit lb")
        #expect(try stage.run("log").output.contains("5 @ 100 lb, 4 @ 100 lb"))
    }

    @Test(arguments: [("lb", true), ("LBS", true), ("", false), ("stone", false)])
    func aTerminalAsksForTheUnit(answer: String, isRead: Bool) throws {
        let stage = try stage(Self.withoutUnits)
        stage.answers = [answer, "", "y"]
        let run = try stage.run("log import strong.csv")
        #expect(stage.questions.first == "Unit of 100 (Squat (Barbell)): kg or lb? ", "\(stage.questions)")
        #expect((run.status == .success) == isRead, "\(run)")
        stage.answers = nil
        #expect(try stage.run("log").output.contains("5 @ 100 lb, 4 @ 100 lb") == isRead)
    }

    @Test func theOrderOfDatesIsGiven() throws {
        let stage = try stage(Self.strong.replacingOccurrences(of: "2026-11-16 18:13:44", with: "01/02/2026"))
        let refused = try stage.run("log import strong.csv --apply")
        #expect(refused.messages.contains("as in '01/02/2026'; add --date-order dmy or --date-order mdy"), "\(refused)")
        #expect(try stage.run("log import strong.csv --date-order ymd").messages.contains("expected one of dmy, mdy"))
        _ = try stage.run("log import strong.csv --apply --date-order mdy")
        #expect(try stage.run("log").output.contains("2026-01-02"))
    }

    @Test func namesCanBeMapped() throws {
        let stage = try stage()
        _ = try stage.run("log import strong.csv --apply --map Zercher_March=front-squat")
        #expect(try stage.run("log list --exercise front-squat").output.contains("Zercher March"))
        #expect(try stage.run("log import strong.csv --map Zercher_March=frontsqat").messages.contains("did you mean"))
        #expect(
            try stage.run("log import strong.csv --map Zercher").messages.contains("expected a name and an exercise")
        )
    }

    @Test func badLinesStopTheImport() throws {
        let stage = try stage(Self.strong + "2030-01-01 10:00:00,C,Squat (Barbell),1,100,5,0,0,,\n")
        let run = try stage.run("log import strong.csv --apply")
        #expect(run.status == .badData && run.output.contains("line 5: the date 2030-01-01 is in the future"), "\(run)")
        #expect(try stage.run("log").output.contains("no entries"))
        #expect(try stage.run("log import strong.csv --apply --skip-bad").output.contains("added 2 entries"))
        #expect(try stage.run("log import missing.csv").status == .missingInput)
        #expect(try stage.run("log import strong.csv --unit st").messages.contains("expected one of kg, lb"))
    }

    @Test func anExportIsImportedElsewhere() throws {
        let stage = try stage()
        _ = try stage.run("log import strong.csv --apply")
        _ = try stage.run("log squat 5x5@80kg --notes =1+1")
        #expect(try stage.run("log export log.csv").output.contains("exported 3 entries to log.csv"))
        #expect(try stage.run("log export log.csv").messages.contains("exists; choose another name"))
        let csv = try #require(stage.contents("log.csv"))
        #expect(try stage.run("log export --csv").output == csv)
        #expect(try stage.run("log export --csv --json").messages.contains("give --json or --csv, not both"))
        #expect(try stage.run("log export").output == csv && csv.contains("'=1+1"))
        let other = try CommandStage(now: "2026-11-23T19:00")
        try other.write("log.csv", csv)
        _ = try other.run("log import log.csv --apply")
        #expect(try other.run("log").output == stage.run("log").output)
    }
}

/// What the log does to programs that start again or change.
@Suite struct LogOfChangedProgramTests {
    private func nextSquat(_ stage: CommandStage) throws -> String {
        let lines = try stage.run("next --workouts 1").output.split(separator: "\n")
        return lines.first { $0.contains("Squat") }?.split(separator: " ").joined(separator: " ") ?? ""
    }

    /// The load goes on from what was lifted, unless the user sets another.
    @Test func aProgramThatStartsAgainKeepsTheLoad() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        _ = try stage.run("program activate stronglifts-5x5 --load squat=60kg")
        for day in ["23", "25", "27"] { _ = try stage.run("done", now: "2026-11-\(day)T20:00") }
        _ = try stage.run("program deactivate stronglifts-5x5")
        _ = try stage.run("program activate stronglifts-5x5", now: "2026-11-30T08:00")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 65 kg")
        _ = try stage.run("program activate stronglifts-5x5 --replace --load squat=50kg")
        #expect(try nextSquat(stage) == "Squat 5×5 @ 50 kg")
    }

    @Test func aRenamedDayKeepsTheLoad() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        func program(_ day: String) -> String {
            """
            antrain: 1
            id: mine
            name: Mine
            days:
              \(day):
                exercises: [{exercise: Squat, sets: 5x5, progression: {type: linear, add: 2.5}}]
            schedule: {mode: cycle, cycle: [\(day)]}

            """
        }
        try stage.write("mine.yaml", program("full"))
        _ = try stage.run("program activate mine.yaml --load squat=60kg")
        for day in ["23", "24", "25"] { _ = try stage.run("done", now: "2026-11-\(day)T20:00") }
        #expect(try nextSquat(stage).hasPrefix("Squat 5×5 @ 67.5 kg"))
        try stage.write("mine.yaml", program("whole"))
        _ = try stage.run("schedule-next")
        #expect(try nextSquat(stage).hasPrefix("Squat 5×5 @ 67.5 kg"))
    }

    @Test func aLoadBelongsToTheRepetitionsBeforeIt() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        _ = try stage.run("log squat 5,5,3@60kg 8@40kg")
        #expect(try stage.run("log").output.contains("2×5 @ 60 kg, 3 @ 60 kg, 8 @ 40 kg"))
    }

    @Test func timedSetsRefuseRepetitions() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        _ = try stage.run("program activate bodyweight-routine --start 2026-11-23")
        let run = try stage.run("done --set support-hold=60")
        #expect(run.status == .usage, "\(run.messages)")
    }

    @Test func aSessionThatWasStoppedEarlyIsReported() throws {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        _ = try stage.run("program activate stronglifts-5x5 --load squat=60kg")
        _ = try stage.run("log squat 5@60kg")
        #expect(try stage.run("done").messages.contains("Squat has 1 of 5 sets in the log"))
        #expect(try stage.run("log delete 1").messages.contains("Squat counts as done as planned"))
    }
}
