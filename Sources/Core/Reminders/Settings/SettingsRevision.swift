/// A change of the settings file by a command, with what it takes to undo it.
///
/// It does not contain the text that stayed the same, because that may contain secrets.
public struct SettingsRevision: Sendable, Hashable {
    /// The part of the text that changed.
    public struct Patch: Sendable, Hashable {
        let offset: Int
        let removed: [UInt8]
        let inserted: [UInt8]

        /// The difference of two texts.
        public init(from old: [UInt8], to new: [UInt8]) {
            let start = zip(old, new).prefix { $0 == $1 }.count
            let rest = min(old.count, new.count) - start
            let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
            offset = start
            removed = Array(old[start..<old.count - end])
            inserted = Array(new[start..<new.count - end])
        }

        init(offset: Int, removed: [UInt8], inserted: [UInt8]) {
            (self.offset, self.removed, self.inserted) = (offset, removed, inserted)
        }

        /// The patch that undoes it.
        public var inverse: Patch { Patch(offset: offset, removed: inserted, inserted: removed) }

        /// The range of the removed text.
        public var range: Range<Int> { offset..<offset + removed.count }

        /// The text with the change; nil if it does not have the removed part.
        public func applied(to text: [UInt8]) -> [UInt8]? {
            guard offset <= text.count, text[offset...].starts(with: removed) else { return nil }
            return text[..<offset] + inserted + text[(offset + removed.count)...]
        }
    }

    /// A text of the settings file, which is compared by its SHA-256.
    public enum Text: Sendable, Hashable {
        /// There is no file.
        case missing
        case digest(String)
    }

    /// The text before the change.
    public let before: Text
    /// The text that the command wrote.
    public let after: Text
    /// The last explicit value of `enabled` before the change; nil if there was none.
    public let wasEnabled: Bool?
    /// The change; nil if the changed part may contain secrets, which antrain does not store.
    public let patch: Patch?

    /// Creates a revision.
    public init(before: Text, after: Text, wasEnabled: Bool?, patch: Patch?) {
        (self.before, self.after, self.wasEnabled, self.patch) = (before, after, wasEnabled, patch)
    }
}

/// The stored form: both texts, `enabled`, and the offset and the two texts of the patch in hexadecimal digits; `-` for what is missing.
extension SettingsRevision: LosslessStringConvertible {
    private static let none = "-"

    /// The stored form.
    public var description: String {
        let parts = patch.map { ["\($0.offset)", Self.hex($0.removed), Self.hex($0.inserted)] } ?? [Self.none]
        return ([before.word, after.word, wasEnabled.map { $0 ? "on" : "off" } ?? Self.none] + parts).joined(
            separator: " "
        )
    }

    /// Reads the stored form.
    public init?(_ description: String) {
        let parts = description.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6 || parts.count == 4 && parts[3] == Self.none, let before = Text(word: parts[0]),
            let after = Text(word: parts[1]),
            let wasEnabled = ["on": true, "off": false, Self.none: Bool?.none][parts[2]]
        else { return nil }
        var patch: Patch?
        if parts.count == 6 {
            guard let offset = Int(parts[3]), offset >= 0, let removed = Self.bytes(parts[4]),
                let inserted = Self.bytes(parts[5])
            else { return nil }
            patch = Patch(offset: offset, removed: removed, inserted: inserted)
        }
        self.init(before: before, after: after, wasEnabled: wasEnabled, patch: patch)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.isEmpty ? none : bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        guard text != none else { return [] }
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}

extension SettingsRevision.Text {
    fileprivate var word: String {
        switch self {
        case .missing: "-"
        case .digest(let digest): digest
        }
    }

    fileprivate init?(word: String) {
        guard !word.isEmpty else { return nil }
        self = word == "-" ? .missing : .digest(word)
    }
}
