import Foundation
import TestSupport
import Testing

/// The settings for files and addresses to which antrain writes.
@Suite struct DestinationSettingsTests {
    private static let settings = ".config/antrain/settings.yaml"

    /// The file before, the arguments, and the line in the file after.
    @Test(arguments: [
        ("", "calendar-file ./training.ics", "calendar-file: \"~/training.ics\""),
        ("", "calendar-file /srv/training.ics", "calendar-file: \"/srv/training.ics\""),
        (
            "calendar-file: {path: ~/old.ics, days: 30}  # feed", "calendar-file ~/new.ics",
            "calendar-file: {path: \"~/new.ics\", days: 30}  # feed"
        ),
        ("calendar-file: ~/old.ics", "calendar-file off", "calendar-file: off"),
        ("", "days-off ./trips.ics", "days-off: \"~/trips.ics\""),
        ("days-off: ~/old.ics", "days-off off", "days-off: off"),
        ("", "logging journal", "logging: journal"), ("", "logging ./log.txt", "logging: \"~/log.txt\""),
        (
            "logging: {to: ~/log, level: warning}", "logging journal",
            "logging: {to: \"journal\", level: warning}"
        ),
        ("logging: journal", "logging.level error", "logging: {to: \"journal\", level: error}"),
        ("logging: {to: ~/log, level: warning}", "logging.level info", "logging: {to: \"~/log\", level: info}"),
        ("logging: journal", "logging off", "logging: off"),
        ("", "heartbeat ~/beat", "heartbeat: {file: \"~/beat\"}"),
        ("", "heartbeat ./my.folder/beat", "heartbeat: {file: \"~/my.folder/beat\"}"),
        ("", "heartbeat ./sub/beat.txt", "heartbeat: {file: \"~/sub/beat.txt\"}"),
        ("", "heartbeat https://hc-ping.com/KEY", "heartbeat: {url: \"https://hc-ping.com/KEY\"}"),
        ("heartbeat: {file: ~/beat}", "heartbeat off", "heartbeat: off"),
        (
            "heartbeat: {url: \"https://hc-ping.com/KEY\", every: 1h}", "heartbeat https://hc-ping.com/OTHER",
            "heartbeat: {url: \"https://hc-ping.com/OTHER\", every: 1h}"
        ),
    ])
    func eachOptionEditsItsSettingInPlace(before: String, options: String, after: String) throws {
        let home = try Home()
        try home.folder.write(Self.settings, "# mine\n\(before)\nhorizon: 9\n")
        let run = try home.antrain("settings \(options)")
        #expect(run.status == 0 && !(run.output + run.errors).contains("KEY"), "\(run)")
        let text = try home.folder.read(Self.settings)
        let plain = text.replacing("\"", with: "").split(separator: "\n").map(String.init)
        #expect(plain.contains(after.replacing("\"", with: "")) && text.hasPrefix("# mine\n"), "\(text)")
        #expect(plain.contains("horizon: 9"))
        #expect(try home.antrain("settings").status == 0)
    }

    @Test(arguments: [
        ("days-off https://example.org/a.ics", "expected the path of a file, which starts with /, ~/ or ./, or off"),
        ("calendar-file /tmp/", "of a file, not of a folder"), ("logging ./.config", "of a file, not of a folder"),
        ("heartbeat on", "invalid heartbeat 'on': expected the path of a file, which starts with /, ~/ or ./, or off"),
        ("heartbeat none", "starts with /"), ("logging stderr", "or ./, journal or off"),
        ("calendar-file ~", "starts with /"),
        ("logging.to syslog", "starts with /"),
        ("--heartbeat https://hc.example/KEY", "antrain settings heartbeat VALUE"),
        ("--heartbeat=https://hc.example/KEY", "antrain settings heartbeat VALUE"),
        ("logging.level debug", "missing key 'to'"), ("logging.level loud", "missing key 'to'"),
        ("heartbeat http://example.org/KEY", "starts with https://"),
        ("heartbeat hc.example/KEY", "'hc.example/…': write https://"), ("heartbeat https:/hc.example/KEY", "./"),
        ("heartbeat localhost:8000/KEY", "write https://"),
    ])
    func wrongValuesChangeNothing(options: String, message: String) throws {
        let home = try Home()
        try home.folder.write(Self.settings, "horizon: 9\n")
        let run = try home.antrain("settings \(options)")
        #expect(run.status == 64 && run.errors.contains(message) && !run.errors.contains("KEY"), "\(run)")
        #expect(try home.folder.read(Self.settings) == "horizon: 9\n")
    }
}
