/// Why bytes between host and runner are not a valid message.
public enum WireError: Error, Sendable, Hashable {
    /// A frame exceeds the size limit.
    case tooLarge(Int)
    case truncated
    /// A frame has bytes after its last value.
    case trailing(Int)
    /// A frame has an unknown kind.
    case unknownKind(UInt8)
    /// A text is not UTF-8.
    case malformedText
}

extension WireError: CustomStringConvertible {
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
