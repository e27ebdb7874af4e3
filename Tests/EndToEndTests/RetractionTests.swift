import Foundation
import TestSupport
import Testing

/// The command that records an answer retracts the notifications that channels still display.
@Suite struct RetractionTests {
    /// A home in which Monday's reminder was delivered on the channel `answer`.
    private func home(cancel: String = "cancel") throws -> Home {
        let home = try Home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [answer, console]
            configure: {answer: {plugin: \(DaemonHome.libraries[cancel] ?? ""), path: \(home.folder.path)}}

            """
        )
        try home.antrain("program activate push-pull-legs.yaml")
        try home.antrain("plugin allow answer")
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        return home
    }

    private func lines(_ file: String, _ home: Home) -> [String] {
        ((try? home.folder.read(file)) ?? "").split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["done", "skip", "snooze", "done --all", "snooze --for 2h"])
    func anAnswerRetractsTheNotification(command: String) throws {
        let home = try home()
        #expect(try home.antrain(command).status == 0)
        #expect(lines("cancelled", home) == ["workout/2026-11-23/0730"])
        // The command ends at once and cannot receive answers, so the plugin must not show buttons.
        #expect(lines("delivered", home).allSatisfy { $0.hasSuffix(" 0 0") })
        try home.antrain("undo")
        #expect(lines("cancelled", home).count == 1)
    }

    /// A delivered snooze is retracted together with its reminder.
    @Test func allNotificationsOfAReminderAreRetracted() throws {
        let home = try home()
        try home.antrain("snooze --for 15m")
        home.now = "2026-11-23T07:45"
        try home.antrain("deliver")
        try home.antrain("done")
        let snooze = "workout/2026-11-23/0730/snooze-1"
        #expect(lines("cancelled", home).suffix(2).sorted() == ["workout/2026-11-23/0730", snooze])
    }

    @Test func `Deleting one of the user's own reminders retracts its notification`() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--at", "2026-11-23 08:00"])
        home.now = "2026-11-23T08:00"
        try home.antrain("deliver")
        #expect(try home.antrain("reminder delete 1").status == 0)
        #expect(lines("cancelled", home) == ["reminder/1/2026-11-23/0800"])
    }

    @Test(arguments: ["start", "pause --until 2026-12-01", "done --date 2026-11-22", "settings --time 08:00"])
    func otherCommandsRetractNothing(command: String) throws {
        let home = try home()
        try home.antrain(command)
        #expect(lines("cancelled", home).isEmpty)
    }

    /// A plugin without `cancel` is not started.
    @Test func pluginsWithoutCancelAreNotStarted() throws {
        let home = try home(cancel: "0")
        let before = lines("opened", home).count
        #expect(try home.antrain("done").status == 0)
        #expect(lines("opened", home).count == before && lines("cancelled", home).isEmpty)
    }

    @Test func deniedChannelsAreNotStarted() throws {
        let home = try home()
        try home.antrain("plugin deny answer")
        #expect(try home.antrain("done").status == 0)
        #expect(lines("cancelled", home).isEmpty)
    }

    /// Failures to retract an answered reminder are reported only with --verbose.
    @Test func retractionFailuresAreNotErrors() throws {
        let home = try home()
        let file = home.folder.path + "/cancelled"
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        let quiet = try home.antrain("done")
        #expect(quiet.status == 0 && !quiet.errors.contains("may still display"), "\(quiet.errors)")
        try home.antrain("undo")
        #expect(
            try home.antrain("done --verbose").errors.contains(
                "the channel 'answer' may still display an answered reminder"
            )
        )
    }
}
