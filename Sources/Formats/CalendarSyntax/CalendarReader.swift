/// Reads the components of a calendar file (RFC 5545, 3.4); the file is external data.
///
/// Names that the reader does not know are kept. Time and memory are proportional to the file's length.
public struct CalendarReader {
    /// The maximum length of an unfolded line in octets.
    static let longestLine = 1 << 20
    /// The maximum number of components within one another; RFC 5545 has three.
    static let deepest = 8
    /// The maximum number of parameters of a property.
    static let mostParameters = 64

    private let bytes: [UInt8]
    private let keepsOctets: Bool
    private var position = 0
    private var nextLine = 1
    /// The number of the line that was read last.
    private var line = 1

    private init(_ bytes: [UInt8], keepsOctets: Bool) {
        (self.bytes, self.keepsOctets) = (bytes, keepsOctets)
        // A byte order mark is not part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The calendars of a file; most files have one.
    ///
    /// - Parameter keepsOctets: whether properties are later written as they were read, byte for byte.
    /// - Throws: `CalendarSyntaxError` for the first line that is not a content line or is out of place.
    public static func calendars(_ bytes: [UInt8], keepsOctets: Bool = false) throws(CalendarSyntaxError)
        -> [CalendarComponent]
    {
        var reader = CalendarReader(bytes, keepsOctets: keepsOctets)
        return try reader.calendars()
    }

    private func failure(_ reason: String) -> CalendarSyntaxError { CalendarSyntaxError(line: line, reason: reason) }

    private mutating func calendars() throws(CalendarSyntaxError) -> [CalendarComponent] {
        var calendars: [CalendarComponent] = []
        /// The components that were begun and not ended.
        var open: [CalendarComponent] = []
        while let content = try next() {
            switch content.name {
            case "BEGIN":
                let name = content.value.uppercased()
                guard !open.isEmpty || name == "VCALENDAR" else { throw failure("expected BEGIN:VCALENDAR") }
                guard open.count < CalendarReader.deepest else { throw failure("components are nested too deeply") }
                open.append(CalendarComponent(name, line: line))
            case "END":
                guard let ended = open.popLast(), ended.name == content.value.uppercased() else {
                    throw failure("this END has no matching BEGIN")
                }
                if open.isEmpty {
                    calendars.append(ended)
                } else {
                    open[open.count - 1].components.append(ended)
                }
            default:
                guard !open.isEmpty else { throw failure("expected BEGIN:VCALENDAR") }
                open[open.count - 1].properties.append(content)
            }
        }
        if let last = open.last { throw failure("\(last.name) of line \(last.line) has no END") }
        guard !calendars.isEmpty else { throw failure("expected BEGIN:VCALENDAR") }
        return calendars
    }

    /// The next content line; nil at the end.
    private mutating func next() throws(CalendarSyntaxError) -> ContentLine? {
        while position < bytes.count {
            let start = position
            let unfolded = try unfoldedLine()
            guard !unfolded.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            return try content(unfolded, octets: keepsOctets ? bytes[start..<position] : nil)
        }
        return nil
    }

    /// Reads a line and its continuations; lines may end with CRLF or LF.
    ///
    /// Lines are joined before they are decoded, because some programs fold within a UTF-8 sequence.
    private mutating func unfoldedLine() throws(CalendarSyntaxError) -> [UInt8] {
        line = nextLine
        var result: [UInt8] = []
        repeat {
            if nextLine > line { position += 1 }
            let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
            let hasReturn = end > position && bytes[end - 1] == 0x0D
            guard result.count + end - position <= CalendarReader.longestLine else {
                throw failure("the line is longer than \(CalendarReader.longestLine) bytes")
            }
            result += bytes[position..<(hasReturn ? end - 1 : end)]
            position = min(end + 1, bytes.count)
            nextLine += 1
        } while position < bytes.count && (bytes[position] == 0x20 || bytes[position] == 0x09)
        return result
    }

    private func content(_ line: [UInt8], octets: ArraySlice<UInt8>?) throws(CalendarSyntaxError) -> ContentLine {
        guard !line.contains(0) else { throw failure("it contains a NUL byte; the file is damaged") }
        var rest = line[...]
        guard let name = CalendarReader.name(&rest) else { throw failure("expected NAME:VALUE") }
        var parameters: [ContentLine.Parameter] = []
        while rest.first == 0x3B {
            rest.removeFirst()
            guard parameters.count < CalendarReader.mostParameters else { throw failure("it has too many parameters") }
            guard let key = CalendarReader.name(&rest), rest.first == 0x3D else {
                throw failure("expected a parameter NAME=VALUE")
            }
            var values: [String] = []
            repeat {
                rest.removeFirst()
                values.append(try value(&rest))
            } while rest.first == 0x2C
            parameters.append(ContentLine.Parameter(key, values: values))
        }
        guard rest.first == 0x3A else { throw failure("expected NAME:VALUE") }
        return ContentLine(name, parameters, String(decoding: rest.dropFirst(), as: UTF8.self), octets: octets)
    }

    /// Takes a name of letters, digits and hyphens; nil if there is none.
    private static func name(_ rest: inout ArraySlice<UInt8>) -> String? {
        let name = rest.prefix { byte in
            let lower = byte | 0x20
            return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
        guard !name.isEmpty, name.count <= 100 else { return nil }
        rest = rest[name.endIndex...]
        return String(decoding: name, as: UTF8.self).uppercased()
    }

    /// Takes a parameter's value, which may be in quotation marks.
    private func value(_ rest: inout ArraySlice<UInt8>) throws(CalendarSyntaxError) -> String {
        if rest.first == 0x22 {
            guard let end = rest.dropFirst().firstIndex(of: 0x22) else { throw failure("a quotation mark is missing") }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
        }
        let value = rest.prefix { $0 != 0x2C && $0 != 0x3A && $0 != 0x3B && $0 != 0x22 }
        rest = rest[value.endIndex...]
        return String(decoding: value, as: UTF8.self)
    }
}

/// Why a file is not a calendar.
public struct CalendarSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
}
