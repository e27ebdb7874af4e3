import CivilTime
import Foundation
import TestSupport
import Testing
import Training
import YAMLSource

/// The catalogue of exercises that ships with antrain, and its schema.
@Suite struct ShippedExercisesTests {
    static let folder = ShippedProgramsTests.folder.deletingLastPathComponent()
        .appending(path: "Sources/CommandLine/antrain/Exercises")

    private static func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    static func catalog() throws -> ExerciseCatalog {
        let source = SourceText(path: "exercises.yaml", text: try text("exercises.yaml"))
        let reading = ExerciseCatalogReader.read(source)
        let rendered = DiagnosticRenderer(source: source).render(reading.diagnostics)
        #expect(reading.diagnostics.items.isEmpty, "\(rendered)")
        return try #require(reading.catalog, "\(rendered)")
    }

    /// The reader reports names of several exercises as errors, so a catalogue without findings has none.
    @Test func theCatalogueHasNoErrorsAndTheCommonExercises() throws {
        #expect(try Self.catalog().exercises.count >= 150)
        #expect(try Self.text("exercises.yaml").hasPrefix("# yaml-language-server: $schema=exercises.schema.json\n"))
    }

    @Test func everyExerciseIsComplete() throws {
        for exercise in try Self.catalog().exercises {
            for language in NameLanguage.allCases { #expect(exercise.names[language] != nil, "\(exercise.id)") }
            #expect(!exercise.primary.isEmpty && exercise.equipment != nil, "\(exercise.id)")
            #expect(exercise.primary.allSatisfy { !exercise.secondary.contains($0) }, "\(exercise.id)")
            if let rest = exercise.rest { #expect(rest >= .seconds(30) && rest <= .minutes(5), "\(exercise.id)") }
        }
    }

    @Test(arguments: NameLanguage.allCases)
    func noAliasRepeatsAName(language: NameLanguage) throws {
        for exercise in try Self.catalog().exercises {
            let names = [exercise.names[language] ?? ""] + (exercise.aliases[language] ?? [])
            #expect(Set(names.map(NameKey.of)).count == names.count, "\(exercise.id): \(names)")
        }
    }

    @Test func everyNameFindsItsExercise() throws {
        let catalog = try Self.catalog()
        for exercise in catalog.exercises {
            for name in exercise.allNames + [exercise.id] {
                #expect(catalog.exercise(named: name)?.id == exercise.id, "\(name)")
            }
        }
    }

    @Test func everyMuscleAndEquipmentIsUsed() throws {
        let exercises = try Self.catalog().exercises
        #expect(Set(exercises.flatMap(\.primary)) == Set(MuscleGroup.allCases))
        #expect(Set(exercises.compactMap(\.equipment)) == Set(Equipment.allCases))
    }

    @Test(arguments: ShippedProgramsTests.files)
    func theCatalogueHasTheExercisesOfAProgram(file: String) throws {
        let catalog = try Self.catalog()
        let program = try ShippedProgramsTests.program(file)
        for exercise in program.days.flatMap(\.exercises) {
            #expect(catalog.exercise(for: exercise, in: program) != nil, "\(exercise.name)")
        }
        // Lifts find an exercise, too: records and logs refer to them.
        for (id, lift) in program.lifts {
            #expect((catalog.exercise(named: id) ?? catalog.exercise(named: lift.name)) != nil, "\(id)")
        }
    }

    @Test(arguments: [
        ("bodyweight-routine.yaml", "Vertical Row", "inverted-row"),
        ("bodyweight-routine.yaml", "Assisted Squat", "bodyweight-squat"),
        ("nsuns-4-day.yaml", "Front Squat", "front-squat"), ("nsuns-4-day.yaml", "Sumo Deadlift", "sumo-deadlift"),
        ("starting-strength-phase-1.yaml", "Press", "overhead-press"), ("gzclp.yaml", "Squat", "squat"),
        ("push-pull-legs.yaml", "Biceps Curl", "dumbbell-curl"), ("couch-to-5k.yaml", "Brisk Walk", "walk"),
    ])
    func exercisesOfProgramsHaveTheirMeaning(file: String, name: String, id: String) throws {
        let program = try ShippedProgramsTests.program(file)
        let exercise = try #require(program.days.flatMap(\.exercises).first { $0.name == name })
        #expect(try Self.catalog().exercise(for: exercise, in: program)?.id == id)
    }

    // MARK: The schema

    private func schema() throws -> [String: Any] {
        let data = Data(try Self.text("exercises.schema.json").utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func theSchemaHasExactlyTheReadersKeys() throws {
        let schema = try schema()
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        for (element, keys) in ExerciseCatalogReader.knownKeys {
            let definition = element == "catalogue" ? schema : definitions[element]
            #expect(Set((definition?["properties"] as? [String: Any] ?? [:]).keys) == Set(keys), "\(element)")
        }
        let exercise = definitions["exercise"]?["properties"] as? [String: [String: Any]]
        #expect(exercise?["equipment"]?["enum"] as? [String] == Equipment.allCases.map(\.rawValue))
        let muscles = definitions["muscles"]?["items"] as? [String: Any]
        #expect(muscles?["enum"] as? [String] == MuscleGroup.allCases.map(\.rawValue))
        #expect(ExerciseCatalogReader.knownKeys["names"] == NameLanguage.allCases.map(\.rawValue))
    }

    /// A YAML value as JSON: numbers are numbers, all other scalars strings.
    private func json(_ node: YAMLNode) -> Any {
        switch node.kind {
        case .scalar: Int(node.text).map { $0 as Any } ?? node.text
        case .sequence: node.elements.map(json)
        case .mapping: Dictionary(uniqueKeysWithValues: node.entries.map { ($0.key.text, json($0.value)) })
        }
    }

    @Test(
        .requires(.jsonSchema),
        arguments: [
            (nil, ""), ("a: {name: A, rest: 1h30m, unilateral: yes, aliases: [B]}", ""),
            ("a: {nmae: A}", "'nmae' was unexpected"), ("A: {name: A}", "'A' does not match"),
            ("a: {name: {it: A}}", "is not valid under any of the given schemas"),
            ("a: {name: A, equipment: rope}", "'rope' is not one of"),
            ("a: {name: A, primary: [arm]}", "'arm' is not one of"),
            ("a: {name: A, rest: 3 minutes}", "does not match"), ("a: {name: A, rest: \"\"}", "too short"),
        ] as [(String?, String)]
    )
    func theSchemaAcceptsWhatTheReaderAccepts(entry: String?, message: String) throws {
        let text = try entry.map { "antrain: 1\nexercises:\n  \($0)\n" } ?? Self.text("exercises.yaml")
        let source = SourceText(path: "exercises.yaml", text: text)
        #expect((ExerciseCatalogReader.read(source).catalog == nil) == !message.isEmpty)
        var diagnostics = Diagnostics()
        let document = try #require(YAMLDocument.parse(source, into: &diagnostics))
        let script = """
            import json, sys
            from jsonschema import Draft7Validator
            schema = json.load(open(sys.argv[1]))
            Draft7Validator.check_schema(schema)
            for error in Draft7Validator(schema).iter_errors(json.load(sys.stdin)):
                print(error.message)
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", script, Self.folder.appending(path: "exercises.schema.json").path(percentEncoded: false),
        ]
        let (input, output) = (try ProgramPipe(), try ProgramPipe())
        process.standardInput = input.reading
        process.standardOutput = output.writing
        try ProgramPipe.withoutNewPipes { try process.run() }
        try input.reading.close()
        try output.writing.close()
        try input.writing.write(contentsOf: JSONSerialization.data(withJSONObject: json(document.root)))
        try input.writing.close()
        let errors = String(decoding: output.reading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(message.isEmpty ? errors.isEmpty : errors.contains(message), "\(errors)")
    }
}
