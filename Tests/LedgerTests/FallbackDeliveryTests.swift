import CivilTime
import History
import Ledger
import SystemPackage
import TestSupport
import Testing

/// Fallback channels: an undelivered notification is retried, and the history says so.
@Suite struct FallbackDeliveryTests {
    private let ledger: Ledger
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
        _ = try ledger.plan([notification(0)], channels: ["mail"])
    }

    private func lease(after minutes: Int64) throws -> [LeasedDelivery] {
        try ledger.leaseDue(now: fires(0, after: minutes), for: .minutes(2), grace: .hours(4), zone: .utc).attempts
    }

    private func retry(_ minutes: Int64) -> DeliveryOutcome { .retry(at: fires(0, after: minutes), reason: "away") }

    private var deliveries: [DeliveryRecord] {
        get throws { try ledger.history(limit: 1).first?.deliveries ?? [] }
    }

    /// `mail: {else: command}` and `command: {else: mail}`, as an older version accepted them.
    @Test func aCycleRetriesItsLastChannel() throws {
        let mail = try lease(after: 0)[0]
        #expect(try ledger.record(.handedOver(to: "command", orElse: retry(1)), of: mail, now: fires(0)))
        let command = try lease(after: 0)[0]
        #expect(command.channel == "command" && command.takenOverFrom == "mail")
        #expect(try !ledger.record(.handedOver(to: "mail", orElse: retry(1)), of: command, now: fires(0)))
        #expect(try deliveries.map(\.state) == [.retrying, .failed])
        #expect(try deliveries.map(\.reason) == ["away", "away; handed over to command"])
        #expect(try lease(after: 1).map(\.channel) == ["command"])
    }

    /// The fallback channel fails permanently, but the first channel's failure may be temporary.
    @Test func undeliveredNotificationsAreRetriedIfAFailureIsTemporary() throws {
        let mail = try lease(after: 0)[0]
        try ledger.record(.handedOver(to: "log", orElse: retry(1)), of: mail, now: fires(0))
        try ledger.record(.failed(reason: "no such file"), of: try lease(after: 0)[0], now: fires(0))
        #expect(try deliveries.map(\.state) == [.failed, .retrying])
        #expect(try lease(after: 5).map(\.channel) == ["mail"])
    }

    @Test func permanentFailureOnAllChannelsEndsTheDelivery() throws {
        let mail = try lease(after: 0)[0]
        try ledger.record(.handedOver(to: "log", orElse: .failed(reason: "no")), of: mail, now: fires(0))
        try ledger.record(.failed(reason: "no such file"), of: try lease(after: 0)[0], now: fires(0))
        #expect(try ledger.history(limit: 1).map(\.state) == ["failed"])
        #expect(try lease(after: 60).isEmpty)
    }

    @Test func aSuccessHasNoFailureReason() throws {
        try ledger.record(retry(1), of: try lease(after: 0)[0], now: fires(0))
        // It is due and was tried: the history contains it as unfinished.
        #expect(try ledger.history(limit: 1).map(\.state) == ["pending"])
        try ledger.record(.delivered(lateSeconds: 60), of: try lease(after: 1)[0], now: fires(0, after: 1))
        #expect(try deliveries.map(\.reason) == [nil])
    }

    @Test func oneChannelDeliversWhileAnotherRetries() throws {
        _ = try ledger.plan([notification(0)], channels: ["log", "mail"])
        let attempts = try lease(after: 0)
        try ledger.record(.delivered(lateSeconds: 0), of: attempts[0], now: fires(0))
        try ledger.record(retry(1), of: attempts[1], now: fires(0))
        #expect(try deliveries.map(\.state) == [.delivered, .retrying])
    }
}
