import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The channel's values and its secrets.
@Suite struct WebhookValuesTests {
    @Test(arguments: [
        "http://example.org/TOKEN", "http://127.0.0.1.example.org/TOKEN", "http://10.0.0.1/TOKEN",
        "http://0.0.0.0/TOKEN",
        "http://[::2]/TOKEN", "http://localhost.example.org/TOKEN", "HTTP://EXAMPLE.ORG/TOKEN",
        "http://127.0.0.1@example.org/TOKEN",
    ])
    func plainHTTPStaysOnThisMachine(url: String) throws {
        let outcome = try DeliveryStage.of("webhook", [("url", url), ("insecure", "no")]).outcome()
        #expect(outcome.state == "failed" && outcome.reason.contains("is not encrypted"), "\(outcome)")
        #expect(!outcome.reason.contains("TOKEN"))
        let stage = try DeliveryStage.of("webhook", [("url", url), ("insecure", "yes")])
        #expect(stage.dispatcher.report(stage.ready[0]).problem == nil)
    }

    @Test(arguments: [
        "ftp://example.org/TOKEN", "file:///TOKEN", "example.org/TOKEN", "https://", "https://exa mple.org/TOKEN",
        "https://example.org/TOKEN\r\nX-Evil: 1", "TOKEN", "https://example.org:99999/TOKEN",
    ])
    func invalidURLsAreRefused(url: String) throws {
        let outcome = try DeliveryStage.of("webhook", [("url", url)]).outcome()
        #expect(outcome.state == "failed" && outcome.reason.contains("invalid url"), "\(outcome)")
        #expect(!outcome.reason.contains("TOKEN"))
    }

    @Test(arguments: [
        ("header", "X-A: 1\r\nX-Evil: TOKEN", "invalid characters in the value of header 'X-A'"),
        ("header", "TOKEN", "a header has no name"),
        ("header", "X A: TOKEN", "a header has no name"),
        ("header", "Content-Length: 5", "is set automatically"), ("header", "X-A: TÖKEN", "use ASCII"),
        ("token", "TOKEN\r\nX-Evil: 1", "the token contains invalid characters"),
        ("token", "a b", "the token contains invalid characters"),
        ("preset", "pigeon", "unknown preset 'pigeon'"), ("method", "GET", "invalid method 'GET'"),
        ("content-type", "text/plain", "set body"), ("content-type", "a\r\nb", "invalid content-type"),
        ("body", "{\"text\": {title}}", "is not valid JSON from here on: {title}}; put text in quotes"),
        ("body", "{\"text\": \"{title}\"", "unexpected end"),
        ("body", "{\"a\": \"{titel}\"}", "unknown placeholder {titel}"),
        ("body", "{\"a\": 1,}", "from here on: };"), ("body", "[1 2]", "from here on: 2];"),
        ("body", "{\"a\": \"\\x\"}", "is not valid JSON"), ("body", "[tru]", "is not valid JSON"),
        ("body", "[01]", "is not valid JSON"),
        ("body", "[1.]", "is not valid JSON"), ("body", "\"a\nb\"", "is not valid JSON"),
        ("body", "{} {}", "is not valid JSON"),
        ("body", String(repeating: "[", count: 200_000), "is not valid JSON"),
        ("topic", "x", "'topic' cannot be used with preset none, only with ntfy"), ("room", "!x", "only with matrix"),
        ("timeout", "26s", "invalid timeout '26s'"), ("timeout", "0s", "invalid timeout '0s'"),
        ("insecure", "maybe", "invalid value 'maybe' for 'insecure'"),
        ("ca-file", "ca.pem", "not an absolute path: 'ca.pem'"), ("urll", "x", "unknown key 'urll'"),
    ])
    func invalidValuesAreRefused(key: String, value: String, reason: String) throws {
        let stage = try DeliveryStage.of("webhook", [("url", "https://127.0.0.1:1/"), (key, value)])
        let outcome = try stage.outcome()
        #expect(outcome.state == "failed" && outcome.reason.contains(reason), "\(outcome)")
        #expect(!outcome.reason.contains("TOKEN"))
    }

