import Foundation
import Platform
import TestSupport
import Testing

/// With `--json`, an error is one line of JSON on standard error, with codes and data besides the message.
@Suite struct ErrorResultTests {
    private struct Document: Decodable {
        struct Finding: Decodable {
            let severity: String
            let line: Int
            let column: Int
            let message: String
        }
        let antrain: Int
        let kind: String
        let code: String
        let exit_code: Int32
        let message: String
        let option: String?
        let value: String?
        let suggestion: String?
        let commands: [String]?
        let path: String?
        let findings: [Finding]?
    }

    private func stage() throws -> CommandStage {
        let stage = try CommandStage()
        try stage.write("wrong.yaml", "antrain: 1\nid: wrong\nnam: Wrong\ndays: 7\n")
        try stage.write("import.csv", "nothing\n")
        return stage
    }

    /// The error of a command, which prints nothing else.
    private func error(_ stage: CommandStage, _ line: String) throws -> Document {
        let run = try stage.run(line + " --json")
        #expect(run.output.isEmpty && run.messages.hasSuffix("}\n"), "\(run)")
        #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
        let document = try JSONDecoder().decode(Document.self, from: Data(run.messages.utf8))
        #expect(document.antrain == 1 && document.kind == "error" && !document.message.isEmpty)
        #expect(document.exit_code == run.status.rawValue && document.exit_code != 0)
        return document
    }

    @Test(arguments: [
        ("undo", "nothing-to-undo", 66), ("cancel 7", "no-notification", 66), ("done", "no-workout", 66),
        ("plugin info nothing", "no-plugin", 66), ("log edit 9 5x5", "no-log-entry", 66),
        ("program deactivate mine", "program-not-active", 66), ("exercise show qqqq", "no-exercise", 66),
        ("open nothing", "no-reminder", 66), ("settings --on --off", "usage", 64),
        ("settings timezone Mars/Olympus", "time-zone", 78), ("log import import.csv", "import-unreadable", 65),
        ("reminder done 5", "no-reminder", 66), ("program validate none.yaml", "no-program", 66),
    ])
    func errorsHaveCodes(line: String, code: String, status: Int32) throws {
        if line.hasPrefix("program validate") {
            // It has a result: the files that could be read.
            let run = try stage().run(line + " --json")
            #expect(run.messages.contains("\"code\":\"\(code)\"") && run.output.contains("validation"), "\(run)")
            return
        }
        let error = try error(stage(), line)
        #expect(error.code == code && error.exit_code == status, "\(error)")
    }

    /// What the message says in words is data, too.
    @Test func dataHasKeys() throws {
        let stage = try stage()
        let option = try error(stage, "settings horizon 99")
        #expect(option.code == "invalid-option" && option.option == "horizon" && option.value == "99")
        let summary = try error(stage, "settings summary sun_25:00")
        #expect(summary.option == "summary" && summary.value == "sun 25:00")
        let near = try error(stage, "program show gzclpp")
        #expect(near.code == "no-program" && near.suggestion == "gzclp" && near.path == nil)
        let file = try error(stage, "log import none.csv")
        #expect(file.code == "no-file" && file.path == stage.path("none.csv"), "\(file)")
        for program in ["push-pull-legs", "gzclp"] {
            #expect(try stage.run("program activate \(program) --add --start 2026-11-22").status == .success)
        }
        _ = try stage.run("today", now: "2026-11-23T20:00")
        let ambiguous = try error(stage, "done")
        #expect(ambiguous.code == "ambiguous" && ambiguous.commands?.count ?? 0 > 1, "\(ambiguous)")
    }

    /// The findings have the keys of `program validate`, and are not printed as text.
    @Test func findingsAreData() throws {
        let stage = try stage()
        let program = try error(stage, "program activate wrong.yaml")
        #expect(program.code == "file-errors" && program.path == stage.path("wrong.yaml"))
        let places = try #require(program.findings).map { "\($0.severity) \($0.line):\($0.column)" }
        #expect(places.contains("error 3:1") && places.contains("error 4:7"), "\(places)")
        let text = try stage.run("program activate wrong.yaml")
        #expect(text.messages.contains("wrong.yaml:3:1") && !text.messages.contains("{\""), "\(text)")

        try stage.write(".config/antrain/exercises.yaml", "antrain: 1\nexercises: {a: {rest: 5m}}\n")
        let exercises = try error(stage, "exercise list")
        #expect(exercises.code == "exercises-errors" && exercises.findings?.first?.line == 2, "\(exercises)")
        try stage.write(".config/antrain/settings.yaml", "time: never\n")
        let settings = try error(stage, "today")
        #expect(settings.code == "settings-errors" && settings.path == stage.path(".config/antrain/settings.yaml"))
        #expect(settings.findings?.first?.line == 1 && !settings.message.contains("\n"), "\(settings)")
        let edited = try error(stage, "settings --time 07:30")
        #expect(edited.code == "settings-not-editable" && edited.findings?.count == 1, "\(edited)")
    }

    /// Secrets of channels are in no finding.
    @Test func findingsHaveNoSecrets() throws {
        let stage = try stage()
        try stage.write(
            ".config/antrain/settings.yaml",
            "time: never\nchannels: [web]\nconfigure: {web: {plugin: webhook, token: hidden-token}}\n"
        )
        let run = try stage.run("today --json")
        #expect(run.messages.contains("settings-errors") && !run.messages.contains("hidden-token"), "\(run)")
    }

    /// Control characters are escaped, and values of any length are shortened.
    @Test func valuesFromOutsideAreSafe() throws {
        let stage = try stage()
        let long = try error(stage, "settings summary \(String(repeating: "x", count: 5000))")
        #expect(long.value?.count ?? 0 <= 401 && long.message.count < 1000)
        let run = try stage.run("settings summary a\u{1B}[31m\u{202E} --json")
        #expect(!run.messages.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(run)")
    }

    @Test func theSchemaHasAllCodes() throws {
        struct Schema: Decodable {
            struct Properties: Decodable {
                struct Code: Decodable { let `enum`: [String] }
                let code: Code
            }
            let properties: Properties
        }
        let folder = try TemporaryFolder()
        let run = try run("/usr/bin/env", [BuildProducts.package + ".ci/schemas", folder.path])
        try #require(run.status == 0, "\(run.errors)")
        let file = URL(filePath: folder.path).appending(path: "error.schema.json")
        let schema = try JSONDecoder().decode(Schema.self, from: try Data(contentsOf: file))
        #expect(schema.properties.code.enum == ErrorCode.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        (["today", "--json"], true), (["--json"], true), (["today"], false),
        (["reminder", "add", "--", "--json"], false),
        (["reminder", "add", "--title=--json"], false),
    ])
    func theOptionIsFoundInAnyCommandLine(arguments: [String], expected: Bool) {
        #expect(Context.wantsJSON(arguments) == expected)
    }
}
