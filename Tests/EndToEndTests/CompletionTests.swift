import Foundation
import TestSupport
import Testing

/// Completion in bash, zsh and fish.
@Suite(.requires(.program("zsh"), .program("fish"))) struct CompletionTests {
    private static let database = ".local/share/antrain/ledger.sqlite"

    /// A home with an active program, an unanswered workout, one of the user's own reminders, a channel and a plugin.
    static func used() throws -> Home {
        let home = try Home.waiting()
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            settings + "configure:\n  phone: {plugin: log, file: ~/phone}\n"
        )
        try home.folder.write(".local/share/antrain/plugins/libbeep.so", "")
        try home.folder.write("mine.yaml", "")
        try home.folder.write("notes.txt", "")
        try home.folder.write("library.so", "")
        try FileManager.default.createDirectory(atPath: home.folder.path + "/plans", withIntermediateDirectories: false)
        return home
    }

    private static let plugins = ["at", "command", "console", "desktop", "log", "mail", "tasks", "webhook"]
    private static let programs = try? FileManager.default.contentsOfDirectory(
        atPath: BuildProducts.package + "Programs"
    )
    .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let dates =
        ["today", "tomorrow", "yesterday"]
        + ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let muscles = [
        "chest", "front-delts", "side-delts", "rear-delts", "triceps", "biceps", "forearms", "lats", "upper-back",
        "traps",
        "lower-back", "abs", "obliques", "glutes", "quadriceps", "hamstrings", "adductors", "abductors", "calves",
        "hip-flexors", "neck",
    ]
    private static let measures = [
        "weight", "body-fat", "neck", "shoulders", "chest", "waist", "hips", "arm", "forearm", "thigh", "calf",
    ]
    private static let pending = [
        "workout/2026-11-25/0730", "workout/2026-11-27/0730",
    ]

    /// Command lines and their candidates.
    private static let table: [(line: String, candidates: [String])] = [
        ("antrain prog", ["program"]),
        ("antrain program de", ["deactivate"]),
        ("antrain help pl", ["plugin"]),
        ("antrain nonsense ", []),
        ("antrain today --j", ["--json"]),
        (
            "antrain today --",
            ["--config", "--data-dir", "--plugin-path", "--verbose", "--plain", "--json", "--help"]
        ),
        (
            "antrain today --json --",
            ["--config", "--data-dir", "--plugin-path", "--verbose", "--plain", "--help"]
        ),
        ("antrain settings --horizo", []),
        ("antrain program deactivate ", ["push-pull-legs"]),
        (
            "antrain program deactivate push-pull-legs ",
            ["--config", "--data-dir", "--plugin-path", "--verbose", "--plain", "--json", "--help"]
        ),
        ("antrain --verbose program deactivate ", ["push-pull-legs"]),
        ("antrain --config other.yaml program deactivate ", ["push-pull-legs"]),
        ("antrain program deactivate --data-dir \(nowhere) ", []),
        ("antrain program activate ", (programs ?? []) + ["mine.yaml", "plans"]),
        ("antrain program validate gz", ["gzclp", "gzcl-vdip"]),
        ("antrain program validate mine.yaml pl", ["plans"]),
        ("antrain program edit ", ["push-pull-legs", "mine.yaml", "plans"]),
        ("antrain program show push", ["push-pull-legs", "push-pull-legs-6-day"]),
        ("antrain program activate x --days ", days + ["weekdays", "weekends", "all"]),
        ("antrain program activate x --days mon,", ["tue", "wed", "thu", "fri", "sat", "sun"].map { "mon," + $0 }),
        ("antrain program activate x --days mon-wed,t", ["mon-wed,thu"]),
        ("antrain program activate x --days mon-f", ["mon-fri"]),
        (
            "antrain program activate x --channels console,",
            (["phone"] + plugins + ["beep"]).filter { $0 != "console" }.map { "console," + $0 }
        ),
        ("antrain program activate x --start to", ["today", "tomorrow"]),
        ("antrain program list --goal ", ["strength", "hypertrophy", "endurance", "general-fitness"]),
        ("antrain program list --level=b", ["--level=beginner"]),
        ("antrain program search squat --days ", ["1", "2", "3", "4", "5", "6", "7"]),
        ("antrain program search zerch", ["zercher-squat"]),
        ("antrain exercise ", ["list", "show", "edit"]),
        ("antrain exercise show bench-", ["bench-dip", "bench-press"]),
        ("antrain exercise show --json good", ["good-morning"]),
        ("antrain exercise list --muscle ", muscles),
        ("antrain exercise list --muscle=upper", ["--muscle=upper-back"]),
        ("antrain exercise list --equipment k", ["kettlebell"]),
        ("antrain measure ", measures),
        ("antrain measure weight 80kg --date yes", ["yesterday"]),
        ("antrain move ", dates),
        ("antrain move today ", dates),
        ("antrain pause --until=sun", ["--until=sunday"]),
        ("antrain resume --program ", ["push-pull-legs"]),
        ("antrain plugin allow p", ["phone"]),
        ("antrain channel add a", ["at", "apprise"]),
        ("antrain channel add l", ["log", "library.so"]),
        ("antrain channel add log n", ["notes.txt"]),
        ("antrain channel remove ", ["console", "phone"]),
        ("antrain plugin info ", ["phone"] + plugins + ["beep"]),
        ("antrain plugin remove ", ["beep"]),
        ("antrain plugin install ", ["library.so", "plans"]),
        ("antrain plugin check l", ["log", "library.so"]),
        ("antrain plugin new x --language ", ["c", "rust", "swift"]),
        ("antrain plugin new x --into ", ["plans"]),
        ("antrain settings language ", ["en", "de", "es", "fr", "tr", "auto", "default"]),
        ("antrain settings e", ["edit", "enabled", "equipment", "evidence"]),
        ("antrain settings rest-days ", ["on", "off", "default"]),
        ("antrain settings days-off o", ["off"]),
        ("antrain settings horizon 14 ", []),
        ("antrain settings channels console,b", ["console,beep"]),
        ("antrain settings --quiet-hours ", ["off"]),
        ("antrain simulate --set gy", ["gym=", "gyms="]),
        ("antrain simulate --set language=t", ["language=tr"]),
        ("antrain log ex", ["export", "external-rotation"]),
        ("antrain log front", ["front-lever", "front-raise", "front-squat"]),
        ("antrain settings timezone Europe/Ber", ["Europe/Berlin"]),
        ("antrain --format ", ["waybar", "tmux", "i3blocks", "badge"]),
        ("antrain reminder edit ", ["1"]),
        ("antrain reminder delete ", ["1"]),
        ("antrain reminder add x --repeat w", ["weekdays", "weekends", "weekly:"]),
        ("antrain reminder add x --repeat weekly:sat,s", ["weekly:sat,sun"]),
        ("antrain reminder add ", []),
        ("antrain settings --time 0", ["06:30", "07:30"]),
        ("antrain program activate x --time=1", ["--time=12:00", "--time=18:00"]),
        ("antrain reminder add x --in 1", ["15m", "1h", "1d"]),
        ("antrain snooze 1 --for 3", ["30m"]),
        ("antrain reminder edit 1 --at 9", ["9pm"]),
        ("antrain cancel workout/", pending),
        ("antrain open antrain://workout/2026-11-25/", ["antrain://workout/2026-11-25/0730"]),
        ("antrain done workout/2026-11-2", ["workout/2026-11-23/0730"] + pending),
        ("antrain snooze 1", ["1"]),
        ("antrain repair copy n", ["notes.txt"]),
        ("antrain --data-dir ", ["plans"]),
        ("antrain --config m", ["mine.yaml"]),
    ]

    @Test(arguments: CompletingShell.allCases)
    func aShellOffersTheValuesOfEachArgument(shell: CompletingShell) throws {
        let home = try Self.used()
        let offered = try shell.candidates(Self.table.map(\.line), in: home)
        try #require(offered.count == Self.table.count)
        for (entry, offered) in zip(Self.table, offered) {
            // Shells differ in the order and in whether a folder ends with a slash; zsh adds a folder twice and shows it once.
            let plain = Set(offered.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
            #expect(plain == Set(entry.candidates), "\(shell): \(entry.line)")
        }
    }

    @Test(arguments: CompletingShell.allCases)
    func aShellInsertsTheValueAsOneWord(shell: CompletingShell) throws {
        let home = try Home.ready()
        for name in ["my plan", "it's", "sub/$(touch pwned)`touch pwned`", "tilde/some \"plan\""] {
            try home.folder.write("\(name).yaml", "")
        }
        // antrain does not accept such an id, but a damaged ledger may contain one.
        let id = "odd id's:$(touch pwned)"
        let change = "UPDATE activation SET program_id = '\(id.replacing("'", with: "''"))'"
        _ = try run("/usr/bin/sqlite3", [home.folder.path + "/" + Self.database, change])
        let table: [(line: String, words: [String])] = [
            ("antrain program deac", ["program", "deactivate"]),
            ("wk program deac", ["program", "deactivate"]),
            ("antrain program show -- phu", ["program", "show", "--", "phul"]),
            ("antrain program deactivate o", ["program", "deactivate", id]),
            ("antrain program deactivate 'odd", ["program", "deactivate", id]),
            ("antrain program deactivate \"odd i", ["program", "deactivate", id]),
            ("antrain resume --program=odd", ["resume", "--program=\(id)"]),
            ("antrain program validate my", ["program", "validate", "my plan.yaml"]),
            ("antrain program validate my\\ ", ["program", "validate", "my plan.yaml"]),
            ("antrain program validate \"my", ["program", "validate", "my plan.yaml"]),
            ("antrain program validate 'my p", ["program", "validate", "my plan.yaml"]),
            ("antrain program validate it", ["program", "validate", "it's.yaml"]),
            ("antrain program validate sub/", ["program", "validate", "sub/$(touch pwned)`touch pwned`.yaml"]),
            (
                "antrain program validate ~/tilde/s",
                ["program", "validate", "\(home.folder.path)/tilde/some \"plan\".yaml"]
            ),
            ("antrain --config=my", ["--config=my plan.yaml"]),
            ("antrain --config=sub/", ["--config=sub/$(touch pwned)`touch pwned`.yaml"]),
            ("antrain settings --days=mon,thu,f", ["settings", "--days=mon,thu,fri"]),
            ("antrain settings --days mon,sa", ["settings", "--days", "mon,sat"]),
            ("antrain settings timezone Europe/Berl", ["settings", "timezone", "Europe/Berlin"]),
            ("antrain reminder add x --repeat weekly:mon,tu", ["reminder", "add", "x", "--repeat", "weekly:mon,tue"]),
            ("antrain reminder add x --repeat monthly:1s", ["reminder", "add", "x", "--repeat", "monthly:1st mon"]),
            ("antrain open workout/2026-11-23/", ["open", "workout/2026-11-23/0730"]),
            ("antrain open antrain://workout/2026-11-23/", ["open", "antrain://workout/2026-11-23/0730"]),
            ("antrain open 'antrain://workout/2026-11-23/", ["open", "antrain://workout/2026-11-23/0730"]),
        ]
        let completed = try shell.completed(table.map(\.line), in: home)
        try #require(completed.count == table.count)
        for (entry, words) in zip(table, completed) {
            let name = String(entry.line.prefix { $0 != " " })
            #expect(words == [name] + entry.words, "\(shell): \(entry.line)")
        }
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/pwned"))
    }

    @Test(arguments: CompletingShell.allCases)
    func aScriptIsValid(shell: CompletingShell) throws {
        let home = try Home()
        let script = try home.antrain("--generate-completion-script \(shell)")
        #expect(script.status == 0 && script.errors.isEmpty)
        let file = try home.folder.write("completion", script.output)
        let check = try run("/usr/bin/env", [shell.rawValue, "-n", file], environment: home.environment)
        #expect(check.status == 0 && check.errors.isEmpty, "\(check)")
        let own = try home.antrain("--generate-completion-script", environment: ["SHELL": "/usr/bin/\(shell)"])
        #expect(own.output == script.output)
        #expect(try home.antrain("--generate-completion-script tcsh").status == 64)
    }

    /// No blank follows a candidate to which a value is added.
    @Test(arguments: ["antrain done --set ben", "antrain settings --channels con"])
    func aValueFollowsDirectly(line: String) throws {
        let home = try CompletionTests.used()
        let reply = try home.antrain(arguments: ["---complete", "bash", line, " =:"]).output.split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(reply.first?.split(separator: " ").contains("open") == true && reply.count > 2, "\(reply)")
    }

    @Test func shippedProgramsAreOfferedWithoutAHome() throws {
        let home = try Home()
        let words = ["---complete", "zsh", "antrain", "program", "activate", "gzc"]
        let done = try home.antrain(arguments: words, environment: ["HOME": ""])
        #expect(done.output.contains("gzclp"), "\(done)")
    }

    @Test func nothingIsWrittenIntoAnEmptyHome() throws {
        let home = try Home()
        let lines = [
            "antrain ", "antrain done ", "antrain program deactivate ", "antrain plugin info c", "antrain cancel ",
        ]
        let offered = try CompletingShell.bash.candidates(lines, in: home)
        #expect(offered.map(\.count) == [44, 0, 0, 2, 0])
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    }

    /// Completion while other processes use the ledger, and on ledgers and settings that cannot be used.
    @Test(arguments: ["damaged", "text", "row", "empty", "newer", "settings"])
    func aDamagedFileCompletesLessInSilence(damage: String) throws {
        let home = try Self.used()
        let ledger = home.folder.path + "/" + Self.database
        switch damage {
        case "damaged":
            let file = try #require(FileHandle(forUpdatingAtPath: ledger))
            try file.seek(toOffset: 100)
            try file.write(contentsOf: Data(repeating: 0xFF, count: 30_000))
            try file.close()
        case "text": try home.folder.write(Self.database, "not a database")
        case "row":
            _ = try run(
                "/usr/bin/sqlite3",
                [ledger, "UPDATE reminder SET at = 'x'; UPDATE activation SET start_date = 'x'"]
            )
        case "empty": try home.folder.write(Self.database, "")
        case "newer": _ = try run("/usr/bin/sqlite3", [ledger, "PRAGMA user_version = 999"])
        default: try home.folder.write(".config/antrain/settings.yaml", "channels: [")
        }
        let before = try files(of: home)
        let lines = [
            "antrain reminder edit ", "antrain program deactivate ", "antrain plugin info c", "antrain done 1",
        ]
        // fish itself writes files into the home folder.
        for shell in CompletingShell.allCases where shell != .fish {
            let offered = try shell.candidates(lines, in: home)
            let isUsable = damage == "settings"
            #expect(
                offered == [
                    isUsable ? ["1"] : [], isUsable ? ["push-pull-legs"] : [], ["command", "console"],
                    isUsable ? ["1"] : [],
                ]
            )
        }
        #expect(try files(of: home) == before)
    }

    /// Rows that the daemon wrote may exist only in the write-ahead log.
    @Test func completionReadsWhatAnotherProcessJustWrote() throws {
        let home = try Self.used()
        let ledger = home.folder.path + "/" + Self.database
        let script = """
            import sqlite3, subprocess, sys
            ledger = sqlite3.connect(sys.argv[1])
            ledger.execute("PRAGMA wal_autocheckpoint = 0")
            ledger.execute("UPDATE activation SET program_id = 'written-just-now'")
            ledger.commit()
            print(subprocess.run(sys.argv[2:], capture_output=True, text=True).stdout, end="")
            """
        let finished = try run(
            "/usr/bin/env",
            [
                "python3", "-c", script, ledger, BuildProducts.path("antrain"), "---complete", "zsh", "antrain",
                "program", "deactivate", "",
            ],
            environment: home.environment
        )
        #expect(finished.output.contains("written-just-now\t"), "\(finished)")
    }

    @Test(arguments: CompletingShell.allCases)
    func aValueThatWouldActOnATerminalIsNotOffered(shell: CompletingShell) throws {
        let home = try Self.used()
        try home.folder.write("bad\u{1B}[31m.yaml", "")
        try home.folder.write(".local/share/antrain/plugins/libbel\u{7}l.so", "")
        let change =
            "UPDATE reminder SET title = 'a' || char(27, 10) || 'b'; UPDATE activation SET program_id = 'odd id:$(x)'"
        _ = try run("/usr/bin/sqlite3", [home.folder.path + "/" + Self.database, change])
        let lines = ["antrain reminder edit ", "antrain plugin info be", "antrain resume --program odd"]
        let offered = try shell.candidates(lines, in: home)
        let id = shell == .bash ? "odd\\ id:\\$\\(x\\)" : "odd id:$(x)"
        #expect(offered == [["1"], ["beep"], [id]])
        #expect(try CompletingShell.bash.candidates(["antrain --config b"], in: home) == [[]])
    }

    @Test func theCrontabsLinesAreOffered() throws {
        let home = try Home.ready()
        try home.folder.write(
            "bin/crontab",
            "#!/bin/sh\nprintf '%s\\n' '# mine' '0 9 * * * notify-send Stretch' '* * * * * make backup'\n",
            mode: 0o755
        )
        let path = ["PATH": "\(home.folder.path)/bin:/usr/bin:/bin"]
        let words = ["---complete", "fish", "antrain", "migrate", "--line", ""]
        let reply = try home.antrain(arguments: words, environment: path)
        #expect(reply.output == "\n2\t0 9 * * * notify-send Stretch\n", "\(reply)")
    }

    /// The files of a home and their contents.
    private func files(of home: Home) throws -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: home.folder.path)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, FileManager.default.contents(atPath: home.folder.path + "/" + name) ?? Data())
            }
        )
    }
}
