internal import Files
internal import Glibc
package import SystemPackage

extension MachineFile {
    /// The size of the text line, and of the beginning of the file up to the end of the opening's frame, in bytes.
    static let lineSize = 40
    static let headSize = lineSize + Block.header + Block.overhead + Opening.size

    /// Reads a file, or what was appended to it.
    ///
    /// - Parameter position: where an earlier read of the same file ended; nil to read it from the beginning.
    /// - Throws: `otherContents` if the position does not belong to the file any more. Torn and damaged files are not errors.
    package static func read(
        _ path: FilePath,
        with key: SyncKey,
        from position: Position? = nil
    ) throws(ReadingProblem) -> Contents {
        let file = try OpenFile(path)
        // Other files are refused before they are read as a whole.
        let opening = try opening(try file.bytes(from: 0, upTo: headSize), with: key)
        guard let position else { return try read(try file.bytes(from: 0), with: key) }
        guard opening == position.opening,
            let contents = continuation(of: position, try file.bytes(from: position.offset - Block.code), with: key)
        else { throw .otherContents }
        return contents
    }

    /// Reads the bytes of a whole file.
    package static func read(_ bytes: [UInt8], with key: SyncKey) throws(ReadingProblem) -> Contents {
        guard try isLineWhole(bytes, key) else { return Contents(messages: [], position: nil, end: .torn) }
        var blocks = Blocks(bytes: bytes, key: key, offset: lineSize, chain: Chain(line: line(key)))
        let first = blocks.next()
        guard case .messages(let messages) = first else {
            return Contents(messages: [], position: nil, end: first == .damaged ? .damaged(offset: lineSize) : .torn)
        }
        guard let opening = messages.first.flatMap({ Opening(bytes: $0) }) else {
            return Contents(messages: [], position: nil, end: .damaged(offset: lineSize))
        }
        return blocks.contents(opening, after: Array(messages.dropFirst()))
    }

    /// Which machine wrote a file, and its generation; nil if that part is torn or damaged.
    package static func opening(of path: FilePath, with key: SyncKey) throws(ReadingProblem) -> Opening? {
        try opening(try OpenFile(path).bytes(from: 0, upTo: headSize), with: key)
    }

    static func opening(_ head: [UInt8], with key: SyncKey) throws(ReadingProblem) -> Opening? {
        guard try isLineWhole(head, key) else { return nil }
        let line = line(key)
        guard let block = BlockReader(head, at: lineSize, key, line + Chain(line: line).value),
            case .message(let message, _) = block.next()
        else { return nil }
        return Opening(bytes: message)
    }

    /// Reads what follows a position.
    ///
    /// - Parameter bytes: the file from `Block.code` bytes before the position.
    /// - Returns: nil if the position does not belong to the file.
    static func continuation(of position: Position, _ bytes: [UInt8], with key: SyncKey) -> Contents? {
        guard bytes.count >= Block.code, Array(bytes[..<Block.code]) == position.chain.former else { return nil }
        let blocks = Blocks(
            bytes: bytes,
            key: key,
            offset: Block.code,
            start: position.offset - Block.code,
            chain: position.chain
        )
        return blocks.contents(position.opening, after: [])
    }

    /// Checks the text line.
    ///
    /// - Returns: false if the bytes are the beginning of one.
    private static func isLineWhole(_ bytes: [UInt8], _ key: SyncKey) throws(ReadingProblem) -> Bool {
        if bytes.starts(with: line(key)) { return true }
        let title = Array("antrain machine file ".utf8)
        guard bytes.starts(with: title) else {
            guard title.starts(with: bytes) else { throw .unrecognized }
            return false
        }
        let rest = bytes[title.count...].prefix(32)
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard digits.count <= 9, digits.first != UInt8(ascii: "0") else { throw .unrecognized }
        if digits.count == rest.count { return false }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), rest[digits.endIndex] == UInt8(ascii: " ")
        else { throw .unrecognized }
        guard number == version else { throw .newer(version: number) }
        let id = rest[(digits.endIndex + 1)...].prefix { HexDigits.contain($0) }
        if id.count <= 16, id.endIndex == rest.endIndex { return false }
        guard id.count == 16, rest[id.endIndex] == UInt8(ascii: "\n") else { throw .unrecognized }
        throw .foreign(keyID: String(decoding: id, as: UTF8.self))
    }
}

/// Decrypts the blocks of a file one after another.
private struct Blocks {
    enum Next: Equatable {
        case messages([[UInt8]])
        case torn, damaged
        /// Nothing follows the block before.
        case none
    }

    let bytes: [UInt8]
    let key: SyncKey
    /// The end of the last whole block, in `bytes`.
    var offset: Int
    /// The offset of `bytes` in the file.
    var start = 0
    var chain: Chain

    /// Decrypts the next block; the end stays before a block that is not whole.
    mutating func next() -> Next {
        if offset == bytes.count { return .none }
        guard let block = BlockReader(bytes, at: offset, key, MachineFile.line(key) + chain.value) else { return .torn }
        var messages: [[UInt8]] = []
        while true {
            switch block.next() {
            case .torn: return .torn
            case .damaged: return .damaged
            case .message(let message, let isLast):
                messages.append(message)
                guard isLast else { continue }
                offset = block.offset
                chain = chain.adding(Array(bytes[..<offset].suffix(Block.code)))
                return .messages(messages)
            }
        }
    }

    /// Decrypts the remaining blocks.
    func contents(_ opening: MachineFile.Opening, after former: [[UInt8]]) -> MachineFile.Contents {
        var (rest, messages) = (self, former)
        while true {
            let end: MachineFile.End
            switch rest.next() {
            case .messages(let more):
                messages += more
                continue
            case .none: end = .complete
            case .torn: end = .torn
            case .damaged: end = .damaged(offset: rest.start + rest.offset)
            }
            let position = MachineFile.Position(
                opening: opening,
                offset: rest.start + rest.offset,
                chain: rest.chain
            )
            return MachineFile.Contents(messages: messages, position: position, end: end)
        }
    }
}

/// A regular file that is open for reading, or also for appending.
final class OpenFile {
    let descriptor: Int32
    /// Its size in bytes when it was opened, up to `MachineFile.largestFile`.
    let size: Int
    private let path: FilePath

    /// - Parameter flags: for open(2), in addition to those for reading.
    init(_ path: FilePath, flags: Int32 = 0) throws(MachineFile.ReadingProblem) {
        let facts: stat
        do throws(FileProblem) { (descriptor, facts) = try LiveFiles.openRegular(path, flags: flags) } catch {
            throw .file(error)
        }
        (self.path, size) = (path, Int(facts.st_size))
        guard size <= MachineFile.largestFile else { throw .tooLarge(bytes: size) }
    }

    deinit { close(descriptor) }

    /// The bytes from an offset to the end, or at most a number of them.
    func bytes(from offset: Int, upTo most: Int = .max) throws(MachineFile.ReadingProblem) -> [UInt8] {
        let wanted = min(max(size - offset, 0), most)
        var failure: FileProblem?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < wanted {
                let more = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + count },
                    wanted - count,
                    off_t(offset + count)
                )
                if more < 0, errno == EINTR { continue }
                if more < 0 { failure = LiveFiles.problem(path) }
                // The file was shortened in the meantime.
                guard more > 0 else { return }
                count += more
            }
        }
        if let failure { throw .file(failure) }
        return bytes
    }
}
