import Foundation
import TestSupport
import Testing

/// The file that shows that antrain runs.
@Suite struct HeartbeatTests {
    private static let settings = ".config/antrain/settings.yaml"

    private func home(_ file: String, _ more: String = "") throws -> Home {
        let home = try Home()
        try home.folder.write(Self.settings, "enabled: on\ntime: 07:30\nheartbeat: {file: \(file)}\n\(more)")
        try home.antrain("program activate push-pull-legs")
        return home
    }

    @Test func eachSuccessfulRunWritesItsTime() throws {
        let home = try home("~/beats/antrain")
        func beat() -> String? { try? home.folder.read("beats/antrain") }
        for line in ["schedule-next --dry-run", "", "week"] { try home.antrain(line) }
        #expect(beat() == nil)
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(beat() == "2026-11-22T19:00:00Z\n")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").status == 0 && beat() == "2026-11-23T06:30:00Z\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/beats") == ["antrain"])
    }

    @Test func aFailedRunWritesNothing() throws {
        let broken = "channels: [broken]\nconfigure: {broken: {plugin: command, command: sh -c \"exit 77\"}}\n"
        let home = try home("~/beat", broken)
        try home.antrain("schedule-next")
        let before = try home.folder.read("beat")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").status == 69)
        #expect(try home.folder.read("beat") == before)
    }

    @Test func aFileThatCannotBeWrittenIsReportedOnce() throws {
        let home = try home("~/file/beat")
        try home.folder.write("file", "")
        let first = try home.antrain("schedule-next")
        #expect(
            first.status == 0 && first.errors.contains("the heartbeat file ~/file/beat was not written"),
            "\(first)"
        )
        home.now = "2026-11-23T07:30"
        let second = try home.antrain("schedule-next")
        #expect(second.status == 0 && second.errors.isEmpty && second.output.contains("Push Day"), "\(second)")
        // A failure after a success is reported again.
        try FileManager.default.removeItem(atPath: home.folder.path + "/file")
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        try FileManager.default.removeItem(atPath: home.folder.path + "/file")
        try home.folder.write("file", "")
        #expect(try home.antrain("schedule-next").errors.contains("was not written"))
    }

    /// A path that names another file by mistake changes nothing in it.
    @Test(arguments: ["~/.config/antrain/settings.yaml", "~/.local/share/antrain/ledger.sqlite", "~/notes.txt"])
    func otherFilesStayAsTheyAre(file: String) throws {
        let home = try home(file)
        try home.folder.write("notes.txt", "buy milk\n")
        let settings = try home.folder.read(Self.settings)
        let run = try home.antrain("schedule-next")
        #expect(run.status == 0 && run.errors.contains("it exists and is not a heartbeat file"), "\(run)")
        #expect(try home.folder.read(Self.settings) == settings)
        #expect(try home.folder.read("notes.txt") == "buy milk\n")
        #expect(try home.antrain("").status == 0)
        #expect(try home.antrain("doctor --json").output.contains("is not a heartbeat file"))
    }

    /// The ends of devices and pipes are not replaced with files.
    @Test func aFIFOIsNotReplaced() throws {
        let home = try home("~/pipe")
        try #require(try run("/usr/bin/mkfifo", [home.folder.path + "/pipe"]).status == 0)
        #expect(try home.antrain("schedule-next").errors.contains("it is a FIFO, not a regular file"))
    }

    @Test func theDaemonWritesItToo() throws {
        let home = try DaemonHome()
        let settings = try home.folder.read(Self.settings)
        try home.folder.write(Self.settings, settings + "heartbeat: {file: \(home.folder.path)/beat}\n")
        try home.start()
        let beat = try home.folder.read("beat")
        #expect(beat.hasSuffix("Z\n"))
        try home.folder.write("beat", "")
        try home.remind(in: 1)
        #expect(eventually(true, within: 60) { (try? home.folder.read("beat"))?.hasSuffix("Z\n") == true })
        #expect(home.log == "")
    }

    @Test(arguments: [
        ("heartbeat: {uri: https://example.org}", "unknown key 'uri'"),
        ("heartbeat: {file: beat}", "invalid path 'beat'"),
        ("heartbeat: {}", "file"), ("heartbeat: on", "heartbeat"), ("heartbeat: {file: /tmp/}", "invalid path '/tmp/'"),
    ])
    func wrongValuesAreErrors(line: String, message: String) throws {
        let home = try Home()
        try home.folder.write(Self.settings, line + "\n")
        let run = try home.antrain("schedule-next")
        #expect(run.status == 78 && run.errors.contains(message), "\(run)")
    }
}
