import Foundation
import Testing
import YAMLSource

@testable import Training

/// The reader without tests reads the same program as the reader with tests.
@Suite struct SkippedTestsTests {
    private static let program = """
        antrain: 1
        id: x
        name: X
        days: {a: {exercises: [{exercise: Squat, sets: 3x5}]}}
        schedule: {mode: cycle, cycle: [a]}

        """
    private static let tests = "tests:\n  - {name: n, workouts: [{day: a}]}\n"

    private func readings(_ text: String) -> (short: ProgramReading, whole: ProgramReading) {
        let source = SourceText(path: "x.yaml", text: text)
        return (ProgramReader.read(source), ProgramReader.read(source, thoroughly: true))
    }

    @Test(
        arguments: [
            program + tests,
            tests + program,
            program.replacing("days:", with: tests + "days:"),
            program.replacing(
                "days:",
                with: "tests:\n- name: n\n\n  # comment\n# comment\n  workouts: [{}]\nunits: lb\ndays:"
            ),
            program.replacing("\n", with: "\r\n") + tests.replacing("\n", with: "\r\n"),
            program + "tests: [{name: n, workouts: [{}]}]",
            program + tests + "reminders: [{at: \"07:00\"}]",
            program.replacing("name: X", with: "name: X\ndescription: |\n  text\n  tests: none\n"),
        ]
    )
    func `The program is the same wherever the tests are`(_ text: String) throws {
        let (short, whole) = readings(text)
        let program = try #require(whole.program)
        #expect(whole.diagnostics.items.isEmpty && short.diagnostics.items.isEmpty)
        #expect(short.program == program && short.tests.isEmpty)
    }

    /// Findings have the places of the whole text.
    @Test(
        arguments: [
            tests + program.replacing("3x5", with: "3x"), program + tests + "colour: red\n",
            program + tests + "---\n" + program, program + tests + tests, "{\nid: x,\ntests: 1}\n",
        ]
    )
    func `Errors are the same`(_ text: String) {
        let (short, whole) = readings(text)
        #expect(short.program == nil && whole.program == nil)
        let found = short.diagnostics.sorted
        #expect(!found.isEmpty && found == whole.diagnostics.sorted)
    }

    @Test func `A mistake in a test is no error of the program`() {
        let (short, whole) = readings(SkippedTestsTests.program + "tests: [{name: n}]\n")
        #expect(short.program != nil && short.diagnostics.items.isEmpty && whole.program == nil)
    }

    @Test func `Shipped programs are the same`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Programs")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        #expect(names.count > 20)
        for name in names {
            let (short, whole) = readings(try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
            #expect(short.program != nil && short.program == whole.program, "\(name)")
        }
    }
}
