import AntrainPluginKit
import WebRequests

/// The requests of a kind of webhook.
protocol HookShape {
    var method: String { get }
    var contentType: String { get }
    func address(for notification: DeliveredNotification) throws(PluginFailure) -> WebAddress
    func body(of notification: DeliveredNotification) -> String
}

extension HookShape {
    var method: String { "POST" }
    var contentType: String { "application/json" }
}

/// The name of a preset, with the keys that only it uses.
enum HookPreset: String, CaseIterable {
    case none, ntfy, slack, discord, matrix

    private var keys: [String] {
        switch self {
        case .none: ["method", "body", "content-type"]
        case .ntfy: ["topic", "tags", "priority", "click", "action", "answers"]
        case .slack, .discord: []
        case .matrix: ["room"]
        }
    }

    static func shape(_ values: PluginValues, at address: WebAddress) throws(PluginFailure) -> any HookShape {
        guard let preset = HookPreset(rawValue: values["preset"]) else {
            throw .final(
                "unknown preset '\(values["preset"])'",
                remedy: "set preset to \(allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        for other in allCases where other != preset {
            guard let key = other.keys.first(where: values.isSet) else { continue }
            throw .final(
                "'\(key)' cannot be used with preset \(preset.rawValue), only with \(other.rawValue)",
                remedy: "remove it, or set preset to \(other.rawValue)"
            )
        }
        switch preset {
        case .none: return try TemplateHook(values, at: address)
        case .ntfy: return try NtfyHook(values, at: address)
        case .slack: return SlackHook(hook: address)
        case .discord: return DiscordHook(hook: address)
        case .matrix: return values.isSet("room") ? try MatrixRoom(values, at: address) : MatrixHook(hook: address)
        }
    }
}

/// A Slack incoming webhook, or a compatible one (Mattermost, Rocket.Chat).
struct SlackHook: HookShape {
    let hook: WebAddress

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        // Without markup, no text can mention a channel or create a link.
        let title = "*\(PlainText.withoutMarkup(PlainText.oneLine(notification.title)))*"
        let text = PlainText.withoutMarkup(notification.bodyWithLateness)
        return JSONText.object([("text", JSONText.quoted(text.isEmpty ? title : title + "\n" + text))])
    }
}

/// A Discord webhook.
struct DiscordHook: HookShape {
    let hook: WebAddress

    /// Discord counts characters; this many bytes never exceed its limit.
    private static let contentBytes = 2_000
    /// SUPPRESS_NOTIFICATIONS: the message causes no push notification and no sound.
    private static let silent = 1 << 12

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        let title = "**\(PlainText.oneLine(notification.title))**"
        let text = notification.bodyWithLateness
        let content = PlainText.shortened(text.isEmpty ? title : title + "\n" + text, bytes: DiscordHook.contentBytes)
        var members = [
            ("content", JSONText.quoted(content)),
            // No text can mention everyone.
            ("allowed_mentions", JSONText.object([("parse", JSONText.array([]))])),
        ]
        if notification.isQuiet { members.append(("flags", "\(DiscordHook.silent)")) }
        return JSONText.object(members)
    }
}

/// A webhook with a body defined by the user; by default, the notification as JSON.
struct TemplateHook: HookShape {
    let method: String
    let contentType: String
    private let template: BodyTemplate?
    private let hook: WebAddress

    init(_ values: PluginValues, at address: WebAddress) throws(PluginFailure) {
        hook = address
        method = values.isSet("method") ? values["method"] : "POST"
        guard ["POST", "PUT"].contains(method) else {
            throw .final("invalid method '\(method)'", remedy: "set method to POST or PUT")
        }
        contentType = values.isSet("content-type") ? values["content-type"] : "application/json"
        guard RequestHeaders.isValue(contentType) else {
            throw .final("invalid content-type", remedy: "use a form such as application/json")
        }
        let encoding = BodyTemplate.Encoding(contentType: contentType)
        template = values.isSet("body") ? try BodyTemplate(values["body"], encoding: encoding, key: "body") : nil
        if template == nil, encoding != .json {
            throw .final(
                "content-type '\(contentType)' requires a body",
                remedy: "set body, for example to \"{title}: {body}\""
            )
        }
    }

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        template?.filled(notification) ?? NotificationJSON(notification).text
    }
}
