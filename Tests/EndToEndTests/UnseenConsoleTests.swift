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
    @Test(arguments: ["me@example.org", ""], [true, false])
    func cronMailsTheOutput(address: String, hasSendmail: Bool) throws {
        let home = try home()
        home.hasSendmail = hasSendmail
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
        #expect(finished.output.contains("Push Day") == (hasSendmail && !address.isEmpty), "\(finished)")
    }

    /// A person asks, but cron delivers; both commands know whether it reaches anyone.
    @Test(arguments: [
        ("", nil), ("MAILTO=me@example.org\n", nil), ("MAILTO=\"\"\n", "because MAILTO is empty in the crontab"),
        ("MAILTO=\n", "because MAILTO is empty in the crontab"),
        ("ANTRAIN_SENDMAIL=\(nowhere)/sendmail\n", "because there is no program \(nowhere)/sendmail"),
    ])
    func statusAndDoctorAskForTheTrigger(variables: String, reason: String?) throws {
        let home = try InstalledHome("\(variables)* * * * * \(BuildProducts.path("antrain")) schedule-next\n")
        let (status, doctor) = try (home.antrain(""), home.antrain("doctor"))
        guard let reason else {
            #expect(status.output.contains("Channel console  ready") && doctor.status == 0, "\(status)\(doctor)")
            return
        }
        for text in [status.words, doctor.words] {
            #expect(text.contains("nobody reads antrain's output: ") && text.contains(reason), "\(text)")
            #expect(text.contains("antrain settings --channels desktop"), "\(text)")
        }
        #expect(doctor.status == 69)
        #expect(try home.antrain("settings --channels log").status == 0 && home.antrain("doctor").status == 0)
    }

    @Test(arguments: [
        ("cron", "", nil), ("cron", "MAILTO=\"\"\n", "because MAILTO is empty in the crontab"),
        ("systemd", "", "a service's output ends up in a log"),
        ("systemd --daemon", "", "a service's output ends up in a log"),
    ])
    func installingATriggerNamesTheChannel(trigger: String, variables: String, reason: String?) throws {
        let home = try InstalledHome(variables.isEmpty ? nil : variables)
        let installed = try home.antrain("install \(trigger) --yes")
        guard let reason else {
            #expect(installed.output.contains("note: reminders go to the channel 'console', which is ready\n"))
            return
        }
        #expect(installed.words.contains("note: the channel 'console' is not ready: "), "\(installed)")
        #expect(installed.words.contains(reason), "\(installed)")
        let doctor = try home.antrain("doctor")
        #expect(doctor.status == 69 && doctor.words.contains(reason), "\(doctor)")
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
