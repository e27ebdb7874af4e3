import Foundation
import TestSupport
import Testing

/// README.md and the guides by topic.
@Suite struct ReadmeTests {
    private static let manual = "Sources/CommandLine/antrain/Manual/"
    private static let documents =
        ["README.md"]
        + [
            "backup", "channels", "json", "programs", "reminders", "schedule", "scripting", "settings", "sync",
            "training",
        ].map {
            manual + $0 + ".md"
        }

    private static func text(_ document: String) throws -> String {
        try String(contentsOfFile: BuildProducts.package + document, encoding: .utf8)
    }

    @Test func theListOfDocumentsIsComplete() throws {
        let guides = try FileManager.default.contentsOfDirectory(atPath: BuildProducts.package + Self.manual)
            .filter { $0.hasSuffix(".md") }.map { Self.manual + $0 }
        #expect(guides.sorted() + ["README.md"] == Self.documents.dropFirst() + ["README.md"])
        let readme = try Self.text("README.md")
        for guide in guides { #expect(readme.contains("](\(guide))"), "README.md has no link to \(guide)") }
        #expect(readme.split(whereSeparator: \.isWhitespace).count <= 2200)
    }

    /// The commands in code spans and code blocks, as a shell reads them.
    private static func commands(_ text: String) -> [String] {
        var commands: [String] = []
        var prose = ""
        var isFenced = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isFenced.toggle()
            } else if isFenced || line.hasPrefix("    ") {
                let line = line.trimmingPrefix(#/ *\$? */#)
                if line.hasPrefix("antrain ") && !line.hasPrefix("antrain …") { commands.append(String(line)) }
            } else {
                prose += line + "\n"
            }
        }
        let spans = prose.matches(of: /`(antrain(?:\s[^`]+)?)`/).map { $0.output.1.replacing(/\s+/, with: " ") }
        return commands + spans.map(String.init)
    }

    private static let placeholders = [
        "DATE": "2026-11-25", "ID": "workout/2026-11-23/0730", "LINK": "antrain://workout/2026-11-23/0730",
        "FILE": "copy", "N": "2", "NAME": "travel", "KEY VALUE": "time 07:30",
    ]

    /// A shell runs every command in one home, in which a workout waits for an answer. A command may fail, for example because a
    /// file does not exist or because it asks only on a terminal, but its words, options and values must be known.
    @Test(arguments: documents) func everyCommandIsKnown(document: String) throws {
        let commands = Self.commands(try Self.text(document))
        #expect(!commands.isEmpty)
        let home = try Home.waiting()
        try home.antrain("program activate stronglifts-5x5.yaml --replace")
        let settings = ".config/antrain/settings.yaml"
        try home.folder.write(settings, home.folder.read(settings) + "gyms: {travel: {plates: [20, 10]}}\n")
        let environment = home.environment.merging([
            "EDITOR": "true", "PATH": BuildProducts.folder + ":" + (home.environment["PATH"] ?? ""),
        ]) { $1 }
        for written in commands {
            var command = written.components(separatedBy: " | ")[0]
            for (name, value) in Self.placeholders {
                command = command.replacing(try Regex("\\b\(name)\\b"), with: value)
            }
            let run = try run("/bin/sh", ["-c", command], environment: environment, in: home.folder.path)
            // A command that is only named, such as 'antrain backup', lacks its arguments.
            let isUnknown =
                run.status == 127
                || run.status == 64 && run.words.contains(#/ --help'|invalid /#)
                    && !run.words.contains("missing expected")
            #expect(!isUnknown, "\(document): \(written)\n\(run.words)")
        }
    }

    /// The headings of a document, as links name them.
    private static func anchors(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
                heading.drop { "# ".contains($0) }.lowercased().replacing(" ", with: "-").filter {
                    $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
                }
            }
        )
    }

    @Test(arguments: documents) func everyLinkLeadsSomewhere(document: String) throws {
        let folder = URL(filePath: BuildProducts.package + document).deletingLastPathComponent()
        for match in try Self.text(document).matches(of: /\]\(([^)\s#]*)(?:#([^)\s]*))?\)/) {
            let (path, anchor) = (String(match.output.1), match.output.2)
            guard !path.hasPrefix("https://") else { continue }
            let target =
                path.isEmpty
                ? BuildProducts.package + document : folder.appending(path: path).path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: target), "\(document): \(path)")
            guard let anchor else { continue }
            let text = try String(contentsOfFile: target, encoding: .utf8)
            #expect(Self.anchors(text).contains(String(anchor)), "\(document): \(path)#\(anchor)")
        }
    }

    /// The picture of a terminal in README.md has what antrain prints.
    @Test func thePictureIsReal() throws {
        let folder = try TemporaryFolder()
        let made = try run(BuildProducts.package + ".ci/pictures", [BuildProducts.folder, folder.path, "--terminal"])
        #expect(made.status == 0, "\(made.errors)")
        #expect(
            try folder.read("terminal.svg") == Self.text(Self.manual + "terminal.svg"),
            "the output has changed; make the pictures again: .ci/pictures BUILD-FOLDER"
        )
    }

    /// What README.md gives as the commands that `antrain setup` replaces.
    @Test func theCommandsOfTheFirstFiveMinutesLeadToAReminder() throws {
        let home = try Home()
        let block = try #require(
            try Self.text("README.md").components(separatedBy: "```sh\n").first {
                $0.hasPrefix("antrain program activate")
            }?.components(separatedBy: "```").first
        )
        for line in block.split(separator: "\n").filter({ !$0.contains("install") }) {
            let run = try home.antrain(String(line.dropFirst("antrain ".count)))
            #expect(run.status == 0, "\(line): \(run.errors)")
        }
        home.now = "2026-11-23T18:00"
        #expect(try home.antrain("deliver").output.contains("Today: Workout A\n Squat 5×5 at 60 kg, 3 exercises"))
    }

    // MARK: - The example of a plugin

    private func example() throws -> String {
        let file = try Self.text("Plugins/Examples/file.c")
        return try #require(file.components(separatedBy: " */\n").last)
    }

    @Test func theCExampleDelivers() throws {
        let home = try Home.ready()
        #expect(try example().split(separator: "\n").count <= 30)
        let library = try compilePlugin(try example(), into: home.folder, name: "file")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            channels: [console, file]
            configure:
              file: {plugin: \(library), path: \(home.folder.path)/reminders.txt}
            """
        )
        // Not allowed yet.
        #expect(try home.antrain("schedule-next").status == 69)
        #expect(try home.antrain("plugin allow file").status == 0)
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("reminders.txt") == "Workout Time!: Today: Push Day\n5 exercises, about 60 min\n")
    }

    /// A value that is a path is passed as the user wrote it; a plugin that cannot resolve `~` must refuse it.
    @Test func theCExampleRefusesUnresolvedPaths() throws {
        let home = try Home.ready()
        let library = try compilePlugin(try example(), into: home.folder, name: "file")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [file]\nconfigure: {file: {plugin: \(library), path: ~/reminders.txt}}\n"
        )
        try home.antrain("plugin allow file")
        let run = try home.antrain("plugin test file")
        #expect((run.output + run.errors).contains("path must be an absolute path"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/~"))
    }
}
