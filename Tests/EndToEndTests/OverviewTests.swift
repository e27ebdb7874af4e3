import Foundation
import TestSupport
import Testing

/// `antrain` without a command, and empty lists: each names the next step.
@Suite struct OverviewTests {
    @Test func anEmptyHomeShowsTheWayToTheFirstReminder() throws {
        let home = try Home()
        let run = try home.antrain("")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        let commands = ["program activate push-pull-legs", "settings --time 07:30", "install cron"]
        #expect(run.output.hasPrefix("  antrain setup "), "\(run.output)")
        for command in commands { #expect(run.output.contains("antrain \(command)"), "\(run.output)") }
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/.local"), "looking makes no ledger")
        // The steps lead to a reminder.
        for command in commands.dropLast() { #expect(try home.antrain(command).status == 0) }
        #expect(try home.pending().first == "workout/2026-11-23/0730")
    }

    @Test func theOverviewHasTheNextReminderOpenWorkoutsAndProblems() throws {
        let home = try Home.waiting()
        let run = try home.antrain("")
        #expect(run.output.contains("Next             Drink water, tomorrow at 08:00"), "\(run.output)")
        #expect(
            run.output.contains("Push Day; Drink water") || run.output.contains("Drink water; Push Day"),
            "\(run.output)"
        )
        #expect(run.output.contains("Channel console  ready"), "\(run.output)")
        try home.antrain("pause --from 2026-11-24")
        #expect(try home.antrain("").output.contains("Pauses"))
        let fresh = try Home.ready()
        fresh.hasTrigger = false
        #expect(try fresh.antrain("").output.contains("antrain install cron"))
        try fresh.antrain("settings --off")
        #expect(try fresh.antrain("").output.contains("turn them on: antrain settings --time"))
    }

    @Test(arguments: ["today", "week", "pending", "history", "", "program list", "reminder list"])
    func emptyListsNameTheNextStep(command: String) throws {
        let run = try Home().antrain(command)
        let step = command == "reminder list" ? "antrain reminder add" : "antrain program activate"
        #expect(run.status == 0 && (run.output + run.errors).contains(step), "\(run)")
        // JSON has no advice.
        #expect(try Home().antrain("\(command) --json").errors.isEmpty)
    }

    @Test func theNextStepDependsOnWhatIsThere() throws {
        let home = try Home()
        try home.antrain("program activate push-pull-legs")
        #expect(try home.antrain("pending").errors.contains("antrain settings --time 07:30"))
        try home.antrain("settings --time 07:30 --days none")
        #expect(try home.antrain("pending").errors.contains("'antrain week'"))
        #expect(try home.antrain("history").errors.contains("'antrain pending'"))
    }

    @Test func theWayToTheFirstReminderSpeaksTheUsersLanguage() throws {
        for (locale, words) in [
            ("de_DE", "Drei Befehle"), ("es_ES", "Tres comandos"), ("fr_FR", "Trois commandes"), ("tr_TR", "üç komut"),
        ] {
            #expect(try Home().antrain("", environment: ["LC_ALL": "\(locale).UTF-8"]).output.contains(words))
        }
    }
}
