package import Files

/// One machine's messages in a folder that another program synchronizes.
///
/// Only its own machine writes the file: it appends, or replaces the file. Others read whatever part of it they have. The contents of the
/// messages are opaque here.
///
/// The file begins with the text line `antrain machine file 1 <key id>`, where 1 is the version of the format, and then has blocks. A block is
/// a secretstream of libsodium (XChaCha20-Poly1305): its header of 24 bytes, then one frame per message. A frame is the size of its
/// ciphertext in bytes, as a little-endian integer of 4 bytes, and the ciphertext, which is 17 bytes longer than the message. The last frame
/// of a block has the tag FINAL, the others the tag MESSAGE. Each append is a new stream with a random header.
///
/// The additional data of each frame is the text line and the block's chain value. That of the first block is the hash (BLAKE2b, 32
/// bytes) of the text line; that of another block is the hash of the former block's chain value and its last 16 bytes. So nobody
/// without the key can exchange, omit or insert blocks, or move them into another file; only omit the last ones.
///
/// The first message of the first block is the `Opening`.
package enum MachineFile {
    static let version = 1
    /// The maximum size of a message in bytes.
    package static let largestMessage = 16 << 20
    /// The maximum size of a file in bytes.
    package static let largestFile = 256 << 20

    /// The name of a machine's file.
    package static func name(of machine: MachineID) -> String { "\(machine).antrain" }

    /// The text line of a person's files.
    static func line(_ key: SyncKey) -> [UInt8] { Array("antrain machine file \(version) \(key.id)\n".utf8) }

    /// Which machine wrote a file, and which of its files this is.
    package struct Opening: Sendable, Hashable {
        package let machine: MachineID
        /// A number that is larger each time when the machine replaces its file.
        package let generation: Int64

        package init(machine: MachineID, generation: Int64) {
            (self.machine, self.generation) = (machine, generation)
        }
    }

    /// The end of a block, where reading and appending can continue.
    package struct Position: Sendable, Hashable {
        package let opening: Opening
        /// In bytes from the beginning of the file, up to `largestFile`.
        package let offset: Int
        let chain: Chain
    }

    /// What a file contains after a position, or from the beginning.
    package struct Contents: Sendable, Hashable {
        /// The messages of all whole blocks, in order.
        package let messages: [[UInt8]]
        /// The end of the last whole block; nil if there is none.
        package let position: Position?
        package let end: End
    }

    /// What follows the last whole block.
    package enum End: Sendable, Hashable {
        /// Nothing.
        case complete
        /// The beginning of a block: the file is being copied, or an append was interrupted.
        case torn
        /// Something that the key did not write, at this offset in bytes.
        case damaged(offset: Int)
    }

    /// Why a file was not read.
    package enum ReadingProblem: Error, Hashable {
        /// It cannot be opened or read, or does not exist.
        case file(FileProblem)
        /// It has more than `largestFile` bytes.
        case tooLarge(bytes: Int)
        /// It was written with another key, which has this `SyncKey.id`.
        case foreign(keyID: String)
        /// It has a later version of the format.
        case newer(version: Int)
        /// It is no machine file.
        case unrecognized
        /// It is not the file to which the position belongs, or an earlier state of it; read it from the beginning.
        case otherContents
    }

    /// Why a file was not written.
    package enum WritingProblem: Error, Hashable {
        /// There is no file; rewrite it.
        case missing
        /// The file ends before the position, or is damaged or torn; rewrite it.
        case incomplete
        /// There are more whole blocks after the position: an append that this machine did not remember, or another writer.
        case continued(Contents)
        /// The file has this opening, and is not the one to which the position belongs: a rewriting that this machine did not remember, or
        /// another writer.
        case replaced(Opening)
        /// There is another file at the path.
        case occupied(ReadingProblem)
        case file(FileProblem)
        /// The message with this index has more than `largestMessage` bytes.
        case largeMessage(index: Int)
        /// The file would have more than `largestFile` bytes.
        case tooLarge(bytes: Int)
    }
}

/// The name of a machine, or of one of several ledgers there: 16 lowercase hexadecimal digits.
package struct MachineID: Sendable, Hashable, CustomStringConvertible {
    private let number: UInt64

    /// - Returns: nil unless the text is 16 lowercase hexadecimal digits.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy(HexDigits.contain), let number = UInt64(text, radix: 16)
        else {
            return nil
        }
        self.number = number
    }

    init(bytes: some Sequence<UInt8>) { number = bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    package var description: String { HexDigits.text(bytes) }

    /// Its 8 bytes.
    var bytes: [UInt8] { bigEndian(number) }
}

extension MachineFile.Opening {
    /// The size of the encoding in bytes.
    static let size = 16

    /// The machine, then the generation, both big-endian.
    var bytes: [UInt8] { machine.bytes + bigEndian(UInt64(bitPattern: generation)) }

    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == MachineFile.Opening.size else { return nil }
        machine = MachineID(bytes: bytes.prefix(8))
        generation = Int64(bitPattern: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension MachineFile.Position {
    /// The position as 72 bytes to store; they are not secret.
    package var bytes: [UInt8] { opening.bytes + bigEndian(UInt64(offset)) + chain.value + chain.former }

    /// - Returns: nil unless these are the `bytes` of a position.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 72, let opening = MachineFile.Opening(bytes: bytes[..<16]),
            let offset = Int(exactly: bytes[16..<24].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }),
            MachineFile.headSize...MachineFile.largestFile ~= offset
        else { return nil }
        (self.opening, self.offset) = (opening, offset)
        chain = Chain(value: Array(bytes[24..<56]), former: Array(bytes[56...]))
    }
}

private func bigEndian(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
