import Testing
import Training
import YAMLSource

/// Names of exercises in programs are compared with the catalogue.
@Suite struct ExerciseNameTests {
    private static let catalog: ExerciseCatalog? = {
        let text = """
            antrain: 1
            exercises:
              bench-press: {name: {en: Bench Press, de: Bankdrücken}, aliases: {en: [Flat Bench]}, primary: [chest]}
              squat: {name: {en: Squat}, primary: [quadriceps]}
              pull-up: {name: {en: Pull-Up}, primary: [lats]}
            """
        return ExerciseCatalogReader.read(SourceText(path: "exercises.yaml", bytes: Array(text.utf8))).catalog
    }()

    private func warnings(_ exercises: String, lifts: String = "", catalog: ExerciseCatalog?) -> [String] {
        let text = """
            antrain: 1
            id: p
            name: P
            \(lifts)
            days: {a: {exercises: [\(exercises)]}, b: {exercises: [\(exercises)]}}
            schedule: {mode: weekdays, monday: a, tuesday: b}
            """
        let reading = ProgramReader.read(
            SourceText(path: "p.yaml", bytes: Array(text.utf8)),
            checkingNamesIn: catalog
        )
        #expect(reading.program != nil, "\(reading.diagnostics)")
        return reading.diagnostics.items.map(\.message)
    }

    @Test(arguments: [
        ("{exercise: Bnch Press, sets: 3x5}", "", "unknown exercise 'Bnch Press'"),
        ("{exercise: Bankdruken, sets: 3x5}", "", "unknown exercise 'Bankdruken'"),
        ("{exercise: Squat, sets: 3x5, alternatives: [Pul-Up]}", "", "unknown exercise 'Pul-Up'"),
        (
            "{exercise: Squat, sets: 3x5, alternatives: [{exercise: Pul-Up, sets: 3x5}]}", "",
            "unknown exercise 'Pul-Up'"
        ),
        ("{lift: mine, sets: 3x5}", "exercises: {mine: {name: Bench Pres}}", "unknown exercise 'Bench Pres'"),
    ])
    func aMisspelledNameIsReportedOnce(exercises: String, lifts: String, message: String) throws {
        let catalog = try #require(Self.catalog)
        #expect(warnings(exercises, lifts: lifts, catalog: catalog) == [message])
        #expect(warnings(exercises, lifts: lifts, catalog: nil).isEmpty)
    }

    /// Programs may have exercises that the catalogue does not have.
    @Test(arguments: [
        ("{exercise: Bench Press, sets: 3x5}", ""), ("{exercise: flat bench, sets: 3x5}", ""),
        ("{exercise: Squats, sets: 3x5}", ""), ("{exercise: Zercher March, sets: 3x5}", ""),
        ("{exercise: bench-press, sets: 3x5}", "exercises: {bench-press: {name: My Benches}}"),
        ("{lift: squat, sets: 3x5}", "exercises: {squat: {name: Squatt}}"),
    ])
    func otherNamesAreAccepted(exercises: String, lifts: String) throws {
        let catalog = try #require(Self.catalog)
        #expect(warnings(exercises, lifts: lifts, catalog: catalog).isEmpty)
    }
}
