/// Collects received bytes and returns whole frames.
public struct FrameBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// The start of the bytes that were not returned yet.
    private var start = 0

    public init() {}

    /// Adds received bytes.
    public mutating func append(_ more: ArraySlice<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Whether there is a whole frame, or an invalid one.
    public var hasFrame: Bool {
        var copy = self
        do throws(WireError) { return try copy.next() != nil } catch { return true }
    }

    /// The next whole frame's kind and payload; nil if more bytes are needed.
    ///
    /// - Throws: `WireError.tooLarge` before waiting for that much.
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

/// The size limit of a frame between the host and a plugin runner.
public enum FrameLimit {
    /// The maximum payload in bytes; larger frames are rejected before anything is read.
    public static let payloadBytes = 1 << 20
}
