/// Reads tar archives of regular files in the ustar format.
///
/// An archive is data from outside: every size is bounded, and anything but regular files with relative names is refused.
public struct TarReader: Sendable {
    /// The maximum number of members.
    public let maximumCount: Int
    /// The maximum size of an archive in bytes.
    public let maximumSize: Int

    public init(maximumCount: Int = 4096, maximumSize: Int = 1 << 30) {
        self.maximumCount = maximumCount
        self.maximumSize = maximumSize
    }

    /// The members of an archive in its order.
    ///
    /// - Throws: `TarError` for the first problem.
    public func members(of archive: [UInt8]) throws(TarError) -> [TarMember] {
        guard archive.count <= maximumSize else { throw .tooLarge(limit: maximumSize) }
        guard !archive.isEmpty else { throw .notAnArchive }
        var members: [TarMember] = []
        var names: Set<String> = []
        var offset = 0
        while true {
            guard archive.count - offset >= TarHeader.blockSize else {
                throw offset == 0 ? .notAnArchive : .truncated(name: nil)
            }
            let block = archive[offset..<offset + TarHeader.blockSize]
            if block.allSatisfy({ $0 == 0 }), offset > 0 { break }
            let header = try TarHeader(block, at: offset)
            guard members.count < maximumCount else { throw .tooManyMembers(limit: maximumCount) }
            guard names.insert(header.name).inserted else { throw .duplicate(header.name) }
            let start = offset + TarHeader.blockSize
            // Checked before the padding is added, so that no sum can overflow.
            guard header.size <= archive.count - start else { throw .truncated(name: header.name) }
            let end = start + header.size
            let padding = (TarHeader.blockSize - header.size % TarHeader.blockSize) % TarHeader.blockSize
            guard padding <= archive.count - end else { throw .truncated(name: header.name) }
            members.append(
                TarMember(name: header.name, mode: header.mode, modified: header.modified, bytes: archive[start..<end])
            )
            offset = end + padding
        }
        // Two blocks of zeros mark the end; more of them fill the last record.
        guard archive.count - offset >= 2 * TarHeader.blockSize else { throw .truncated(name: nil) }
        if let rest = archive[offset...].firstIndex(where: { $0 != 0 }) { throw .trailingData(offset: rest) }
        return members
    }
}
