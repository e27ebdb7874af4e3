import TestSupport
import Testing

/// A new home gets the desktop channel if a desktop shows notifications.
@Suite(.serialized, .requiresDesktop) struct DesktopChoiceTests {
    @Test(arguments: [(true, "", "desktop"), (true, "plugin deny desktop", "console"), (false, "", "console")])
    func theFirstSettingsNameTheChannel(hasServer: Bool, before: String, channel: String) throws {
        let session = try DesktopSession(hasServer: hasServer)
        func antrain(_ line: String) throws -> Finished {
            try run(
                BuildProducts.path("antrain"),
                line.split(separator: " ").map(String.init),
                environment: session.environment.merging(["TZ": "UTC", "ANTRAIN_NOW": "2026-11-22T20:00"]) { $1 },
                in: session.folder.path
            )
        }
        if !before.isEmpty { #expect(try antrain(before).status == 0) }
        let first = try antrain("settings --time 07:30")
        #expect(first.status == 0 && first.output.contains("set channels: \(channel) ("), "\(first)")
        let settings = try session.folder.read(".config/antrain/settings.yaml")
        #expect(settings.contains("channels: [\(channel)]"), "\(settings)")
        // The choice is made once.
        #expect(try !antrain("settings --time 08:00").output.contains("channels"))
    }
}
