import Foundation
import TestSupport
import Testing

/// Fallback channels and optional channels.
@Suite struct ChannelTests {
    private func home(_ mail: String, channels: String = "mail") throws -> Home {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [\(channels)]\nconfigure: {mail: {to: me@example.org, command: \(nowhere)/command\(mail)}}\n"
        )
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        return home
    }

    private func log(_ home: Home) -> Int {
        (try? home.folder.read(".local/state/antrain/notifications.log").split(separator: "\n").count) ?? 0
    }

    @Test func theFallbackDeliversAtOnce() throws {
        let home = try home(", else: log")
        let run = try home.antrain("schedule-next")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(log(home) == 1)
        let history = try home.antrain("history", environment: ["COLUMNS": "200"]).words
        #expect(history.contains("mail: failed: command not found: \(nowhere)/command"))
        #expect(history.contains("handed over to log") && history.contains("log: delivered"))
        home.now = "2026-11-23T07:45"
        #expect(try home.antrain("schedule-next --verbose").output.contains("0 added, 0 cancelled, 2 kept"))
        #expect(log(home) == 1)
    }

    @Test func escalationWaitsForTheFailures() throws {
        let home = try home(", else: log, else-after: 3", channels: "mail, console")
        // The plugin asks to be tried again, which is no fault yet.
        #expect(try home.antrain("deliver").status == 0)
        for minute in ["07:40", "07:55"] {
            #expect(log(home) == 0)
            home.now = "2026-11-23T\(minute)"
            let run = try home.antrain("schedule-next")
            #expect(run.output.isEmpty, "only the channel that failed is tried again")
        }
        #expect(log(home) == 1)
        home.now = "2026-11-23T09:00"
        #expect(try home.antrain("deliver").status == 0)
        #expect(log(home) == 1)
    }

    /// A reminder that one channel delivered stays in the history when it is answered while another channel retries.
    @Test(arguments: ["done", "skip", "snooze"])
    func aPartialDeliveryCounts(action: String) throws {
        let home = try Home.ready()
        let program = try home.folder.write("busy", "#!/bin/sh\nexit 75\n", mode: 0o755)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [console, command]\nconfigure: {command: {command: \(program)}}\n"
        )
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.antrain(action).status == 0)
        let history = try home.antrain("history").output
        #expect(history.contains("2026-11-23 07:30  delivered"), "\(history)")
        try home.antrain("undo")
        #expect(try home.antrain("--json").output.contains("\"badge\" : 1"))
        #expect(try home.antrain("done").output.contains("done: Push Day"))
    }

    @Test func anOptionalChannelFailsSilently() throws {
        let home = try home(", optional: yes", channels: "mail, log")
        let run = try home.antrain("deliver")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(log(home) == 1)
        #expect(
            try home.antrain("pending", environment: ["COLUMNS": "200"]).words.contains(
                "mail (retrying: command not found"
            )
        )
    }

    @Test(arguments: [
        (", else: mail", "cannot be its own fallback"), (", else: NO", "invalid channel name"),
        (", else-after: 2", "add a fallback channel"), (", else: log, else-after: 99", "1 to 20"),
        (", optional: perhaps", "on or off"),
    ])
    func invalidFallbacksAreReportedWithTheirLine(mail: String, part: String) throws {
        let home = try Home()
        try home.folder.write(".config/antrain/settings.yaml", "configure: {mail: {to: me@example.org\(mail)}}\n")
        let run = try home.antrain("week")
        #expect(
            run.status == 78 && run.errors.contains(part) && run.errors.contains("settings.yaml:1:"),
            "\(run.errors)"
        )
    }

    /// A channel used by a single program is in use like any other, and so is its fallback.
    @Test func anActivationsChannelsAreInUse() throws {
        let home = try Home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: true
            channels: [console]
            configure:
              mail: {to: me@example.org, command: \(nowhere), else: log}

            """
        )
        let run = try home.antrain("program activate push-pull-legs.yaml --channels mail")
        #expect(run.status == 0 || run.errors.contains("\(nowhere)"), "\(run.errors)")
        let status = try home.antrain("", environment: ["COLUMNS": "200"]).words
        #expect(status.contains("Channel mail") && status.contains("Channel log"), "\(status)")
        #expect(status.contains("not ready: command not found: \(nowhere)"), "\(status)")
        let told = try home.antrain("schedule-next --verbose").errors
        #expect(told.contains("the channel 'mail' is not ready: command not found: \(nowhere)"), "\(told)")
        let list = try home.antrain("plugin list --json").output
        let object = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any]
        for name in ["mail", "log", "console"] {
            let entry = (object?["plugins"] as? [[String: Any]])?.first { $0["name"] as? String == name }
            #expect(entry?["channels"] as? [String] == [name], "\(name): \(list)")
        }
    }
}
