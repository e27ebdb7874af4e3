import DeliverySupport
import Foundation
import Reminders
import TestSupport
import Testing

/// The requests of each preset, over TLS.
@Suite struct WebhookPresetTests {
    /// Delivers one reminder to its own server and returns the request.
    private func sent(
        _ values: [(String, String)],
        path: String = "/hook/TOKEN",
        isQuiet: Bool = false,
        _ notification: PlannedNotification = reminder()
    ) throws -> HookServer.Request {
        let server = try HookServer(tls: true)
        let trust = [("url", server.url(path)), ("ca-file", try #require(server.certificate))]
        let stage = try DeliveryStage.of("webhook", trust + values, isQuiet: isQuiet)
        let outcome = try stage.outcome(notification)
        try #require(outcome.state == "delivered", "\(outcome)")
        return try server.request()
    }

    @Test func withoutAPresetEverythingIsSent() throws {
        let request = try sent([("header", "X-Room: gym"), ("header", "x-empty:"), ("token", "s3cret")])
        #expect(request.method == "POST" && request.path == "/hook/TOKEN")
        let object = try jsonObject(request.body)
        #expect(object["title"] as? String == "Workout Time!" && object["urgent"] as? Bool == false)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["idempotency-key"] == object["key"] as? String)
        #expect(request.headers["authorization"] == "Bearer s3cret")
        #expect(request.headers["x-room"] == "gym" && request.headers["x-empty"] == "")
        let home = try TemporaryFolder()
        let info = try run(
            BuildProducts.path("antrain"),
            ["plugin", "info", "webhook"],
            environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"]
        ).output
        let version = info.prefix { $0 != ":" }.replacing("webhook ", with: "")
        #expect(!version.isEmpty && request.headers["user-agent"] == "antrain-webhook/" + version, "\(info)")
    }

    @Test func userHeadersReplaceDefaults() throws {
        let request = try sent([
            ("header", "user-agent: mine"), ("header", "Authorization: Basic eA=="), ("token", "t"),
        ])
        #expect(request.headers["user-agent"] == "mine" && request.headers["authorization"] == "Basic eA==")
        #expect(Set(request.names).count == request.names.count, "\(request.names)")
    }

    @Test(arguments: [
        (NotificationCategory.workout, false, 3), (.followUp, false, 5), (.workout, true, 2), (.followUp, true, 5),
    ])
    func ntfyHasAPriorityForEachCategory(category: NotificationCategory, isQuiet: Bool, priority: Int) throws {
        let request = try sent(
            [("preset", "ntfy"), ("topic", "my-gym_1"), ("tags", "weight_lifting, gym"), ("tags", "x")],
            path: "/",
            isQuiet: isQuiet,
            reminder(0, category, body: "Today:\nPush \"Day\" für alle")
        )
        let object = try jsonObject(request.body)
        #expect(request.method == "POST" && request.path == "/")
        #expect(object["topic"] as? String == "my-gym_1")
        #expect(object["title"] as? String == "Workout Time!")
        #expect(object["message"] as? String == "Today:\nPush \"Day\" für alle")
        #expect(object["tags"] as? [String] == ["weight_lifting", "gym", "x"])
        #expect(object["priority"] as? Int == priority)
        #expect(object["click"] == nil && object["actions"] == nil, "antrain:// is not a web link")
    }

    @Test func ntfyAcceptsTheTopicsURL() throws {
        let request = try sent([("preset", "ntfy"), ("priority", "4")], path: "/my-gym?auth=x", reminder(body: ""))
        let object = try jsonObject(request.body)
        #expect(request.path == "/?auth=x" && object["topic"] as? String == "my-gym")
        #expect(object["message"] as? String == "Workout Time!" && object["priority"] as? Int == 4)
    }

    @Test func ntfyHasLinksAndButtons() throws {
        let request = try sent(
            [
                ("preset", "ntfy"), ("topic", "t"), ("click", "https://example.org/?id={id}"),
                ("action", "Done: https://example.org/done/{id}?t={title}"),
            ],
            path: "/"
        )
        let object = try jsonObject(request.body)
        #expect(object["click"] as? String == "https://example.org/?id=workout%2F2026-11-23%2F0730")
        let action = try #require((object["actions"] as? [[String: String]])?.first)
        #expect(action["action"] == "view" && action["label"] == "Done")
        #expect(action["url"] == "https://example.org/done/workout%2F2026-11-23%2F0730?t=Workout%20Time%21")
    }

    @Test func slackMarkupIsEscaped() throws {
        let request = try sent(
            [("preset", "slack")],
            reminder(title: "A\r\nB", body: "<!channel> & 3 <\u{301} 5\n\"x\"")
        )
        #expect(
            try jsonObject(request.body) as? [String: String] == [
                "text": "*A  B*\n&lt;!channel&gt; &amp; 3 &lt;\u{301} 5\n\"x\""
            ]
        )
    }

    @Test func discordMentionsNobody() throws {
        let object = try jsonObject(try sent([("preset", "discord")], reminder(body: "@everyone")).body)
        #expect(object["content"] as? String == "**Workout Time!**\n@everyone")
        #expect((object["allowed_mentions"] as? [String: [String]])?["parse"] == [])
        #expect(object["flags"] == nil)
        let long = String(repeating: "ü", count: 3_000)
        let quiet = try jsonObject(try sent([("preset", "discord")], isQuiet: true, reminder(body: long)).body)
        #expect(quiet["flags"] as? Int == 4096)
        let content = try #require(quiet["content"] as? String)
        #expect(content.utf16.count <= 2_000 && content.hasSuffix("ü…"))
    }

    @Test func aMatrixHookReceivesText() throws {
        #expect(
            try jsonObject(try sent([("preset", "matrix")]).body) as? [String: String] == [
                "text": "Workout Time!\nToday: Push Day", "format": "plain",
            ]
        )
    }

