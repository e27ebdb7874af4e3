import Foundation
import TestSupport
import Testing

/// The real daemon on a real desktop: a pressed button is an answer, and an answer from elsewhere closes the notification.
@Suite(.serialized, .requiresDesktop) struct DesktopDaemonTests {
    private let session: DesktopSession
    private let zone = RealClock.noon
    private var log: String { session.folder.path + "/daemon.log" }

    init() throws {
        session = try DesktopSession()
        try session.folder.write(".config/antrain/settings.yaml", "enabled: on\nchannels: [desktop]\n")
    }

    private func antrain(_ line: String, now: String = "") throws -> Finished {
        try run(
            BuildProducts.path("antrain"),
            line.split(separator: " ").map(String.init),
            environment: environment.merging(["ANTRAIN_NOW": now]) { $1 }
        )
    }

    private var environment: [String: String] { session.environment.merging(["TZ": zone]) { $1 } }

    private func daemon() throws -> BackgroundProgram {
        try ServiceManager(in: session.folder).start(environment: environment, log: log)
    }

    private func said(_ words: String) -> Bool {
        eventually(true, within: 60) { ((try? session.folder.read("daemon.log")) ?? "").contains(words) }
    }

    private func shown(_ count: Int) throws -> Int {
        try eventually(count, within: 60) { try session.displayed(count) }
    }

    @Test(arguments: [("Skip", "skipped: Tea"), ("Snooze 15 min", "snoozed Tea until")])
    func aButtonActsOnTheLedger(label: String, sentence: String) throws {
        let daemon = try daemon()
        #expect(try antrain("reminder add Tea --in 1m", now: RealClock.minuteBefore(1)).status == 0)
        #expect(try shown(1) == 1)
        try session.press(label)
        #expect(said(sentence), "\((try? session.folder.read("daemon.log")) ?? "")")
        #expect(try shown(0) == 0)
        #expect(try antrain("undo").status == 0)
        kill(daemon.process, SIGTERM)
        #expect(daemon.ending() == 0)
    }

    @Test(arguments: [true, false])
    func remindersAnsweredInAShellAreClosed(withDaemon: Bool) throws {
        let daemon = try daemon()
        #expect(try antrain("reminder add Tea --in 1m", now: RealClock.minuteBefore(1)).status == 0)
        #expect(try shown(1) == 1)
        if !withDaemon {
            kill(daemon.process, SIGTERM)
            #expect(daemon.ending() == 0)
        }
        #expect(try antrain("done").output.contains("done: Tea"))
        #expect(try shown(0) == 0)
    }
}
