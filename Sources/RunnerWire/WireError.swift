/// Why bytes between host and runner are no message.
public enum WireError: Error, Sendable, Hashable {
    /// A frame announces more than a frame may hold.
    case tooLarge(Int)
    /// A frame ends within a value.
    case truncated
    /// A frame has bytes after its last value.
    case trailing(Int)
    /// A frame's kind is not known.
    case unknownKind(UInt8)
    /// A text is not UTF-8.
    case malformedText
}

extension WireError: CustomStringConvertible {
    /// What is wrong with the bytes.
    public var description: String {
        switch self {
        case .tooLarge(let size): "a frame has \(size) bytes, more than \(FrameLimit.payloadBytes)"
        case .truncated: "a frame is truncated"
        case .trailing(let count): "a frame has \(count) extra bytes"
        case .unknownKind(let kind): "a frame has unknown kind \(kind)"
        case .malformedText: "a frame has text that is not UTF-8"
        }
    }
}
