internal import Glibc

/// A node's source text, if that alone determines its meaning: nodes with the same source have the same meaning.
public struct YAMLNodeSource: Sendable, Hashable {
    private let document: YAMLDocument
    private let range: Range<Int>
    private let hash: UInt64

    init(_ document: YAMLDocument, _ range: Range<Int>) {
        self.document = document
        self.range = range
        hash = document.source.bytes.withUnsafeBytes { YAMLNodeSource.hash($0[range]) }
    }

    /// Whether both sources are identical, byte for byte.
    public static func == (first: YAMLNodeSource, second: YAMLNodeSource) -> Bool {
        guard first.hash == second.hash, first.range.count == second.range.count else { return false }
        return first.document.source.bytes.withUnsafeBytes { one in
            second.document.source.bytes.withUnsafeBytes { other in
                let (one, other) = (one[first.range], other[second.range])
                guard let left = UnsafeRawBufferPointer(rebasing: one).baseAddress,
                    let right = UnsafeRawBufferPointer(rebasing: other).baseAddress
                else { return true }
                return memcmp(left, right, one.count) == 0
            }
        }
    }

    /// Feeds the text's hash to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }

    /// FNV-1a over words of eight bytes, with a final shift that spreads the high bits.
    private static func hash(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = 0
        while index + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x0000_0100_0000_01B3
            hash ^= hash >> 32
            index += 8
        }
        while index < bytes.count {
            hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
            index += 1
        }
        return hash ^ hash >> 29
    }
}

extension YAMLNode {
    /// The node's source text; nil if it contains an alias, whose meaning is defined elsewhere.
    public var selfContainedSource: YAMLNodeSource? {
        let record = record
        for place in index..<max(index + 1, Int(record.next)) where document.records[place].isAlias { return nil }
        return YAMLNodeSource(document, Int(record.start)..<Int(record.end))
    }
}
