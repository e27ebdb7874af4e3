import Foundation
import TestSupport
import Testing

/// Commands report the actual state.
@Suite struct ReportTests {
    private func two() throws -> Home {
        let home = try Home.ready()
        try home.antrain("program activate bodyweight-routine --add")
        home.now = "2026-11-23T07:30"
        try home.antrain("schedule-next")
        return home
    }

    @Test func `A date with two answers shows both`() throws {
        let home = try two()
        try home.antrain("done --program push-pull-legs")
        try home.antrain("skip --program bodyweight-routine")
        let mixed = "Push Day: already done; Full Body: you skipped it"
        let words = { (line: String) in
            try home.antrain(line).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        #expect(try words("today").contains(mixed))
        home.now = "2026-11-24T08:00"
        #expect(try words("week --this").contains(mixed))
        try home.antrain("undo 1")
        #expect(try words("week --this").contains("Push Day: already done; Full Body: unanswered"))
        #expect(try home.antrain("week --this --json").output.contains("\"reason\" : \"mixed\""))
    }

    @Test func `A workout with two reminders counts once`() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:30"
        try home.antrain("schedule-next")
        try home.antrain("settings --time 09:00")
        home.now = "2026-11-23T09:00"
        try home.antrain("schedule-next")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        let groups = try two()
        #expect(try groups.antrain("").output.contains("2 since Sat 21 Nov: Push Day; Full Body"))
    }

