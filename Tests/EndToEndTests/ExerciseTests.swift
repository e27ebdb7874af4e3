import Foundation
import TestSupport
import Testing

/// `exercise list`, `exercise show` and `exercise edit`.
@Suite struct ExerciseTests {
    private static let file = ".config/antrain/exercises.yaml"

    private func ids(_ output: String) -> [String] {
        output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    @Test(
        arguments: [
            (["squat front"], ["front-squat"]),
            (["KREUZHEBEN", "--equipment", "trap-bar"], ["trap-bar-deadlift"]),
            (["--muscle", "neck"], ["neck-curl", "neck-extension"]),
            (["--muscle", "lats", "--equipment", "smith-machine"], []),
        ] as [([String], [String])]
    )
    func exercisesAreListed(arguments: [String], expected: [String]) throws {
        let home = try Home()
        let run = try home.antrain(arguments: ["exercise", "list"] + arguments)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        if expected.isEmpty {
            #expect(run.output == "no exercise matches; antrain exercise list lists all\n")
        } else {
            #expect(ids(run.output) == expected)
        }
        // Nothing is written.
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    }

    @Test func allExercisesAreListedByID() throws {
        let ids = ids(try Home().antrain("exercise list", environment: ["COLUMNS": "200"]).output)
        #expect(ids.count >= 150 && ids == ids.sorted() && Set(ids).count == ids.count)
    }

    @Test func anExerciseIsShownWithItsPrograms() throws {
        let home = try Home.ready()
        let shown = try home.antrain(
            arguments: ["exercise", "show", "Lateral Raises"],
            environment: ["COLUMNS": "100"]
        )
        .output
        #expect(
            shown == """
                Lateral Raise  lateral-raise
                  Also called      Side Raise, Dumbbell Lateral Raise, Side Lateral Raise
                  Other languages  Elevaciones laterales (es), Seitheben (de), Élévations latérales (fr)
                  Muscles          side delts
                  Assisting        traps, front delts
                  Equipment        dumbbell
                  Rest             1m
                  Programs         push-pull-legs (active), coolcicada-ppl, german-volume-training, phat, phul,
                                   push-pull-legs-6-day, the-rippler, westside-for-skinny-bastards

                """
        )
    }

    @Test func namesAreInTheLanguageOfTheUser() throws {
        let home = try Home()
        let german = ["LC_ALL": "de_DE.UTF-8"]
        let shown = try home.antrain("exercise show dumbbell-row", environment: german).output
        #expect(shown.hasPrefix("Kurzhantelrudern  dumbbell-row\n"), "\(shown)")
        #expect(
            shown.contains("  Wiederholungen   pro Seite\n") && shown.contains("Latissimus, oberer Rücken"),
            "\(shown)"
        )
        let listed = try home.antrain("exercise list --muscle brust --equipment Kabelzug", environment: german).output
        #expect(ids(listed) == ["cable-fly"] && listed.contains("Kabelzug-Fliegende"), "\(listed)")
        // The English names and those in files work in every language.
        let mixed = "exercise list --muscle chest --equipment cable"
        #expect(try home.antrain(mixed, environment: german).output == listed)
        // The setting decides before the locale.
        try home.antrain("settings language fr")
        #expect(try home.antrain("exercise show squat", environment: german).output.contains("Matériel"))
    }

    @Test(
        arguments: [
            ("exercise show Kniebuege", Int32(66), "no such exercise 'Kniebuege'; did you mean 'Kniebeuge'?"),
            (
                "exercise show zzzzzz", 66,
                "no such exercise 'zzzzzz'; list the exercises: antrain exercise list"
            ),
            ("exercise list --muscle chset", 64, "invalid --muscle 'chset': did you mean 'chest'?"),
            ("exercise list --muscle xyz", 64, "invalid --muscle 'xyz': expected one of chest, front-delts"),
            ("exercise list --equipment barbel", 64, "invalid --equipment 'barbel': did you mean 'barbell'?"),
            ("exercise show", 64, "exercise show"),
        ]
    )
    func mistakesHaveAMessage(line: String, status: Int32, message: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status == status && run.output.isEmpty && run.errors.contains(message), "\(run)")
    }

    @Test func theEditorStartsWithAnExampleThatIsValid() throws {
        let home = try Home()
        let unchanged = try home.antrain("exercise edit", environment: ["VISUAL": "true"])
        #expect(unchanged.output == "~/\(Self.file) is unchanged\n", "\(unchanged)")
        let folder = home.folder.path + "/.config/antrain"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        let saved = try home.antrain("exercise edit", environment: ["VISUAL": "sed -i 's/^#  /  /'"])
        #expect(saved.status == 0 && saved.output == "saved ~/\(Self.file)\n" && saved.errors.isEmpty, "\(saved)")
        let shown = try home.antrain("exercise show tyre-flip").output
        #expect(
            shown.hasPrefix("Tire Flip  tire-flip\n") && shown.contains("  Your file    ~/\(Self.file)\n"),
            "\(shown)"
        )
        #expect(try home.antrain("exercise show squat").output.contains("  Rest             4m\n"))
        // The schema that the example names exists.
        let text = try home.folder.read(Self.file)
        let schema = try #require(text.firstMatch(of: /\$schema=(.*)\n/)?.1)
        #expect(FileManager.default.fileExists(atPath: String(schema)))
        let again = try home.antrain("exercise edit", environment: ["VISUAL": "sed -i s/4m/5m/"])
        #expect(again.output == "saved ~/\(Self.file); the previous file is ~/\(Self.file)~\n", "\(again)")
    }

    @Test func aFileWithErrorsIsReportedAndNotSaved() throws {
        let home = try Home()
        try home.folder.write(Self.file, "antrain: 1\nexercises:\n  squat: {rest: 4m}\n")
        let edited = try home.antrain("exercise edit", environment: ["VISUAL": "sed -i s/squat/sqaut/"])
        #expect(edited.status == 65 && edited.errors.contains("did you mean 'squat'?"), "\(edited)")
        #expect(edited.errors.contains("~/\(Self.file):3:3: error: ") && edited.errors.contains("was not changed"))
        try home.folder.write(Self.file, "antrain: 1\nexercises:\n  sqaut: {rest: 4m}\n")
        let listed = try home.antrain("exercise list")
        #expect(listed.status == 65 && listed.output.isEmpty, "\(listed)")
        #expect(listed.errors.contains("~/\(Self.file):3:3: error: "), "\(listed.errors)")
        #expect(listed.errors.hasSuffix("antrain: ~/\(Self.file) has errors; correct them: antrain exercise edit\n"))
    }

    /// Reminders don't depend on the catalogue, so its errors must not appear in their output.
    @Test func onlyTheExerciseCommandsReadTheCatalogue() throws {
        let home = try Home.ready()
        try home.folder.write(Self.file, "nonsense")
        for line in ["schedule-next", "deliver", "", "today", "program validate push-pull-legs", "program list"] {
            let run = try home.antrain(line)
            #expect(run.status == 0 && !run.errors.contains("exercises.yaml"), "\(line): \(run)")
        }
    }

    @Test func theFileIsNextToTheSettings() throws {
        let home = try Home()
        try home.folder.write("other/exercises.yaml", "antrain: 1\nexercises: {log-lift: {name: Log Lift}}\n")
        #expect(try home.antrain("exercise show log-lift").status == 66)
        let other = try home.antrain("exercise show log-lift --config other/settings.yaml")
        #expect(other.output.hasPrefix("Log Lift  log-lift\n"), "\(other)")
    }
}
