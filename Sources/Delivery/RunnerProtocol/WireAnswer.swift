/// An answer of the user to a notification, through a plugin.
public struct WireAnswer: Sendable, Hashable {
    /// Identifies the answer among all of its plugin.
    public var id = ""
    /// The notification's ID.
    public var notification = ""
    /// The action, such as `done`.
    public var action = ""
    /// What the action needs, such as lines of sets.
    public var detail = ""
    /// When the user answered, in seconds since 1970; 0 for now.
    public var instant: Int64 = 0
    /// The notification's token as it came with the answer.
    public var token = ""

    /// The maximum number of answers that a plugin may report at once; the rest is ignored.
    public static let most = 64
    /// The maximum length of an ID in bytes.
    public static let idBytes = 200
    /// The maximum length of a detail in bytes: `most` answers fit in a frame, even if each byte becomes a replacement character.
    public static let detailBytes = 4096

    /// Why nothing can be recorded about the answer; nil if its ID is valid.
    public var idProblem: String? {
        if id.isEmpty { return "its ID is empty" }
        if id.utf8.count > WireAnswer.idBytes { return "its ID is longer than \(WireAnswer.idBytes) bytes" }
        guard id.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            return "its ID has control characters"
        }
        return nil
    }

    /// Why the host refuses the answer, whatever it is about; nil if it does not.
    public var problem: String? {
        if let idProblem { return idProblem }
        return detail.utf8.count > WireAnswer.detailBytes
            ? "its detail is longer than \(WireAnswer.detailBytes) bytes" : nil
    }

    init() {}

    public init(
        id: String,
        notification: String,
        action: String,
        detail: String = "",
        instant: Int64 = 0,
        token: String = ""
    ) {
        (self.id, self.notification, self.action) = (id, notification, action)
        (self.detail, self.instant, self.token) = (detail, instant, token)
    }
}

extension WireAnswer: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&id)
        try coder.pass(&notification)
        try coder.pass(&action)
        try coder.pass(&detail)
        try coder.pass(&instant)
        try coder.pass(&token)
    }
}

/// What became of an answer.
public struct WireSettlement: Sendable, Hashable {
    /// The answer's ID.
    public var id = ""
    /// Whether it was recorded, now or earlier; otherwise it was refused.
    public var isRecorded = false
    /// Why it was refused, or what of it could not be read.
    public var text = ""

    init() {}

    public init(id: String, isRecorded: Bool, text: String) {
        (self.id, self.isRecorded, self.text) = (id, isRecorded, text)
    }
}

extension WireSettlement: WireValue {
    mutating func pass<Coder: WireCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.pass(&id)
        try coder.pass(&isRecorded)
        try coder.pass(&text)
    }
}
