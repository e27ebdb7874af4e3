internal import CSodium

/// What binds a block to all blocks before it.
struct Chain: Sendable, Hashable {
    /// The chain value of the next block, 32 bytes.
    let value: [UInt8]
    /// The last 16 bytes of the block before; empty before the first block.
    let former: [UInt8]

    init(value: [UInt8], former: [UInt8]) { (self.value, self.former) = (value, former) }

    /// The beginning of a file with this text line.
    init(line: [UInt8]) { self.init(value: Sodium.hash(line), former: []) }

    func adding(_ block: [UInt8]) -> Chain {
        let end = Array(block.suffix(Block.code))
        return Chain(value: Sodium.hash(value + end), former: end)
    }
}

/// Sizes of a block's parts in bytes.
enum Block {
    static let header = 24
    /// The size of a frame without its message: the size of the ciphertext, the tag and the authentication code.
    static let overhead = length + tagAndCode
    static let length = 4
    static let tagAndCode = 17
    /// The authentication code at the end of each frame.
    static let code = 16

    static func size(_ messages: some Collection<[UInt8]>) -> Int {
        messages.reduce(header) { $0 + overhead + $1.count }
    }

    /// Encrypts messages as a block.
    ///
    /// - Parameters:
    ///   - messages: at least one.
    ///   - data: the additional data of each frame.
    static func seal(_ messages: ArraySlice<[UInt8]>, _ key: SyncKey, _ data: [UInt8]) -> [UInt8] {
        let size = size(messages)
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            guard var place = bytes.baseAddress else { return }
            var state = crypto_secretstream_xchacha20poly1305_state()
            defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
            _ = key.withStreamKey { crypto_secretstream_xchacha20poly1305_init_push(&state, place, $0) }
            place += header
            for index in messages.indices {
                let message = messages[index]
                let size = tagAndCode + message.count
                for byte in 0..<length { place[byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
                let tag = index == messages.endIndex - 1 ? Tag.final : Tag.message
                crypto_secretstream_xchacha20poly1305_push(
                    &state,
                    place + length,
                    nil,
                    message,
                    UInt64(message.count),
                    data,
                    UInt64(data.count),
                    tag
                )
                place += length + size
            }
            count = size
        }
    }

    enum Tag {
        static let message = crypto_secretstream_xchacha20poly1305_tag_message()
        static let final = crypto_secretstream_xchacha20poly1305_tag_final()
    }
}

/// Decrypts the frames of one block.
final class BlockReader {
    enum Frame {
        case message([UInt8], isLast: Bool)
        /// The bytes end before the frame does.
        case torn
        /// The frame was not written with this key and this additional data, or is not the next one.
        case damaged
    }

    private let bytes: [UInt8]
    private let data: [UInt8]
    /// The end of the last frame that was read.
    private(set) var offset: Int
    private var state = crypto_secretstream_xchacha20poly1305_state()

    /// - Parameters:
    ///   - bytes: a file, or a part of one.
    ///   - start: where the block begins.
    /// - Returns: nil if the block's header is not whole.
    init?(_ bytes: [UInt8], at start: Int, _ key: SyncKey, _ data: [UInt8]) {
        guard bytes.count - start >= Block.header else { return nil }
        (self.bytes, self.data, offset) = (bytes, data, start + Block.header)
        let header = Array(bytes[start..<offset])
        guard key.withStreamKey({ crypto_secretstream_xchacha20poly1305_init_pull(&state, header, $0) }) == 0 else {
            return nil
        }
    }

    deinit { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }

    /// The next frame of the block.
    func next() -> Frame {
        guard bytes.count - offset >= Block.length else { return .torn }
        let size = bytes[offset..<offset + Block.length].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard Block.tagAndCode...Block.tagAndCode + MachineFile.largestMessage ~= size else { return .damaged }
        let start = offset + Block.length
        guard bytes.count - start >= size else { return .torn }
        var (tag, isAuthentic) = (UInt8(0), false)
        let message = bytes[start..<start + size].withUnsafeBufferPointer { ciphertext in
            // Room for one more byte, so that there is memory for an empty message, too.
            [UInt8](unsafeUninitializedCapacity: size - Block.tagAndCode + 1) { message, count in
                isAuthentic =
                    crypto_secretstream_xchacha20poly1305_pull(
                        &state,
                        message.baseAddress,
                        nil,
                        &tag,
                        ciphertext.baseAddress,
                        UInt64(size),
                        data,
                        UInt64(data.count)
                    ) == 0
                count = isAuthentic ? size - Block.tagAndCode : 0
            }
        }
        guard isAuthentic, tag == Block.Tag.message || tag == Block.Tag.final else { return .damaged }
        offset = start + size
        return .message(message, isLast: tag == Block.Tag.final)
    }
}
