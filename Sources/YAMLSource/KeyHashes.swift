/// The keys of the mappings that are open, to find one that stands twice.
struct KeyHashes {
    private struct Key {
        let hash: UInt64
        let bytes: ArraySlice<UInt8>
        let span: SourceSpan
    }

    /// Beyond so many keys a mapping is looked up by hash instead of walked.
    private static let few = 16

    private var keys: [Key] = []
    private var starts: [Int] = []
    private var tables: [[UInt64: [Int]]] = []

    mutating func beginMapping() {
        starts.append(keys.count)
        tables.append([:])
    }

    mutating func endMapping() {
        if let start = starts.popLast() { keys.removeSubrange(start...) }
        _ = tables.popLast()
    }

    /// Takes in a key of the innermost mapping; the span of the same key before it, if there is one.
    mutating func insert(_ bytes: ArraySlice<UInt8>, at span: SourceSpan) -> SourceSpan? {
        guard let start = starts.last else { return nil }
        let key = Key(hash: KeyHashes.hash(bytes), bytes: bytes, span: span)
        defer { add(key, start: start) }
        if keys.count - start <= KeyHashes.few {
            return keys[start...].first { $0.hash == key.hash && $0.bytes == key.bytes }?.span
        }
        let places = tables[tables.count - 1][key.hash] ?? []
        return places.first { keys[$0].bytes == key.bytes }.map { keys[$0].span }
    }

    private mutating func add(_ key: Key, start: Int) {
        keys.append(key)
        let count = keys.count - start
        guard count > KeyHashes.few else { return }
        let table = tables.count - 1
        let fresh = count == KeyHashes.few + 1 ? start..<keys.count : keys.count - 1..<keys.count
        for place in fresh { tables[table][keys[place].hash, default: []].append(place) }
    }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo).
    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
