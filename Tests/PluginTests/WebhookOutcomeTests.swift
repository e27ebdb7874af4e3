import CivilTime
import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The outcome of a delivery by the behaviour of the server.
@Suite struct WebhookOutcomeTests {
    private func stage(_ url: String, _ values: [(String, String)] = []) throws -> DeliveryStage {
        try DeliveryStage.of("webhook", [("url", url)] + values)
    }

    @Test(arguments: [
        (200, "delivered", ""), (201, "delivered", ""), (204, "delivered", ""), (299, "delivered", ""),
        (304, "failed", "returned status 304"), (400, "failed", "returned status 400: the message was rejected"),
        (401, "failed", "check token"), (403, "failed", "check token"), (404, "failed", "no such webhook"),
        (405, "failed", "set method"), (408, "retrying", "returned status 408"), (409, "failed", "returned status 409"),
        (410, "failed", "create a new webhook"), (413, "failed", "too large"), (425, "retrying", "returned status 425"),
        (429, "retrying", "returned status 429"), (500, "retrying", "returned status 500"),
        (501, "retrying", "returned status 501"),
        (503, "retrying", "returned status 503"), (599, "retrying", "returned status 599"),
    ])
    func theStatusDecidesTheOutcome(status: Int, state: String, reason: String) throws {
        let server = try HookServer()
        let stage = try stage(
            server.url("/status/\(status)/TOKEN", user: "me:TOKEN@"),
            [("token", "TOKEN"), ("header", "X-Key: TOKEN")]
        )
        let outcome = try stage.outcome()
        #expect(outcome.state == state, "\(outcome)")
        #expect(try !stage.ledgerHolds("TOKEN"))
        #expect(reason.isEmpty || outcome.reason.contains(reason), "\(outcome)")
        #expect(reason.isEmpty || outcome.reason.hasPrefix("127.0.0.1:\(server.port) "), "\(outcome)")
        #expect(!outcome.reason.contains("TOKEN") && !outcome.reason.contains("status/"))
    }

    @Test(arguments: [("429", "1200"), ("503", "1200"), ("503", "date")])
    func retryAfterIsKept(status: String, value: String) throws {
        var value = value
        if value == "date" {
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(identifier: "UTC")
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            value = format.string(from: Date(timeIntervalSinceNow: 1200))
        }
        let server = try HookServer()
        let query = try #require(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let stage = try stage(server.url("/status/\(status)?Retry-After=\(query)"))
        #expect(try stage.outcome().state == "retrying")
        // The first pause would be a minute.
        #expect(try !stage.isTried(after: 1100))
        #expect(try stage.isTried(after: 1201))
    }

    @Test(arguments: ["0", "soon", "-5", "Mon, 01 Jan 2001 00:00:00 GMT", "99999999999999999999"])
    func anInvalidRetryAfterIsIgnored(value: String) throws {
        let server = try HookServer()
        let query = try #require(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let stage = try stage(server.url("/status/503?Retry-After=\(query)"))
        #expect(try stage.outcome().state == "retrying")
        #expect(try !stage.isTried(after: 59))
    }

    @Test func eachAttemptHasTheSameKey() throws {
        let server = try HookServer()
        let stage = try stage(server.url("/status/503"))
        #expect(try stage.outcome().state == "retrying")
        #expect(try stage.isTried(after: 300))
        let keys = try server.requests().compactMap { $0.headers["idempotency-key"] }
        #expect(keys.count == 2 && keys[0] == keys[1] && !keys[0].isEmpty)
    }

