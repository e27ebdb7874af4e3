import Foundation
import TestSupport
import Testing

/// The JSON of commands matches its schemas, and only its texts depend on the language.
@Suite(.requires(.jsonSchema)) struct JSONTests {
    private static let texts: Set = ["text", "message", "title", "body", "notes", "name"]

    /// A document without texts for people, and without values that differ from run to run.
    private func data(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            let kept = object.filter { key, _ in !Self.texts.contains(key) && !key.hasSuffix("milliseconds") }
            // The locale determines this value if the language setting is 'auto'.
            let isLanguage = object["key"] as? String == "language"
            return kept.filter { !(isLanguage && $0.key == "effective") }.mapValues(data)
        case let list as [Any]: return list.map(data)
        default: return value
        }
    }

    private func data(_ text: String) throws -> NSObject? {
        guard !text.isEmpty else { return nil }
        // The names and keys of machines are random.
        let text = text.replacing(/[0-9a-f]{16}\.antrain/, with: "MACHINE.antrain")
            .replacing(/[0-9A-Z]{4}(-[0-9A-Z]{4}){13}/, with: "KEY")
        return data(try JSONSerialization.jsonObject(with: Data(text.utf8))) as? NSObject
    }

    @Test func `Every output fits the schema of its kind, and no schema has keys that do not occur`() throws {
        let all = try JSONOutputs.english.get() + JSONOutputs.languages.flatMap(JSONOutputs.of)
        var documents = all.filter { !$0.text.isEmpty }.map { ($0.name, $0.text) }
        documents += all.compactMap { document in document.error.map { ("error of \(document.name)", $0) } }
        documents.append(("daemon: antrain", try statusWithDaemon()))
        let findings = try SchemaValidator.findings(documents)
        #expect(findings.errors.isEmpty, "\(findings.errors.prefix(20).joined(separator: "\n"))")
        #expect(findings.unseen.isEmpty, "\(findings.unseen.joined(separator: "\n"))")
    }

    @Test(arguments: [
        (#"{"#, "not JSON"), (#"{"antrain": 1, "kind": "nothing"}"#, "no schema for the kind nothing"),
        (#"{"antrain": 1, "kind": "channels"}"#, "'channels' is a required property"),
        (#"{"antrain": 2, "kind": "channels", "channels": []}"#, "1 was expected"),
        (#"{"antrain": 1, "kind": "channels", "channels": [], "more": 0}"#, "'more' was unexpected"),
        (
            #"{"antrain": 1, "kind": "settings-file", "action": "saved", "path": "/x"}"#,
            "'saved' is not one of ['edited', 'unchanged']"
        ),
        (#"{"antrain": 1, "kind": "settings-file", "action": "edited", "path": "~/x"}"#, "'~/x' does not match"),
        (
            #"{"antrain": 1, "kind": "undo-list", "actions": [{"action": "done", "text": "x", "subjects": [{"name": "x", "date": "2026-02-30"}]}]}"#,
            "'2026-02-30' is not a 'date'"
        ),
    ])
    func `The validator finds what is wrong`(text: String, error: String) throws {
        let findings = try SchemaValidator.findings([("document", text)])
        #expect(findings.errors.contains { $0.hasPrefix("document: ") && $0.contains(error) }, "\(findings.errors)")
    }

    private func statusWithDaemon() throws -> String {
        let home = try DaemonHome()
        try home.start()
        return try home.antrain("--json").output
    }

    @Test func `Each kind has a schema and each schema a kind`() throws {
        let folder = BuildProducts.package + "Sources/Application/"
        let sources = try #require(FileManager.default.enumerator(atPath: folder))
        let kinds = try sources.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.flatMap { path in
            try String(contentsOfFile: folder + path, encoding: .utf8)
                .matches(of: /static let kind = "([a-z-]+)"/).map { String($0.1) }
        }
        #expect(try SchemaValidator.findings([]).kinds == kinds.sorted())
    }

    @Test(arguments: JSONOutputs.languages) func `Only texts depend on the language`(language: String) throws {
        let other = try JSONOutputs.of(language)
        let names = Set(other.map(\.name))
        let english = try JSONOutputs.english.get().filter { names.contains($0.name) }
        try #require(english.map(\.name) == other.map(\.name))
        for (english, other) in zip(english, other) {
            #expect(english.status == other.status, "\(english.name)")
            #expect(try data(english.text) == data(other.text), "\(english.name):\n\(english.text)\n\(other.text)")
            #expect(
                try data(english.error ?? "") == data(other.error ?? ""),
                "\(english.name):\n\(english.errors)\n\(other.errors)"
            )
        }
        // The texts are in the language of the locale.
        #expect(zip(english, other).contains { $0.text != $1.text })
    }

    /// A command prints one document, or fails with an error, which is the last line of standard error.
    @Test func `What has no result has an error`() throws {
        struct Failure: Decodable { let exit_code: Int32 }
        for document in try JSONOutputs.english.get() where document.text.isEmpty {
            let last = document.errors.split(separator: "\n").last.map(String.init)
            #expect(last != nil && last == document.error, "\(document)")
            let error = try JSONDecoder().decode(Failure.self, from: Data((document.error ?? "").utf8))
            #expect(document.status != 0 && error.exit_code == document.status, "\(document)")
        }
    }

    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { let name: String }
            let names: [Name]?
        }

        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// The paths of the commands with `--json`, without the program's name.
        func paths(_ parents: [String] = []) -> [String] {
            let hasJSON = (arguments ?? []).contains { ($0.names ?? []).contains { $0.name == "json" } }
            return (hasJSON ? [parents.joined(separator: " ")] : [])
                + (subcommands ?? []).flatMap { $0.paths(parents + [$0.commandName]) }
        }
    }

    private struct Help: Decodable { let command: Command }

    @Test func `Every command with JSON is among the outputs`() throws {
        let help = try Home().antrain("--experimental-dump-help").output
        let paths = try JSONDecoder().decode(Help.self, from: Data(help.utf8)).command.paths()
        #expect(paths.count > 40)
        let lines = try JSONOutputs.english.get().filter { !$0.text.isEmpty }.map(\.line)
        for path in paths {
            #expect(lines.contains { $0 == path || $0.hasPrefix(path + " ") && !path.isEmpty }, "antrain \(path)")
        }
    }
}
