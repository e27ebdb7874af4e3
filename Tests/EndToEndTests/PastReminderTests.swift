import Foundation
import TestSupport
import Testing

/// `antrain why` about reminders that were sent, missed or not allowed.
@Suite struct PastReminderTests {
    @Test func aSentReminderIsExplained() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:31"
        #expect(try home.antrain("schedule-next").status == 0)
        home.now = "2026-11-23T20:00"
        let run = try home.antrain("why")
        #expect(run.output.contains("delivered  Workout Time!") && run.output.contains("console: delivered"), "\(run)")
        #expect(try home.antrain("why antrain://workout/2026-11-23/0730").output == run.output)
        #expect(try home.antrain("done").status == 0)
        #expect(try home.antrain("why").output.contains("done (entered 2026-11-23T20:00)"))
    }

    @Test func aMissedReminderNamesTheTimeWithoutARun() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T12:40"
        #expect(try home.antrain("schedule-next").status == 0)
        let run = try home.antrain("why mon", environment: ["COLUMNS": "200"])
        #expect(run.output.contains(/missed +Workout Time!/), "\(run)")
        #expect(
            run.output.contains(
                "antrain did not run from 2026-11-23T07:30 until 2026-11-23T12:40; the grace period is 4h"
            ),
            "\(run)"
        )
        // There is no record of the time before the program was active.
        #expect(try home.antrain("why 2026-11-20").output.contains("starts on"))
    }

    @Test func aDeniedChannelIsNamed() throws {
        let home = try Home.ready()
        #expect(try home.antrain("settings --channels console,log").status == 0)
        #expect(try home.antrain("plugin deny log").status == 0)
        let run = try home.antrain("why mon", environment: ["COLUMNS": "200"])
        #expect(run.output.contains("you denied the channel log; to allow it: antrain channel allow log"), "\(run)")
    }

    @Test func theReasonsAreInTheLanguageOfTheUser() throws {
        let home = try Home.ready()
        #expect(try home.antrain("settings language de").status == 0)
        let run = try home.antrain("why mon")
        #expect(run.output.contains("sieht Push Day vor") && run.output.contains("Erinnerungszeit"), "\(run)")
    }
}

/// The options of `antrain history`.
@Suite struct HistoryOptionTests {
    @Test(arguments: [
        ("", "Mon", true), ("--since 2026-11-23", "Mon", true),
        ("--since 2026-11-24", "expected today (2026-11-23) or an earlier date", false), ("--since mon", "Mon", true),
        ("--until 2026-11-22", "no past reminders match", true), ("--channel console --state delivered", "Mon", true),
        ("--state missed", "no past reminders match", true),
        ("--since mon --until sun", "invalid --until '2026-11-22': expected 2026-11-23 or a later date", false),
        ("--state lost", "delivered", false),
    ])
    func partsAreShown(options: String, part: String, isValid: Bool) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:31"
        #expect(try home.antrain("schedule-next").status == 0)
        let run = try home.antrain("history \(options)", environment: ["LC_ALL": "en_GB.UTF-8"])
        #expect((run.status == 0) == isValid, "\(run)")
        #expect((run.output + run.errors).contains(part), "\(run)")
    }
}

/// The channels that `antrain history --channel` accepts.
@Suite struct HistoryChannelTests {
    @Test func anUnknownChannelIsAnErrorWithASuggestion() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:31"
        try home.antrain("schedule-next")
        let run = try home.antrain("history --channel consle")
        #expect(run.status == 64 && run.errors.contains("did you mean 'console'?"), "\(run)")
        #expect(try home.antrain("history --channel console").output.contains("Push Day"))
        // A channel without deliveries, and one that is no longer in the settings.
        #expect(try home.antrain("history --channel mail").status == 0)
        let file = ".config/antrain/settings.yaml"
        let settings = try home.folder.read(file)
        let other = settings.replacing("[console]", with: "[old]") + "configure: {old: {plugin: log}}\n"
        try home.folder.write(file, other)
        home.now = "2026-11-25T07:31"
        try home.antrain("schedule-next")
        try home.folder.write(file, settings)
        #expect(try home.antrain("history --channel old").output.contains("Pull Day"))
    }
}
