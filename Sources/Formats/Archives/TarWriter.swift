/// Writes a tar archive of regular files in the ustar format, which every tar(1) can list and extract.
public struct TarWriter: Sendable {
    private var bytes: [UInt8] = []
    private var names: Set<String> = []

    /// Creates an archive without members.
    public init() {}

    public static func canStore(_ name: String) -> Bool {
        (try? TarHeader(name: name, mode: 0, size: 0, modified: 0).block()) != nil
    }

    /// - Throws: `TarError.badName`, `.badNumber` or `.duplicate`; the archive is then unchanged.
    public mutating func append(_ member: TarMember) throws(TarError) {
        let header = TarHeader(
            name: member.name,
            mode: member.mode,
            size: member.bytes.count,
            modified: member.modified
        )
        let block = try header.block()
        guard names.insert(member.name).inserted else { throw .duplicate(member.name) }
        bytes += block
        bytes += member.bytes
        pad(to: TarHeader.blockSize)
    }

    /// The archive; its size is a multiple of the usual record of 20 blocks.
    public consuming func finish() -> [UInt8] {
        bytes += [UInt8](repeating: 0, count: 2 * TarHeader.blockSize)
        pad(to: 20 * TarHeader.blockSize)
        return bytes
    }

    private mutating func pad(to size: Int) {
        bytes += [UInt8](repeating: 0, count: (size - bytes.count % size) % size)
    }
}
