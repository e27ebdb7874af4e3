import Foundation
import TestSupport
import Testing

/// The files that commands write where the user asks for it.
@Suite struct OutputFileTests {
    private static let creating = [
        "log export FILE", "repair copy FILE", "backup FILE", "program copy phat FILE", "report --html FILE",
        "export ics FILE",
    ]
    private static let replacing = ["backup FILE --force", "report --html FILE --force", "export ics FILE --force"]

    private func put(_ kind: String, at path: String) throws {
        switch kind {
        case "FIFO": #expect(mkfifo(path, 0o600) == 0)
        case "device": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case "socket":
            let script = "import os, socket, sys; os.chdir(sys.argv[1]); socket.socket(socket.AF_UNIX).bind('odd')"
            let folder = (path as NSString).deletingLastPathComponent
            #expect(try run("/usr/bin/env", ["python3", "-c", script, folder]).status == 0)
        case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "missing/file")
        default:
            try "the user's".write(toFile: path, atomically: false, encoding: .utf8)
            chmod(path, try #require(mode_t(kind, radix: 8)))
        }
    }

    /// Everything that a replacement would change.
    private func facts(_ path: String) -> [String] {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return [] }
        return ["\(facts.st_ino)", "\(facts.st_mode)", "\(facts.st_size)", "\(facts.st_mtim)"]
    }

    @Test(
        arguments: creating.flatMap { line in ["FIFO", "device", "socket", "0644", "0200"].map { (line, $0) } }
            + creating.prefix(4).map { ($0, "link") }
            + replacing.flatMap { line in ["FIFO", "device", "socket", "0400"].map { (line, $0) } }
    )
    func whatIsThereStays(line: String, kind: String) throws {
        let home = try Home.ready()
        try home.antrain("done --date 2026-11-22")
        let path = home.folder.path + "/odd"
        try put(kind, at: path)
        let before = facts(path)
        let run = try home.antrain(line.replacing("FILE", with: "odd"))
        #expect([64, 74].contains(run.status) && run.errors.contains("odd"), "\(run)")
        #expect(facts(path) == before && before.count == 4, "\(run)")
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
        #expect(names.filter { $0.hasSuffix(".tmp") || $0 == "missing" }.isEmpty, "\(names)")
    }

    @Test(arguments: ["~/.config/antrain/settings.yaml", "~/feed.ics", "~/beat"])
    func aReadOnlyFileIsNotReplacedByTheWay(file: String) throws {
        let home = try Home.ready()
        let settings = ".config/antrain/settings.yaml"
        let text = try home.folder.read(settings) + "calendar-file: ~/feed.ics\nheartbeat: {file: ~/beat}\n"
        try home.folder.write(settings, text)
        try home.antrain("schedule-next")
        let path = file.replacing("~", with: home.folder.path)
        chmod(path, 0o400)
        let before = facts(path)
        for line in ["settings --time 06:15", "settings edit", "move 2026-11-25 2026-11-26", "schedule-next"] {
            try home.antrain(line, environment: ["EDITOR": "sed -i s/07:30/05:15/"])
        }
        #expect(facts(path) == before && before.count == 4)
    }

    @Test(arguments: [
        "log export -", "program copy phat -", "repair copy -", "report --html -", "export ics -", "backup -",
    ])
    func aHyphenIsStandardOutput(line: String) throws {
        let home = try Home.ready()
        try home.antrain("done --date 2026-11-22")
        let file = home.folder.path + "/out"
        let before = try FileManager.default.contentsOfDirectory(atPath: home.folder.path).sorted()
        let script = "exec \(BuildProducts.path("antrain")) \(line) >out"
        let done = try run("/bin/sh", ["-c", script], environment: home.environment, in: home.folder.path)
        #expect(done.status == 0 && done.errors.isEmpty, "\(done)")
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path).sorted()
        #expect(names == (before + ["out"]).sorted())
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let written = try home.antrain(String(line.dropLast()) + "named")
        #expect(written.status == 0, "\(written)")
        let named = [UInt8](try Data(contentsOf: URL(filePath: home.folder.path + "/named")))
        // A backup and a copy of the ledger differ from the next one in a time and a counter.
        let isExact = !["backup -", "repair copy -"].contains(line)
        #expect(
            !bytes.isEmpty && (isExact ? bytes == named : bytes.count == named.count),
            "\(bytes.count), \(named.count)"
        )
    }

    /// The disk is full, or a file would be too large: no part of the file is left, and the command can be repeated.
    @Test(arguments: ["program copy phat new.yaml", "plugin new lamp --language c"])
    func aFileIsWrittenCompletelyOrNotAtAll(line: String) throws {
        let home = try Home()
        try home.folder.write("mine.yaml", "")
        let script = "trap '' XFSZ; ulimit -f 1; exec \(BuildProducts.path("antrain")) \(line)"
        let failed = try run("/bin/sh", ["-c", script], environment: home.environment, in: home.folder.path)
        #expect(failed.status == 74 && failed.errors.contains("File too large"), "\(failed)")
        let left = FileManager.default.enumerator(atPath: home.folder.path)?.allObjects as? [String] ?? []
        #expect(!left.contains { $0.hasSuffix(".tmp") || $0.contains("new.yaml") }, "\(left)")
        #expect(try home.antrain(line).status == 0)
    }
}
