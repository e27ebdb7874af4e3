import Foundation
import TestSupport
import Testing

/// Restores that cannot begin, or that were interrupted: the files are as before, and reminders are sent.
@Suite struct InterruptedRestoreTests {
    /// What is in the way of `~/training/mine.yaml`, as shell commands in the home, and what the error says.
    static let obstacles = [
        ("rm -r training; echo x >training", "training: it is a file, not a folder"),
        ("rm training/mine.yaml; mkdir training/mine.yaml", "mine.yaml: it is a folder"),
        ("rm -r training; ln -s training training", "training"),
        ("rm training/mine.yaml; ln -s mine.yaml training/mine.yaml", "mine.yaml"),
        ("rm training/mine.yaml; mkfifo training/mine.yaml", "mine.yaml: it is a FIFO"),
        ("rm -r training; ln -s /nowhere/at/all training", "training"),
        (
            "rm .local/share/antrain/plugins/*; rmdir .local/share/antrain/plugins; echo x >.local/share/antrain/plugins",
            "plugins: it is a file"
        ),
        ("rm .config/antrain/exercises.yaml; mkdir .config/antrain/exercises.yaml", "exercises.yaml: it is a folder"),
    ]

    @Test(arguments: obstacles) func anObstacleIsNoticedBeforeAnythingIsReplaced(change: String, reason: String) throws
    {
        let home = try BackupTests.used()
        #expect(try home.antrain("backup b.tar").status == 0)
        try home.antrain("settings --time 06:15")
        #expect(try run("/bin/sh", ["-c", change], environment: home.environment, in: home.folder.path).status == 0)
        let (files, pending) = (try UserFiles(home), try home.pending())
        let refused = try home.antrain("restore b.tar --yes")
        #expect(refused.status == 74 && refused.errors.contains(reason), "\(refused)")
        #expect(refused.errors.contains("nothing was restored, and all files are as before"), "\(refused)")
        #expect(try UserFiles(home) == files)
        #expect(try home.pending() == pending)
        #expect(try home.antrain("settings --json").output.contains("06:15"))
    }

    /// A restore on a disk of each size: it is complete, or everything is as before.
    @Test(.requires(.userNamespaces)) func aFullDiskChangesNothing() throws {
        let home = try BackupTests.used()
        // A backup with large files, so that the disk fills at each of its steps.
        for name in ["one", "two"] {
            try home.folder.write(
                "training/\(name).yaml",
                try home.folder.read("training/mine.yaml") + String(repeating: "# \(name)\n", count: 20_000)
            )
            try home.antrain("program activate training/\(name).yaml --replace")
        }
        #expect(try home.antrain("backup b.tar").status == 0)
        try home.antrain("settings --time 06:15")
        try home.folder.write("training/two.yaml", try home.folder.read("training/mine.yaml"))
        try home.folder.write(".config/antrain/exercises.yaml", "exercises: []\n")
        let script = """
            real=$HOME; cp b.tar /tmp/ 2>/dev/null; mkdir disk
            mount -t tmpfs -o size=64m none disk || exit 99
            export HOME=$PWD/disk
            state() { (cd disk && find . -type f ! -name '*-wal' ! -name '*-shm' ! -name daemon.lock ! -name restore.lock ! -name fill -exec md5sum {} + | sort -k 2); }
            reset() { rm -rf disk/* disk/.[a-z]*; cp -r .config .local training disk/; "$1" schedule-next >/dev/null 2>&1; usual=$?; }
            done=0; failed=0; free=16
            while [ $free -le 6000 ]; do
                reset "$1"
                before=$(state)
                size=$(df -k --output=avail disk | tail -n 1)
                head -c $(((size - free) * 1024)) /dev/zero >disk/fill
                if "$1" restore b.tar --yes >said 2>&1; then
                    done=$((done + 1))
                    grep -q 07:30 disk/.config/antrain/settings.yaml || { echo "$free: not restored"; exit 1; }
                else
                    failed=$((failed + 1))
                    [ "$(state)" = "$before" ] || { echo "$free: changed"; cat said; echo "$before"; state; exit 2; }
                    rm disk/fill
                    "$1" schedule-next >next 2>&1; [ $? = $usual ] || { echo "$free: stuck"; cat said next; exit 3; }
                    "$1" restore b.tar --yes >said 2>&1 || { echo "$free: not repeated"; cat said; exit 4; }
                fi
                [ -z "$(find disk -name '.antrain-restore*')" ] || { echo "$free: copies"; exit 6; }
                free=$((free * 5 / 4 + 7))
            done
            umount disk
            [ $done -gt 2 ] && [ $failed -gt 5 ] || { echo "done $done, failed $failed"; exit 7; }
            """
        let run = try run(
            "/usr/bin/unshare",
            ["-rm", "/bin/sh", "-c", script, "sh", BuildProducts.path("antrain")],
            environment: home.environment,
            in: home.folder.path
        )
        #expect(run.status == 0, "\(run)")
    }

