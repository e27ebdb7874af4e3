import Foundation
import TestSupport
import Testing

/// Help, and command lines that cannot be parsed.
@Suite struct HelpTests {
    /// The commands without subcommands, from the help of `antrain`.
    private func leaves(_ home: Home) throws -> [String] {
        func names(_ help: String) -> [String] {
            var isCommand = false
            return help.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
                if !line.hasPrefix(" ") {
                    isCommand =
                        line.hasSuffix(":") && !["OPTIONS:", "ARGUMENTS:", "EXAMPLES:"].contains(line)
                        && !line.hasPrefix("GLOBAL") && !line.hasPrefix("EXIT") && !line.hasPrefix("USAGE")
                }
                guard isCommand, line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  See"),
                    !line.hasPrefix("  Global")
                else { return nil }
                return line.split { $0 == " " || $0 == "," }.first.map(String.init)
            }
        }
        return try names(try home.antrain("--help").output).flatMap { name -> [String] in
            let nested = names(try home.antrain("\(name) --help").output)
            return (nested.isEmpty || name == "settings" ? [name] : []) + nested.map { "\(name) \($0)" }
        }
    }

    @Test func commandsAreGroupedAndGlobalOptionsListedOnce() throws {
        let home = try Home()
        let help = try home.antrain("--help").output
        let groups = [
            "EVERY DAY:", "PROGRAMS AND LOADS:", "REMINDERS:", "SETTINGS AND CHANNELS:", "PLUGINS:", "MAINTENANCE:",
        ]
        for group in groups { #expect(help.contains("\n\(group)\n"), "\(group)") }
        #expect(help.split(separator: "--data-dir").count == 2, "\(help)")
        #expect(try home.antrain("settings --help").output.contains("see 'antrain --help'"))
        #expect(try !home.antrain("settings --help").output.contains("--data-dir <folder>"))
        // They work before and after the command.
        for line in ["--config x.yaml settings --json", "settings --json --config x.yaml"] {
            #expect(try home.antrain(line).output.contains("/x.yaml"), "\(line)")
        }
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
        ("stat", "antrain: no such command 'stat'; did you mean 'status', 'stats' or 'start'?\nsee 'antrain --help'\n"),
        (
            "program lsit",
            "antrain: no such command 'program lsit'; did you mean 'list'?\nsee 'antrain program --help'\n"
        ),
        ("qqqqqq", "antrain: no such command 'qqqqqq'\nsee 'antrain --help'\n"),
        (
            "status --format waybr",
            "antrain: the value 'waybr' is invalid for '--format <format>'. Please provide one of 'waybar', 'tmux', 'i3blocks' or 'badge'\nsee 'antrain status --help'\n"
        ),
        ("today --hlep", "antrain: unknown option '--hlep'; did you mean '--help'?\nsee 'antrain today --help'\n"),
        ("--versoin", "antrain: unknown option '--versoin'; did you mean '--version'?\nsee 'antrain --help'\n"),
        ("--verison", "antrain: unknown option '--verison'; did you mean '--version'?\nsee 'antrain --help'\n"),
        ("--foo", "antrain: unknown option '--foo'\nsee 'antrain --help'\n"),
        ("activate", "antrain: no such command 'activate'; did you mean 'program activate'?\nsee 'antrain --help'\n"),
        (
            "copy",
            "antrain: no such command 'copy'; did you mean 'program copy' or 'ledger copy'?\nsee 'antrain --help'\n"
        ),
        (
            "list",
            "antrain: no such command 'list'; did you mean 'program list', 'log list', 'max list', 'exercise list', 'reminder list', 'preset list' or 'plugin list'?\nsee 'antrain --help'\n"
        ),
        ("program show", "antrain: missing expected argument '<name>'\nsee 'antrain program show --help'\n"),
        ("move wed", "antrain: missing expected argument '<to>'\nsee 'antrain move --help'\n"),
        ("today extra", "antrain: unexpected argument 'extra'\nsee 'antrain today --help'\n"),
    ])
    func errorsHaveOneStyleAndSuggestions(line: String, errors: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status == 64 && run.output.isEmpty && run.errors == errors, "\(run)")
    }

    @Test(arguments: [
        ("program activate push-pul-legs", "did you mean 'push-pull-legs'?"),
        ("program show gzcpl", "did you mean 'gzclp'?"),
        (
            "settings --channels consle",
            "no such channel 'consle'; to use another plugin, add it under 'configure' in the settings file; did you mean 'console'?\n"
        ),
        ("settings --days mno", "unknown weekday 'mno'; did you mean 'mon'?\n"),
        ("settings --days mon,wendesday", "did you mean 'wednesday'?\n"),
        ("settings --days xyz", "unknown weekday 'xyz'; expected mon, tue"),
        ("settings --timezone Europe/Berln", "did you mean Europe/Berlin?"),
    ])
    func namesGetSuggestions(line: String, words: String) throws {
        let run = try Home().antrain(line)
        #expect(run.status != 0 && run.errors.contains(words), "\(run)")
    }
}
