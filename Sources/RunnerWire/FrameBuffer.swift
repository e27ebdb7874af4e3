/// Gathers bytes as they come and gives out whole frames.
public struct FrameBuffer: Sendable {
    private var bytes: [UInt8] = []

    /// Creates an empty buffer.
    public init() {}

    /// Adds bytes that have come.
    public mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Whether a whole frame is there, or something that never becomes one.
    public var hasFrame: Bool {
        var copy = self
        guard let frame = try? copy.next() else { return false }
        return !frame.isEmpty
    }

    /// The next whole frame's kind and payload; nil when more bytes must come first.
    ///
    /// - Throws: `WireError.tooLarge` before so much is ever waited for.
    public mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
        guard bytes.count >= 5 else { return nil }
        let length = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16 | Int(bytes[3]) << 24
        guard length <= FrameLimit.payloadBytes else { throw .tooLarge(length) }
        guard length > 0 else { throw .truncated }
        guard bytes.count >= 4 + length else { return nil }
        let frame = bytes[4..<4 + length]
        bytes = Array(bytes[(4 + length)...])
        return frame
    }
}
