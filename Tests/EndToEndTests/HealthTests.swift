import Foundation
import TestSupport
import Testing

/// Exit codes and the heartbeat reflect whether all is well, not only new problems.
@Suite struct HealthTests {
    private static let settings = ".config/antrain/settings.yaml"

    /// A home with a heartbeat file that ran once, with these settings afterwards.
    private func home(_ text: String) throws -> Home {
        let home = try Home.ready()
        try home.folder.write(
            Self.settings,
            "enabled: on\ntime: 07:30\nheartbeat: {file: \(home.folder.path)/beat}\n\(text)\n"
        )
        return home
    }

    private func beat(_ home: Home) -> String? { try? home.folder.read("beat") }

    @Test(arguments: [
        ("channels: [mail]", 78 as Int32), ("channels: [log]\nconfigure: {log: {format: xml}}", 78),
        ("channels: [console, consol]", 78), ("configure: {mial: {to: x}}", 78), ("tme: 5", 78),
    ])
    func aFaultLastsUntilItIsCorrected(text: String, status: Int32) throws {
        let home = try home(text)
        let first = try home.antrain("schedule-next")
        #expect(first.status == status && !first.errors.isEmpty, "\(first)")
        for line in ["schedule-next", "deliver", "schedule-next"] {
            let again = try home.antrain(line)
            #expect(again.status == status && again.errors.isEmpty, "\(line): \(again)")
        }
        // Also after the reminder was missed.
        home.now = "2026-11-23T11:31"
        #expect(try home.antrain("schedule-next").status == status)
        #expect(try home.antrain("deliver").status == status)
        #expect(beat(home) == nil)
        try home.folder.write(
            Self.settings,
            "enabled: on\ntime: 07:30\nchannels: [log]\nheartbeat: {file: \(home.folder.path)/beat}\n"
        )
        home.now = "2026-11-25T07:30"
        let well = try home.antrain("schedule-next")
        #expect(well.status == 0 && well.errors.isEmpty && beat(home) != nil, "\(well)")
    }

    /// `antrain deliver` may be what cron runs first after the settings were written by hand.
    @Test func aFirstDeliveryFollowsTheSettings() throws {
        let broken = try Home()
        try broken.folder.write(Self.settings, "enabled: on\ntme: 5\n")
        let first = try broken.antrain("deliver")
        #expect(first.status == 78 && first.errors.contains("tme"), "\(first)")
        let again = try broken.antrain("deliver")
        #expect(again.status == 78 && again.errors.isEmpty, "\(again)")
        let fresh = try Home()
        #expect(try fresh.antrain("deliver").status == 0)
        #expect(!FileManager.default.fileExists(atPath: fresh.folder.path + "/.local"))
    }

    @Test func aDeniedChannelIsNotWell() throws {
        let home = try home("channels: [console, log]")
        try home.antrain("plugin deny console")
        for line in ["schedule-next", "deliver", "schedule-next"] {
            let run = try home.antrain(line)
            #expect(run.status == 69 && run.errors.isEmpty && beat(home) == nil, "\(line): \(run)")
        }
        #expect(try home.antrain("doctor").status == 69)
        try home.antrain("plugin allow console")
        #expect(try home.antrain("schedule-next").status == 0 && beat(home) != nil)
    }

    @Test func anOptionalChannelMayBeDenied() throws {
        let home = try home("channels: [console, log]\nconfigure: {console: {optional: on}}")
        try home.antrain("plugin deny console")
        #expect(try home.antrain("schedule-next").status == 0 && beat(home) != nil)
    }

    /// A plugin that waits, as for a login, is well until it is too late; then the reminder was missed because of a fault.
    @Test func waitingIsWellUntilItIsTooLate() throws {
        let home = try home("channels: [mail]\nconfigure: {mail: {to: me@example.org, command: /no/such}}")
        let told = try home.antrain("schedule-next")
        #expect(told.status == 0 && told.errors.contains("command not found: /no/such"), "\(told)")
        for minute in ["07:30", "07:40"] {
            home.now = "2026-11-23T\(minute)"
            let run = try home.antrain("schedule-next")
            #expect(run.status == 0 && run.errors.isEmpty && beat(home) == "2026-11-23T\(utc(minute))Z\n", "\(run)")
        }
        home.now = "2026-11-23T11:31"
        let missed = try home.antrain("schedule-next")
        #expect(missed.status == 69 && missed.errors.contains("'mail' was missed"), "\(missed)")
        let again = try home.antrain("schedule-next")
        #expect(again.status == 69 && again.errors.isEmpty, "\(again)")
        #expect(beat(home) == "2026-11-23T06:40:00Z\n")
    }

    private func utc(_ berlin: String) -> String {
        let parts = berlin.split(separator: ":")
        let hour = (Int(parts[0]) ?? 0) - 1
        return (hour < 10 ? "0" : "") + "\(hour):\(parts[1]):00"
    }

    /// A decision ends the failures before it.
    @Test func allowedChannelsNoLongerCountAsDenied() throws {
        let home = try Home.ready()
        try home.antrain("plugin deny console")
        home.now = "2026-11-23T07:30"
        try home.antrain("schedule-next")
        let denied = try home.antrain("", environment: ["COLUMNS": "200"]).output
        #expect(denied.contains("you denied channel 'console'"), "\(denied)")
        try home.antrain("plugin allow console")
        let status = try home.antrain("", environment: ["COLUMNS": "200"]).output
        #expect(status.contains("Channel console  ready") && !status.contains("denied"), "\(status)")
        #expect(try home.antrain("--json").output.contains("\"failing\" : false"))
    }
}
