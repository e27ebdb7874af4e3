/// A change of the settings file by a command, with what it takes to undo it.
///
/// It does not contain the text that stayed the same, because that may contain secrets.
public struct SettingsRevision: Sendable, Hashable {
    /// The part of the text that changed: whole lines, if possible.
    public struct Patch: Sendable, Hashable {
        /// A removed or an inserted text.
        enum Part: Sendable, Hashable {
            case text([UInt8])
            /// A text of this length that contains a secret, which antrain does not store.
            case secret(Int)

            var count: Int {
                switch self {
                case .text(let text): text.count
                case .secret(let count): count
                }
            }
        }

        let offset: Int
        let removed: Part
        let inserted: Part

        /// The difference of two texts.
        ///
        /// - Parameter secrets: the parts of the two texts that are secrets.
        public init(from old: [UInt8], to new: [UInt8], secrets: ([Range<Int>], [Range<Int>]) = ([], [])) {
            func hides(_ range: Range<Int>, _ secrets: [Range<Int>]) -> Bool { secrets.contains { $0.overlaps(range) } }
            let exact = Self.difference(old, new)
            let whole = Self.lines(exact, old, new)
            let hasSecret = hides(whole.old, secrets.0) || hides(whole.new, secrets.1)
            let part = hasSecret ? exact : whole
            offset = part.old.lowerBound
            removed = hides(part.old, secrets.0) ? .secret(part.old.count) : .text(Array(old[part.old]))
            inserted = hides(part.new, secrets.1) ? .secret(part.new.count) : .text(Array(new[part.new]))
        }

        init(offset: Int, removed: Part, inserted: Part) {
            (self.offset, self.removed, self.inserted) = (offset, removed, inserted)
        }

        private typealias Ranges = (old: Range<Int>, new: Range<Int>)

        private static func difference(_ old: [UInt8], _ new: [UInt8]) -> Ranges {
            let start = zip(old, new).prefix { $0 == $1 }.count
            let rest = min(old.count, new.count) - start
            let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
            return (start..<old.count - end, start..<new.count - end)
        }

        /// The same difference as whole lines.
        private static func lines(_ part: Ranges, _ old: [UInt8], _ new: [UInt8]) -> Ranges {
            let start = old[..<part.old.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let shift = part.old.lowerBound - start
            // Lines between others that begin alike may be found shifted.
            let (longer, range) = part.old.isEmpty ? (new, part.new) : (old, part.old)
            if part.old.isEmpty || part.new.isEmpty, range.count > shift, longer[range.upperBound - shift - 1] == 0x0A,
                longer[start..<range.lowerBound] == longer[range.upperBound - shift..<range.upperBound]
            {
                let moved = start..<range.upperBound - shift
                return part.old.isEmpty ? (start..<start, moved) : (moved, start..<start)
            }
            var end = old.count - part.old.upperBound
            let isWhole = [(old, part.old), (new, part.new)].allSatisfy { text, range in
                range.upperBound == start || text[range.upperBound - 1] == 0x0A
            }
            if !isWhole { end = old[part.old.upperBound...].firstIndex(of: 0x0A).map { old.count - $0 - 1 } ?? 0 }
            return (start..<old.count - end, start..<new.count - end)
        }

        public var inverse: Patch { Patch(offset: offset, removed: inserted, inserted: removed) }

        /// Whether the text before the change is known.
        public var canBeUndone: Bool { if case .text = removed { true } else { false } }

        /// Whether the text after the change is known.
        public var canBeRedone: Bool { inverse.canBeUndone }

        /// The text with the change; nil if it does not have the removed part, or the inserted one is not known.
        public func applied(to text: [UInt8]) -> [UInt8]? {
            guard case .text(let new) = inserted, offset <= text.count, removed.count <= text.count - offset else {
                return nil
            }
            if case .text(let old) = removed, !text[offset...].starts(with: old) { return nil }
            return text[..<offset] + new + text[(offset + removed.count)...]
        }

        /// A text of which other lines were changed, with the change; nil if the place of the change is not clear.
        public func moved(to text: [UInt8]) -> [UInt8]? {
            guard case .text(let old) = removed, case .text(let new) = inserted else { return nil }
            let starts = [0] + text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
            guard !old.isEmpty else {
                // Lines at the start of a mapping's line may follow any other.
                guard let first = new.first, first > 0x20, new.last == 0x0A, text.isEmpty || text.last == 0x0A else {
                    return nil
                }
                let place = starts.contains(offset) ? offset : text.count
                let follows = text[place...].first.map { $0 > 0x20 } ?? true
                let position = follows ? place : text.count
                return text[..<position] + new + text[position...]
            }
            let places = starts.filter { text[$0...].starts(with: old) }
            guard let place = places.first, places.count == 1, old.last == 0x0A || place + old.count == text.count
            else {
                return nil
            }
            return text[..<place] + new + text[(place + old.count)...]
        }
    }

    /// A text of the settings file, which is compared by its SHA-256.
    public enum Text: Sendable, Hashable {
        case missing
        case digest(String)
    }

    public let before: Text
    /// The text that the command wrote.
    public let after: Text
    /// The last explicit value of `enabled` before the change; nil if there was none.
    public let wasEnabled: Bool?
    /// The change; nil if an earlier version did not store it, because it may contain secrets.
    public let patch: Patch?

    public init(before: Text, after: Text, wasEnabled: Bool?, patch: Patch?) {
        (self.before, self.after, self.wasEnabled, self.patch) = (before, after, wasEnabled, patch)
    }
}

/// The stored form: both texts, `enabled`, and the offset and the two texts of the patch in hexadecimal digits, or `+` and the length
/// of a text with secrets; `-` for what is missing.
extension SettingsRevision: LosslessStringConvertible {
    private static let none = "-"

    /// The stored form.
    public var description: String {
        let parts = patch.map { ["\($0.offset)", Self.word($0.removed), Self.word($0.inserted)] } ?? [Self.none]
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
            guard let offset = Int(parts[3]), offset >= 0, let removed = Self.part(parts[4]),
                let inserted = Self.part(parts[5])
            else { return nil }
            patch = Patch(offset: offset, removed: removed, inserted: inserted)
        }
        self.init(before: before, after: after, wasEnabled: wasEnabled, patch: patch)
    }

    private static func word(_ part: Patch.Part) -> String {
        guard case .text(let bytes) = part else { return "+\(part.count)" }
        return bytes.isEmpty ? none : bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func part(_ text: String) -> Patch.Part? {
        guard text.hasPrefix("+") else { return bytes(text).map(Patch.Part.text) }
        return Int(text.dropFirst()).flatMap { $0 >= 0 ? .secret($0) : nil }
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