    @Test(arguments: [UnfinishedRestore.Stage.committed, .kept, .half])
    func anInterruptedRestoreCanBeAborted(stage: UnfinishedRestore.Stage) throws {
        let home = try Home.ready()
        let restore = UnfinishedRestore(home)
        try restore.prepare(stage)
        let run = try home.antrain("restore --abort")
        #expect(run.status == 0 && run.words.contains("was undone"), "\(run)")
        #expect(try home.folder.read(restore.changed) == restore.before)
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/" + restore.created))
        #expect(try restore.leftovers().isEmpty)
        let again = try home.antrain("restore --abort")
        #expect(again.status == 66 && again.errors.contains("nothing to abort"), "\(again)")
    }

    @Test func anAbortDiscardsNoLaterChange() throws {
        let home = try Home.ready()
        let restore = UnfinishedRestore(home)
        try restore.prepare(.half)
        try home.folder.write(restore.changed, "written after the restore was killed\n")
        let run = try home.antrain("restore --abort")
        #expect(run.status == 74 && run.errors.contains("changed.yaml: it was changed after the restore"), "\(run)")
        #expect(try home.folder.read(restore.changed) == "written after the restore was killed\n")
        try FileManager.default.removeItem(atPath: home.folder.path + "/" + restore.changed)
        #expect(try home.antrain("restore --abort").status == 0)
        #expect(try home.folder.read(restore.changed) == restore.before)
        #expect(try restore.leftovers().isEmpty)
    }

