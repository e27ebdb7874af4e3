import Foundation
import TestSupport
import Testing

/// Help, and command lines that cannot be parsed.
@Suite struct HelpTests {
    /// The commands without subcommands, from the help of `antrain`.
    private func leaves(_ home: Home) throws -> [String] {
        func names(_ help: Substring, _ prefix: String) -> [String] {
            help.split(separator: "\n").filter { $0.hasPrefix(prefix) && !$0.hasPrefix(prefix + " ") }.compactMap {
                $0.split { $0 == " " || $0 == "," }.first.map(String.init)
            }
        }
        func leaves(of command: String) throws -> [String] {
            let help = try home.antrain("\(command) --help").output
            guard let start = help.firstRange(of: "\nSUBCOMMANDS:\n") else { return [command] }
            let listed = help[start.upperBound...]
            let end = listed.firstRange(of: "\n\n")?.lowerBound ?? listed.endIndex
            let nested = try names(listed[..<end], "  ").flatMap { try leaves(of: "\(command) \($0)") }
            return nested + (command == "settings" ? [command] : [])
        }
        let help = try home.antrain("help all").output
        let end = try #require(help.firstRange(of: "\n\nOPTIONS"))
        return try names(help[..<end.lowerBound], "  ").flatMap { try leaves(of: $0) }
    }

