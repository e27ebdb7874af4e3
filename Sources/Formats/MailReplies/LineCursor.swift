/// The lines of bytes, one after the other; a line ends with CRLF, LF or CR.
struct LineCursor {
    private let bytes: ArraySlice<UInt8>
    /// The start of the next line.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The next line without its end; nil after the last one.
    mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.endIndex else { return nil }
        let start = position
        var end = start
        while end < bytes.endIndex, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        position = end
        if position < bytes.endIndex {
            let isPair = bytes[position] == 0x0D && position + 1 < bytes.endIndex && bytes[position + 1] == 0x0A
            position += isPair ? 2 : 1
        }
        return bytes[start..<end]
    }
}

extension UInt8 {
    /// A blank within a line.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension ArraySlice<UInt8> {
    /// The bytes without blanks at their ends.
    var trimmed: ArraySlice<UInt8> {
        var result = self
        while let first = result.first, first.isBlank { result.removeFirst() }
        while let last = result.last, last.isBlank { result.removeLast() }
        return result
    }
}
