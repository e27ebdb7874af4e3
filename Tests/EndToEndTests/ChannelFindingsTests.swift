import Foundation
import TestSupport
import Testing

/// Invalid channel settings are reported with their position, and once under cron.
@Suite struct ChannelFindingsTests {
    private static let path = ".config/antrain/settings.yaml"
    private static let base = "enabled: on\ntime: 07:30\n"

    private func settings(_ home: Home, _ text: String) throws {
        try home.folder.write(Self.path, Self.base + text + "\n")
    }

    @Test(arguments: [
        ("channels: [consol]", "3:12: error: no such plugin 'consol'", "did you mean 'console'?"),
        ("configure: {mial: {to: x}}", "3:13: error: no such plugin 'mial'", "did you mean 'mail'?"),
        ("configure: {hall: {plugin: /no/hall.so}}", "3:13: error: there is no plugin at /no/hall.so", "put it there"),
        ("configure: {console: {else: lgo}}", "3:29: error: no such channel 'lgo'", "did you mean 'log'?"),
        ("configure: {console: {color: maybe}}", "3:13: error: the channel 'console' is not ready", "auto, on or off"),
        ("channels: [log]\nconfigure: {log: {format: xml}}", "4:13: error: the channel 'log'", "plain or json"),
        (
            "channels: [mail]\nconfigure: {mail: {to: me@example.org, timeout: 99s}}",
            "4:13: error: the channel 'mail' is not ready: invalid timeout '99s'", "from 1s to 25s"
        ),
    ])
    func invalidSettingsAreReportedOnceWithTheirLine(text: String, finding: String, help: String) throws {
        let home = try Home.ready()
        try settings(home, text)
        let told = try home.antrain("schedule-next")
        #expect(told.status == 78 && told.errors.contains("settings.yaml:\(finding)"), "\(told.errors)")
        #expect(told.errors.contains(help), "\(told.errors)")
        for minute in ["20:01", "20:02"] {
            home.now = "2026-11-22T\(minute)"
            let again = try home.antrain("schedule-next")
            #expect(again.status == 78 && again.errors.isEmpty && again.output.isEmpty, "\(again.errors)")
        }
        // On the next day plugins are asked again, and only new problems are reported.
        home.now = "2026-11-23T00:01"
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        let shown = try home.antrain("settings")
        #expect(shown.status == 78 && shown.errors.contains(finding), "\(shown.errors)")
        try settings(home, "")
        #expect(try home.antrain("settings").status == 0)
        try settings(home, text)
        #expect(try home.antrain("schedule-next").status == 78)
    }

    @Test func theOtherChannelsContinue() throws {
        let home = try Home.ready()
        try settings(home, "channels: [console, consol]")
        #expect(try home.antrain("schedule-next").errors.contains("'consol' delivers nothing until this is fixed"))
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains("Push Day"))
    }

    /// A reminder with failed deliveries is not reported as missed because antrain did not run.
    @Test func aMissingPluginIsTheReasonForAMissedReminder() throws {
        let home = try Home.ready()
        try settings(home, "channels: [consol]")
        for moment in ["07:30", "07:31", "11:31"] {
            home.now = "2026-11-23T\(moment)"
            try home.antrain("schedule-next")
        }
        let history = try home.antrain("history", environment: ["COLUMNS": "400"]).output
        #expect(history.contains("could not be delivered within 4h of its time"), "\(history)")
        #expect(history.contains("last: no such plugin 'consol'") && !history.contains("did not run"), "\(history)")
    }

    @Test func anUnknownFallbackChannelDeliversNothing() throws {
        let home = try Home.ready()
        try settings(home, "channels: [mail]\nconfigure: {mail: {to: me@example.org, command: \(nowhere), else: yy}}")
        #expect(try home.antrain("schedule-next").errors.contains("no such channel 'yy'"))
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("deliver --verbose")
        #expect(
            run.status == 78 && run.errors.contains("was not delivered on mail and will be retried"),
            "\(run.errors)"
        )
        #expect(try home.antrain("pending", environment: ["COLUMNS": "400"]).output.contains("mail (retrying: "))
        let data = try home.antrain("pending --json").output
        #expect(
            data.contains("\"channel\" : \"mail\"") && data.contains("\"message\" : \"command not found: \(nowhere)")
        )
    }

    @Test(arguments: [
        ("channels: []", "3:11: error: 'channels' is empty", "at least one channel"),
        ("texts: {workout: {title: \"\"}}", "3:26: error: the title is empty", "remove 'title'"),
        ("texts: {rest: {title: \"  \"}}", "3:23: error: the title is empty", "remove 'title'"),
    ])
    func settingsThatWouldLoseRemindersAreErrors(text: String, finding: String, help: String) throws {
        let home = try Home()
        try settings(home, text)
        let run = try home.antrain("week")
        #expect(run.status == 78 && run.errors.contains(finding) && run.errors.contains(help), "\(run.errors)")
    }

    @Test func aBodyMayBeEmpty() throws {
        let home = try Home()
        try settings(home, "texts: {workout: {body: \"\"}}")
        #expect(try home.antrain("week").status == 0)
    }

    /// A plugin whose file changes loses its permission, and that is reported before the next reminder is due.
    @Test func aChangedPluginIsReportedOnceUnderCron() throws {
        let home = try Home.ready()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        let library = try compilePlugin(source, into: home.folder, name: "desk")
        try settings(
            home,
            "channels: [desk]\nconfigure: {desk: {plugin: \(library), path: \(home.folder.path)/out.txt}}"
        )
        let first = try home.antrain("schedule-next")
        #expect(first.errors.contains("'desk' is not ready: channel 'desk' is not allowed"), "\(first.errors)")
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.antrain("plugin allow desk").status == 0)
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        // The plugin's description is known from when it was allowed.
        #expect(
            try home.antrain("plugin list", environment: ["COLUMNS": "400"]).output.contains("Adds a line to a file")
        )
        _ = try compilePlugin(source + "\nconst char changed[] = \"yes\";\n", into: home.folder, name: "desk")
        let changed = try home.antrain("schedule-next")
        #expect(changed.errors.contains("has changed since you allowed it"), "\(changed.errors)")
        #expect(try home.antrain("schedule-next").errors.isEmpty)
    }
}
