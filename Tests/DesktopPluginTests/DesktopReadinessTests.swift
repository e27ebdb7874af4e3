import Delivery
import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// The channel's report if it cannot deliver.
@Suite(.serialized, .requiresDesktop) struct DesktopReadinessTests {
    private func report(_ environment: [String: String], _ values: [(String, String)] = []) throws -> PluginReport {
        let stage = try DeliveryStage.desktop(environment, values: values)
        return stage.dispatcher.report(stage.ready[0])
    }

    @Test func thePluginDescribesItself() throws {
        let session = try DesktopSession()
        let report = try report(session.environment)
        #expect(report.problem == nil)
        #expect(report.description?.keys.map(\.name) == ["urgency", "timeout", "icon", "sound", "hints", "bus"])
        #expect(report.description?.needs == 8)
    }

    @Test func aMissingBusIsReported() throws {
        let folder = try TemporaryFolder()
        let report = try report(["XDG_RUNTIME_DIR": folder.path + "/my run"])
        #expect(report.problem?.contains("unix:path=\(folder.path)/my%20run/bus: ") == true, "\(report)")
        #expect(report.remedy?.contains("log in") == true)
        let summary = try DeliveryStage.desktop(["XDG_RUNTIME_DIR": folder.path]).deliver().summary
        #expect(summary.retrying.count == 1, "\(summary)")
    }

    /// Under cron not even the runtime directory is known.
    @Test func theBusOfALoginIsFound() throws {
        let problem = try report(["PATH": "/bin"], []).problem ?? "unix:path=/run/user/\(getuid())/bus"
        #expect(problem.contains("unix:path=/run/user/\(getuid())/bus"))
    }

    @Test func aHangingBusIsReported() throws {
        let folder = try TemporaryFolder()
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder.path + "/bus").utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
        }
        #expect(isBound && listen(listener, 4) == 0)
        let report = try report(["XDG_RUNTIME_DIR": folder.path])
        #expect(report.problem?.hasSuffix("/bus: no reply") == true, "\(report)")
    }

    @Test func aMissingNotificationServerIsReported() throws {
        let session = try DesktopSession(hasServer: false)
        let report = try report(session.environment)
        #expect(report.problem == "no notification service on the session bus")
        #expect(report.remedy?.contains("dunst") == true)
        let summary = try DeliveryStage.desktop(session.environment).deliver().summary
        #expect(summary.retrying.first?.reason?.hasPrefix("no notification service") == true, "\(summary)")
    }

    @Test(arguments: [
        ("urgency", "high", "invalid urgency 'high'"), ("timeout", "soon", "invalid timeout 'soon'"),
        ("timeout", "25h", "invalid timeout '25h'"), ("timeout", "0s", "invalid timeout '0s'"),
        ("timeout", "é", "invalid timeout 'é'"), ("hints", "maybe", "invalid value 'maybe' for 'hints'"),
        ("colour", "red", "unknown key 'colour'"), ("bus", "rubbish", "cannot reach the session bus at rubbish: "),
    ])
    func invalidValuesAreRefused(key: String, value: String, reason: String) throws {
        let summary = try DeliveryStage.desktop(["PATH": "/bin"], values: [(key, value)]).deliver().summary
        let told = (summary.failed + summary.retrying).first?.reason
        #expect(told?.contains(reason) == true, "\(summary)")
        #expect(summary.failed.isEmpty == (key == "bus"))
    }

    /// The library that the plugin links against is not on every machine.
    @Test func withoutTheBusLibraryOtherChannelsDeliver() throws {
        let folder = try TemporaryFolder()
        var bytes = try Data(contentsOf: URL(filePath: BuildProducts.path("libantrain-desktop.so")))
        let name = try #require(bytes.range(of: Data("libdbus-1.so.3\0".utf8)))
        bytes.replaceSubrange(name, with: Data("libnone-1.so.3\0".utf8))
        let library = folder.path + "/libantrain-desktop.so"
        try bytes.write(to: URL(filePath: library))
        var stage = try DeliveryStage.desktop(["PATH": "/bin"], library: library)
        stage.addShipped("log", values: [("file", folder.path + "/log")])
        let summary = try stage.deliver().summary
        #expect(summary.delivered.map(\.channel) == ["log"])
        let reason = try #require(summary.retrying.first?.reason)
        #expect(reason.contains("the library cannot be loaded: libnone-1.so.3 is not installed"))
    }
}
