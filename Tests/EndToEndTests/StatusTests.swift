import Foundation
import TestSupport
import Testing

@Suite struct StatusTests {
    @Test func statusShowsTheNextAndOpenReminders() throws {
        let home = try Home.ready()
        #expect(
            try home.antrain("").output == """
                Next             Push Day, tomorrow at 07:30
                Unanswered       none since Fri 20 Nov
                Last run         not yet: antrain is scheduled
                Channel console  ready

                """
        )
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        #expect(try home.antrain("--format tmux").output == "1! Wed 25 Nov at 07:30 Pull Day\n")
        #expect(try home.antrain("--format badge").output == "1\n")
        #expect(try home.antrain("--format i3blocks").output.split(separator: "\n").count == 3)
        let bar = try home.antrain("--format waybar").output
        let module = try #require(try JSONSerialization.jsonObject(with: Data(bar.utf8)) as? [String: String])
        #expect(module["class"] == "waiting" && module["tooltip"]?.contains("unanswered: ") == true)
        try home.antrain("snooze --for 15m")
        home.now = "2026-11-23T07:45"
        try home.antrain("deliver")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        try home.antrain("done")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 0"))
        #expect(try home.antrain("--format tmux").output == "Wed 25 Nov at 07:30 Pull Day\n")
        #expect(try home.antrain("--format badge").output.isEmpty)
    }

    @Test func theNextReminderMayBeBeyondTheHorizon() throws {
        let home = try Home.ready()
        for name in ["2026-11-23", "2026-11-25", "2026-11-27"] { try home.antrain("cancel workout/\(name)/0730") }
        #expect(try home.pending().isEmpty)
        #expect(try home.antrain("--format tmux").output == "Mon 30 Nov at 07:30 Push Day\n")
        // Neither the first workout beyond the horizon nor any of a paused program has a reminder.
        try home.antrain("settings horizon 14")
        for name in ["2026-11-30", "2026-12-02", "2026-12-04"] { try home.antrain("cancel workout/\(name)/0730") }
        try home.antrain("settings horizon 7")
        #expect(try home.antrain("--format tmux").output == "Mon 7 Dec at 07:30 Push Day\n")
        try home.antrain("pause")
        try home.antrain(arguments: ["reminder", "add", "Tea", "--at", "2026-12-20 10:00"])
        #expect(try home.antrain("--format tmux").output == "Sun 20 Dec at 10:00 Tea\n")
    }

    /// The number in a prompt is that of `status --json`, also for a workout that was started without a reminder.
    @Test func theBadgeCountsStartedWorkouts() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:30"
        try home.antrain("start")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        #expect(try home.antrain("--format badge").output == "1\n")
        #expect(try home.antrain("--format tmux").output.hasPrefix("1! "))
    }

    @Test func unreadyChannelsAreShownWithTheirRemedy() throws {
        let home = try Home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [mail, log]\nconfigure: {mail: {to: me@example.org, command: \(nowhere)}}\n"
        )
        let output = try home.antrain("", environment: ["COLUMNS": "200"]).output
        #expect(output.contains("reminders are off"))
        #expect(output.contains("Channel mail  not ready: command not found: \(nowhere)"), "\(output)")
        #expect(output.contains("Channel log   ready"))
    }

    /// tmux reads '#' as the start of a format; '##' is a literal '#'.
    @Test func tmuxKeepsEveryCharacter() throws {
        let home = try Home(now: "2026-11-22T08:00")
        try home.antrain("settings --on")
        try home.antrain(arguments: ["reminder", "add", "#1: Practice C#", "--at", "2026-11-22 09:00"])
        #expect(try home.antrain("--format tmux").output == "09:00 ##1: Practice C##\n")
    }
}
