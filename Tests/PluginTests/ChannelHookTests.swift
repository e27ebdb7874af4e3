import Foundation
import TestSupport
import Testing

/// `antrain channel add` with a real server.
@Suite struct ChannelHookTests {
    private func add(_ arguments: [String], in folder: TemporaryFolder) throws -> Finished {
        try run(
            BuildProducts.path("antrain"),
            ["channel", "add"] + arguments,
            environment: ["HOME": folder.path, "TZ": "Europe/Berlin", "ANTRAIN_NOW": "2026-11-22T20:00"],
            in: folder.path
        )
    }

    @Test func theTestReachesTheServer() throws {
        let server = try HookServer()
        let folder = try TemporaryFolder()
        #expect(try add(["webhook", server.url("/hook")], in: folder).status == 0)
        #expect(try add(["ntfy", "gym", "--server", server.url()], in: folder).status == 0)
        #expect(try add(["ntfy", server.url("/club"), "--name", "club"], in: folder).status == 0)
        #expect(try add(["slack", server.url("/services/T0")], in: folder).status == 0)
        #expect(try add(["discord", server.url("/status/503")], in: folder).status == 75)
        #expect(try add(["matrix", server.url("/status/404")], in: folder).status == 69)
        let requests = try server.requests()
        #expect(requests.map(\.path) == ["/hook", "/", "/", "/services/T0", "/status/503", "/status/404"])
        #expect(requests.allSatisfy { $0.body.contains("This is a test") })
        #expect(requests[1].body.contains("\"topic\":\"gym\"") && requests[2].body.contains("\"topic\":\"club\""))
        let settings = try folder.read(".config/antrain/settings.yaml")
        #expect(settings.contains("channels: [console, webhook, ntfy, club, slack, discord, matrix]\n"))
        #expect(settings.contains("  ntfy: {plugin: webhook, preset: ntfy, topic: gym, url: \(server.url())}\n"))
    }
}
