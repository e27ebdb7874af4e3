/// A text that diagnostics refer to, with its path.
public struct SourceText: Sendable, Hashable {
    /// The path as the user wrote it; shown in diagnostics, never opened here.
    public let path: String
    /// The text's bytes, expected to be UTF-8.
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    public init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

    /// The line and column of a byte, from 1; columns count Unicode scalars.
    ///
    /// - Parameter offset: a byte offset; one beyond the end counts as the end.
    public func location(of offset: Int) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let start = lineStart(before: offset)
        let line = bytes[..<start].count { $0 == 0x0A } + 1
        // A byte order mark is no column.
        let mark = start == 0 && offset >= 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
        let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1 - mark
        return SourceLocation(line: line, column: column)
    }

    /// Whether the text has only blank lines and comments.
    ///
    /// Bytes that YAML does not allow do not count as blank: a file of NUL bytes, as left by a power failure, is damaged.
    public var isBlank: Bool {
        let isEmpty = lines.allSatisfy { line in
            let content = line.drop { $0 == 0x20 || $0 == 0x09 }
            return content.isEmpty || content.first == UInt8(ascii: "#")
        }
        var diagnostics = Diagnostics()
        return isEmpty && SourceCheck.passes(self, limits: .standard, into: &diagnostics)
    }

    /// The text's lines as libyaml divides them, without their line breaks.
    ///
    /// libyaml reads YAML 1.1, in which CR, NEL (U+0085), LS (U+2028) and PS (U+2029) end a line, and with it a comment, like LF
    /// (section 4.2, "Line Break Characters"). Positions in diagnostics count only LF, as editors do.
    public var lines: [ArraySlice<UInt8>] {
        var result: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let length = breakLength(at: index)
            if length > 0 {
                result.append(bytes[start..<index])
                start = index + length
            }
            index += max(length, 1)
        }
        result.append(bytes[start...])
        return result
    }

    /// The number of bytes of the line break at an index; 0 if there is none.
    private func breakLength(at index: Int) -> Int {
        switch bytes[index] {
        case 0x0A, 0x0D: 1
        case 0xC2: bytes[index...].starts(with: [0xC2, 0x85]) ? 2 : 0
        case 0xE2:
            bytes[index...].starts(with: [0xE2, 0x80, 0xA8]) || bytes[index...].starts(with: [0xE2, 0x80, 0xA9]) ? 3 : 0
        default: 0
        }
    }

    /// The offset at which the line with that byte starts.
    func lineStart(before offset: Int) -> Int { bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0 }

    /// The offset at which the line with that byte ends, before its line break.
    func lineEnd(after offset: Int) -> Int {
        let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
        return end > offset && bytes[end - 1] == 0x0D ? end - 1 : end
    }
}

/// A location in a text as an editor shows it.
public struct SourceLocation: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, counted in Unicode scalars.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A half-open range of UTF-8 byte offsets in a source text.
public struct SourceSpan: Sendable, Hashable {
    /// The offset of the first byte, from 0.
    public let start: Int
    /// The offset just past the last byte; never below `start`.
    public let end: Int

    /// Creates a span from the offset of its first byte to the offset just past its last one.
    public init(start: Int, end: Int) {
        precondition(start <= end, "a span cannot end before it starts")
        self.start = start
        self.end = end
    }
}

/// Converts libyaml's marks, which count characters, to byte offsets.
struct CharacterOffsets {
    private static let stride = 256

    private let bytes: [UInt8]
    private let base: Int
    /// The byte offset of every 256th character; empty if the text is ASCII.
    private var checkpoints: [Int32] = []
    private var lastCharacter = 0
    private var lastByte = 0

    /// - Parameters:
    ///   - bytes: well-formed UTF-8.
    ///   - base: where the text starts, after a byte order mark.
    init(_ bytes: [UInt8], base: Int) {
        self.bytes = bytes
        self.base = base
        lastByte = base
        guard bytes.withUnsafeBufferPointer({ $0[base...].reduce(0, |) }) >= 0x80 else { return }
        var character = 0
        for index in base..<bytes.count where bytes[index] & 0xC0 != 0x80 {
            if character % CharacterOffsets.stride == 0 { checkpoints.append(Int32(index)) }
            character += 1
        }
    }

    mutating func byte(ofCharacter character: Int) -> Int {
        guard !checkpoints.isEmpty else { return min(base + character, bytes.count) }
        if character < lastCharacter || character - lastCharacter > CharacterOffsets.stride {
            let checkpoint = min(character / CharacterOffsets.stride, checkpoints.count - 1)
            (lastCharacter, lastByte) = (checkpoint * CharacterOffsets.stride, Int(checkpoints[checkpoint]))
        }
        while lastCharacter < character, lastByte < bytes.count {
            lastByte += 1
            while lastByte < bytes.count, bytes[lastByte] & 0xC0 == 0x80 { lastByte += 1 }
            lastCharacter += 1
        }
        return lastByte
    }
}
