import Foundation
import Testing
import Training
import YAMLSource

/// Compares the manual page and the schema of the format with the reader.
@Suite struct FormatDocumentTests {
    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: ShippedProgramsTests.folder.appending(path: name)), as: UTF8.self)
    }

    private func allBlocks(_ text: String) -> [String] {
        text.components(separatedBy: "```yaml\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    /// The examples of programs.
    private func blocks(_ text: String) -> [String] { allBlocks(text).filter { !$0.contains("exercises.yaml\n") } }

    @Test func theExampleOfExercisesIsValid() throws {
        let text = try #require(try allBlocks(text("README.md")).first { $0.contains("exercises.yaml\n") })
        let shipped = try ShippedExercisesTests.catalog()
        let source = SourceText(path: "README.md", text: text)
        let reading = ExerciseCatalogReader.read(source, extending: shipped)
        #expect(
            reading.diagnostics.items.isEmpty,
            "\(DiagnosticRenderer(source: source).render(reading.diagnostics))"
        )
        #expect(reading.catalog?.exercises.count == shipped.exercises.count + 1)
    }

    @Test func allMusclesAndEquipmentAreListed() throws {
        let text = try text("README.md")
        for name in MuscleGroup.allCases.map(\.rawValue) + Equipment.allCases.map(\.rawValue) {
            #expect(text.contains("`\(name)`"), "\(name)")
        }
    }

    @Test func goalsAndLevelsAreListed() throws {
        let text = try text("README.md")
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(self.text("program.schema.json").utf8)) as? [String: Any]
        )
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        for (key, values) in [
            ("goal", ProgramGoal.allCases.map(\.rawValue)), ("level", ProgramLevel.allCases.map(\.rawValue)),
        ] {
            #expect(definitions[key]?["enum"] as? [String] == values)
            for value in values { #expect(text.contains("`\(value)`"), "\(value)") }
        }
    }

    @Test(arguments: ShippedProgramsTests.files) func everyShippedProgramIsInTheTable(file: String) throws {
        let rows = try text("README.md").split(separator: "\n").filter {
            $0.hasPrefix("| `") && $0.contains("`\(file)`")
        }
        #expect(rows.count == 1)
    }

    @Test func completeExamplesAreValid() throws {
        let whole = try blocks(text("README.md")).filter { $0.hasPrefix("antrain: 1") }
        #expect(whole.count == 2)
        for example in whole {
            let source = SourceText(path: "README.md", text: example)
            let reading = ProgramReader.read(source)
            #expect(
                reading.diagnostics.items.isEmpty,
                "\(DiagnosticRenderer(source: source).render(reading.diagnostics))"
            )
        }
    }

    @Test func partialExamplesFitIntoAProgram() throws {
        let parts = try blocks(text("README.md")).filter { !$0.hasPrefix("antrain: 1") }
        #expect(parts.count >= 6)
        let days = ["push", "pull", "legs", "a1", "b1", "a2", "b2", "squat-day"].map {
            "  \($0): {exercises: [{exercise: A, sets: main}]}\n"
        }.joined()
        for part in parts {
            // Alternatives are listed below each other, each with the same key.
            let lines = part.split(separator: "\n").map(String.init)
            let isAlternatives = lines.count > 1 && Set(lines.map { $0.prefix { $0 != ":" } }).count == 1
            for text in isAlternatives ? lines : [part] {
                var program = "antrain: 1\nid: x\nname: X\n"
                if text.hasPrefix("progression") {
                    program +=
                        "sets: {main: 5}\nmaxes: {a: 100}\ndays: {push: {exercises: [{exercise: A, sets: main, \(text.prefix { $0 != "#" })}]}}\n"
                } else if text.hasPrefix("days") {
                    program += "sets: {main: 5}\nmaxes: {squat: 100}\n" + text
                } else if text.hasPrefix("sets") {
                    program += text + "days:\n\(days)"
                } else {
                    program += "sets: {main: 5}\n" + text + "\ndays:\n\(days)"
                }
                if !text.hasPrefix("schedule") {
                    let first = text.hasPrefix("days") ? text.split(separator: "\n")[1].prefix { $0 != ":" } : "push"
                    program += "schedule: {mode: cycle, cycle: [\(first)]}\n"
                }
                let source = SourceText(path: "README.md", text: program)
                let reading = ProgramReader.read(source)
                #expect(reading.program != nil, "\(DiagnosticRenderer(source: source).render(reading.diagnostics))")
            }
        }
    }

    @Test func theSchemaHasExactlyTheReadersKeys() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(text("program.schema.json").utf8)) as? [String: Any]
        )
        let definitions = try #require(schema["definitions"] as? [String: Any])
        for (element, keys) in ProgramReader.knownKeys {
            let definition = element == "program" ? schema : definitions[element] as? [String: Any]
            let forms = [definition ?? [:]] + (definition?["oneOf"] as? [[String: Any]] ?? [])
            let known = forms.compactMap { $0["properties"] as? [String: Any] }.flatMap(\.keys)
            #expect(Set(known) == Set(keys), "\(element)")
        }
    }

    @Test func everyKeyOfTheSchemaIsDescribed() throws {
        func check(_ value: Any, _ path: String) {
            guard let object = value as? [String: Any] else { return }
            for (key, property) in object["properties"] as? [String: [String: Any]] ?? [:] {
                #expect(property["description"] != nil || property["$ref"] != nil, "\(path).\(key)")
            }
            for (key, inner) in object { check(inner, "\(path).\(key)") }
        }
        check(try JSONSerialization.jsonObject(with: Data(text("program.schema.json").utf8)), "schema")
    }
}
