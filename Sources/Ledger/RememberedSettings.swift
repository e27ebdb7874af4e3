/// What the ledger remembers of the settings file, for when the file is missing, empty or has errors.
public struct RememberedSettings: Sendable, Hashable {
    /// The text of the file when it was last good, without secrets; nil where there was none yet.
    public let text: [UInt8]?
    /// What the file last said explicitly of reminders being on; nil where it never did.
    public let isEnabled: Bool?

    /// Creates what is remembered; nothing by default.
    public init(text: [UInt8]? = nil, isEnabled: Bool? = nil) {
        self.text = text
        self.isEnabled = isEnabled
    }
}
