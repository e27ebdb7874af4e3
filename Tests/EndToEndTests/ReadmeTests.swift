import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    /// The first code block in a language that contains a text.
    private func block(_ language: String, with text: String = "") throws -> String {
        let part = text
        let text = try String(contentsOfFile: BuildProducts.package + "README.md", encoding: .utf8)
        let blocks = text.components(separatedBy: "```\(language)\n").dropFirst()
        return try #require(
            blocks.compactMap { $0.components(separatedBy: "```").first }.first { $0.contains(part) || part.isEmpty }
        )
    }

    @Test func theCExampleDelivers() throws {
        let home = try Home.ready()
        let source = try block("c")
        #expect(source.split(separator: "\n").count <= 30)
        let example = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        #expect(example.hasSuffix(" */\n" + source))
        let library = try compilePlugin(source, into: home.folder, name: "file")
        let settings = try block("yaml", with: "libfile.so")
            .replacing("/home/me/libfile.so", with: library).replacing("/home/me", with: home.folder.path)
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\ntime: 07:30\n" + settings)
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
        let library = try compilePlugin(try block("c"), into: home.folder, name: "file")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [file]\nconfigure: {file: {plugin: \(library), path: ~/reminders.txt}}\n"
        )
        try home.antrain("plugin allow file")
        let run = try home.antrain("plugin test file")
        #expect((run.output + run.errors).contains("path must be an absolute path"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/~"))
    }

    @Test func theTerminalSessionIsReal() throws {
        let home = try Home()
        let shown = try block("")
        let activated = try home.antrain("program activate push-pull-legs.yaml")
        #expect(shown.contains(activated.output + activated.errors))
        #expect(try shown.contains(home.antrain("settings --time 07:30 --days mon,wed,fri").output))
        #expect(
            try home.antrain("week").output.hasPrefix(
                shown.components(separatedBy: "antrain week\n")[1].components(separatedBy: "…")[0]
            )
        )
        home.now = "2026-11-23T07:30"
        let banner = try home.antrain("deliver").output
        #expect(shown.contains(banner))
    }
}
