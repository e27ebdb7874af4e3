import Foundation
import TestSupport
import Testing

/// Answers through ntfy's buttons when the server, the network or another sender misbehaves.
@Suite(.enabled(if: NtfyServer.real == nil)) struct NtfyFaultTests {
    private let push = NtfyHome.push

    /// Without the key `answers` nothing changes: no buttons, no process, no state.
    @Test func withoutTheKeyNothingIsRead() throws {
        let phone = try NtfyHome(try NtfyServer(), answers: false)
        let reminder = try phone.server.reminder()
        #expect(reminder["actions"] == nil && reminder["sequence_id"] == nil)
        try phone.server.control([:])
        try phone.plan()
        #expect(try phone.home.antrain("done").status == 0)
        #expect(try phone.server.control([:]).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: phone.home.folder.path + "/.local/state/antrain/webhook"))
    }

    /// What the server does, whether that is reported at once, and what the message contains.
    @Test(
        arguments: [
            (["status": 401], "does not let you read the topic in 'answers'"),
            (["status": 403], "ntfy access USER TOPIC read-only"),
            (["status": 404], "status 404 for the topic in 'answers'; check url and answers"),
            (["status": 302, "headers": ["Location": "https://example.org/x"]], "has moved to https://example.org"),
            (["status": 500], ""), (["status": 429, "headers": ["Retry-After": "900"]], ""),
            (["kind": "page"], ""), (["kind": "hold"], ""),
        ] as [([String: any Sendable], String)]
    )
    func aFailingServerIsAskedAgainLater(fault: [String: any Sendable], message: String) throws {
        let phone = try NtfyHome(try NtfyServer())
        let server = phone.server
        try phone.plan()
        try server.tap("done", of: try server.reminder())
        try server.fail(fault)
        let begin = ContinuousClock.now
        try phone.plan(says: message)
        #expect(ContinuousClock.now - begin < .seconds(30))
        #expect(try server.control([:]).count == 1)
        // During the pause nothing is requested, and nothing is reported twice.
        try phone.plan(at: "2026-11-23T12:04")
        #expect(try server.control([:]).isEmpty)
        try server.fail(nil)
        try server.control([:])
        try phone.plan(at: "2026-11-23T12:15")
        #expect(try server.control([:]).count == 1)
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
    }

    @Test func aServerThatIsDownForADayIsReported() throws {
        let phone = try NtfyHome(try NtfyServer())
        try phone.plan()
        phone.server.stop()
        try phone.plan(at: "2026-11-23T13:00")
        phone.home.now = "2026-11-24T12:30"
        #expect(try phone.home.antrain("schedule-next").errors.contains("cannot report answers: cannot connect to"))
    }

    /// The server answers again when it has deleted the tap.
    @Test(
        arguments: [
            (["kind": "close"], "request to 127.0.0.1"),
            (["status": 429, "headers": ["Retry-After": "90000"]], "returned status 429"),
        ] as [([String: any Sendable], String)]
    )
    func anOutageThatLosesAnswersIsReported(fault: [String: any Sendable], cause: String) throws {
        let phone = try NtfyHome(try NtfyServer())
        let server = phone.server
        try server.tap("done", of: try server.reminder())
        try server.fail(fault)
        for time in ["08:05", "12:05", "19:00"] {
            try phone.plan(at: "2026-11-23T" + time)
            #expect(try server.control([:]).count == 1, "\(time)")
            #expect(try phone.losses().isEmpty)
        }
        try phone.plan(says: "cannot report answers", at: "2026-11-23T21:00")
        phone.home.now = "2026-11-23T23:00"
        let present = try #require(try phone.losses().first)
        #expect(present.text.hasPrefix("the topic for answers has not been read since 2026-11-23 07:30 ("))
        #expect(present.text.contains(cause) && present.severity == "warning", "\(present)")
        #expect(present.text.hasSuffix("; the server deletes answers after 12 h"))
        try server.fail(nil)
        try server.control(["loses": true])
        try phone.plan(at: "2026-11-24T07:00")
        let past = try #require(try phone.losses().first)
        #expect(past.text.hasPrefix("answers from 2026-11-23 07:30 to 2026-11-23 19:00 may be lost: "))
        #expect(past.text.contains(cause) && past.severity == "note", "\(past)")
        try phone.plan(at: "2026-11-24T12:00")
        #expect(try phone.losses().count == 1)
    }

    /// What was read before the response broke counts, and the next run continues there.
    @Test(arguments: ["cut", "long", "endless", "slow"])
    func aBrokenResponseLosesNothing(kind: String) throws {
        let phone = try NtfyHome(try NtfyServer())
        let server = phone.server
        let reminder = try server.reminder()
        try server.tap("skip", of: reminder)
        try server.tap("done", of: reminder)
        try server.fail(["kind": kind])
        let begin = ContinuousClock.now
        _ = try phone.home.antrain("schedule-next")
        #expect(ContinuousClock.now - begin < .seconds(30))
        try server.fail(nil)
        try phone.plan(at: "2026-11-23T12:30")
        #expect(try phone.why().contains("phone: Push Pull Legs:") && phone.reported == 2)
    }

    /// Messages of one kind, in a number that is bounded only by the server, do no harm and are read once.
    @Test(
        arguments: [
            ("hello", false), ("done ID TOKEN and more", false), ("", false), ("done ID FORGED", true),
            ("done workout/2026-11-25/0730 TOKEN", true), ("done ID TOKEN", true), ("dance ID TOKEN", false),
        ] as [(String, Bool)]
    )
    func thousandsOfMessagesAreReadOnce(text: String, isReported: Bool) throws {
        let phone = try NtfyHome(try NtfyServer())
        let server = phone.server
        let reminder = try server.reminder()
        let token = try server.text("done", of: reminder).split(separator: " ").map(String.init)[2]
        let count = Share.isWhole ? 10_000 : 500
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        try server.control([
            "topic": server.answers,
            "add": (0..<count).map { number in
                let digits = (0..<29).map { letters[(number >> ($0 % 4 * 5)) & 31] }
                return text.replacing("ID", with: push).replacing("TOKEN", with: token)
                    .replacing("FORGED", with: String(digits))
            },
        ])
        let begin = ContinuousClock.now
        let planned = try phone.home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.utf8.count < 2000, "\(planned.errors)")
        #expect(ContinuousClock.now - begin < .seconds(count > 500 ? 120 : 30))
        // Only a right token leaves something in the ledger, once.
        #expect(try phone.reported == (text == "done ID TOKEN" ? 1 : 0))
        #expect(try phone.why().contains("phone: Push") == (text == "done ID TOKEN"))
        try server.control([:])
        try phone.plan()
        #expect(try server.control([:]).count == 1)
        if text != "done ID TOKEN" {
            try server.tap("done", of: reminder)
            try phone.plan()
            #expect(try phone.why().contains("phone: Push Pull Legs: done"))
        }
    }

    /// Another text with the reminder's token does not take the place of a tap.
    @Test func aForgedTextDoesNotSuppressATap() throws {
        let phone = try NtfyHome(try NtfyServer())
        let server = phone.server
        let reminder = try server.reminder()
        let token = try server.text("done", of: reminder).split(separator: " ").map(String.init)[2]
        try server.control(["topic": server.answers, "add": ["done workout/2026-11-25/0730 \(token)"]])
        try server.tap("done", of: reminder)
        _ = try phone.home.antrain("schedule-next")
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
    }

    /// Channels with a common topic for answers each read it to its end.
    @Test func channelsMayShareATopicForAnswers() throws {
        let phone = try NtfyHome(try NtfyServer())
        let (server, home) = (phone.server, phone.home)
        let settings = ".config/antrain/settings.yaml"
        let topics = "topic: \(server.topic)-work, answers: \(server.answers)"
        let work = "{plugin: webhook, preset: ntfy, url: \"\(server.url)\", \(topics), token: \(server.token)}"
        try home.folder.write(
            settings,
            try home.folder.read(settings).replacing("channels: [phone]", with: "channels: [phone, work]")
                + "  work: \(work)\n"
        )
        try phone.plan(at: "2026-11-24T12:00")
        try phone.plan(at: "2026-11-25T07:30")
        let reminder = try #require(try server.messages(of: server.topic + "-work").last)
        try server.tap("done", of: reminder)
        home.now = "2026-11-25T12:00"
        _ = try home.antrain("schedule-next")
        let why = try phone.why("2026-11-25")
        #expect(why.contains("work: Push Pull Legs: done"), "\(why)")
    }

    /// Numbers that no server sends do not stop the plugin.
    @Test func absurdNumbersAreHarmless() throws {
        let server = try NtfyServer()
        try server.control(["set": ["cache": UInt64(1) << 63, "time": -10] as [String: Any]])
        let phone = try NtfyHome(server)
        try phone.server.tap("done", of: try server.reminder())
        try phone.plan()
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
    }

    /// A message that was answered elsewhere is dismissed by its sequence ID, if the server knows them.
    @Test(arguments: [213, 216]) func anAnswerElsewhereDismissesTheMessage(version: Int) throws {
        let server = try NtfyServer()
        try server.control(["set": ["version": version]])
        let phone = try NtfyHome(server)
        try server.control([:])
        #expect(try phone.home.antrain("done").status == 0)
        let cleared = try server.control([:]).filter { $0["method"] as? String == "PUT" }
        let events = try server.messages(of: server.topic).compactMap { $0["event"] as? String }
        guard version >= 216 else {
            // An older server gets no second message.
            #expect(cleared.isEmpty && events == ["message"])
            return
        }
        let sequence = try server.reminder()["sequence_id"] as? String
        #expect(cleared.map { $0["path"] as? String } == ["/\(server.topic)/\(sequence ?? "?")/clear"])
        #expect(events == ["message", "message_clear"])
    }

    /// The user's own buttons come first, and a message has at most three.
    @Test(arguments: [(1, ["done", "snooze"]), (3, [])] as [(Int, [String])])
    func theUsersOwnButtonsComeFirst(count: Int, answers: [String]) throws {
        let own = (0..<count).map { "\"Page \($0): https://example.org/\"" }.joined(separator: ", ")
        let phone = try NtfyHome(try NtfyServer(), values: ", action: [\(own)]")
        let actions = try phone.server.reminder()["actions"] as? [[String: Any]] ?? []
        #expect(actions.prefix(count).allSatisfy { $0["action"] as? String == "view" })
        let names = actions.dropFirst(count).map { ($0["body"] as? String ?? "").prefix { $0 != " " } }
        #expect(names.map(String.init) == answers)
    }

    /// A value of `answers`, and the message about it.
    @Test(
        arguments: [
            ("my topic", "invalid topic in 'answers'"), ("TOPIC", "invalid topic in 'answers'"),
            ("https://example.org/answers/", "invalid topic in 'answers'"),
            ("https://anna:secret@example.org/answers", "contains more than a topic"),
            ("https://example.org/answers?auth=x", "contains more than a topic"),
            ("http://example.org/answers", "is not encrypted"),
        ] as [(String, String)]
    )
    func aTopicThatCannotBeIsExplained(value: String, message: String) throws {
        let server = try NtfyServer()
        let phone = try NtfyHome(server, answers: false)
        let settings = ".config/antrain/settings.yaml"
        let changed = value.replacing("TOPIC", with: server.topic)
        try phone.home.folder.write(
            settings,
            try phone.home.folder.read(settings).replacing("token:", with: "answers: \"\(changed)\", token:")
        )
        let test = try phone.home.antrain("channel test phone")
        #expect(test.status != 0 && (test.output + test.errors).contains(message), "\(test)")
    }

    /// Phones may reach the server at another address than antrain, which never sends its token there.
    @Test func buttonsMayHaveAnotherAddress() throws {
        let server = try NtfyServer()
        let phone = try NtfyHome(
            server,
            values: ", answers: \"https://phones.invalid/\(server.answers)\"",
            answers: false
        )
        let reminder = try server.reminder()
        #expect(server.buttons(reminder)["done"]?["url"] as? String == "https://phones.invalid/\(server.answers)")
        try server.request("POST", "\(server.url)/\(server.answers)", body: try server.text("done", of: reminder))
        try phone.plan()
        #expect(try phone.why().contains("phone: Push Pull Legs: done"))
    }
}
