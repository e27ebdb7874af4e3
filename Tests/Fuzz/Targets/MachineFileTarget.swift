@testable import MachineFiles

extension FuzzTarget {
    /// Files of machines, and keys as text.
    static let machineFiles = FuzzTarget(name: "machine-files") { bytes in
        guard let key = SyncKey(bytes: Array(0..<32)), let machine = MachineID("5f0c9a1e44d1b7a3") else { return }
        try check(bytes, key)
        if let other = try? SyncKey(parsing: String(decoding: bytes, as: UTF8.self)) {
            try require(try SyncKey(parsing: other.text) == other, "a key does not read back")
        }
        if let position = MachineFile.Position(bytes: bytes) {
            try require(position.bytes == bytes, "a position does not read back")
        }

        // A file with the input as messages, then with the input in the place of some of its bytes.
        let messages = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
        var file: [UInt8] = []
        _ = MachineFile.seal(messages, as: .init(machine: machine, generation: 1), with: key) { file += $0 }
        try require(try check(file, key)?.messages == messages, "the messages do not read back")
        let start = MachineFile.lineSize + bytes.reduce(0) { ($0 * 31 + Int($1)) % (file.count - MachineFile.lineSize) }
        file.replaceSubrange(start..<min(start + bytes.count, file.count), with: bytes)
        try require(messages.starts(with: try check(file, key)?.messages ?? []), "a replaced message was read")
    }

    /// Reads a file and checks what was read.
    @discardableResult
    private static func check(_ bytes: [UInt8], _ key: SyncKey) throws -> MachineFile.Contents? {
        guard let contents = try? MachineFile.read(bytes, with: key) else { return nil }
        guard let position = contents.position else {
            try require(contents.messages.isEmpty && contents.end != .complete, "messages without a position")
            return contents
        }
        try require(position.offset <= bytes.count, "the position is outside the file")
        try require((position.offset == bytes.count) == (contents.end == .complete), "the end is wrong")
        let whole = try MachineFile.read(Array(bytes[..<position.offset]), with: key)
        try require(whole.messages == contents.messages && whole.end == .complete, "the whole blocks read differently")
        let rest = MachineFile.continuation(of: position, Array(bytes[(position.offset - Block.code)...]), with: key)
        try require(rest?.messages == [] && rest?.end == contents.end, "reading does not continue at the position")
        return contents
    }
}
