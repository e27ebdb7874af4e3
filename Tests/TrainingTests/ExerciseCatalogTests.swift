import CivilTime
import Testing
import Training
import YAMLSource

@Suite struct ExerciseCatalogTests {
    private static let shipped = """
        antrain: 1
        exercises:
          squat:
            name: {en: Squat, de: Kniebeuge, tr: Squat}
            aliases: {en: [Back Squat], de: [Langhantelkniebeuge]}
            primary: [quadriceps, glutes]
            secondary: [hamstrings, lower-back]
            equipment: barbell
            rest: 3m
          front-squat: {name: {en: Front Squat}, primary: [quadriceps], equipment: barbell}
          pull-up: {name: {en: Pull-up, es: Dominadas}, aliases: {es: [Dominada]}, equipment: bodyweight}
          bench-press: {name: {en: Bench Press}, aliases: [Flat Bench]}
          dumbbell-row: {name: {en: Dumbbell Row}, unilateral: yes}

        """

    private func reading(_ text: String, over base: ExerciseCatalog = .empty) -> ExerciseCatalogReading {
        ExerciseCatalogReader.read(SourceText(path: "exercises.yaml", text: text), extending: base)
    }

    private func catalog(_ text: String, over base: ExerciseCatalog = .empty) throws -> ExerciseCatalog {
        let reading = reading(text, over: base)
        let source = SourceText(path: "exercises.yaml", text: text)
        return try #require(reading.catalog, "\(DiagnosticRenderer(source: source).render(reading.diagnostics))")
    }

    private func own(_ entries: String) throws -> ExerciseCatalog {
        try catalog("antrain: 1\nexercises:\n" + entries, over: catalog(Self.shipped))
    }

    // MARK: Reading

    @Test func everyKeyIsRead() throws {
        let squat = try #require(try catalog(Self.shipped)["squat"])
        #expect(squat.id == "squat")
        #expect(squat.names == [.english: "Squat", .german: "Kniebeuge", .turkish: "Squat"])
        #expect(squat.aliases == [.english: ["Back Squat"], .german: ["Langhantelkniebeuge"]])
        #expect(squat.primary == [.quadriceps, .glutes])
        #expect(squat.secondary == [.hamstrings, .lowerBack])
        #expect(squat.equipment == .barbell)
        #expect(squat.rest == .minutes(3))
        #expect(!squat.isUnilateral && !squat.isOwn)
        #expect(try catalog(Self.shipped)["dumbbell-row"]?.isUnilateral == true)
    }

    @Test(arguments: ["", "# nothing\n", "antrain: 1\nexercises:\n", "antrain: 1\nexercises: {}\n"])
    func aFileWithoutExercisesChangesNothing(text: String) throws {
        let shipped = try catalog(Self.shipped)
        #expect(try catalog(text, over: shipped).exercises == shipped.exercises)
    }