    @Test(arguments: [(false, "m.text", "/"), (true, "m.notice", "/base/")])
    func aMatrixRoomReceivesAMessage(isQuiet: Bool, type: String, path: String) throws {
        let request = try sent(
            [("preset", "matrix"), ("room", "!gym/1:example.org"), ("token", "s3cret")],
            path: path,
            isQuiet: isQuiet,
            reminder(body: "a < b\nc & d")
        )
        let key = try #require(request.headers["idempotency-key"])
        #expect(request.method == "PUT" && request.headers["authorization"] == "Bearer s3cret")
        // libcurl may write percent-encoded digits in either case.
        let expected = "\(path)_matrix/client/v3/rooms/%21gym%2f1%3aexample.org/send/m.room.message/\(key)"
        #expect(request.path.lowercased() == expected)
        let object = try jsonObject(request.body)
        #expect(object["msgtype"] as? String == type)
        #expect(object["body"] as? String == "Workout Time!\na < b\nc & d")
        #expect(object["formatted_body"] as? String == "<b>Workout Time!</b><br>a &lt; b<br>c &amp; d")
    }

    /// Reminder text cannot add a header or end its JSON string.
    @Test(arguments: [
        [("preset", "none")], [("preset", "ntfy"), ("topic", "t")], [("preset", "slack")], [("preset", "discord")],
        [("preset", "matrix")], [("preset", "matrix"), ("room", "!r"), ("token", "t")],
        [("body", "{\"title\": \"{title}\", \"text\": \"{body}\"}")],
    ])
    func textCannotInjectHeadersOrJSON(values: [(String, String)]) throws {
        let evil = "x\r\nX-Evil: 1\r\n\r\n\"}, {\"evil\": \"\\ \u{2028}\u{7}"
        let request = try sent(values, path: "/", reminder(title: evil, body: evil))
        #expect(!request.names.contains("x-evil"))
        let object = try jsonObject(request.body)
        #expect(object["evil"] == nil && request.body.contains("X-Evil"))
    }

    @Test(arguments: [
        (
            "application/json", "{\"a\": \"{title}\", \"n\": {late_seconds}, \"u\": {urgent}}",
            "{\"a\": \"A \\\"b\\\" & {c}\\nd\", \"n\": 0, \"u\": false}"
        ),
        ("application/vnd.x+json; charset=utf-8", "[\"{title}\"]", "[\"A \\\"b\\\" & {c}\\nd\"]"),
        ("application/x-www-form-urlencoded", "t={title}&{}", "t=A%20%22b%22%20%26%20%7Bc%7D%0Ad&{}"),
        (
            "text/plain; charset=utf-8", "{ {title} } {date} {fire_at}",
            "{ A \"b\" & {c}\nd } 2026-11-23 2026-11-23T07:30"
        ),
    ])
    func theBodyIsATemplate(type: String, template: String, expected: String) throws {
        let values = [("content-type", type), ("body", template), ("method", "PUT")]
        let request = try sent(values, reminder(title: "A \"b\" & {c}\nd"))
        #expect(request.body == expected && request.method == "PUT")
        #expect(request.headers["content-type"] == type)
    }
}
