import AntrainPluginKit
import PluginFiles
import Quoting
import WebRequests

/// The topic to which the buttons of ntfy's messages send answers.
///
/// Everyone who gets the messages can see it: nothing in it is secret, and an answer counts only with its token.
struct NtfyTopic {
    private let server: WebAddress
    private let name: String
    private let reminders: String
    /// The address for phones.
    private let published: String

    /// The answers that are most useful on a phone; a message has at most three buttons.
    fileprivate static let useful = ["done", "snooze", "skip", "start"]

    /// - Parameters:
    ///   - values: the user's values; `answers` is a topic, or its address if phones reach the server at another one.
    ///   - server: the server's address for antrain.
    ///   - reminders: the topic of the reminders.
    init(_ values: PluginValues, on server: WebAddress, besides reminders: String) throws(PluginFailure) {
        (self.server, self.reminders) = (server, reminders)
        let text = values["answers"]
        let given = text.contains("/") ? WebAddress(text) : nil
        name = given?.path.split(separator: "/").last.map(String.init) ?? text
        guard NtfyTopic.isName(name), name != reminders, !text.hasSuffix("/") else {
            throw .final(
                "invalid topic in 'answers'",
                remedy: "set answers to a topic other than that of the reminders; use letters, digits, - and _"
            )
        }
        guard let address = given ?? server.bare(path: NtfyTopic.path(name, on: server)) else {
            throw .final(
                "url is not the address of an ntfy server",
                remedy: "set url to a form such as https://ntfy.sh"
            )
        }
        guard address.text == address.bare(path: address.path)?.text else {
            throw .final(
                "the address in 'answers' contains more than a topic, and each message contains it",
                remedy: "set answers to the topic, or to a form such as https://ntfy.example.org/my-answers-7f3a"
            )
        }
        let isOpenAllowed = try values.isOn("insecure")
        guard address.scheme == "https" || address.isLoopback || isOpenAllowed else {
            throw .final(
                "http to \(address.place) is not encrypted, so answers could be read",
                remedy: "set answers to https://…, or insecure: on if you trust the network"
            )
        }
        published = address.text
    }

    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
    }

    /// A path below that of a server.
    static func path(_ path: String, on server: WebAddress) -> String {
        (server.path.hasSuffix("/") ? server.path : server.path + "/") + path
    }

    /// A text that identifies the topic and the channel: channels that share a topic for answers each read it to its end.
    var identity: String { "\(server.bare(path: NtfyTopic.path(name, on: server))?.text ?? name) \(reminders)" }

    var place: String { server.place }

    /// The sequence ID of a notification's message (https://docs.ntfy.sh/publish/#updating-deleting-notifications).
    static func sequence(of id: String) -> String { "antrain-" + FileFolder.name(for: id) }

    // MARK: Buttons

    /// The buttons as JSON, the most useful first (https://docs.ntfy.sh/publish/#send-http-request).
    ///
    /// They contain no password, because everyone who gets the message could read it.
    func buttons(for notification: DeliveredNotification, token: String) -> [String] {
        NtfyTopic.useful.compactMap { id in notification.actions.first { $0.id == id } }.map { action in
            JSONText.object([
                ("action", JSONText.quoted("http")), ("label", JSONText.quoted(PlainText.oneLine(action.label))),
                ("url", JSONText.quoted(published)), ("method", JSONText.quoted("POST")),
                ("body", JSONText.quoted("\(action.id) \(notification.id) \(token)")), ("clear", "true"),
            ])
        }
    }

    // MARK: Messages

    /// The address of the topic's messages (https://docs.ntfy.sh/subscribe/api/).
    ///
    /// - Parameters:
    ///   - id: the message after which to begin; empty for all that the server has.
    ///   - polls: whether the response ends after the present messages.
    func messages(since id: String, polls: Bool) -> WebAddress? {
        let all = server.with(path: NtfyTopic.path(name + "/json", on: server))?
            .adding(query: "since=" + (id.isEmpty ? "all" : id))
        return polls ? all?.adding(query: "poll=1") : all
    }
}

/// A message of an ntfy server.
struct NtfyMessage: Sendable {
    let id: String
    let time: Int64
    /// When the server deletes it; 0 if that is unknown.
    let expires: Int64
    let sequence: String
    /// Its text; nil if it is not a message, but for example a keepalive.
    private let text: String?

    /// The longest text that is read as an answer: an ID of up to 200 bytes and the token.
    private static let longest = 600

    /// Parses a line of the server's response; nil if it is not a message's.
    ///
    /// - Parameter isWhole: whether the line is complete; otherwise, only the ID at its beginning counts.
    init?(_ line: [UInt8], isWhole: Bool = true) {
        guard isWhole else {
            let beginning = String(decoding: line.prefix(100), as: UTF8.self)
            guard beginning.hasPrefix("{\"id\":\"") else { return nil }
            let id = beginning.dropFirst(7).prefix { $0 != "\"" }
            guard NtfyTopic.isName(String(id)) else { return nil }
            (self.id, time, expires, sequence, text) = (String(id), 0, 0, "", "")
            return
        }
        guard let members = JSONCheck.members(of: line), let id = members["id"], NtfyTopic.isName(id),
            let event = members["event"]
        else { return nil }
        self.id = id
        time = members["time"].flatMap { Int64($0) } ?? 0
        expires = members["expires"].flatMap { Int64($0) } ?? 0
        sequence = String((members["sequence_id"] ?? "").prefix(64))
        let message = event == "message" ? members["message"] ?? "" : ""
        // Also an event about another message, such as message_clear.
        text = event.hasPrefix("message") ? message.utf8.count <= NtfyMessage.longest ? message : "" : nil
    }

    /// Whether the server keeps it, so that reading can continue after it.
    var isKept: Bool { text != nil }

    /// The answer: `ACTION NOTIFICATION-ID TOKEN`; nil if it is anything else.
    ///
    /// Its ID consists of all three, so that a button counts once, and so that no other text has the ID of a button.
    var answer: PluginAnswer? {
        guard let text else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 3, let action = words.first, let token = words.last,
            NtfyMessage.isToken(token), NtfyTopic.useful.contains(String(action))
        else { return nil }
        let notification = words.dropFirst().dropLast().joined(separator: " ")
        guard !notification.isEmpty, !notification.unicodeScalars.contains(where: PlainText.isControl) else {
            return nil
        }
        return PluginAnswer(
            id: "\(action) \(token) \(FileFolder.name(for: notification))",
            notification: notification,
            action: String(action),
            instant: time,
            token: String(token)
        )
    }

    private static func isToken(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
