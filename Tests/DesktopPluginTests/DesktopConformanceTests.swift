import CivilTime
import Delivery
import DeliverySupport
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The desktop plugin passes the conformance checks on a real bus.
@Suite(.requiresDesktop) struct DesktopConformanceTests {
    @Test func theDesktopConforms() throws {
        let session = try DesktopSession()
        // dunst hides the two hundred notifications: redrawing all of them for each new one would take minutes.
        try session.dunstctl("set-paused", "true")
        let stage = try DeliveryStage.desktop(session.environment)
        let library = BuildProducts.path("libantrain-desktop.so")
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let (file, digest) = Conformance.inspect(library: FilePath(library)) { _ in true }
        let conformance = Conformance(
            library: FilePath(library),
            digest: digest,
            values: [],
            allowed: stage.dispatcher.introduction(
                of: Channel(name: "check", library: FilePath(library), digest: digest, values: [])
            ).description,
            dispatcher: stage.dispatcher
        )
        let report = file.followed(by: conformance.run(now: now))
        #expect(report.checks.allSatisfy { $0.verdict == .ok }, "\(report.checks.filter { $0.verdict != .ok })")
        #expect(try Int(session.dunstctl("count", "waiting")) ?? 0 > Conformance.usualDeliveries)
    }
}
