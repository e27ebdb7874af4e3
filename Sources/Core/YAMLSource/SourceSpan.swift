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