    /// Entries of a file, the headline of the first finding, and its help or what it expects.
    @Test(
        arguments: [
            ("  squat: 5\n", "3:10: error: an exercise must be a mapping, not a single value", "primary"),
            ("  Squat: {name: A}\n", "3:3: error: invalid exercise ID 'Squat'", "write 'squat'"),
            ("  a: {nmae: A}\n", "3:7: error: unknown key 'nmae' in an exercise", "did you mean 'name'?"),
            ("  a: {primary: [chest]}\n", "3:3: error: 'a' is a new exercise and has no name", "name: …"),
            ("  sqaut: {rest: 4m}\n", "3:3: error: 'sqaut' is a new exercise", "did you mean 'squat'?"),
            ("  a: {name: {en: A, it: B}}\n", "3:21: error: unknown key 'it' in 'name'", "en, de, es, fr, tr"),
            ("  a: {name: \" \"}\n", "3:13: error: the name is empty", "write a name"),
            ("  a: {name: [A]}\n", "3:13: error: 'name' must be a mapping, not a list", "en, de"),
            ("  a: {name: A, aliases: B}\n", "error: aliases must be a list, not a single value", "[Back Squat"),
            ("  a: {name: A, aliases: {de: B}}\n", "error: aliases must be a list", "[Back Squat"),
            ("  a: {name: A, primary: chest}\n", "error: 'primary' must be a list", "[chest, triceps]"),
            ("  a: {name: A, primary: [chset]}\n", "3:26: error: invalid muscle 'chset'", "did you mean 'chest'?"),
            ("  a: {name: A, equipment: barbel}\n", "error: invalid equipment 'barbel'", "did you mean 'barbell'?"),
            ("  a: {name: A, unilateral: left}\n", "error: invalid 'unilateral' value 'left'", "on or off"),
            ("  a: {name: A, rest: soon}\n", "3:22: error: ", "soon"),
            (
                "  a: {name: A, primary: [chest], secondary: [abs, chest]}\n",
                "error: 'chest' is both a primary and a secondary muscle", "remove it"
            ),
            (
                "  a: {name: Step Up}\n  b: {name: B, aliases: [step-up]}\n",
                "4:26: error: two exercises are called 'step-up': 'a' and 'b'", "'a' has it here"
            ),
            ("  a-b: {name: A}\n  ab: {name: B}\n", "4:3: error: two exercises are called 'ab'", "'a-b' has it here"),
            ("  a: {name: B}\n  b: {name: C}\n", "4:3: error: two exercises are called 'b'", "'a' has it here"),
            (
                "  benchpress: {name: My Bench}\n",
                "3:3: warning: 'benchpress' differs from the shipped exercise 'bench-press' only in hyphens",
                "write 'bench-press'"
            ),
            (
                "  box: {name: Box Squat, aliases: [Squat]}\n",
                "3:36: warning: 'Squat' is the ID of another exercise, so it does not find 'box'", "a longer name"
            ),
        ]
    )
    func mistakesAreReported(entries: String, headline: String, advice: String) throws {
        let text = "antrain: 1\nexercises:\n" + entries
        let reading = reading(text, over: try catalog(Self.shipped))
        let source = SourceText(path: "exercises.yaml", text: text)
        let rendered = DiagnosticRenderer(source: source).render(reading.diagnostics)
        #expect(rendered.hasPrefix("exercises.yaml:") && rendered.contains(headline), "\(rendered)")
        #expect(rendered.contains(advice), "\(rendered)")
        #expect((reading.catalog == nil) == headline.contains("error"))
        #expect(reading.diagnostics.items.count == 1, "\(rendered)")
    }

    @Test(
        arguments: [
            ("exercises: {}\n", "missing key 'antrain' in the catalogue"),
            ("antrain: 2\nexercises: {}\n", "unsupported catalogue version '2'"),
            ("antrain: 1\n", "missing key 'exercises' in the catalogue"),
            ("antrain: 1\nexercises: [squat]\n", "'exercises' must be a mapping, not a list"),
            ("antrain: 1\nexercise: {}\n", "unknown key 'exercise' in the catalogue"),
            ("- a\n", "the catalogue must be a mapping, not a list"),
            ("antrain: 1\nexercises:\n  a: {name: A}\n  a: {name: A}\n", "'a'"),
            ("antrain: 1\nexercises: {a: {\n", ""),
        ]
    )
    func mistakesOutsideOfExercisesAreReported(text: String, message: String) {
        let reading = reading(text)
        #expect(reading.catalog == nil)
        #expect(reading.diagnostics.items.contains { $0.message.contains(message) }, "\(reading.diagnostics.items)")
    }

    // MARK: The user's file

    @Test func anEntryKeepsWhatItDoesNotReplace() throws {
        let squat = try #require(try own("  squat: {rest: 5m, primary: [quadriceps, hamstrings]}\n")["squat"])
        #expect(squat.rest == .minutes(5))
        #expect(squat.primary == [.quadriceps, .hamstrings])
        #expect(squat.secondary == [.lowerBack])
        #expect(squat.name(in: .german) == "Kniebeuge")
        #expect(squat.equipment == .barbell && squat.isOwn)
    }

