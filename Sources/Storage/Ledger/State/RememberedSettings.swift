/// The remembered state of the settings file, for when the file is missing, empty or invalid.
public struct RememberedSettings: Sendable, Hashable {
    /// The last valid text of the file, without secrets; nil if there was none yet.
    public let text: [UInt8]?
    /// The last explicit value of `enabled` in the file; nil if there was none.
    public let isEnabled: Bool?

    /// Creates a state; empty by default.
    public init(text: [UInt8]? = nil, isEnabled: Bool? = nil) {
        self.text = text
        self.isEnabled = isEnabled
    }
}
