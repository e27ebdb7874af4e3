/// Converts libyaml's marks, which count characters, to byte offsets.
struct CharacterOffsets {
    private static let stride = 256

    private let bytes: [UInt8]
    private let base: Int
    /// The byte offset of every 256th character; empty if the text is ASCII.
    private var checkpoints: [Int32] = []
    private var lastCharacter = 0
    private var lastByte = 0

    /// - Parameters:
    ///   - bytes: well-formed UTF-8.
    ///   - base: where the text starts, after a byte order mark.
    init(_ bytes: [UInt8], base: Int) {
        self.bytes = bytes
        self.base = base
        lastByte = base
        guard bytes.withUnsafeBufferPointer({ $0[base...].reduce(0, |) }) >= 0x80 else { return }
        var character = 0
        for index in base..<bytes.count where bytes[index] & 0xC0 != 0x80 {
            if character % CharacterOffsets.stride == 0 { checkpoints.append(Int32(index)) }
            character += 1
        }
    }

    mutating func byte(ofCharacter character: Int) -> Int {
        guard !checkpoints.isEmpty else { return min(base + character, bytes.count) }
        if character < lastCharacter || character - lastCharacter > CharacterOffsets.stride {
            let checkpoint = min(character / CharacterOffsets.stride, checkpoints.count - 1)
            (lastCharacter, lastByte) = (checkpoint * CharacterOffsets.stride, Int(checkpoints[checkpoint]))
        }
        while lastCharacter < character, lastByte < bytes.count {
            lastByte += 1
            while lastByte < bytes.count, bytes[lastByte] & 0xC0 == 0x80 { lastByte += 1 }
            lastCharacter += 1
        }
        return lastByte
    }
}
