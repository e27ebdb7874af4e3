internal import Files
internal import Glibc
package import SystemPackage

extension MachineFile {
    /// The size in bytes up to which the messages of a new file share a block.
    private static let blockSize = 1 << 20

    /// Appends messages to a file of this machine as one block, and waits until they are on the disk.
    ///
    /// If that is interrupted, even by a kill or a power failure, a reader gets all of the messages or none. Only one process at a time may
    /// write a machine's file, and the position must be that of the last writing.
    ///
    /// - Returns: the position after the messages; the same position if there are none.
    /// - Throws: if the file does not end at the position, how it differs; the file is then unchanged.
    package static func append(
        _ messages: [[UInt8]],
        to path: FilePath,
        at position: Position,
        with key: SyncKey
    ) throws(WritingProblem) -> Position {
        try checkSizes(messages)
        let (file, difference): (OpenFile, WritingProblem?)
        do throws(ReadingProblem) {
            file = try OpenFile(path, flags: O_RDWR | O_APPEND)
            difference = try Self.difference(of: file, from: position, with: key)
        } catch {
            guard case .file(let problem) = error else { throw .occupied(error) }
            throw problem.isMissing ? .missing : .file(problem)
        }
        if let difference { throw difference }
        guard !messages.isEmpty else { return position }
        let end = position.offset + Block.size(messages)
        guard end <= largestFile else { throw .tooLarge(bytes: end) }
        let block = Block.seal(messages[...], key, line(key) + position.chain.value)
        guard LiveFiles.writeAll(file.descriptor, block) else {
            let problem = LiveFiles.unwritable(path)
            // Without the beginning of the block, nothing has to be rewritten, for which a full disk has no space either.
            _ = ftruncate(file.descriptor, off_t(position.offset))
            throw .file(problem)
        }
        guard fsync(file.descriptor) == 0 else { throw .file(LiveFiles.unwritable(path)) }
        return Position(opening: position.opening, offset: end, chain: position.chain.adding(block))
    }

    /// How a file differs from the file to which a position belongs; nil if it ends at the position.
    private static func difference(
        of file: OpenFile,
        from position: Position,
        with key: SyncKey
    ) throws(ReadingProblem) -> WritingProblem? {
        guard let opening = try opening(try file.bytes(from: 0, upTo: headSize), with: key) else { return .incomplete }
        guard opening == position.opening else { return .replaced(opening) }
        if let contents = continuation(of: position, try file.bytes(from: position.offset - Block.code), with: key) {
            if contents.position != position { return .continued(contents) }
            return contents.end == .complete ? nil : .incomplete
        }
        let reached = try read(try file.bytes(from: 0), with: key).position?.offset ?? 0
        return reached >= position.offset ? .replaced(opening) : .incomplete
    }

    /// Replaces a file of this machine, or creates it, in a folder that exists.
    ///
    /// If that is interrupted, the former file is unchanged. Another process must not write the machine's file at the same time.
    ///
    /// - Parameters:
    ///   - messages: all messages of the file.
    ///   - opening: with a larger generation than all former files of the machine.
    /// - Returns: the position after the messages.
    package static func rewrite(
        _ messages: [[UInt8]],
        to path: FilePath,
        as opening: Opening,
        with key: SyncKey
    ) throws(WritingProblem) -> Position {
        try checkSizes(messages)
        let size = lineSize + blocks(opening, messages).reduce(0) { $0 + Block.size($1) }
        guard size <= largestFile else { throw .tooLarge(bytes: size) }
        // It may be on a disk that is not mounted, so it is not created.
        let folder = LiveFiles.folder(of: LiveFiles.target(of: path))
        guard access(folder.string, F_OK) == 0 else { throw .file(LiveFiles.unwritable(folder)) }
        var chain = Chain(line: line(key))
        do throws(FileProblem) {
            try LiveFiles.write(path, isOurs: true) { (_, descriptor) throws(FileProblem) in
                chain = try seal(messages, as: opening, with: key) { bytes throws(FileProblem) in
                    guard LiveFiles.writeAll(descriptor, bytes) else { throw LiveFiles.unwritable(path) }
                }
            }
        } catch { throw .file(error) }
        return Position(opening: opening, offset: size, chain: chain)
    }

    /// Encrypts a new file piece by piece.
    static func seal<Failure>(
        _ messages: [[UInt8]],
        as opening: Opening,
        with key: SyncKey,
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Chain {
        let line = line(key)
        var chain = Chain(line: line)
        try write(line)
        for messages in blocks(opening, messages) {
            let block = Block.seal(messages, key, line + chain.value)
            try write(block)
            chain = chain.adding(block)
        }
        return chain
    }

    /// The messages of each block of a new file.
    private static func blocks(_ opening: Opening, _ messages: [[UInt8]]) -> [ArraySlice<[UInt8]>] {
        let all = [opening.bytes] + messages
        var blocks: [ArraySlice<[UInt8]>] = []
        var (start, size) = (0, 0)
        for (index, message) in all.enumerated() {
            if index > start, size + message.count > blockSize {
                blocks.append(all[start..<index])
                (start, size) = (index, 0)
            }
            size += Block.overhead + message.count
        }
        return blocks + [all[start...]]
    }

    private static func checkSizes(_ messages: [[UInt8]]) throws(WritingProblem) {
        if let index = messages.firstIndex(where: { $0.count > largestMessage }) { throw .largeMessage(index: index) }
    }
}
