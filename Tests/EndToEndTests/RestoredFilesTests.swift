import Foundation
import TestSupport
import Testing

/// Backups of unusual homes can be restored, and a restore loses nothing and touches only what it lists.
@Suite struct RestoredFilesTests {
    private static let data = ".local/share/antrain"

    /// The paths of the backups of replaced files.
    private static func keptBackups(_ home: Home) throws -> [String] {
        let folder = home.folder.path + "/.local/share/antrain/snapshots"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("before-restore-") }.map { "\(folder)/\($0)" }
    }

    private static func shell(_ home: Home, _ script: String) throws -> Finished {
        let arguments = [
            "-c",
            "antrain=\(BuildProducts.path("antrain")); antrain() { \"$antrain\" \"$@\"; }; data=\(data); \(script)",
        ]
        return try run("/bin/sh", arguments, environment: home.environment, in: home.folder.path)
    }

    /// antrain's folder may be one that serves other purposes, too.
    @Test(arguments: [
        "today", "pending", "schedule-next", "doctor --fix", "doctor --files", "restore b.tar --yes", "repair",
    ])
    func filesOfTheUserAreNeverRemoved(line: String) throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        let made = try Self.shell(
            home,
            """
            mkdir -p $data/restore $data/ledger-repair-2000000000 important
            echo thesis >$data/restore/thesis.txt; echo thesis >$data/ledger-repair-2000000000/thesis.txt
            echo thesis >important/prepared.json; ln -s ../../../important $data/.restore
            echo '{}' >important/journal.json; ln -s ../../../important/journal.json $data/.antrain-restore-journal.json
            """
        )
        #expect(made.status == 0, "\(made)")
        try home.antrain(line)
        for path in ["\(Self.data)/restore", "\(Self.data)/ledger-repair-2000000000"] {
            #expect(try home.folder.read(path + "/thesis.txt") == "thesis\n", "\(path)")
        }
        #expect(try home.folder.read("important/prepared.json") == "thesis\n")
        #expect(try home.folder.read("important/journal.json") == "{}\n")
    }

    /// Each home is set up by a shell script, which also deletes files after the backup.
    static let homes = [
        (
            "a wrong byte in an index", "true",
            """
            antrain schedule-next; page=$(sqlite3 $data/ledger.sqlite "SELECT rootpage FROM sqlite_schema WHERE name = 'journal_kind'")
            printf '\\377' | dd of=$data/ledger.sqlite bs=1 seek=$((page * 4096 - 2)) conv=notrunc
            ! [ "$(sqlite3 $data/ledger.sqlite 'PRAGMA integrity_check')" = ok ] || exit 99
            """
        ),
        (
            "two programs of one name", "rm -r outer .config/antrain/programs",
            """
            mkdir -p outer/.hidden .config/antrain/programs; antrain program copy push-pull-legs .config/antrain/programs/outer.yaml
            sed 's/^id:.*/id: outer/' .config/antrain/programs/outer.yaml >outer/.hidden/outer.yaml; echo '# other' >>outer/.hidden/outer.yaml
            antrain program activate outer/.hidden/outer.yaml --add
            """
        ),
        (
            "settings behind a link", "rm dot/antrain/programs/mine.yaml",
            """
            mkdir -p dot/antrain/programs; mv .config/antrain/* dot/antrain/; rmdir .config/antrain; ln -s ../dot/antrain .config/antrain
            antrain program copy push-pull-legs dot/antrain/programs/mine.yaml
            sed -i 's/^id:.*/id: mine/' dot/antrain/programs/mine.yaml
            cd dot/antrain/programs && antrain program activate mine.yaml --add
            """
        ),
        (
            "files that are no plugins", "rm -r $data/plugins",
            """
            mkdir -p $data/plugins; touch $data/plugins/._libfile.so "$data/plugins/lib$(printf 'a\\nb').so" "$data/plugins/lib$(printf 'a\\033[31mb').so"
            """
        ),
    ]

    @Test(arguments: homes) func whatIsBackedUpCanBeRestored(name: String, deletion: String, setup: String) throws {
        let home = try Home.ready()
        let made = try Self.shell(home, "set -e; \(setup)")
        #expect(made.status == 0, "\(made)")
        let programs = try home.antrain("program list --json").output
        let saved = try home.antrain("backup b.tar")
        #expect(saved.status == 0 && !saved.words.contains("too long"), "\(saved)")
        #expect(try Self.shell(home, deletion).status == 0)
        let restored = try home.antrain("restore b.tar --yes")
        #expect(restored.status == 0, "\(restored)")
        let kept = try #require(restored.output.firstMatch(of: /antrain restore (.+)/)).1
        for line in ["schedule-next", "doctor --files", "program list", "plugin list"] {
            let run = try home.antrain(line)
            #expect([0, 69].contains(run.status) && !run.words.contains("\u{1B}"), "\(line): \(run)")
        }
        if name.hasPrefix("settings") { #expect(try home.antrain("program list --json").output == programs) }
        let undone = try home.antrain("restore \(kept.replacing("~", with: home.folder.path)) --yes")
        #expect(undone.status == 0, "\(undone)")
    }

    /// Two files of one name keep their contents.
    @Test func programsOfOneNameStayDifferent() throws {
        let home = try Home.ready()
        #expect(try Self.shell(home, "set -e; \(Self.homes[1].2)").status == 0)
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(try Self.shell(home, Self.homes[1].1).status == 0)
        #expect(try home.antrain("restore b.tar --yes").status == 0)
        #expect(try home.folder.read(".config/antrain/programs/outer-2.yaml").hasSuffix("# other\n"))
        #expect(try !home.folder.read(".config/antrain/programs/outer.yaml").hasSuffix("# other\n"))
    }

    @Test func aLedgerThatCouldNotBeRestoredIsNotBackedUp() throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        let sql =
            "PRAGMA foreign_keys = OFF; UPDATE delivery SET notification = notification + 9999;"
            + "CREATE INDEX mine ON reminder (title)"
        #expect(try run("/usr/bin/sqlite3", ["\(home.folder.path)/\(Self.data)/ledger.sqlite", sql]).status == 0)
        let refused = try home.antrain("backup c.tar")
        #expect(refused.status == 65 && refused.errors.contains("antrain repair"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/c.tar"))
        // Its file is kept, and the advice to undo the restore is not given, because it could not be followed.
        let restored = try home.antrain("restore b.tar --yes")
        #expect(restored.status == 0 && restored.output.contains("the damaged ledger was kept as"), "\(restored)")
        #expect(!restored.output.contains("to undo"), "\(restored)")
        #expect(try home.antrain("doctor --files").status != 65)
    }

    /// Their names are equal as Swift strings, and as file names on some systems.
    @Test func aProgramThatIsLeftOutIsNamed() throws {
        let home = try Home.ready()
        for (name, id) in [("caf\u{E9}", "first"), ("cafe\u{301}", "second")] {
            let text = DoctorHome.program.replacing("id: mine", with: "id: \(id)")
            try home.folder.write(".config/antrain/programs/\(name).yaml", text)
        }
        let run = try home.antrain("backup b.tar")
        #expect(run.status == 0 && run.words.contains("is not in the backup: its name differs"), "\(run)")
        #expect(try home.antrain("restore b.tar --yes").status == 0)
    }

    /// What a restore replaces is kept as a backup that can be restored, or nothing is replaced.
    @Test func aRestoreThatCouldNotBeUndoneChangesNothing() throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(try home.antrain("settings --time 06:15").status == 0)
        // More files than a restore accepts.
        for number in 0...4096 {
            let text = DoctorHome.program.replacing("id: mine", with: "id: p\(number)")
            try home.folder.write(".config/antrain/programs/p\(number).yaml", text)
        }
        let run = try home.antrain("restore b.tar --yes")
        #expect(run.status == 74 && run.errors.contains("cannot be kept"), "\(run)")
        #expect(run.errors.contains("4096 members; nothing was restored"), "\(run)")
        #expect(try home.antrain("settings --json").output.contains("06:15"))
        #expect(try Self.keptBackups(home).isEmpty)
        let backup = try home.antrain("backup c.tar")
        #expect(backup.status == 65 && backup.errors.contains("4096 members"), "\(backup)")
    }

    @Test(arguments: [".local/share/antrain/ledger.sqlite", ".config/antrain/settings.yaml"])
    func aBackupReplacesNoFileThatItContains(name: String) throws {
        let home = try Home.ready()
        let path = home.folder.path + "/" + name
        let before = try Data(contentsOf: URL(filePath: path))
        try FileManager.default.createSymbolicLink(atPath: home.folder.path + "/link", withDestinationPath: path)
        for file in [name, "link"] {
            let run = try home.antrain("backup \(file) --force")
            #expect(run.status == 74 && run.errors.contains("choose another name"), "\(run)")
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    /// Copies are made in `TMPDIR`.
    @Test(.requires(.userNamespaces), arguments: ["4k", "100k", "164k", "300k"])
    func theFullDiskIsNamed(size: String) throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        let script = """
            mkdir small && mount -t tmpfs -o size=\(size) none small || exit 1; export TMPDIR=$PWD/small
            for line in 'backup c.tar' 'restore b.tar --yes'; do
                if "$1" $line >said 2>&1; then exit 2; fi
                grep -qE 'small.*(set TMPDIR|No space left)' said || { cat said; exit 3; }
                grep -qE 'dmesg|was not changed' said && { cat said; exit 4; }
                [ -z "$(ls small)" ] || exit 5
            done
            exit 0
            """
        let run = try run(
            "/usr/bin/unshare",
            ["-rm", "/bin/sh", "-c", script, "sh", BuildProducts.path("antrain")],
            environment: home.environment,
            in: home.folder.path
        )
        #expect(run.status == 0, "\(run)")
    }

    /// Files that root restores belong to the user, who can undo the restore.
    @Test(.requires(.root)) func aRestoreBySudoCanBeUndoneByTheUser() throws {
        let (home, user) = (try Home.ready(), OrdinaryUser())
        try home.folder.write(".config/antrain/programs/mine.yaml", DoctorHome.program)
        #expect(try home.antrain("backup b.tar").status == 0)
        try FileManager.default.removeItem(atPath: home.folder.path + "/.config/antrain/programs")
        try user.own(home.folder)
        #expect(try home.antrain("restore b.tar --yes").status == 0)
        let kept = try #require(try Self.keptBackups(home).first)
        for line in ["program validate .config/antrain/programs/mine.yaml", "restore \(kept) --yes"] {
            let words = user.words([BuildProducts.path("antrain")] + line.split(separator: " ").map(String.init))
            let run = try run(words[0], Array(words.dropFirst()), environment: home.environment, in: home.folder.path)
            #expect(run.status == 0, "\(line): \(run)")
        }
        let others = try Self.shell(home, "find . ! -uid \(user.number)").output
        #expect(others.isEmpty, "\(others)")
    }

    @Test func aLinkToADamagedLedgerStays() throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        let made = try Self.shell(
            home,
            "mkdir disk; mv $data/ledger.sqlite disk/; ln -s ../../../disk/ledger.sqlite $data/; rm -f $data/ledger.sqlite-*; yes damaged | head -c 20000 >disk/ledger.sqlite"
        )
        #expect(made.status == 0, "\(made)")
        #expect(try home.antrain("restore b.tar --yes").status == 0)
        #expect(try Self.shell(home, "test -L $data/ledger.sqlite && ls disk/ledger.sqlite.damaged-*").status == 0)
        #expect(try home.antrain("pending").status == 0)
    }

    @Test func aDiskThatIsNotMountedIsNotReplaced() throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(
            try Self.shell(home, "cd .config/antrain && rm settings.yaml && ln -s ~/disk/s/settings.yaml .").status == 0
        )
        for line in ["restore b.tar --yes", "settings --time 06:15"] {
            let run = try home.antrain(line)
            #expect(run.status == 74 && run.errors.contains("mount its disk"), "\(line): \(run)")
        }
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/disk"))
    }

    /// While another process holds a lock, the restore has made its backup of the replaced files, and waits before it replaces one.
    @Test(arguments: [
        (
            "mkfifo sql; sqlite3 -bail $data/ledger.sqlite <sql & exec 3>sql; echo 'BEGIN IMMEDIATE;\n.shell touch locked' >&3",
            "echo \"UPDATE activation SET path = '/x'; COMMIT;\" >&3; exec 3>&-"
        ),
        ("exec 3>>$data/files.lock; flock 3; touch locked", "echo '# mine' >>.config/antrain/settings.yaml; exec 3>&-"),
    ])
    func aChangeWhileARestoreRunsIsNotLost(lock: String, change: String) throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        #expect(try home.antrain("settings --time 06:15").status == 0)
        let script = """
            \(lock); until [ -e locked ]; do sleep 0.02; done
            "$antrain" restore b.tar --yes >said 2>&1 3>&- & restore=$!
            tries=0; until [ -e $data/.antrain-restore-journal.json ] || [ $tries = 200 ]; do sleep 0.02; tries=$((tries + 1)); done
            \(change); wait $restore; echo $? >>said
            """
        _ = try Self.shell(home, script)
        let said = try home.folder.read("said")
        #expect(said.contains("changed it in the meantime") && said.hasSuffix("74\n"), "\(said)")
        #expect(try home.antrain("settings --json").output.contains("06:15"))
        #expect(try home.antrain("restore b.tar --yes").status == 0)
    }

    @Test func copiesOfAKilledProcessAreRemoved() throws {
        let home = try Home.ready()
        try home.folder.write("tmp/antrain-2000000000-abcdef/ledger.sqlite", "x")
        try home.folder.write("tmp/antrain-2000000000-ABCDEF/thesis.txt", "x")
        let folder = ["TMPDIR": home.folder.path + "/tmp"]
        #expect(try home.antrain("backup b.tar", environment: folder).status == 0)
        let left = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path + "/tmp").sorted()
        #expect(left == ["antrain-2000000000-ABCDEF", "antrain-2000000000-ABCDEF/thesis.txt"])
    }
}
