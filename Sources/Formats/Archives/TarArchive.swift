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

/// A regular file in an archive.
public struct TarMember: Sendable, Hashable {
    /// The relative path, with `/` between its components.
    public let name: String
    /// The permission bits, 0 to 0o777.
    public let mode: UInt32
    /// The time of the last change, in seconds since 1970.
    public let modified: Int64
    public let bytes: ArraySlice<UInt8>

    public init(name: String, mode: UInt32 = 0o600, modified: Int64, bytes: ArraySlice<UInt8>) {
        (self.name, self.mode, self.modified, self.bytes) = (name, mode, modified, bytes)
    }

    /// Why a name cannot be used in an archive; nil if it can.
    ///
    /// A name must stay within the folder into which the archive is extracted, on every system.
    public static func problem(ofName name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.first == UInt8(ascii: "/") { return "is absolute" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
            return "contains control characters"
        }
        // By bytes: a slash with a combining mark is a different Swift character, but separates components.
        for part in name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if part.elementsEqual("..".utf8) { return "contains '..'" }
            if part.isEmpty || part.elementsEqual(".".utf8) { return "contains an empty component" }
            if part.count > 255 { return "has a component of more than 255 bytes" }
        }
        return nil
    }
}