    /// A restore that was killed just before it replaced a file does not replace what the user has written since.
    @Test(arguments: ["restore --abort", "schedule-next", "today"], [false, true])
    func anEditDuringARestoreStays(command: String, isInPlace: Bool) throws {
        let home = try Home.ready()
        let restore = UnfinishedRestore(home)
        try restore.prepare(.kept)
        let path = home.folder.path + "/" + restore.changed
        if isInPlace {
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data("mine\n".utf8))
            try file.close()
        } else {
            try Data("mine\n".utf8).write(to: URL(filePath: path), options: .atomic)
        }
        let run = try home.antrain(command)
        #expect(try home.folder.read(restore.changed) == "mine\n", "\(run)")
        #expect(try restore.leftovers().isEmpty)
        #expect(try home.antrain("schedule-next").status == 0)
    }

    @Test func aCompleteRestoreIsNotReportedAsUndone() throws {
        let home = try Home.ready()
        let restore = UnfinishedRestore(home)
        try restore.prepare(.replaced)
        let run = try home.antrain("restore --abort --json")
        #expect(run.status == 0 && run.output.contains("\"undone\" : false"), "\(run)")
        #expect(run.output.contains(restore.kept), "\(run)")
        #expect(try home.folder.read(restore.changed) == "new\n")
        #expect(try restore.leftovers().isEmpty)
    }

    /// The folder of a restored file may be gone before the copies in it are removed.
    @Test func aMissingFolderStopsNoLaterRestore() throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        let restore = UnfinishedRestore(home)
        try restore.prepare(.replaced)
        try FileManager.default.removeItem(atPath: home.folder.path + "/training")
        try home.folder.write("training", "a file\n")
        #expect(try home.antrain("today").status == 0)
        #expect(try restore.leftovers().isEmpty)
        let run = try home.antrain("restore b.tar --yes")
        #expect(run.status == 0, "\(run)")
    }

    @Test func theRemedyForADamagedJournalSolvesTheProblem() throws {
        let home = try Home.ready()
        let journal = ".local/share/antrain/.antrain-restore-journal.json"
        try home.folder.write(journal, "{")
        let run = try home.antrain("settings --time 06:15")
        #expect(run.status == 74 && run.errors.contains("remove this file, then restore the backup again"), "\(run)")
        #expect(!run.errors.contains("--abort"), "\(run)")
        try FileManager.default.removeItem(atPath: home.folder.path + "/" + journal)
        let abort = try home.antrain("restore --abort")
        #expect(abort.status == 66 && abort.errors.contains("snapshots/before-restore-*.tar"), "\(abort)")
        #expect(try home.antrain("settings --time 06:15").status == 0)
    }

    /// A process that restores a backup holds this lock.
    @Test func aRunningRestoreIsLeftAlone() throws {
        let home = try Home.ready()
        let restore = UnfinishedRestore(home)
        try restore.prepare(.half)
        try home.folder.write(".local/share/antrain/restore.lock", "", mode: 0o600)
        let descriptor = open(home.folder.path + "/.local/share/antrain/restore.lock", O_RDWR | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX) == 0)
        defer { close(descriptor) }
        let start = ContinuousClock.now
        home.now = "2026-11-23T07:30"
        let next = try home.antrain("schedule-next")
        #expect(next.status == 0 && next.output.contains("Push Day") && next.errors.isEmpty, "\(next)")
        #expect(ContinuousClock.now - start < .seconds(8))
        let run = try home.antrain("done")
        #expect(run.status == 75 && run.errors.contains("wait until it has finished"), "\(run)")
        #expect(try restore.leftovers().count == 4)
    }

    /// A restore also holds the lock of the daemon, and must not be killed in its place.
    @Test func aRunningRestoreIsNotTakenForADaemon() throws {
        let home = try Home.ready()
        #expect(try home.antrain("backup b.tar").status == 0)
        let descriptors = try ["restore.lock", "daemon.lock"].map { name in
            try home.folder.write(".local/share/antrain/" + name, "", mode: 0o600)
            let descriptor = open(home.folder.path + "/.local/share/antrain/" + name, O_RDWR | O_CLOEXEC)
            #expect(flock(descriptor, LOCK_EX) == 0)
            return descriptor
        }
        defer { for descriptor in descriptors { close(descriptor) } }
        let run = try home.antrain("restore b.tar --yes")
        #expect(run.status == 75 && run.errors.contains("is restoring a backup; wait"), "\(run)")
        #expect(!run.errors.contains("kill"), "\(run)")
    }

    /// The new ledger is not a ledger, so that the restore cannot be finished.
    @Test(arguments: ["today", "schedule-next", "settings --time 06:15"])
    func whatCannotBeFinishedIsUndone(command: String) throws {
        let home = try Home.ready()
        let restore = UnfinishedRestore(home)
        try restore.prepare(.half)
        let run = try home.antrain(command)
        #expect(run.status == 0 && run.errors.contains("nothing was restored"), "\(run)")
        #expect(try home.folder.read(restore.changed) == restore.before)
        #expect(try restore.leftovers().isEmpty)
        #expect(try home.antrain("schedule-next").errors.isEmpty)
    }

    @Test func aStuckRestoreNeitherStopsRemindersNorLosesChanges() throws {
        let home = try Home.ready()
        let restore = UnfinishedRestore(home)
        try restore.prepare(.stuck)
        home.now = "2026-11-23T07:30"
        let next = try home.antrain("schedule-next")
        #expect(next.status == 74 && next.output.contains("Push Day"), "\(next)")
        #expect(next.errors.contains("antrain restore --abort"), "\(next)")
        // It is reported once, and remains a fault.
        let later = try home.antrain("schedule-next")
        #expect(later.status == 74 && later.errors.isEmpty, "\(later)")
        #expect(try home.antrain("deliver").status == 74)
        for line in ["doctor", "doctor --files"] {
            let run = try home.antrain(line)
            #expect(run.status == 74 && run.words.contains("antrain restore --abort"), "\(line): \(run)")
        }
        #expect(try home.antrain("").errors.contains("antrain restore --abort"))
        // Reading loses nothing.
        for line in ["pending", "today", "history", "why", "log list", "settings", "channel list", "backup b.tar"] {
            #expect(try home.antrain(line).status == 0, "\(line)")
        }
        // A change might be lost when the files are put back.
        for line in [
            "settings --time 06:15", "done", "restore --abort", "restore b.tar", "repair",
            "reminder add Tea --at 09:00",
        ] {
            let run = try home.antrain(line)
            #expect(run.status == 74 && run.errors.contains(restore.changed), "\(line): \(run)")
        }
        try FileManager.default.removeItem(atPath: home.folder.path + "/" + restore.changed)
        #expect(try home.antrain("restore --abort").status == 0)
        #expect(try home.folder.read(restore.changed) == restore.before)
        #expect(try restore.leftovers().isEmpty)
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.antrain("done").status == 0)
    }

    @Test func abortNeedsNoFile() throws {
        let home = try Home.ready()
        for line in ["restore", "restore b.tar --abort", "restore --abort --yes"] {
            #expect(try home.antrain(line).status == 64, "\(line)")
        }
    }
}
