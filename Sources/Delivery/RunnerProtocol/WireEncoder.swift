/// Encodes values in a frame: integers are little-endian, texts have a length prefix.
struct WireEncoder {
    private(set) var bytes: [UInt8]

    /// Starts a frame of a kind; `frame` fills in its length.
    init(kind: UInt8) { bytes = [0, 0, 0, 0, kind] }

    mutating func write(_ value: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }

    mutating func write(_ value: Int64) {
        let bits = UInt64(bitPattern: value)
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    }

    mutating func write(_ text: String) {
        write(UInt32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write<Element>(_ list: [Element], _ body: (inout WireEncoder, Element) -> Void) {
        write(UInt32(clamping: list.count))
        for element in list { body(&self, element) }
    }

    /// The frame with its length prefix.
    ///
    /// - Throws: `WireError.tooLarge` if the other side would reject the payload.
    func frame() throws(WireError) -> [UInt8] {
        guard bytes.count - 4 <= FrameLimit.payloadBytes else { throw .tooLarge(bytes.count - 4) }
        var frame = bytes
        let length = UInt32(bytes.count - 4)
        for index in 0..<4 { frame[index] = UInt8(truncatingIfNeeded: length >> UInt32(index * 8)) }
        return frame
    }
}
