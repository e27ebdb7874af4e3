import Testing
import Training
import YAMLSource

@Suite struct ProgramSearchTests {
    private static let text = programText(
        top: """
            author: José García
            description: >
              Sets of 5×5, three days a week. Never two days in a row.
            goal: general-fitness
            level: beginner

            """,
        days: """
              push: {exercises: [{exercise: Bench Press, sets: 3x5}, {exercise: Crunch, sets: 3x5}]}
              pull: {exercises: [{exercise: Pull-up, sets: 3x5}]}

            """
    )
    private static let catalog = """
        antrain: 1
        exercises:
          pull-up: {name: {en: Pull-up, de: Klimmzüge}, aliases: {fr: [Tractions]}}
        """

    private func texts() throws -> ProgramSearch.Texts {
        let source = SourceText(path: "exercises.yaml", text: Self.catalog)
        return ProgramSearch.Texts(try program(Self.text), try #require(ExerciseCatalogReader.read(source).catalog))
    }

    @Test(arguments: [
        "test", "TEST", "jose", "JOSÉ garcia", "garcia bench", "three days", "days three", "5x5", "5×5",
        "general",
        "general-fitness", "generalfitness", "beginner", "bench-press", "benchpress", "bench", "press", "presses",
        "pullup",
        "Pull-ups", "klimmzug", "KLIMMZÜGE", "traction", "  row  ", "row !",
    ])
    func aProgramIsFound(words: String) throws {
        #expect(try #require(ProgramSearch(words)).matches(texts()))
    }

    @Test(arguments: [
        "run", "55", "ench", "tpress", "jose squat", "intermediate", "rows up down", "Garcias Klimmzugs x",
    ])
    func aProgramIsNotFound(words: String) throws {
        #expect(try #require(ProgramSearch(words)).matches(texts()) == false)
    }

    @Test(arguments: ["", "  ", "!!", "- / -"])
    func nothingToSearchFor(words: String) { #expect(ProgramSearch(words) == nil) }

    @Test func missingWordsAreNamedAsTyped() throws {
        #expect(try #require(ProgramSearch("Jose Sqat Row É")).missingWords(in: [try texts()]) == ["Sqat", "É"])
    }
}
