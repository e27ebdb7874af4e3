import Foundation
import TestSupport
import Testing

/// `plugin check` and `plugin test`.
@Suite struct PluginCheckTests {
    private func example(_ home: Home) throws -> String {
        try compilePlugin(
            try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8),
            into: home.folder,
            name: "file"
        )
    }

    // MARK: check

    @Test func noPluginRunsBeforeTheUserConfirms() throws {
        let home = try Home()
        let library = try example(home)
        let out = home.folder.path + "/out.txt"
        let line = "plugin check \(library) --set path=\(out) --deliveries 5"
        let refused = try home.antrain(line)
        #expect(refused.status == 64 && refused.errors.contains("review it, then add --run"))
        #expect(try home.onTerminal(line, "n", environment: ["COLUMNS": "400"]).contains("add --run"))
        #expect(!FileManager.default.fileExists(atPath: out))
        let run = try home.antrain(line + " --run")
        #expect(run.status == 0 && run.output.hasSuffix("libfile.so conforms\n"), "\(run.output)")
        #expect(FileManager.default.fileExists(atPath: out))
        let asked = try home.onTerminal(line, "y")
        #expect(asked.contains("Run its code to check it?") && asked.contains("conforms"), "\(asked)")
    }

    @Test func allowedPluginsAreCheckedWithTheirChannelsValues() throws {
        let home = try Home.ready()
        let library = try example(home)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [mine]\nconfigure: {mine: {plugin: \(library), path: \(home.folder.path)/out.txt}}\n"
        )
        try home.antrain("plugin allow mine")
        let run = try home.antrain("plugin check \(library) --channel mine --deliveries 5")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try home.folder.read("out.txt").contains("Today: Push Day"))
        try home.antrain("plugin deny mine")
        #expect(try home.antrain("plugin check \(library) --channel mine").status == 64)
    }

    /// A plugin or channel that is given by name is checked with its values from the settings.
    @Test func aPluginOrAChannelIsCheckedByItsName() throws {
        let home = try Home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [kitchen]\nconfigure: {kitchen: {plugin: log, file: \(home.folder.path)/kitchen.log}}\n"
        )
        let plugin = try home.antrain("plugin check log --set file=\(home.folder.path)/log.log --deliveries 5")
        #expect(plugin.status == 0 && plugin.output.contains("libantrain-log.so conforms"), "\(plugin)")
        let channel = try home.antrain("plugin check kitchen --deliveries 5")
        #expect(channel.status == 0, "\(channel)")
        #expect(try home.folder.read("kitchen.log").contains("Today: Push Day"))
        let unknown = try home.antrain("plugin check kitchn")
        #expect(unknown.status == 66 && unknown.errors.contains("did you mean 'kitchen'?"), "\(unknown)")
    }

    @Test func theVerdictIsTheExitCodeAndJSON() throws {
        let home = try Home()
        let log = BuildProducts.path("libantrain-log.so")
        let run = try home.antrain("plugin check \(log) --json --deliveries 3")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(run.status == 0 && object["kind"] as? String == "conformance" && object["conforms"] as? Bool == true)
        #expect((object["median_milliseconds"] as? Double ?? -1) > 0)
        let checks = object["checks"] as? [[String: Any]] ?? []
        #expect(checks.contains { $0["id"] as? String == "deliver-emoji" && $0["verdict"] as? String == "ok" })
        let bad = try home.antrain("plugin check \(log) --set fil=/x")
        #expect(bad.status == 65 && bad.output.contains("failed  open          unknown key 'fil'"), "\(bad.output)")
        try home.folder.write("text.so", "not a library")
        let text = try home.antrain("plugin check text.so")
        #expect(text.status == 65 && text.output.contains("not an ELF file"))
        #expect(try home.antrain("plugin check none.so").status == 66)
        #expect(try home.antrain("plugin check \(log) --set fil").errors.contains("expected key=value"))
    }

    // MARK: test

    @Test func aTestNotificationIsNotRecorded() throws {
        let home = try Home.ready()
        let before = try home.antrain("history --json").output
        let run = try home.antrain(arguments: ["plugin", "test", "log", "--message", "Do I see this?"])
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("delivered in ") && run.errors.hasSuffix(" ms\n"))
        let line = try home.folder.read(".local/state/antrain/notifications.log")
        #expect(line.contains("test/2026-11-22/2000 antrain | Do I see this?"), "\(line)")
        #expect(try home.antrain("history --json").output == before)
        let console = try home.antrain("plugin test console --json")
        #expect(console.errors.contains(" antrain\n") && console.output.contains("\"delivered\" : true"))
    }

    @Test(arguments: [
        ("command: {command: 'sh -c \"exit 75\"'}", 75, "not delivered: ", "sh exited with 75"),
        ("command: {command: 'sh -c \"echo no >&2; exit 77\"'}", 69, "no", "permanent failure (sysexits(3))"),
        ("command: {comand: x}", 69, "unknown key 'comand' for plugin command", "did you mean 'command'?"),
        ("command: {command: {file: ~/none}}", 69, "cannot read", "chmod 600"),
    ])
    func aFailingChannelReportsTheReason(configure: String, status: Int32, reason: String, remedy: String) throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [command]\nconfigure:\n  \(configure)\n"
        )
        try home.antrain("schedule-next")
        let run = try home.antrain("plugin test command")
        #expect(run.status == status && run.errors.contains(reason) && run.errors.contains(remedy), "\(run.errors)")
    }

    @Test func withoutPermissionNothingIsSent() throws {
        let home = try Home.ready()
        let library = try example(home)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [mine]\nconfigure: {mine: {plugin: \(library), path: \(home.folder.path)/out.txt}}\n"
        )
        let run = try home.antrain("plugin test mine")
        #expect(run.status == 69 && run.errors.contains("antrain channel allow mine"))
        try home.antrain("plugin deny log")
        #expect(try home.antrain("plugin test log").status == 69)
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/out.txt"))
        #expect(try home.antrain("plugin test lgo").errors.contains("did you mean 'log'?"))
    }
}
