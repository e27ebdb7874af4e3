import Foundation
import TestSupport
import Testing

/// A repair forgets no reminder that was due: it is sent, or recorded as unknown.
@Suite struct RepairedReminderTests {
    private static let path = ".local/share/antrain/ledger.sqlite"

    /// A wrong row in each table; those of permissions and plugins decide nothing about the console.
    static let changes = [
        "UPDATE activation SET start_date = 'soon'", "UPDATE journal SET at = 'x' WHERE number = 1",
        "UPDATE notification SET instant = 'x' WHERE id = 'workout/2026-11-23/0730'",
        "UPDATE notification SET instant = 'x'",
        "UPDATE notification_item SET week = 'x'", "UPDATE delivery SET due_at = 'soon'",
        "UPDATE fact SET value = CAST('soon' AS BLOB) WHERE name = 'planned-through'",
        "UPDATE fact SET value = CAST('soon' AS BLOB) WHERE name IN ('clock', 'planned-through'); UPDATE notification SET date = 1",
        "UPDATE reminder SET at = 'x'", "UPDATE edition SET source = 5", "UPDATE log_entry SET sets = 'x'",
        "INSERT INTO permission (channel, state, decided_at) VALUES ('desk', 'maybe', 0)",
        "INSERT INTO plugin VALUES ('/x', 1, 2)",
    ]

    /// A home in the evening, with a workout and an own reminder on the next morning, a logged workout, and a snapshot.
    private func home() throws -> Home {
        let home = try Home(now: "2026-11-20T20:00")
        for line in [
            "program activate push-pull-legs.yaml", "settings --time 07:30 --days mon,wed,fri",
            "done 2026-11-20", "reminder add Tea --at 07:30 --repeat daily",
        ] {
            try home.antrain(line)
        }
        home.now = "2026-11-22T20:00"
        #expect(try home.antrain("schedule-next").status == 0)
        return home
    }

    @Test(arguments: Share.of(changes, 2, "wrong rows"), ["07:29", "07:30", "08:00"])
    func aWrongRowForgetsNoReminder(change: String, time: String) throws {
        let home = try home()
        let done = try run("/usr/bin/sqlite3", [home.folder.path + "/" + Self.path, change])
        #expect(done.status == 0, "\(done)")
        home.now = "2026-11-23T\(time)"
        let repair = try home.antrain("repair")
        #expect(repair.status == 0, "\(repair)")
        if time == "07:29" {
            #expect(try home.antrain("schedule-next").status == 0)
            home.now = "2026-11-23T07:30"
        }
        let next = try home.antrain("schedule-next")
        #expect(
            next.status == 0 && next.output.contains("Push Day") && next.output.contains("Tea"),
            "\(repair) \(next)"
        )
        #expect(try home.antrain("doctor --files").status == 0)
    }

    private func overwrite(_ table: String, of ledger: String) throws {
        let query = "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"
        let page = try #require(Int(try run("/usr/bin/sqlite3", [ledger, query]).output.dropLast()))
        let file = try FileHandle(forUpdating: URL(filePath: ledger))
        try file.seek(toOffset: UInt64((page - 1) * 4096))
        try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
        try file.close()
    }

    /// What a repair cannot find cannot be planned, but its next reminders were.
    @Test(
        arguments: [
            ("reminder", nil), ("activation", nil), ("reminder", "settings --off"), ("activation", "settings --off"),
            ("activation", "pause"), ("activation", "pause --until 2026-11-24"),
        ] as [(String, String?)]
    )
    func aPendingReminderOutlivesItsDefinition(table: String, command: String?) throws {
        let home = try home()
        try FileManager.default.removeItem(atPath: home.folder.path + "/.local/share/antrain/snapshots")
        home.now = "2026-11-23T07:29"
        try overwrite(table, of: home.folder.path + "/" + Self.path)
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("lost"), "\(repair)")
        #expect(try home.antrain("schedule-next").status == 0)
        let lost = table == "reminder" ? "Tea" : "Push Day"
        #expect(try home.antrain("pending").output.contains(lost))
        if let command { #expect(try home.antrain(command).status == 0) }
        home.now = "2026-11-23T07:30"
        let next = try home.antrain("schedule-next")
        #expect(next.output.contains(lost) == (command == nil), "\(next)")
        #expect(try !home.antrain("history").output.contains("the plan changed"))
        guard command == nil else { return }
        // Added again, it is planned again, and the plan decides alone.
        if table == "activation" {
            #expect(try home.antrain("program activate push-pull-legs").status == 0)
        } else {
            try home.antrain("reminder add Tea --at 09:30 --repeat daily")
        }
        let pending = try home.antrain("pending").output.split(separator: "\n")
        #expect(!pending.contains { $0.contains("Tea") && $0.contains("07:30") } || table == "activation", "\(pending)")
        home.now = "2026-11-25T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Day"))
    }

    /// A run with the clock ahead plans later dates; the dates it skips still have no plan when the clock is right again.
    @Test(arguments: [
        ["2026-11-24T10:00"], ["2026-12-20T10:00"], ["2027-05-01T10:00"], ["2027-01-21T12:00", "2027-02-20T12:00"],
        ["2027-03-02T12:00", "2027-01-21T12:00"], ["2026-12-20T10:00", "2026-12-22T10:00"],
    ])
    func aClockThatWasAheadForgetsNoReminder(ahead: [String]) throws {
        let home = try home()
        let ledger = home.folder.path + "/" + Self.path
        for table in ["notification", "delivery"] { try overwrite(table, of: ledger) }
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("are planned again"), "\(repair)")
        for moment in ahead {
            home.now = moment
            try home.antrain("schedule-next")
        }
        home.now = "2026-11-23T07:31"
        let next = try home.antrain("schedule-next")
        #expect(next.output.contains("Push Day"), "\(next)")
        home.now = "2026-11-25T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Day"))
    }

    @Test(arguments: ["07:30", "08:00", "19:00"]) func aDamagedQueueForgetsNoReminder(time: String) throws {
        let home = try home()
        let ledger = home.folder.path + "/" + Self.path
        for table in ["notification", "delivery"] { try overwrite(table, of: ledger) }
        home.now = "2026-11-23T\(time)"
        let repair = try home.antrain("repair")
        #expect(repair.status == 0 && repair.output.contains("are planned again"), "\(repair)")
        let next = try home.antrain("schedule-next")
        #expect(next.output.contains("Push Day") == (time != "19:00"), "\(next)")
        guard time == "19:00" else { return }
        let why = try home.antrain("why 2026-11-23").output
        #expect(why.contains("unknown") && !why.contains("did not run"), "\(why)")
    }
}
