internal import CivilTime

/// A key that a plugin declares and that the user may set under `configure`.
public struct PluginKey: Sendable, Hashable {
    /// The type of a value; the numbers are those of `antrain_plugin.h`.
    public enum ValueType: Int64, Sendable, Hashable {
        case text = 0
        case number = 1
        case `switch` = 2
        /// A duration such as `30s`.
        case span = 3
        case path = 4
        /// A command line.
        case command = 5
    }

    public let name: String
    /// The type of its value; nil for a type of a later interface version.
    public let type: ValueType?
    /// Whether the user must set it.
    public let isRequired: Bool
    /// Whether its value must never be shown.
    public let isSecret: Bool
    /// Whether it may be given several times.
    public let isList: Bool

    public init(name: String, type: ValueType?, isRequired: Bool, isSecret: Bool, isList: Bool) {
        (self.name, self.type, self.isRequired, self.isSecret, self.isList) = (name, type, isRequired, isSecret, isList)
    }
}

extension PluginKey.ValueType {
    /// A description of valid values, for messages.
    public var words: String {
        switch self {
        case .text: "text"
        case .number: "a number, such as 5 or 0.5"
        case .switch: "on or off"
        case .span: "a duration, such as 30s or 5m"
        case .path: "a path starting with / or ~/"
        case .command: "a command with arguments"
        }
    }

    public func accepts(_ text: String) -> Bool {
        switch self {
        case .text: true
        case .number: PluginKey.ValueType.isNumber(text)
        case .switch: ["on", "yes", "true", "off", "no", "false"].contains(text.lowercased())
        case .span: (try? TimeSpan(parsing: text)) != nil
        case .path: text.hasPrefix("/") || text.hasPrefix("~/")
        case .command: text.contains { !$0.isWhitespace }
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