    @Test func eachReminderHasItsOwnKey() throws {
        let server = try HookServer()
        let stage = try stage(server.url())
        #expect(
            try stage.deliver([reminder(0), reminder(1)], now: due.adding(.minutes(2))).summary.delivered.count == 2
        )
        #expect(Set(try server.requests().compactMap { $0.headers["idempotency-key"] }).count == 2)
    }

    @Test(arguments: [301, 302, 307, 308])
    func redirectsAreNotFollowed(status: Int) throws {
        let (server, other) = (try HookServer(), try HookServer())
        let place = other.url("/TOKEN", user: "me:TOKEN@")
        let query = try #require(place.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let outcome = try stage(server.url("/status/\(status)?Location=\(query)")).outcome()
        #expect(outcome.state == "failed", "\(outcome)")
        #expect(outcome.reason.contains("has moved to http://127.0.0.1:\(other.port);"), "\(outcome)")
        #expect(!outcome.reason.contains("TOKEN"))
        #expect(try other.requests().isEmpty && server.requests().count == 1)
    }

    @Test func aSlowServerIsRetried() throws {
        let server = try HookServer()
        let outcome = try stage(server.url("/hold"), [("timeout", "1s")]).outcome()
        #expect(outcome.state == "retrying" && outcome.reason.contains("no reply from"), "\(outcome)")
    }

    @Test func aTruncatedAnswerCounts() throws {
        let server = try HookServer()
        #expect(try stage(server.url("/cut")).outcome().state == "delivered")
        #expect(try server.requests().count == 1)
    }

    @Test func aRefusedConnectionIsRetried() throws {
        let port = try HookServer().port
        for (host, reason) in [
            ("127.0.0.1", "cannot connect to 127.0.0.1:\(port)"), ("[::1]", "cannot connect to [::1]"),
        ] {
            let outcome = try stage("http://\(host):\(port)/TOKEN").outcome()
            #expect(outcome.state == "retrying" && outcome.reason.contains(reason), "\(outcome)")
        }
        let unknown = try stage("https://hook.invalid/TOKEN").outcome()
        #expect(
            unknown.state == "retrying" && unknown.reason.contains("cannot resolve hook.invalid"),
            "\(unknown)"
        )
    }

    @Test func anUnknownCertificateIsRefused() throws {
        let server = try HookServer(tls: true)
        let outcome = try stage(server.url("/TOKEN")).outcome()
        #expect(outcome.state == "retrying", "\(outcome)")
        #expect(
            outcome.reason.contains("cannot verify the certificate") && outcome.reason.contains("set ca-file"),
            "\(outcome)"
        )
        #expect(try server.requests().isEmpty)
    }

    /// The trusted certificates come from the user's file, or else from the variables of OpenSSL, or else from the system.
    @Test func theVariablesOfOpenSSLAreUsed() throws {
        let (server, other) = (try HookServer(tls: true), try HookServer(tls: true))
        let trust = ["SSL_CERT_FILE": try #require(server.certificate)]
        let stage = try DeliveryStage.of("webhook", [("url", server.url())], environment: trust)
        #expect(try stage.outcome().state == "delivered")
        let values = [("url", server.url()), ("ca-file", try #require(other.certificate))]
        #expect(try DeliveryStage.of("webhook", values, environment: trust).outcome().state == "retrying")
    }

    @Test func aCertificateForAnotherNameIsRefused() throws {
        let server = try HookServer(tls: true, name: "elsewhere.example.org")
        let stage = try stage(server.url(), [("ca-file", try #require(server.certificate))])
        let outcome = try stage.outcome()
        #expect(outcome.state == "retrying" && outcome.reason.contains("cannot verify the certificate"), "\(outcome)")
        #expect(try server.requests().isEmpty)
    }

    @Test func theProbeReportsAMissingAuthority() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path + "/none.pem", folder.path] {
            let stage = try stage("https://127.0.0.1:1/", [("ca-file", path)])
            #expect(stage.dispatcher.report(stage.ready[0]).problem == "cannot read \(path)")
            #expect(try stage.outcome().state == "retrying")
        }
        let rubbish = try folder.write("rubbish.pem", "hello")
        let server = try HookServer(tls: true)
        let outcome = try stage(server.url(), [("ca-file", rubbish)]).outcome()
        #expect(outcome.state == "retrying" && outcome.reason.contains("ca-file"), "\(outcome)")
    }

    @Test func theProbeSendsNothing() throws {
        let server = try HookServer()
        let stage = try stage(server.url())
        let report = stage.dispatcher.report(stage.ready[0])
        #expect(report.problem == nil && report.description != nil)
        #expect(try server.requests().isEmpty)
    }

    @Test func aConfiguredProxyIsUsed() throws {
        let proxy = try HookServer()
        let stage = try stage("http://localhost:1/hook", [("proxy", proxy.url("", user: "me:TOKEN@"))])
        #expect(try stage.outcome().state == "delivered")
        #expect(try proxy.request().path == "http://localhost:1/hook")
    }
}
