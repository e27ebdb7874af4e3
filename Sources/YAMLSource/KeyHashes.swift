/// The keys of the open mappings, used to find duplicates.
struct KeyHashes {
    /// A key with its hash.
    struct Key {
        let hash: UInt64
        let record: YAMLRecord
    }

    /// Mappings with more keys than this use a hash table instead of a linear search.
    private static let few = 16

    private var keys: [Key] = []
    private var starts: [Int] = []
    /// The hash tables of open mappings with many keys, each with the index of its mapping in `starts`.
    private var tables: [(mapping: Int, places: [UInt64: [Int]])] = []

    mutating func beginMapping() {
        starts.append(keys.count)
    }

    mutating func endMapping() {
        guard let start = starts.popLast() else { return }
        keys.removeSubrange(start...)
        if tables.last?.mapping == starts.count { tables.removeLast() }
    }

    /// Adds a key to the innermost mapping.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - isSame: whether two keys with equal hashes have equal text.
    /// - Returns: the earlier key with the same text, if any.
    mutating func insert(_ key: Key, isSame: (YAMLRecord, YAMLRecord) -> Bool) -> YAMLRecord? {
        guard let start = starts.last else { return nil }
        defer { add(key, start: start) }
        if keys.count - start <= KeyHashes.few {
            for other in keys[start...] where other.hash == key.hash && isSame(other.record, key.record) {
                return other.record
            }
            return nil
        }
        let places = tables.last?.places[key.hash] ?? []
        return places.first { isSame(keys[$0].record, key.record) }.map { keys[$0].record }
    }

    private mutating func add(_ key: Key, start: Int) {
        keys.append(key)
        let count = keys.count - start
        guard count > KeyHashes.few else { return }
        if count == KeyHashes.few + 1 {
            tables.append((starts.count - 1, [:]))
            for place in start..<keys.count {
                tables[tables.count - 1].places[keys[place].hash, default: []].append(place)
            }
        } else {
            tables[tables.count - 1].places[key.hash, default: []].append(keys.count - 1)
        }
    }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo).
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }
}