    @Test func helpIsOneScreen() throws {
        let home = try Home()
        let help = try home.antrain("--help").output
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 80 }, "\(help)")
        #expect(lines.filter { $0.hasPrefix("  ") }.count <= 28, "\(help)")
        for words in ["help", "-h"] { #expect(try home.antrain(words).output == help) }
        let all = try home.antrain("help all").output
        for part in ["schedule-next", "--data-dir", "EXIT CODES", "program max", "--version"] {
            #expect(all.contains(part) && !help.contains("  \(part)"), "\(part)")
        }
        #expect(all.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(all)")
    }

    /// The parser breaks descriptions, but not the usage, and antrain's own lines are made for 80 columns.
    @Test(
        arguments: ["--help", "settings --help", "program activate -h", "done --help", "log add --help", "help all"],
        [50, 80]
    )
    func helpFitsTheTerminal(line: String, columns: Int) throws {
        let help = try Home().antrain(line, environment: ["COLUMNS": "\(columns)"]).output
        // Names of options and examples are not broken, so that they can be copied.
        let wide = help.split(separator: "\n").filter {
            $0.count > columns && !$0.contains("  antrain ") && $0.contains(/\w \w/)
        }
        #expect(wide.isEmpty, "\(wide.joined(separator: "\n"))")
    }

    /// With other options before it, and however it is asked for.
    @Test(arguments: ["--config x.yaml --help", "--json -h", "-vh", "--help-hidden", "help --help"])
    func helpOfAntrainIsTheSame(line: String) throws {
        let home = try Home()
        #expect(try home.antrain(line).output == home.antrain("--help").output)
    }

    /// The usage names the command as it was typed, also if it is in two groups.
    @Test(arguments: [
        ("plugin test --help", "antrain plugin test <name> [--message <text>] [--json]"),
        ("channel test -h", "antrain channel test <name> [--message <text>] [--json]"),
        ("help plugin allow", "antrain plugin allow <name>"), ("settings edit -vh", "antrain settings edit [--json]"),
        ("help settings edit", "antrain settings edit [--json]"), ("--plain export", "antrain export <subcommand>"),
        ("plugin path --help", "antrain plugin search-path [--json]"), ("log squat --help", "antrain log <subcommand>"),
        ("log add --notes x --help", "antrain log add [<exercise>]"),
    ])
    func helpIsAboutTheTypedCommand(line: String, usage: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("\nUSAGE: \(usage)"), "\(run)")
        #expect(!run.output.contains("--version") && run.output.hasSuffix("see 'antrain help all'.\n"), "\(run)")
        #expect(!run.output.contains("\n\n\n"), "\(run)")
    }

    @Test(arguments: ["--version", "-v --version", "--version --json", "today --version", "help --version"])
    func everyCommandAcceptsTheVersion(line: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status == 0 && run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil, "\(run)")
        #expect(try Home().antrain("today -- --version").status == 64)
    }

    @Test func globalOptionsAreListedOnce() throws {
        let home = try Home()
        #expect(try home.antrain("settings --help").output.contains("see 'antrain help all'"))
        #expect(try !home.antrain("settings --help").output.contains("--data-dir <folder>"))
        // They work before and after the command.
        for line in ["--config x.yaml settings --json", "settings --json --config x.yaml"] {
            #expect(try home.antrain(line).output.contains("/x.yaml"), "\(line)")
        }
    }

    @Test(arguments: [
        ("status", "antrain"), ("status --format tmux", "antrain --format tmux"),
        ("tomorrow", "antrain today tomorrow"),
        ("max", "antrain program max"), ("max set squat 100kg", "antrain program max set squat 100kg"),
        ("load squat 60kg", "antrain program load squat 60kg"), ("records squat", "antrain stats records squat"),
        ("plan", "antrain channel list"), ("check --fix", "antrain doctor --files --fix"),
        ("ledger copy x", "antrain repair copy x"), ("ledger new", "antrain repair new"),
        ("ledger repair", "antrain repair"), ("suggest-time", "antrain settings --time suggest"),
        ("gym travel", "antrain settings gym travel"), ("preset add sleep", "antrain reminder preset add sleep"),
    ])
    func aMovedCommandNamesTheCurrentOne(line: String, current: String) throws {
        let home = try Home()
        let run = try home.antrain(line)
        #expect(run.status == 64 && run.output.isEmpty, "\(run)")
        #expect(run.errors.hasSuffix(" is now: \(current)\nsee 'antrain --help'\n"), "\(run)")
        // The current command exists.
        let words = current.split(separator: " ").dropFirst().prefix { !$0.hasPrefix("-") }.prefix(2)
        #expect(try home.antrain((words + ["--help"]).joined(separator: " ")).status == 0, "\(current)")
    }

    @Test func everyCommandHasTwoExamples() throws {
        let home = try Home()
        let leaves = try leaves(home)
        #expect(leaves.count > 45, "\(leaves)")
        for leaf in leaves {
            let help = try home.antrain("\(leaf) --help").output
            let examples = help.split(separator: "\n").filter { $0.hasPrefix("  # ") }
            #expect(examples.count == 2, "\(leaf): \(help)")
            #expect(
                help.components(separatedBy: "EXAMPLES:").last?.contains("antrain \(leaf)") == true || leaf == "daemon",
                "\(leaf)"
            )
            #expect(try home.antrain("help \(leaf)").output == help, "\(leaf)")
        }
    }

    @Test(arguments: [
        (
            "settings --tiem 07:30",
            "antrain: unknown option '--tiem'; did you mean '--time'?\nsee 'antrain settings --help'\n"
        ),
        ("stat", "antrain: no such command 'stat'; did you mean 'stats' or 'start'?\nsee 'antrain --help'\n"),
        (
            "program lsit",
            "antrain: no such command 'program lsit'; did you mean 'list'?\nsee 'antrain program --help'\n"
        ),
        ("qqqqqq", "antrain: no such command 'qqqqqq'\nsee 'antrain --help'\n"),
        ("today --hlep", "antrain: unknown option '--hlep'; did you mean '--help'?\nsee 'antrain today --help'\n"),
        ("--versoin", "antrain: unknown option '--versoin'; did you mean '--version'?\nsee 'antrain --help'\n"),
        ("--verison", "antrain: unknown option '--verison'; did you mean '--version'?\nsee 'antrain --help'\n"),
        ("--foo", "antrain: unknown option '--foo'\nsee 'antrain --help'\n"),
        ("activate", "antrain: no such command 'activate'; did you mean 'program activate'?\nsee 'antrain --help'\n"),
        (
            "copy",
            "antrain: no such command 'copy'; did you mean 'program copy' or 'repair copy'?\nsee 'antrain --help'\n"
        ),
        (
            "list",
            "antrain: no such command 'list'; did you mean 'program list', 'log list', 'exercise list', 'reminder list', 'channel list' or 'plugin list'?\nsee 'antrain --help'\n"
        ),
        ("program show", "antrain: missing expected argument '<name>'\nsee 'antrain program show --help'\n"),
        ("move wed", "antrain: missing expected argument '<to>'\nsee 'antrain move --help'\n"),
        ("today fri extra", "antrain: unexpected argument 'extra'\nsee 'antrain today --help'\n"),
    ])
    func errorsHaveOneStyleAndSuggestions(line: String, errors: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status == 64 && run.output.isEmpty && run.errors == errors, "\(run)")
    }

    @Test(arguments: [
        ("--format waybr", "invalid --format 'waybr': did you mean 'waybar'?"),
        ("history --state mised", "invalid --state 'mised': did you mean 'missed'?"),
        ("program activate push-pul-legs", "did you mean 'push-pull-legs'?"),
        ("program show gzcpl", "did you mean 'gzclp'?"),
        (
            "settings --channels consle",
            "no such channel 'consle'; did you mean 'console'?\n"
        ),
        ("settings --days mno", "unknown weekday 'mno'; did you mean 'mon'?\n"),
        ("settings --days mon,wendesday", "did you mean 'wednesday'?\n"),
        ("settings --days xyz", "unknown weekday 'xyz'; expected mon, tue"),
        ("settings timezone Europe/Berln", "did you mean Europe/Berlin?"),
    ])
    func namesGetSuggestions(line: String, words: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status != 0 && run.errors.contains(words), "\(run)")
    }
}
