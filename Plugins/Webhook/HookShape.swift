import AntrainPluginKit

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
        case .ntfy: ["topic", "tags", "priority", "click", "action"]
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
