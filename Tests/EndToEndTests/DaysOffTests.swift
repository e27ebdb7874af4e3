import Foundation
import TestSupport
import Testing

/// The setting `days-off`: the calendar of the days on which the user cannot train.
@Suite struct DaysOffTests {
    private static let settings = ".config/antrain/settings.yaml"

    /// A home on Sunday evening with workouts on Monday, Wednesday and Friday, and a calendar with events.
    private func home(_ events: String..., title: String = "Business trip", days: String = "mon,wed,fri") throws -> Home
    {
        let home = try Home.ready()
        try home.antrain("settings --days \(days)")
        try write(events, title, home)
        let set = try home.antrain("settings days-off ~/trips.ics")
        #expect(set.status == 0 && set.errors.contains("no days off in the next year") == events.isEmpty, "\(set)")
        return home
    }

    private func write(_ events: [String], _ title: String, _ home: Home) throws {
        let components = events.map { "BEGIN:VEVENT\r\nSUMMARY:\(title)\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        try home.folder.write("trips.ics", "BEGIN:VCALENDAR\r\n\(components)END:VCALENDAR\r\n")
    }

    private func object(_ line: String, _ home: Home) throws -> [String: Any] {
        let output = try home.antrain(line + " --json").output
        return try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }

    /// The commands that `week` proposes, by date.
    private func proposals(_ home: Home) throws -> [String: String] {
        let days = try object("week", home)["days"] as? [[String: Any]] ?? []
        let found = days.compactMap { day -> (String, String)? in
            guard let off = day["day_off"] as? [String: Any], let command = off["command"] as? String,
                let date = day["date"] as? String
            else { return nil }
            return (date, command)
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    @Test func eachCommandProposesAMoveThatWorks() throws {
        let home = try home("DTSTART;VALUE=DATE:20261125")
        let text = "a day off ('Business trip'); to move Pull Day: antrain move 2026-11-25 2026-11-26"
        for command in ["today wed", "week", ""] {
            let shown = try home.antrain(command)
            let output = shown.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(output.contains(text) && shown.errors.isEmpty, "\(command): \(shown)")
            // A shell does not separate words at the non-breaking spaces that keep a command on one line.
            #expect(shown.output.contains("antrain move 2026-11-25 2026-11-26"), "\(command): \(shown)")
        }
        #expect(try !home.antrain("today").output.contains("day off"))
        let status = try object("", home)["days_off"] as? [[String: Any]]
        #expect(status?.first?["event"] as? String == "Business trip")
        let command = try #require(try proposals(home)["2026-11-25"])
        #expect(try home.antrain(String(command.dropFirst("antrain ".count))).status == 0)
        #expect(try proposals(home).isEmpty)
        #expect(try home.pending().contains("workout/2026-11-26/0730"))
    }

    /// The nearest date comes first, and the later of two; two workouts get different dates.
    @Test(arguments: [
        (["20261125"], ["2026-11-25": "move 2026-11-25 2026-11-26"]),
        (["20261125", "20261126"], ["2026-11-25": "move 2026-11-25 2026-11-24"]),
        (
            ["20261125", "20261126", "20261127"],
            ["2026-11-25": "move 2026-11-25 2026-11-24", "2026-11-27": "move 2026-11-27 2026-11-28"]
        ),
        (
            ["20261123", "20261125"],
            ["2026-11-23": "move 2026-11-23 2026-11-24", "2026-11-25": "move 2026-11-25 2026-11-26"]
        ),
        (["20261124", "20261126"], [:]),
        (
            ["20261123\r\nDTEND:20261206"],
            [
                "2026-11-23": "pause --from 2026-11-23 --until 2026-12-05",
                "2026-11-25": "pause --from 2026-11-23 --until 2026-12-05",
                "2026-11-27": "pause --from 2026-11-23 --until 2026-12-05",
            ]
        ),
        // A pause includes the later workouts, even if one of them could be moved.
        (
            ["20261123\r\nDTEND:20261203"],
            [
                "2026-11-23": "pause --from 2026-11-23 --until 2026-12-02",
                "2026-11-25": "pause --from 2026-11-23 --until 2026-12-02",
                "2026-11-27": "pause --from 2026-11-23 --until 2026-12-02",
            ]
        ),
        (
            ["20261125\r\nDTEND:20270601"],
            [
                "2026-11-25": "move 2026-11-25 2026-11-24",
                "2026-11-27": "pause --from 2026-11-27 --until 2027-05-31",
            ]
        ),
        (["20261125\r\nTRANSP:TRANSPARENT"], [:]),
        (
            ["20261123\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,FR\r\nEXDATE;VALUE=DATE:20261123"],
            ["2026-11-27": "move 2026-11-27 2026-11-28"]
        ),
    ])
    func proposalsAreTheNearestFreeDates(starts: [String], expected: [String: String]) throws {
        let home = try home()
        try write(starts.map { "DTSTART;VALUE=DATE:\($0)" }, "Trip", home)
        let found = try proposals(home)
        #expect(found == expected.mapValues { "antrain " + $0 })
        // In this order, all of them work.
        for (date, command) in found.sorted(by: { $0.key < $1.key }) {
            let done = try home.antrain(String(command.dropFirst("antrain ".count)))
            #expect(done.status == 0, "\(date): \(command): \(done)")
        }
        #expect(try proposals(home).isEmpty)
    }

    /// A workout is moved to today only before the time of reminders.
    @Test(arguments: [("06:00", "move 2026-11-23 2026-11-22"), ("07:30", "pause --from 2026-11-23 --until 2026-11-24")])
    func todayIsProposedInTime(time: String, expected: String) throws {
        let home = try home()
        home.now = "2026-11-22T\(time)"
        // Neither a date with a workout, nor any other one of the next days is free.
        let dates = ["20261123", "20261124\r\nDTEND:20261125", "20261126", "20261128", "20261129"]
        try write(dates.map { "DTSTART:\($0)" }, "Trip", home)
        #expect(try proposals(home)["2026-11-23"] == "antrain \(expected)")
    }

    /// Each command of the overview has a row of its own, and a pause is named once.
    @Test func theOverviewNamesEachCommandOnce() throws {
        let home = try home("DTSTART:20261123\r\nDTEND:20261206")
        let long = try home.antrain("").output
        #expect(long.contains("Mon 23 Nov is a day off ('Business trip'); to pause all"), "\(long)")
        #expect(long.components(separatedBy: "antrain pause").count == 2, "\(long)")
        try write(["DTSTART:20261123", "DTSTART:20261125"], "Trip", home)
        let short = try home.antrain("").output
        for command in ["antrain move 2026-11-23 2026-11-24\n", "antrain move 2026-11-25 2026-11-26\n"] {
            #expect(short.contains(command), "\(short)")
        }
    }

    /// The command for a date does not depend on the dates that are shown.
    @Test func eachCommandProposesTheSame() throws {
        let home = try home("DTSTART:20261123\r\nDTEND:20261206")
        for date in ["2026-11-23", "2026-11-27", "2026-12-04"] {
            let off = try object("today \(date)", home)["day_off"] as? [String: Any]
            #expect(off?["command"] as? String == "antrain pause --from 2026-11-23 --until 2026-12-05", "\(date)")
        }
    }

    /// All open workouts of a date move together; answered ones stay.
    @Test(arguments: [false, true])
    func openWorkoutsMoveTogether(isOneSkipped: Bool) throws {
        let home = try home("DTSTART;VALUE=DATE:20261125")
        #expect(try home.antrain("program activate gzclp.yaml --add --start 2026-11-23").status == 0)
        if isOneSkipped { #expect(try home.antrain("skip 2026-11-25 --program push-pull-legs").status == 0) }
        let command = try #require(try proposals(home)["2026-11-25"])
        #expect(command == "antrain move 2026-11-25 2026-11-26" + (isOneSkipped ? " --program gzclp" : ""))
        #expect(try home.antrain(String(command.dropFirst("antrain ".count))).status == 0)
        #expect(try proposals(home).isEmpty)
        let moved = try object("today 2026-11-26", home)["workouts"] as? [[String: Any]]
        #expect(moved?.count == (isOneSkipped ? 1 : 2))
    }

    /// Without a free date, one day is skipped.
    @Test func aDayWithoutAFreeDateIsSkipped() throws {
        let home = try home("DTSTART;VALUE=DATE:20261125", days: "all")
        try home.folder.write("mine.yaml", DoctorHome.program)
        try home.antrain("program deactivate push-pull-legs")
        #expect(try home.antrain("program activate mine.yaml --start 2026-11-22").status == 0)
        #expect(try proposals(home) == ["2026-11-25": "antrain skip 2026-11-25"])
        #expect(try home.antrain("skip 2026-11-25").status == 0)
        #expect(try proposals(home).isEmpty)
    }

    @Test func whyNamesTheEvent() throws {
        let home = try home("DTSTART;VALUE=DATE:20261125")
        let text = try home.antrain("why 2026-11-25").output
        #expect(text.contains("'Business trip' in your calendar") && text.contains("settings.yaml:"), "\(text)")
        let causes = try object("why 2026-11-25", home)["causes"] as? [[String: Any]] ?? []
        #expect(causes.contains { $0["code"] as? String == "day-off" }, "\(causes)")
        #expect(try !home.antrain("why 2026-11-27").output.contains("Business trip"))
    }

    /// Days off change neither the queue nor what cron's command prints.
    @Test func theQueueStaysTheSame() throws {
        let plain = try Home.ready()
        let home = try home("DTSTART;VALUE=DATE:20261122\r\nDTEND:20261206")
        for step in ["2026-11-22T20:00", "2026-11-24T12:00", "2026-12-01T12:00"] {
            (plain.now, home.now) = (step, step)
            _ = try plain.antrain("schedule-next")
            let run = try home.antrain("schedule-next")
            if step == "2026-11-22T20:00" { #expect(run.output.isEmpty && run.errors.isEmpty, "\(run)") }
            #expect(!(run.output + run.errors).contains("Business trip"))
            #expect(try home.pending() == plain.pending() && !home.pending().isEmpty)
        }
    }

    /// A file that cannot be used changes nothing and is named with the fix; reading it writes nothing.
    @Test(arguments: [
        ("missing", "No such file"), ("folder", "it is a folder"), ("pipe", "it is a FIFO"),
        ("large", "it is larger than 8 MiB"), ("damaged", "line 2: expected NAME:VALUE"),
        ("empty", "line 1: expected BEGIN"),
    ])
    func aFileThatCannotBeReadIsReported(kind: String, reason: String) throws {
        let home = try home("DTSTART;VALUE=DATE:20261125")
        let (queue, week) = (try home.pending(), try Home.ready().antrain("week"))
        try FileManager.default.removeItem(atPath: home.folder.path + "/trips.ics")
        switch kind {
        case "folder": try home.folder.write("trips.ics/a", "")
        case "pipe": #expect(mkfifo(home.folder.path + "/trips.ics", 0o600) == 0)
        case "large": try home.folder.write("trips.ics", String(repeating: "BEGIN:VCALENDAR\n", count: 650_000))
        case "damaged": try home.folder.write("trips.ics", "BEGIN:VCALENDAR\n<html>\nEND:VCALENDAR\n")
        case "empty": try home.folder.write("trips.ics", "")
        default: break
        }
        let shown = try home.antrain("week")
        #expect(shown.status == 0 && shown.output == week.output, "\(shown)")
        let warning = "the days off in ~/trips.ics cannot be read; for details: antrain doctor\n"
        #expect(shown.errors == "antrain: warning: \(warning)", "\(shown.errors)")
        let why = try home.antrain("why 2026-11-25")
        #expect(why.errors.contains("~/trips.ics") && why.errors.contains(reason), "\(why.errors)")
        #expect(why.errors.contains("antrain settings days-off FILE") && why.errors.count < 400, "\(why.errors)")
        let doctor = try home.antrain("doctor")
        let found = doctor.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(doctor.status == 74 && found.contains(reason), "\(doctor)")
        let run = try home.antrain("schedule-next")
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
        #expect(try home.pending() == queue && !queue.isEmpty)
        let set = try home.antrain("settings days-off ~/trips.ics")
        #expect(kind == "folder" || set.status == 0 && set.errors.contains(reason), "\(set)")
    }

    /// An event that is left out is named in full by 'doctor', 'why' and the command that sets the file.
    @Test func anEventThatIsLeftOutIsReported() throws {
        let home = try home("DTSTART:20261125", "DTSTART;TZID=Home:20261127T000000\r\nDURATION:P1D")
        #expect(try proposals(home).keys.sorted() == ["2026-11-25"])
        let warning = "not all days off in ~/trips.ics can be read; for details: antrain doctor\n"
        #expect(try home.antrain("week").errors == "antrain: warning: \(warning)")
        let reason = "the event on line 6 of ~/trips.ics is left out: its time zone 'Home' is unknown"
        for command in ["why wed", "settings days-off ~/trips.ics"] {
            #expect(try home.antrain(command).errors.contains(reason), "\(command)")
        }
        let doctor = try home.antrain("doctor").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(doctor.contains(reason) && doctor.contains("fix: correct or remove the event"), "\(doctor)")
    }

    /// Titles come from outside.
    @Test func titlesAreShownWithoutControlCharacters() throws {
        let title = "\u{202E}Trip\u{1B}[2J\u{7}\u{200F} " + String(repeating: "x", count: 900_000)
        let home = try home("DTSTART;VALUE=DATE:20261125", title: title)
        for command in ["today wed", "week", "", "why wed", "week --json"] {
            let output = try home.antrain(command).output
            #expect(output.contains("Trip") && output.utf8.count < 20_000, "\(command): \(output.utf8.count)")
            let hidden = output.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || "\u{202E}\u{200F}".unicodeScalars.contains($0)
            }
            #expect(hidden.isEmpty, "\(command): \(hidden)")
        }
    }

    /// An event without a title has the name of the file.
    @Test func theDateIsOneOfTheUsersZone() throws {
        let home = try home("DTSTART:20261124T230000Z\r\nDTEND:20261125T230000Z", title: "")
        #expect(try home.antrain("week").output.contains("('trips.ics')"))
        #expect(try proposals(home).keys.sorted() == ["2026-11-25"])
        home.zone = "America/New_York"
        #expect(try proposals(home).keys.sorted() == ["2026-11-25"])
        try home.antrain("settings timezone Asia/Tokyo")
        #expect(try proposals(home).keys.sorted() == ["2026-11-25"])
    }
}
