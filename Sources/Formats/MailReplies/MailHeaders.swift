internal import Quoting

/// The header fields of a message or of one of its parts.
struct MailHeaders {
    /// The longest value that is kept, and the greatest number of fields: no mail program writes more.
    static let (longestValue, most) = (65_536, 1000)

    private var fields: [(name: String, value: [UInt8])] = []

    /// Reads the fields up to the empty line, or up to a line that is no field.
    ///
    /// - Parameter body: receives what follows the fields.
    init(_ bytes: ArraySlice<UInt8>, body: inout ArraySlice<UInt8>) {
        var cursor = LineCursor(bytes)
        while true {
            let start = cursor.position
            body = bytes[start...]
            guard let line = cursor.next() else { return }
            if line.isEmpty {
                body = bytes[cursor.position...]
                return
            }
            if Self.startsMessage(line) { continue }
            if line.first?.isBlank == true {
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

    /// Whether a line has the form `From SENDER DATE` of mailbox files, also if a program quoted it.
    ///
    /// Programs that write mailbox files may invent the sender, so it says nothing about the message.
    private static func startsMessage(_ line: ArraySlice<UInt8>) -> Bool {
        (line.first == UInt8(ascii: ">") ? line.dropFirst() : line).starts(with: "From ".utf8)
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
