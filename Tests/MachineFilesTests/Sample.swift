import TestSupport
import Testing

@testable import MachineFiles

/// The values that the tests share.
enum Sample {
    static func key(_ first: UInt8 = 0) throws -> SyncKey { try #require(SyncKey(bytes: Array(first..<first + 32))) }

    static func opening(_ machine: String = "5f0c9a1e44d1b7a3", generation: Int64 = 1) throws -> MachineFile.Opening {
        MachineFile.Opening(machine: try #require(MachineID(machine)), generation: generation)
    }

    /// A new file.
    static func file(_ messages: [[UInt8]], _ opening: MachineFile.Opening? = nil, _ key: SyncKey? = nil) throws
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        _ = MachineFile.seal(messages, as: try opening ?? self.opening(), with: try key ?? self.key()) { bytes += $0 }
        return bytes
    }

    /// A file with these messages in its blocks, and where its text line and its blocks end.
    static func file(
        blocks: [[[UInt8]]],
        _ opening: MachineFile.Opening? = nil
    ) throws -> (bytes: [UInt8], ends: [Int]) {
        let (key, line) = (try key(), MachineFile.line(try key()))
        var (bytes, ends, chain) = (line, [line.count], Chain(line: line))
        for (index, messages) in blocks.enumerated() {
            let all = (index == 0 ? [try (opening ?? self.opening()).bytes] : []) + messages
            let block = Block.seal(all[...], key, line + chain.value)
            chain = chain.adding(block)
            bytes += block
            ends.append(bytes.count)
        }
        return (bytes, ends)
    }

    /// Random messages, some of which are empty.
    static func messages(_ count: Int, upTo size: Int, _ random: inout SplitMix64) -> [[UInt8]] {
        (0..<count).map { _ in
            (0..<Int.random(in: 0...size, using: &random)).map { _ in .random(in: .min ... .max, using: &random) }
        }
    }

    static func message(_ text: String) -> [UInt8] { Array(text.utf8) }
}
