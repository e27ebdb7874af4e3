import Archives
import Foundation
import TestSupport
import Testing

/// `antrain backup` and `antrain restore` on the same and on another machine, with and without secrets.
@Suite struct BackupTests {
    /// A plugin that appends its notifications to a file, and declares needs.
    static let library = Result {
        let folder = try TemporaryFolder(path: TemporaryFolder.ofRun.path + "/backup-tests")
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
            .replacing(
                "static const antrain_plugin plugin",
                with: """
                    static const antrain_string places[] = {ANTRAIN_STRING("$XDG_STATE_HOME/desk/")};
                    static const antrain_plugin plugin
                    """
            )
            .replacing(
                ".keys = keys",
                with: ".needs = ANTRAIN_NEED_NETWORK, .paths = places, .path_count = 1, .keys = keys"
            )
        return try compilePlugin(source, into: folder, name: "desk")
    }

    /// A home with programs, an answered and an open reminder, a log, exercises, and an allowed plugin.
    static func used() throws -> Home {
        let home = try Home()
        let library = try library.get()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "# mine\nenabled: on\ntime: 07:30\nchannels: [console, desk]\nconfigure:\n  desk: {path: \(home.folder.path)/notes.txt}\n"
        )
        try home.folder.write(
            ".config/antrain/exercises.yaml",
            "exercises:\n  - id: zercher\n    name: Zercher Squat\n"
        )
        try home.antrain("program copy push-pull-legs training/mine.yaml")
        try home.antrain("program copy gzclp .config/antrain/programs/later.yaml")
        for line in [
            "program activate training/mine.yaml", "program activate stronglifts-5x5 --add",
            "plugin install \(library)",
            "plugin allow desk", "reminder add Tea --at 09:00 --repeat daily",
        ] {
            let run = try home.antrain(line)
            #expect(run.status == 0, "\(line): \(run)")
        }
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        home.now = "2026-11-23T08:10"
        try home.antrain("done --program push-pull-legs")
        return home
    }

    /// The commands whose output describes the home.
    private static let views = [
        "", "history", "pending", "log list", "program list", "reminder list", "settings", "plugin list", "stats",
    ]

    private static func view(_ home: Home) throws -> [String] {
        try views.map { line in
            let run = try home.antrain(line + " --json")
            #expect(run.status == 0, "\(line): \(run)")
            return run.output.replacing(home.folder.path, with: "HOME")
        }
    }

    private static func erase(_ home: Home) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: home.folder.path) {
            try FileManager.default.removeItem(atPath: home.folder.path + "/" + name)
        }
    }

    /// The archive's members by name.
    private static func members(_ path: String) throws -> [String: TarMember] {
        let members = try TarReader().members(of: [UInt8](try Data(contentsOf: URL(filePath: path))))
        return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0) })
    }

    @Test func everythingComesBackIntoAnEmptyHome() throws {
        let home = try Self.used()
        let outside = try TemporaryFolder()
        let archive = outside.path + "/b.tar"
        let saved = try home.antrain("backup \(archive)")
        #expect(saved.status == 0 && saved.errors.isEmpty, "\(saved)")
        let list = try run("/usr/bin/env", ["tar", "tf", archive])
        #expect(
            list.output.split(separator: "\n") == [
                "manifest.json", "ledger.sqlite", "log.csv", "config/settings.yaml", "config/exercises.yaml",
                "home/training/mine.yaml", "config/programs/later.yaml", "data/plugins/libdesk.so",
            ],
            "\(list)"
        )
        let log = try #require(try Self.members(archive)["log.csv"])
        #expect(String(decoding: log.bytes, as: UTF8.self) == (try home.antrain("log export").output))
        let before = try Self.view(home)
        try Self.erase(home)
        let restored = try home.antrain("restore \(archive)")
        #expect(restored.status == 0 && restored.errors.isEmpty, "\(restored)")
        #expect(try home.antrain("plugin allow desk").status == 0)
        for (view, (old, new)) in zip(Self.views, zip(before, try Self.view(home))) { #expect(old == new, "\(view)") }
        #expect(try home.antrain("plugin test desk").status == 0)
        let files = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path + "/.local/share/antrain")
        let known: Set = [
            "ledger.sqlite", "changes.lock", "daemon.lock", "files.lock", "restore.lock", "plugins",
            "plugins/libdesk.so",
        ]
        #expect(Set(files).isSubset(of: known), "\(files)")
        let facts = try FileManager.default.attributesOfItem(
            atPath: home.folder.path + "/.local/share/antrain/ledger.sqlite"
        )
        #expect(facts[.posixPermissions] as? Int == 0o600)
    }

    /// On another machine, the home folder has another path; the program is found there.
    @Test func aBackupMovesToAnotherHome() throws {
        let (home, other) = (try Self.used(), try Home(now: "2026-11-23T08:10"))
        let archive = other.folder.path + "/b.tar"
        try home.antrain("backup \(archive)")
        let before = try Self.view(home)
        let restored = try other.antrain("restore b.tar")
        #expect(restored.status == 0, "\(restored)")
        #expect(try other.antrain("plugin allow desk").status == 0)
        #expect(try other.antrain("program list --json").output.contains("\(other.folder.path)/training/mine.yaml"))
        // The plugin's folder in the settings is still that of the first machine.
        for (view, (old, new)) in zip(Self.views, zip(before, try Self.view(other))) where view != "settings" {
            #expect(old == new.replacing(home.folder.path, with: "HOME"), "\(view)")
        }
    }

    @Test(arguments: [
        ("2026-11-25T09:00", "delivered", "1 h 30 min late"), ("2026-11-25T14:00", "missed", "unknown"),
        ("2026-12-05T14:00", "missed", "unknown"),
    ])
    func remindersSinceTheBackupAreDeliveredOrMissed(now: String, state: String, said: String) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
        #expect(try home.antrain("backup b.tar").status == 0)
        let other = try Home(now: now)
        try FileManager.default.copyItem(atPath: home.folder.path + "/b.tar", toPath: other.folder.path + "/b.tar")
        #expect(try other.antrain("restore b.tar").status == 0)
        let next = try other.antrain("schedule-next")
        #expect(next.status == 0 && !next.output.contains("Push Day"), "\(next)")
        #expect(next.output.contains("Pull Day") == (state == "delivered"), "\(next)")
        let history = try other.antrain("history --json").output
        #expect(history.contains("\"workout/2026-11-23/0730\"") && history.contains("\"\(state)\""), "\(history)")
        let told = try other.antrain("history").output + next.output
        #expect(told.contains(said), "\(told)")
        guard state == "missed" else { return }
        // Another machine may have sent them.
        let why = try other.antrain("why 2026-11-25").output
        #expect(
            !told.contains("did not run") && !told.contains("were missed") && !why.contains("did not run"),
            "\(why)"
        )
        other.now = "2026-12-20T14:00"
        let later = try other.antrain("schedule-next")
        #expect(later.output.contains("were missed") && !later.output.contains("Mon 23 Nov"), "\(later)")
        #expect(try other.antrain("why 2026-12-18").output.contains("antrain did not run"))
    }

    @Test func secretsAreLeftOutUnlessWanted() throws {
        let home = try Home.ready()
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            settings + """
                configure:
                  webhook: {url: "https://example.org/hush-url", token: hush-token}
                  chat: {plugin: webhook, url: {env: CHAT}, token: {file: ~/.secrets/chat}}

                """
        )
        try home.folder.write(".secrets/chat", "hush-chat\n", mode: 0o600)
        let saved = try home.antrain("backup b.tar")
        #expect(
            saved.status == 0 && saved.output.contains("webhook.token") && saved.output.contains("chat.url"),
            "\(saved)"
        )
        let bytes = try Data(contentsOf: URL(filePath: home.folder.path + "/b.tar"))
        #expect(bytes.range(of: Data("hush".utf8)) == nil)
        let full = try home.antrain("backup full.tar --with-secrets")
        #expect(full.status == 0 && full.output.contains("chat.url") && !full.output.contains("token"), "\(full)")
        #expect(try Self.members(home.folder.path + "/full.tar")["secrets/chat"] != nil)

        let other = try Home()
        for name in ["b.tar", "full.tar"] {
            try FileManager.default.copyItem(
                atPath: home.folder.path + "/" + name,
                toPath: other.folder.path + "/" + name
            )
        }
        let restored = try other.antrain("restore b.tar")
        #expect(
            restored.output.contains("write 'token' of the channel 'webhook' into ~/.secrets/webhook-token"),
            "\(restored)"
        )
        #expect(restored.output.contains("set the environment variable CHAT"), "\(restored)")
        // The settings are valid: only the channels that lack a secret deliver nothing.
        let next = try other.antrain("schedule-next")
        #expect(next.errors.contains("cannot read 'url' from ~/.secrets/webhook-url"), "\(next)")
        #expect(try other.pending() == home.pending())
        #expect(try other.antrain("restore full.tar --yes").status == 0)
        #expect(try other.folder.read(".secrets/chat") == "hush-chat\n")
        let written = try other.folder.read(".config/antrain/settings.yaml")
        #expect(try written == home.folder.read(".config/antrain/settings.yaml"))
        let mode = try FileManager.default.attributesOfItem(atPath: other.folder.path + "/.secrets/chat")[
            .posixPermissions
        ]
        #expect(mode as? Int == 0o600)
    }

    @Test func settingsWhoseSecretsAreUnknownAreNotSaved() throws {
        let home = try Home.ready()
        try home.folder.write(".config/antrain/settings.yaml", "time: never\ntoken: hush\n")
        let run = try home.antrain("backup b.tar")
        #expect(run.status == 78 && run.errors.contains("--with-secrets"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/b.tar"))
        #expect(try home.antrain("backup b.tar --with-secrets").status == 0)
    }

    @Test func theFileIsPrivateAndReplacedOnlyWithForce() throws {
        let home = try Home.ready()
        let path = home.folder.path + "/b.tar"
        func mode() throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(try mode() == 0o600)
        try home.folder.write("b.tar", "mine")
        let refused = try home.antrain("backup b.tar")
        #expect(refused.status == 64 && refused.errors.contains("--force"), "\(refused)")
        #expect(try home.folder.read("b.tar") == "mine")
        #expect(try home.antrain("backup b.tar --force").status == 0)
        #expect(try mode() == 0o600)
        #expect(try home.antrain("backup training").status == 0)
        #expect(try home.antrain("backup .config").errors.contains("is a folder"))
        #expect(mkfifo(home.folder.path + "/pipe", 0o600) == 0)
        #expect(try home.antrain("backup pipe --force").errors.contains("is a FIFO"))
        // Standard output, but not a terminal.
        let line = "\(BuildProducts.path("antrain")) backup - | tar tf -"
        let piped = try run("/bin/sh", ["-c", line], environment: home.environment, in: home.folder.path)
        #expect(piped.output.hasPrefix("manifest.json\nledger.sqlite\n"), "\(piped)")
        #expect(try home.onTerminal("backup -", "").contains("redirect the output"))
        #expect(try home.antrain("backup - --json").status == 64)
    }

    @Test func replacingIsAskedAndCanBeUndone() throws {
        let home = try Self.used()
        try home.antrain("backup b.tar")
        let saved = try Self.view(home)
        try home.antrain("settings --time 06:15")
        try home.antrain("pause --until 2026-12-20")
        try home.folder.write("training/mine.yaml", try home.folder.read("training/mine.yaml") + "# changed\n")
        let changed = try Self.view(home)
        let files = try UserFiles(home)
        let refused = try home.antrain("restore b.tar")
        #expect(refused.status == 64 && refused.errors.contains("~/.config/antrain/settings.yaml"), "\(refused)")
        #expect(try home.onTerminal("restore b.tar", "n").contains("nothing was restored"))
        #expect(try UserFiles(home) == files)
        let run = try home.onTerminal("restore b.tar", "y")
        #expect(run.contains("replaced ~/training/mine.yaml"), "\(run)")
        #expect(try Self.view(home) == saved)
        let kept = "\(home.folder.path)/.local/share/antrain/snapshots/before-restore-202611230710.tar"
        #expect(try home.antrain("restore \(kept) --yes").status == 0)
        #expect(try Self.view(home) == changed)
        #expect(try home.folder.read("training/mine.yaml").hasSuffix("# changed\n"))
    }

    @Test func aDamagedLedgerIsKeptAndReplaced() throws {
        let home = try Self.used()
        try home.antrain("backup b.tar")
        let saved = try Self.view(home)
        let folder = ".local/share/antrain"
        for end in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: home.folder.path + "/\(folder)/ledger.sqlite\(end)")
        }
        try home.folder.write(folder + "/ledger.sqlite", String(repeating: "damaged ", count: 4000))
        #expect(try home.antrain("today").status == 65)
        let run = try home.antrain("restore b.tar --yes")
        #expect(run.status == 0, "\(run)")
        #expect(try home.antrain("plugin allow desk").status == 0)
        #expect(try Self.view(home) == saved)
        let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/" + folder)
        #expect(files.contains { $0.hasPrefix("ledger.sqlite.damaged-") }, "\(files)")
    }

    @Test func anotherBuildOfAPluginMustBeAllowedAgain() throws {
        let home = try Home.ready()
        let library = home.folder.path + "/libdesk.so"
        try FileManager.default.copyItem(atPath: try JSONOutputs.library.get(), toPath: library)
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            settings + "configure:\n  desk: {plugin: \(library), path: ~/x}\n"
        )
        #expect(try home.antrain("plugin allow desk").status == 0)
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(try !home.antrain("restore b.tar --yes").output.contains("antrain channel allow"))
        let file = try FileHandle(forWritingTo: URL(filePath: library))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        let run = try home.antrain("restore b.tar --yes")
        #expect(
            run.output.contains("has changed since you allowed it")
                && run.output.contains("antrain channel allow desk"),
            "\(run)"
        )
    }

    @Test func aRunningDaemonKeepsItsLedger() throws {
        let home = try DaemonHome()
        try home.start()
        #expect(try home.antrain("backup b.tar").status == 0)
        let run = try home.antrain("restore b.tar --yes")
        #expect(run.status == 75 && run.errors.contains("to stop it: kill"), "\(run)")
    }
}

/// The files of a home, without SQLite's shared memory and write-ahead log.
struct UserFiles: Equatable {
    private var contents: [String: Data] = [:]

    init(_ home: Home) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) {
            if path.hasSuffix("-wal") || path.hasSuffix("-shm") { continue }
            contents[path] = try? Data(contentsOf: URL(filePath: home.folder.path + "/" + path))
        }
    }
}