    @Test func aNewNameKeepsTheFormerOneAsAnAlias() throws {
        let catalog = try own("  squat: {name: {de: Beuge}, aliases: {en: [Low Bar, back squat]}}\n")
        let squat = try #require(catalog["squat"])
        #expect(squat.names == [.english: "Squat", .german: "Beuge", .turkish: "Squat"])
        #expect(squat.aliases[.german] == ["Langhantelkniebeuge", "Kniebeuge"])
        #expect(squat.aliases[.english] == ["Back Squat", "Low Bar"])
        for name in ["Beuge", "kniebeuge", "Low bar", "Squat"] { #expect(catalog.exercise(named: name) == squat) }
    }

    @Test func aPlainNameIsUsedInEveryLanguage() throws {
        let catalog = try own("  tire-flip: {name: Tire Flip, aliases: [Tyre Flip]}\n")
        let exercise = try #require(catalog.exercise(named: "tyre flip"))
        #expect(NameLanguage.allCases.allSatisfy { exercise.name(in: $0) == "Tire Flip" })
        #expect(catalog.exercises.last == exercise && exercise.isOwn)
        #expect(exercise.equipment == nil && exercise.rest == nil && exercise.primary.isEmpty)
    }

    @Test func aNameOfTheUserWinsOverAShippedOne() throws {
        let catalog = try own("  my-bench: {name: My Bench, aliases: [Flat Bench]}\n")
        #expect(catalog.exercise(named: "flat bench")?.id == "my-bench")
        #expect(catalog.exercise(named: "bench press")?.id == "bench-press")
    }

    @Test func anIDWinsOverAName() throws {
        let catalog = try own("  box: {name: Box Squat, aliases: [Squat]}\n")
        #expect(catalog.exercise(named: "Squat")?.id == "squat")
    }

    // MARK: Lookup

    @Test(
        arguments: [
            ("squat", "squat"), ("SQUAT", "squat"), ("kniebeuge", "squat"), ("back-squat", "squat"),
            ("Front  squat", "front-squat"), ("pull up", "pull-up"), ("Pull Ups", "pull-up"), ("pullups", "pull-up"),
            ("dominada", "pull-up"), ("Bench Presses", "bench-press"), ("Squats", "squat"),
            ("flat bench", "bench-press"),
            ("benchpres", nil), ("s", nil), ("es", nil), ("", nil), ("-", nil), ("squatting", nil),
        ] as [(String, String?)]
    )
    func exercisesAreFoundByAnyName(name: String, id: String?) throws {
        #expect(try catalog(Self.shipped).exercise(named: name)?.id == id)
    }

    @Test(
        arguments: [
            ("Knibeuge", "Kniebeuge"), ("bench pres", "bench-press"), ("Domindas", "Dominadas"), ("kettlebell", nil),
        ] as [(String, String?)]
    )
    func aMisspelledNameHasASuggestion(name: String, suggestion: String?) throws {
        #expect(try catalog(Self.shipped).nearestName(to: name) == suggestion)
    }

    @Test(
        arguments: [
            ("squat", ["squat", "front-squat"]), ("Squat front", ["front-squat"]), ("BEUGE", ["squat"]),
            ("press row", []), ("p-u", ["pull-up"]),
            ("", ["squat", "front-squat", "pull-up", "bench-press", "dumbbell-row"]),
        ]
    )
    func aTextMustBeContainedInOneName(text: String, ids: [String]) throws {
        #expect(try catalog(Self.shipped).exercises(matching: text).map(\.id).sorted() == ids.sorted())
    }

    /// The name of an exercise decides before its lift, unless it is only the lift's name.
    @Test(
        arguments: [
            ("{lift: squat, sets: 5}", "squat"), ("{exercise: Front Squat, lift: squat, sets: 5}", "front-squat"),
            ("{exercise: Kneebend, lift: squat, sets: 5}", "squat"), ("{lift: pull-up, sets: 5}", "pull-up"),
            ("{exercise: Bench Press, sets: 5}", "bench-press"), ("{exercise: Juggling, sets: 5}", nil),
        ] as [(String, String?)]
    )
    func exercisesOfProgramsAreFound(exercise: String, id: String?) throws {
        let text = programText(
            top: "exercises: {squat: My Squat, pull-up: Squat}\n",
            days: "  push: {exercises: [\(exercise)]}\n",
            schedule: "  mode: weekdays\n  monday: push\n"
        )
        let program = try program(text)
        let found = try catalog(Self.shipped).exercise(for: program.days[0].exercises[0], in: program)
        #expect(found?.id == id)
    }

    @Test func namesFallBackToEnglishThenToAnyLanguage() throws {
        let catalog = try catalog(
            "antrain: 1\nexercises:\n  a: {name: {fr: Un, en: One}}\n  b: {name: {tr: Iki, fr: Deux}}\n"
        )
        #expect(catalog["a"]?.name(in: .german) == "One" && catalog["a"]?.name(in: .french) == "Un")
        #expect(catalog["b"]?.name(in: .german) == "Deux")
    }
}
