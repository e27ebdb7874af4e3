import Foundation
import TestSupport
import Testing

/// Invalid command lines: each message says what is wrong and what to do, with the exit code documented in Manual/scripting.md.
@Suite struct CommandLineErrorTests {
    @Test(arguments: [
        ("reminder add x --at 2027-04-01", 64, "expected a date and a time, such as '2027-04-01 09:00'"),
        ("reminder add x --at 2026-02-30", 64, "no such date '2026-02-30'"),
        ("reminder add x --at 7:3x", 64, "expected a date and a time, such as"),
        ("reminder add x", 64, "no time given; add --at or --in, such as --at 09:00"),
        ("reminder add x --at 09:00 --in 5m", 64, "--at and --in cannot be combined"),
        ("settings --on --off", 64, "--on and --off cannot be combined"),
        ("settings --horizon 14", 64, "'--horizon 14' is now: antrain settings horizon 14"),
        ("settings --summary=sun", 64, "'--summary sun' is now: antrain settings summary sun"),
        ("settings --enable", 64, "'--enable' is now: antrain settings --on"),
        ("settings --log-level debug", 64, "antrain settings logging.level debug"),
        ("simulate --grace 1h", 64, "'--grace 1h' is now: antrain simulate --set grace=1h"),
        ("settings grace -1h", 64, "no value begins with a minus sign: '-1h'"),
        ("--data-dir d max set squat 100kg", 64, "is now: antrain --data-dir d program max set squat 100kg"),
        ("settings hrizon 14", 64, "invalid setting 'hrizon': did you mean 'horizon'?"),
        ("settings nonsense", 64, "list the settings: antrain settings"),
        ("settings texts x", 64, "'texts' contains further keys; edit them: antrain settings edit"),
        ("settings configure", 64, "to see and edit them: antrain settings edit"),
        ("setings", 64, "no such command 'setings'; did you mean 'settings'?"),
        ("plugin lits", 64, "no such command 'plugin lits'; did you mean 'list'?"),
        ("-v --data-dir=x --config y setings", 64, "no such command 'setings'; did you mean 'settings'?"),
        ("qqqqqq", 64, "see 'antrain --help'"),
        ("help foo", 64, "no such command 'foo'"),
        ("plugin install \(nowhere).so", 66, "\(nowhere).so: No such file"),
        ("plugin new baz --language c --into /dev/null", 74, "choose another location"),
    ])
    func errorsSuggestASolution(line: String, status: Int, words: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status == Int32(status) && run.errors.contains(words), "\(run.status): \(run.errors)")
    }

    /// The parser's errors are JSON, too, and no message precedes them.
    @Test(arguments: [
        ("today --nothing --json", "unknown option '--nothing'", "see 'antrain today --help'"),
        ("program show --json", "missing expected argument '<name>'", "see 'antrain program show --help'"),
        ("qqqqqq --json", "no such command 'qqqqqq'", "see 'antrain --help'"),
        ("--json plugin lits", "no such command 'plugin lits'; did you mean 'list'?", "see 'antrain plugin --help'"),
    ])
    func wrongCommandLinesAreJSON(line: String, message: String, help: String) throws {
        struct Document: Decodable {
            struct Help: Decodable { let message: String }
            let kind: String
            let code: String
            let exit_code: Int32
            let message: String
            let help: Help
        }
        let run = try Home().antrain(line)
        let error = try JSONDecoder().decode(Document.self, from: Data(run.errors.utf8))
        #expect(run.status == 64 && run.output.isEmpty && error.exit_code == 64, "\(run)")
        #expect(error.kind == "error" && error.code == "usage" && error.message == message, "\(run)")
        #expect(error.help.message == help, "\(run)")
    }

    @Test(arguments: ["help", "help plugin list", "plugin search-path", "plugin path"])
    func commandSynonymsWork(line: String) throws {
        #expect(try Home().antrain(line).status == 0)
    }

    @Test(arguments: ["--config", "--data-dir"])
    func anEmptyPathIsAnError(option: String) throws {
        let run = try Home().antrain(arguments: ["week", option, ""])
        #expect(run.status == 64 && run.errors.contains("\(option) is empty; give a path, or omit the option"))
    }

    @Test func theHomeMustBeAbsolute() throws {
        let run = try Home().antrain("week", environment: ["HOME": "relative"])
        #expect(
            run.status == 78 && run.errors.contains("HOME is 'relative', which is not an absolute path"),
            "\(run.errors)"
        )
    }

    @Test func anUnwritablePathHasItsOwnExitCode() throws {
        let home = try Home()
        let run = try home.antrain("settings --time 07:30", environment: ["HOME": "/dev/null"])
        #expect(run.status == 74 && run.errors.contains("/dev/null/"), "\(run.errors)")
        #expect(
            run.errors.contains("; choose another location") && !run.errors.contains("No such file"),
            "\(run.errors)"
        )
    }

    @Test func writableLibrariesHaveOneExitCode() throws {
        let home = try Home.ready()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        let library = try compilePlugin(source, into: home.folder, name: "desk")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: library)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\nchannels: [desk]\nconfigure: {desk: {plugin: \(library), path: \(home.folder.path)/out.txt}}\n"
        )
        for line in ["plugin allow desk", "plugin install \(library)"] {
            let run = try home.antrain(line)
            #expect(run.status == 69 && run.errors.contains("anyone can write to it"), "\(line): \(run.errors)")
        }
    }

    @Test func installingTwiceSuggestsAReplacement() throws {
        let home = try Home()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        let library = try compilePlugin(source, into: home.folder, name: "desk")
        try home.antrain("plugin install \(library)")
        let again = try home.antrain("plugin install \(library)")
        #expect(again.status == 64 && again.errors.contains("libdesk.so already exists; add --replace"))
        let data = try home.antrain("plugin install \(library) --replace --json").output
        #expect(data.contains("\"action\" : \"installed\"") && data.contains("\"name\" : \"desk\""), "\(data)")
        let allowed = try home.antrain("plugin allow desk --json").output
        #expect(allowed.contains("\"permission\" : \"authorized\"") && allowed.contains("\"sha256\" : "), "\(allowed)")
        #expect(try home.antrain("plugin deny desk --json").output.contains("\"action\" : \"denied\""))
        #expect(try home.antrain("plugin reset desk --json").output.contains("\"permission\" : \"not-determined\""))
        #expect(try home.antrain("plugin remove desk --json").output.contains("\"action\" : \"removed\""))
    }
}
