import Foundation
import TestSupport
import Testing

/// Failures while `antrain migrate` moves reminders.
@Suite struct MigrateFailureTests {
    @Test func aRejectedCrontabChangesNothing() throws {
        let home = try CronHome(CronHome.sample)
        try home.program("crontab", "[ \"$1\" = - ] && { echo 'no space left' >&2; exit 1; }\n" + CronHome.program)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74)
        #expect(
            run.errors.hasSuffix(
                "antrain: the crontab: no space left; it was left unchanged, and the reminders added for it were deleted\n"
            )
        )
        #expect(try home.reminders().isEmpty && home.pending().isEmpty)
        #expect(try home.folder.read("tab") == CronHome.sample)
    }

    @Test func aFailedRollbackIsReported() throws {
        let home = try CronHome(CronHome.sample)
        let ledger = home.folder.path + "/.local/share/antrain/ledger.sqlite"
        let breaks = "/usr/bin/sqlite3 '\(ledger)' 'ALTER TABLE reminder RENAME TO gone'; exit 1"
        try home.program("crontab", "[ \"$1\" = - ] && { \(breaks); }\n" + CronHome.program)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74)
        #expect(
            run.errors.contains("the crontab: it failed with exit code 1; it was left unchanged, but reminders 1, 2, 3")
        )
        #expect(run.errors.contains("could not be deleted: ") && run.errors.contains("antrain reminder delete"))
    }

    @Test func aConcurrentlyChangedCrontabIsNotWritten() throws {
        let home = try CronHome(CronHome.sample)
        try home.program("crontab", "[ \"$1\" = -l ] && echo '# new' >> '\(home.folder.path)/tab'\n" + CronHome.program)
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74 && run.errors.contains("it was changed in the meantime; nothing was moved"))
        #expect(try home.reminders().isEmpty)
        #expect(try home.folder.read("tab") == CronHome.sample + "# new\n# new\n")
    }

    @Test func aKilledRunLosesAndDuplicatesNothing() throws {
        let home = try CronHome(CronHome.sample)
        try home.program("crontab", "[ \"$1\" = - ] && { kill -9 $PPID; exit 1; }\n" + CronHome.program)
        #expect(try home.antrain("migrate --apply").status == 128 + 9)
        #expect(try home.reminders().count == 3)
        #expect(try home.folder.read("tab") == CronHome.sample)
        try home.program("crontab", CronHome.program)
        home.now = "2026-11-23T12:00"
        #expect(try home.antrain("migrate --apply").status == 0)
        #expect(try home.reminders().count == 3)
        #expect(try home.folder.read("tab").contains("# moved to antrain, reminders 2, 3: 0 9,18"))
    }

    @Test func aJobThatCannotBeRemovedHasNoReminder() throws {
        let home = try CronHome(CronHome.sample)
        let script = "notify-send Stretch\nat -f '\(home.folder.path)/stretch.sh' tomorrow\n"
        try home.folder.write("stretch.sh", script)
        try home.folder.write("job", CronHome.preamble(in: home.folder.path) + script)
        try home.program("atq", "printf '4\\tThu Nov 26 06:30:00 2026 a me\\n5\\tFri Nov 27 06:30:00 2026 a me\\n'")
        try home.program("at", "exec /bin/cat '\(home.folder.path)/job'")
        try home.program("atrm", "[ $1 = 4 ] || { echo \"Cannot find jobid $1\" >&2; exit 1; }")
        let run = try home.antrain("migrate --apply")
        #expect(run.status == 74)
        #expect(
            run.errors.contains(
                "at, job 5: Cannot find jobid 5; it was left unchanged, and the reminders added for it were deleted; "
                    + "already moved: crontab, line 3, crontab, line 4, at, job 4"
            )
        )
        #expect(try home.reminders().map { $0.prefix(4) } == ["1 Ti", "2 Wa", "3 Wa", "4 St"])
        #expect(try home.folder.read("tab").contains("# moved to antrain"))
    }

    @Test func carriageReturnsAreKept() throws {
        let text = "# one\r\n0 7 * * * wall \"A\"\n0 8 * * * /bin/grep '\\bword\\b' file\n"
        let home = try CronHome(text)
        #expect(try home.antrain("migrate --apply").status == 0)
        #expect(
            try home.folder.read("tab")
                == text.replacing("0 7 *", with: "# moved to antrain, reminder 1: 0 7 *")
        )
        try home.folder.write("tab", text)
        try home.program("crontab", "[ \"$1\" = -e ] && exit 1\n" + CronHome.program)
        let run = try home.antrain("migrate --apply")
        #expect(run.errors.contains("it does not distinguish a carriage return from '\\r'; the crontab is ignored"))
        #expect(try home.folder.read("tab") == text)
    }
}