    @Test func `A move reports the workout that it displaces`() throws {
        let home = try Home.ready()
        let run = try home.antrain("move 2026-11-23 2026-11-25 --json")
        #expect(run.output.contains("Push Day") && run.output.contains("Pull Day"))
        try home.antrain("undo")
        let words = try home.antrain("move 2026-11-23 2026-11-25").output
        #expect(
            words.contains("moved Push Day from 2026-11-23 to 2026-11-25; moved Pull Day from 2026-11-25 to 2026-11-23")
        )
    }

    @Test func `Activating a program again keeps its own choices and says so`() throws {
        let home = try Home.ready()
        try home.antrain("program activate push-pull-legs --replace --time 18:00")
        let run = try home.antrain("program activate push-pull-legs --replace --days mon,wed,fri")
        #expect(run.errors.contains("keeps its own settings: --time 18:00"), "\(run)")
        #expect(try home.pending().first == "workout/2026-11-23/1800")
    }

    @Test func `A rest day's reminder needs no answer`() throws {
        let home = try Home.ready()
        try home.antrain("settings rest-days on --days all")
        home.now = "2026-11-24T07:30"
        #expect(try home.antrain("schedule-next").output.contains("Rest Day"))
        let day = try home.antrain("today").output
        #expect(day.contains("sent at 07:30") && !day.contains("answer"), "\(day)")
    }

    @Test func `Status reports pauses, overdue and missed reminders, and the last run`() throws {
        let home = try Home.ready()
        #expect(try home.antrain("").output.contains("Last run"))
        #expect(!(try home.antrain("--json").output.contains("last_run")))
        home.now = "2026-11-23T07:40"
        let due = "Push Day (today at 07:30): due now, not sent yet"
        #expect(try home.antrain("").output.replacing(/\s+/, with: " ").contains("Due \(due)"))
        try home.antrain("schedule-next")
        let status = try home.antrain("").output
        #expect(!status.contains("due now") && status.contains("Last run         today at 07:40"), "\(status)")
        // The ledger does not record runs that follow within ten minutes.
        home.now = "2026-11-23T07:47"
        try home.antrain("schedule-next")
        #expect(try home.antrain("").output.contains("Last run         within the last 10 minutes"))
        try home.antrain("pause --until 2026-12-01")
        #expect(try home.antrain("").output.contains("Push Pull Legs paused from 2026-11-23 through 2026-12-01"))
        try home.antrain("resume")
        home.now = "2026-11-25T23:30"
        try home.antrain("schedule-next")
        #expect(try home.antrain("").output.contains("Missed"))
    }

    @Test func `A channel whose last delivery failed is not ready`() throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [command]\nconfigure: {command: {run: /bin/false}}\n"
        )
        try home.antrain("plugin allow command")
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        let status = try home.antrain("--json").output
        #expect(status.contains("\"failing\" : true") && status.contains("\"ready\" : false"), "\(status)")
    }

    @Test func `An active program whose file is missing is shown as last read`() throws {
        let home = try Home()
        let file = try String(contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml", encoding: .utf8)
        try home.folder.write("mine.yaml", file.replacing("id: push-pull-legs", with: "id: mine"))
        try home.antrain("program activate mine.yaml")
        try FileManager.default.removeItem(atPath: home.folder.path + "/mine.yaml")
        let run = try home.antrain("program show mine")
        #expect(run.status == 0 && run.output.contains("Push Day") && run.errors.contains("is missing"), "\(run)")
        #expect(try home.antrain("program list").output.contains("(file missing)"))
        #expect(try home.antrain("program list --json").output.contains("\"missing\" : true"))
        #expect(try home.antrain("program list --json").output.contains("\"valid\" : false"))
        for (text, note) in [("nonsense: 1\n", "(file has errors)"), (file, "(file contains another program)")] {
            try home.folder.write("mine.yaml", text)
            #expect(try home.antrain("program list", environment: ["COLUMNS": "200"]).output.contains(note))
            let json = try home.antrain("program list --json").output
            #expect(json.contains("\"missing\" : false") && json.contains("\"valid\" : false"), "\(json)")
        }
    }

    @Test func `Settings have typed values besides their text`() throws {
        let home = try Home.ready()
        let output = try home.antrain("settings --json").output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let entries = try #require(object["settings"] as? [[String: Any]])
        func entry(_ key: String) throws -> [String: Any] {
            try #require(entries.first { $0["key"] as? String == key })
        }
        #expect(try entry("enabled")["value"] as? Bool == true)
        #expect(try entry("horizon")["value"] as? Int == 7)
        #expect(try entry("grace")["value"] as? Int == 14_400)
        #expect(try entry("days")["value"] as? [String] == ["monday", "wednesday", "friday"])
        #expect(try entry("timezone")["effective"] as? String == "Europe/Berlin")
        #expect(try entry("time")["origin"] as? String == "file")
    }

    @Test(arguments: [50, 60, 80])
    func `Lines are never broken within a word`(columns: Int) throws {
        let home = try two()
        let width = ["COLUMNS": "\(columns)"]
        for line in [
            "today", "week", "pending", "history", "", "settings", "open workout/2026-11-23/0730", "done x",
            "program list",
        ] {
            let run = try home.antrain(line, environment: width)
            for text in (run.output + run.errors).split(separator: "\n") {
                let longest = text.split(separator: " ").map(\.count).max() ?? 0
                #expect(text.count <= max(columns, longest + 30), "\(line): \(text)")
                #expect(text.count <= columns || text.contains("/"), "\(line): \(text)")
            }
        }
    }

    @Test func `Columns line up with emoji and East Asian names`() throws {
        let home = try Home(now: "2026-11-22T08:00")
        try home.antrain("settings --on")
        for (title, time) in [("腕立て伏せ", "09:00"), ("💪🏽 Push", "10:00"), ("Run", "11:00")] {
            try home.antrain(arguments: ["reminder", "add", title, "--at", "2026-11-22 \(time)"])
        }
        let lines = try home.antrain("pending").output.split(separator: "\n")
        #expect(lines[0].contains("腕立て伏せ  console") && lines[1].contains("💪🏽 Push     console"))
        #expect(lines[2].contains("Run         console"))
    }

    @Test func `A reminder without notes has a general text`() throws {
        let home = try Home(now: "2026-11-22T08:00")
        try home.antrain("settings --on")
        try home.antrain(arguments: ["reminder", "add", "Tea", "--at", "2026-11-22 09:00"])
        let open = try home.antrain("open reminder/1/2026-11-22/0900").output
        #expect(open.hasPrefix("Tea\nTime for your reminder!\ntoday at 09:00\n"), "\(open)")
    }
}