    @Test(arguments: [
        ("ntfy", "topic", "a b", "invalid ntfy topic"), ("ntfy", "tags", "x", "invalid ntfy topic"),
        ("ntfy", "body", "x", "'body' cannot be used with preset ntfy"),
        ("ntfy", "click", "antrain://x", "is not a web link"),
        ("ntfy", "action", "https://x", "has no label"), ("ntfy", "action", "x: javascript:1", "is not a web link"),
        ("ntfy", "priority", "6", "invalid ntfy priority '6'"),
        ("slack", "method", "PUT", "'method' cannot be used with preset slack"),
        ("matrix", "room", "#gym:example.org", "invalid room ID"),
        ("matrix", "room", "!gym", "requires the access token"),
        ("discord", "tags", "x", "only with ntfy"),
    ])
    func presetsValidateTheirOwnKeys(preset: String, key: String, value: String, reason: String) throws {
        let topic = preset == "ntfy" && key != "topic" && key != "tags" ? [("topic", "t")] : []
        let values = [("url", "https://127.0.0.1:1/"), ("preset", preset), (key, value)] + topic
        let outcome = try DeliveryStage.of("webhook", values).outcome()
        #expect(outcome.state == "failed" && outcome.reason.contains(reason), "\(outcome)")
    }

    /// Swift joins a brace and a combining mark to one character; the template still has a brace.
    @Test func aPlaceholderMayPrecedeACombiningMark() throws {
        let server = try HookServer()
        let body = "{\"a\": \"{title}\u{301} {title}\u{FE0F}\"}"
        let stage = try DeliveryStage.of("webhook", [("url", server.url()), ("body", body)])
        #expect(try stage.outcome(reminder(title: "Tea")).state == "delivered")
        #expect(Array(try server.request().body.utf8) == Array("{\"a\": \"Tea\u{301} Tea\u{FE0F}\"}".utf8))
    }

    @Test(arguments: [
        "[]", "{}", " null ", "-0.5e+3", "{\"a\": [1, true, {\"b\": \"\\u00e9\\n\"}], \"c\": \"{id}\"}", "\"{title}\"",
        "[10, 0]",
    ])
    func validJSONIsSent(body: String) throws {
        let server = try HookServer()
        #expect(
            try DeliveryStage.of("webhook", [("url", server.url()), ("body", body)]).outcome().state == "delivered"
        )
        #expect(
            throws: Never.self,
            performing: {
                try JSONSerialization.jsonObject(with: Data(try server.request().body.utf8), options: .fragmentsAllowed)
            }
        )
    }

    @Test func theDocumentedExamplesAreReady() throws {
        let page = try String(contentsOfFile: BuildProducts.package + "Plugins/README.md", encoding: .utf8)
        let blocks = page.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        var names: [String] = []
        for block in blocks where block.contains("plugin: webhook") || block.contains("preset: apprise") {
            let folder = try TemporaryFolder()
            try folder.write(".config/antrain/settings.yaml", block)
            for line in block.split(separator: "\n") where line.hasPrefix("  ") {
                let name = String(line.dropFirst(2).prefix { $0 != ":" })
                let environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
                let info = try run(BuildProducts.path("antrain"), ["plugin", "info", name], environment: environment)
                #expect(info.output.contains("\nready\n"), "\(name): \(info.output)\(info.errors)")
                names.append(name)
            }
        }
        #expect(names == ["phone", "home", "phone", "team", "club", "bot", "room"])
    }

    /// Whatever fails, antrain's output contains no secret.
    @Test(arguments: [
        "/status/200", "/status/404", "/status/503", "/status/302?Location=https%3A%2F%2FTOKEN1%40x.invalid%2FTOKEN2",
    ])
    func secretsAreNeverShown(path: String) throws {
        let server = try HookServer()
        let folder = try TemporaryFolder()
        try folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: "07:30"
            channels: [hook]
            configure:
              hook:
                plugin: webhook
                url: "\(server.url(path + (path.contains("?") ? "&" : "?") + "t=TOKEN3", user: "me:TOKEN4@"))"
                header: ["X-Key: TOKEN5"]
                token: TOKEN6
            """
        )
        var said = ""
        func antrain(_ line: String, at time: String = "2026-11-22T20:00") throws {
            let environment = [
                "HOME": folder.path, "TZ": "UTC", "ANTRAIN_NOW": time, "PATH": "/usr/bin:/bin", "COLUMNS": "300",
            ]
            let words = line.split(separator: " ").map(String.init)
            let finished = try run(BuildProducts.path("antrain"), words, environment: environment, in: folder.path)
            said += finished.output + finished.errors
        }
        try antrain("program activate push-pull-legs.yaml")
        for line in ["deliver", "pending", "history", "", "plugin info hook", "pending --json", "history --json"] {
            try antrain(line, at: "2026-11-23T07:30")
        }
        let request = try server.request()
        #expect(request.headers["authorization"] == "Bearer TOKEN6" && request.headers["x-key"] == "TOKEN5")
        #expect(said.contains("127.0.0.1:\(server.port)") || path == "/status/200")
        #expect(!said.contains("TOKEN"), "\(said)")
    }
}
