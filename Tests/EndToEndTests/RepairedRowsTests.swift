import Foundation
import TestSupport
import Testing

/// Which rows a repair takes from a snapshot, and in which state.
@Suite struct RepairedRowsTests {
    private static let folder = ".local/share/antrain"

    /// A home with a snapshot of everything that is there.
    private func home(_ lines: [String]) throws -> Home {
        let home = try Home.ready()
        for line in lines { #expect(try home.antrain(line).status == 0, "\(line)") }
        try? FileManager.default.removeItem(atPath: home.folder.path + "/" + Self.folder + "/snapshots")
        #expect(try home.antrain("schedule-next").status == 0)
        return home
    }

    /// Overwrites the first page of each table.
    private func overwrite(_ tables: [String], _ home: Home) throws {
        let ledger = home.folder.path + "/" + Self.folder + "/ledger.sqlite"
        for table in tables {
            let query = "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"
            let page = try #require(Int(try run("/usr/bin/sqlite3", [ledger, query]).output.dropLast()))
            let file = try FileHandle(forUpdating: URL(filePath: ledger))
            try file.seek(toOffset: UInt64((page - 1) * 4096))
            try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
            try file.close()
        }
    }

    /// The journal is intact, and shows what the user ended after the snapshot.
    @Test func whatTheUserEndedSinceTheSnapshotStaysEnded() throws {
        let home = try home([
            "reminder add Tea --at 09:00 --repeat daily", "reminder add Coffee --at 10:00 --repeat daily",
            "log add squat 5x5@100kg", "log add squat 3x3@99kg",
        ])
        for line in ["undo", "reminder delete 1", "program deactivate push-pull-legs"] {
            #expect(try home.antrain(line).status == 0, "\(line)")
        }
        let lists = ["reminder list --json", "program list --json", "log list --json"]
        let before = try lists.map { try home.antrain($0).output }
        try overwrite(["activation", "reminder", "log_entry"], home)
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("taken from the snapshot"), "\(repair)")
        #expect(try lists.map { try home.antrain($0).output } == before)
        #expect(try home.antrain("schedule-next").status == 0)
        let pending = try home.antrain("pending").output
        #expect(pending.contains("Coffee") && !pending.contains("Tea") && !pending.contains("Day"), "\(pending)")
        #expect(try home.antrain("doctor --files").status == 0)
        // What ended them can still be undone.
        for line in ["undo", "undo"] { #expect(try home.antrain(line).status == 0, "\(line)") }
        let undone = try home.antrain("pending").output
        #expect(undone.contains("Tea") && undone.contains("Push Day"), "\(undone)")
    }

    @Test func whatTheUserRevivedSinceTheSnapshotIsThere() throws {
        let home = try home([
            "reminder add Tea --at 09:00 --repeat daily", "log add squat 5x5@100kg", "reminder delete 1", "undo",
            "log add squat 3x3@99kg", "undo", "program deactivate push-pull-legs",
        ])
        #expect(try home.antrain("undo").status == 0)
        let lists = ["reminder list --json", "program list --json", "log list --json"]
        let before = try lists.map { try home.antrain($0).output }
        #expect(before[1].contains("push-pull-legs"))
        try overwrite(["activation", "reminder", "log_entry"], home)
        let repair = try home.antrain("repair")
        #expect(repair.status == 0, "\(repair)")
        #expect(try lists.map { try home.antrain($0).output } == before)
        #expect(try home.antrain("redo").output.contains("deactivated"))
    }

    /// The rows of a snapshot that cannot be copied now would be lost for ever: the repaired ledger is intact.
    @Test(.requires(.userNamespaces)) func onAFullDiskNoSnapshotIsGivenUp() throws {
        let home = try home(["log add squat 5x5@100kg"])
        try overwrite(["log_entry"], home)
        let script = """
            cd .local/share; mkdir disk; failed=0; size=330
            while [ $size -lt 1200 ]; do
                mount -t tmpfs -o mode=700,size=${size}k none disk && cp -a antrain/. disk || exit 1
                before=$(cksum <disk/ledger.sqlite)
                if "$1" repair --data-dir disk >said 2>&1; then
                    "$1" log list --data-dir disk | grep -q 100 || { echo "$size: lost"; cat said; exit 2; }
                    umount disk; break
                fi
                failed=$((failed + 1))
                [ "$(cksum <disk/ledger.sqlite)" = "$before" ] || { echo "$size: changed"; cat said; exit 3; }
                grep -q 'disk is full' said || { echo "$size: not explained"; cat said; exit 4; }
                umount disk; size=$((size + 20))
            done
            [ $failed -gt 5 ] && [ $size -lt 1200 ] || { echo "$failed $size"; exit 5; }
            """
        let run = try run(
            "/usr/bin/unshare",
            ["-rm", "/bin/sh", "-c", script, "sh", BuildProducts.path("antrain")],
            environment: home.environment,
            in: home.folder.path
        )
        #expect(run.status == 0, "\(run)")
    }

    /// A ledger that root repairs or rebuilds still belongs to the user.
    @Test(.requires(.root), arguments: ["damaged", "missing"]) func aRepairBySudoDoesNotLockOutTheUser(how: String)
        throws
    {
        let (home, user) = (try home(["reminder add Tea --at 09:00"]), OrdinaryUser())
        let ledger = home.folder.path + "/" + Self.folder + "/ledger.sqlite"
        if how == "damaged" {
            try overwrite(["reminder"], home)
        } else {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: ledger + end) }
        }
        try user.own(home.folder)
        let repair = try home.antrain("repair")
        #expect(repair.status == 0, "\(repair)")
        let words = user.words([BuildProducts.path("antrain"), "reminder", "add", "Coffee", "--at", "10:00"])
        let added = try run(words[0], Array(words.dropFirst()), environment: home.environment, in: home.folder.path)
        #expect(added.status == 0, "\(added)")
    }
}
