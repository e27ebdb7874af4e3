/// Gathers bytes as they come and gives out whole frames.
public struct FrameBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// Where what was not given out yet begins.
    private var start = 0

    /// Creates an empty buffer.
    public init() {}

    /// Adds bytes that have come.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Whether a whole frame is there, or something that never becomes one.
    public var hasFrame: Bool {
        var copy = self
        do throws(WireError) { return try copy.next() != nil } catch { return true }
    }

    /// The next whole frame's kind and payload; nil when more bytes must come first.
    ///
    /// - Throws: `WireError.tooLarge` before so much is ever waited for.
    public mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
        let waiting = bytes[start...]
        guard waiting.count >= 5 else { return nil }
        let length = waiting.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= FrameLimit.payloadBytes else { throw .tooLarge(length) }
        guard length > 0 else { throw .truncated }
        guard waiting.count >= 4 + length else { return nil }
        start += 4 + length
        return waiting.dropFirst(4).prefix(length)
    }
}
