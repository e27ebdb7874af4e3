import Foundation
import TestSupport
import Testing

/// The console delivers only what somebody can see.
@Suite struct UnseenConsoleTests {
    /// A service, whose output ends up in a log.
    private static let service = ["INVOCATION_ID": "0123456789abcdef"]

    private func home() throws -> Home {
        let home = try Home.ready()
        home.now = "2026-11-23T07:30"
        return home
    }

    @Test func aServiceDeliversNothingToItsLog() throws {
        let home = try home()
        let run = try home.antrain("deliver --verbose", environment: Self.service)
        #expect(run.status == 0 && !run.output.contains("Push Day"), "\(run)")
        #expect(run.errors.contains("nobody reads antrain's output"), "\(run)")
        // A person still gets it within the grace period.
        home.now = "2026-11-23T07:40"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
    }

    @Test func anUnseenReminderIsMissedWithItsReason() throws {
        let home = try home()
        try home.antrain("deliver", environment: Self.service)
        home.now = "2026-11-23T11:31"
        let run = try home.antrain("schedule-next", environment: Self.service)
        #expect(run.status == 69 && run.errors.contains("nobody reads antrain's output"), "\(run)")
        #expect(try home.antrain("history").output.contains("missed"))
    }

    @Test func aFallbackTakesOver() throws {
        let home = try home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nconfigure: {console: {else: log}}\n"
        )
        #expect(try home.antrain("schedule-next", environment: Self.service).output.isEmpty)
        #expect(try home.folder.read(".local/state/antrain/notifications.log").contains("Push Day"))
    }

    /// cron mails the output, unless there is no mail system or the crontab turns mail off.
    @Test(arguments: ["me@example.org", ""]) func cronMailsTheOutput(address: String) throws {
        let home = try home()
        try FileManager.default.copyItem(
            atPath: URL(filePath: "/bin/sh").resolvingSymlinksInPath().path,
            toPath: home.folder.path + "/cron"
        )
        let finished = try run(
            home.folder.path + "/cron",
            ["-c", "'\(BuildProducts.path("antrain"))' deliver; true"],
            environment: home.environment.merging(["MAILTO": address]) { $1 },
            in: home.folder.path
        )
        let isMailed = !address.isEmpty && FileManager.default.isExecutableFile(atPath: "/usr/sbin/sendmail")
        #expect(finished.output.contains("Push Day") == isMailed, "\(finished)")
    }

    /// Users who collect the output can say so.
    @Test func theSettingsMaySayThatTheOutputIsRead() throws {
        let home = try home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nconfigure: {console: {output: read}}\n"
        )
        #expect(try home.antrain("schedule-next", environment: Self.service).output.contains("Push Day"))
    }
}
