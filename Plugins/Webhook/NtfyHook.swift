import AntrainPluginKit
import WebRequests
import Quoting

/// ntfy (https://docs.ntfy.sh/publish/#publish-as-json): a message to a topic.
struct NtfyHook: HookShape {
    private let server: WebAddress
    private let topic: String
    /// The topic for answers; nil if the user wants no buttons for them.
    let answers: NtfyTopic?
    private let tags: [String]
    private let priority: Int
    private let click: BodyTemplate?
    private let actions: [(label: String, url: BodyTemplate)]

    /// A longer message would become an attachment.
    private static let messageBytes = 4_000
    private static let actionLimit = 3

    init(_ values: PluginValues, at address: WebAddress) throws(PluginFailure) {
        // The address of a topic's page is accepted, too; JSON goes to the root.
        let named = address.path.split(separator: "/").last.map(String.init) ?? ""
        topic = values.isSet("topic") ? values["topic"] : named
        guard NtfyTopic.isName(topic), let server = values.isSet("topic") ? address : NtfyHook.root(of: address) else {
            throw .final(
                "invalid ntfy topic; use letters, digits, - and _",
                remedy: "set topic to the topic that you subscribed to"
            )
        }
        self.server = server
        answers = values.isSet("answers") ? try NtfyTopic(values, on: server, besides: topic) : nil
        tags = values[list: "tags"].flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
        guard let priority = Int(values["priority"]), (1...5).contains(priority) else {
            throw .final("invalid ntfy priority '\(values["priority"])'", remedy: "set priority to 1 to 5")
        }
        self.priority = priority
        click = values.isSet("click") ? try NtfyHook.link(values["click"], key: "click") : nil
        var actions: [(String, BodyTemplate)] = []
        for text in values[list: "action"] {
            guard let colon = text.range(ofBytes: ": "), colon.lowerBound > text.startIndex else {
                throw .final("an action has no label", remedy: "write it as in \"Open: https://example.org\"")
            }
            actions.append(
                (String(text[..<colon.lowerBound]), try NtfyHook.link(String(text[colon.upperBound...]), key: "action"))
            )
        }
        guard actions.count <= NtfyHook.actionLimit else {
            throw .final("too many actions; ntfy shows at most \(NtfyHook.actionLimit)", remedy: "remove some")
        }
        self.actions = actions
    }

    /// The address without its last path component.
    private static func root(of address: WebAddress) -> WebAddress? {
        address.with(path: "/" + address.path.split(separator: "/").dropLast().joined(separator: "/"))
    }

    /// A link that a phone can open; antrain's own links are useless there.
    private static func link(_ text: String, key: String) throws(PluginFailure) -> BodyTemplate {
        guard isWebLink(text) else {
            throw .final("'\(key)' is not a web link", remedy: "start it with https:// or http://")
        }
        return try BodyTemplate(text, encoding: .form, key: key)
    }

    private static func isWebLink(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    func address(for notification: DeliveredNotification) -> WebAddress { server }

    /// The address that dismisses a message on the phones (https://docs.ntfy.sh/publish/#clearing-notifications).
    func clearing(_ id: String) -> WebAddress? {
        server.with(path: NtfyTopic.path("\(topic)/\(NtfyTopic.sequence(of: id))/clear", on: server))
    }

    func body(of notification: DeliveredNotification) -> String {
        let text = PlainText.shortened(notification.bodyWithLateness, bytes: NtfyHook.messageBytes)
        let level = notification.isUrgent ? 5 : notification.isQuiet ? 2 : priority
        var members = [
            ("topic", JSONText.quoted(topic)), ("title", JSONText.quoted(PlainText.oneLine(notification.title))),
            // If the text is empty, ntfy would use its own.
            ("message", JSONText.quoted(text.isEmpty ? notification.title : text)), ("priority", "\(level)"),
        ]
        if !tags.isEmpty { members.append(("tags", JSONText.array(tags.map(JSONText.quoted)))) }
        let link = click?.filled(notification) ?? notification.link
        if NtfyHook.isWebLink(link) { members.append(("click", JSONText.quoted(link))) }
        var buttons = actions.map { action in
            JSONText.object([
                ("action", JSONText.quoted("view")), ("label", JSONText.quoted(action.label)),
                ("url", JSONText.quoted(action.url.filled(notification))),
            ])
        }
        if let answers, let token = notification.attributes["answer-token"] {
            let answering = answers.buttons(for: notification, token: token)
            buttons += answering.prefix(NtfyHook.actionLimit - buttons.count)
            members.append(("sequence_id", JSONText.quoted(NtfyTopic.sequence(of: notification.id))))
        }
        if !buttons.isEmpty { members.append(("actions", JSONText.array(buttons))) }
        return JSONText.object(members)
    }
}
