internal import Quoting

/// The header fields of a message or of one of its parts.
struct MailHeaders {
    /// The longest value that is kept, and the greatest number of fields: no mail program writes more.
    static let (longestValue, most) = (65_536, 1000)

    private var fields: [(name: String, value: [UInt8])] = []
    /// The sender in the first line of a message that comes from a mailbox file.
    private(set) var envelopeSender: String?

    /// Reads the fields up to the empty line, or up to a line that is no field.
    ///
    /// - Parameter body: receives what follows the fields.
    init(_ bytes: ArraySlice<UInt8>, body: inout ArraySlice<UInt8>) {
        var cursor = LineCursor(bytes)
        var isFirst = true
        while true {
            let start = cursor.position
            body = bytes[start...]
            guard let line = cursor.next() else { return }
            defer { isFirst = false }
            if line.isEmpty {
                body = bytes[cursor.position...]
                return
            }
            if let sender = Self.envelope(line) {
                if isFirst { envelopeSender = sender }
            } else if line.first?.isBlank == true {
                extend(with: line)
            } else if let colon = Self.colon(in: line) {
                let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
                if fields.count < Self.most { fields.append((name, [])) }
                extend(with: line[(colon + 1)...])
            } else {
                return
            }
        }
    }

    private mutating func extend(with bytes: ArraySlice<UInt8>) {
        guard let last = fields.indices.last else { return }
        fields[last].value += bytes.prefix(Self.longestValue - fields[last].value.count)
    }

    /// The sender in a line `From SENDER DATE`, also if a program quoted it.
    private static func envelope(_ line: ArraySlice<UInt8>) -> String? {
        let rest = line.first == UInt8(ascii: ">") ? line.dropFirst() : line
        guard rest.starts(with: "From ".utf8) else { return nil }
        return String(decoding: rest.dropFirst(5).prefix { !$0.isBlank }, as: UTF8.self)
    }

    /// The colon after a field's name (RFC 5322, 2.2).
    private static func colon(in line: ArraySlice<UInt8>) -> Int? {
        let end = line.firstIndex { !(0x21...0x7E).contains($0) || $0 == UInt8(ascii: ":") }
        guard let end, end > line.startIndex, line[end] == UInt8(ascii: ":") else { return nil }
        return end
    }

    /// The values of all fields of a name in lower case.
    func all(_ name: String) -> [[UInt8]] { fields.filter { $0.name == name }.map(\.value) }

    /// The first value of a name in lower case, without blanks at its ends.
    func text(_ name: String) -> String? {
        guard let value = fields.first(where: { $0.name == name })?.value else { return nil }
        return String(decoding: value[...].trimmed, as: UTF8.self)
    }

    /// Whether there is a field of that name in lower case.
    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// A value such as `text/plain; charset=utf-8`, the first of that name.
    func parameterized(_ name: String) -> ParameterizedValue? {
        fields.first { $0.name == name }.map { ParameterizedValue($0.value) }
    }

    /// The message IDs in all fields of a name, without angle brackets.
    func messageIDs(_ name: String) -> [String] {
        all(name).flatMap { value -> [String] in
            var ids: [String] = []
            var id: [UInt8]?
            for byte in value {
                switch byte {
                case UInt8(ascii: "<"): id = []
                case UInt8(ascii: ">"):
                    if let id, !id.isEmpty { ids.append(String(decoding: id, as: UTF8.self)) }
                    id = nil
                case 0...0x20: continue
                default: id?.append(byte)
                }
            }
            return ids
        }
    }
}
