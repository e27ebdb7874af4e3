/// The header of a member: a block of 512 bytes (POSIX.1-2017, pax, "ustar Interchange Format").
struct TarHeader {
    static let blockSize = 512
    private static let magic: [UInt8] = Array("ustar\0".utf8) + Array("00".utf8)

    let name: String
    let mode: UInt32
    let size: Int
    let modified: Int64

    // MARK: Writing

    /// - Throws: `TarError.badName` or `.badNumber` for values that do not fit.
    func block() throws(TarError) -> [UInt8] {
        if let problem = TarMember.problem(ofName: name) { throw .badName(name, reason: problem) }
        guard let (prefix, rest) = TarHeader.split(name) else { throw .badName(name, reason: "is too long") }
        var block = [UInt8](repeating: 0, count: TarHeader.blockSize)
        func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
            for (index, byte) in bytes.enumerated() { block[offset + index] = byte }
        }
        func number(_ value: Int64, _ field: String, digits: Int) throws(TarError) -> [UInt8] {
            let text = String(max(0, value), radix: 8)
            guard text.count <= digits else { throw .badNumber(field: field, name: name) }
            return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
        }
        put(rest, at: 0)
        put(try number(Int64(mode & 0o777), "mode", digits: 7), at: 100)
        // The owner is whoever extracts the archive.
        put(try number(0, "owner", digits: 7), at: 108)
        put(try number(0, "group", digits: 7), at: 116)
        put(try number(Int64(size), "size", digits: 11), at: 124)
        put(try number(modified, "time", digits: 11), at: 136)
        block[156] = UInt8(ascii: "0")
        put(TarHeader.magic, at: 257)
        put(prefix, at: 345)
        // Six digits, a NUL and a space.
        put(try number(Int64(TarHeader.checksum(block[...])), "checksum", digits: 6) + [0, 0x20], at: 148)
        return block
    }

    /// The name as the fields `prefix` (at most 155 bytes) and `name` (at most 100); nil if it does not fit.
    private static func split(_ name: String) -> (prefix: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
        let bytes = Array(name.utf8)
        if bytes.count <= 100 { return ([], bytes[...]) }
        for place in bytes.indices where bytes[place] == UInt8(ascii: "/") {
            if place <= 155, bytes.count - place - 1 <= 100 { return (bytes[..<place], bytes[(place + 1)...]) }
        }
        return nil
    }

    /// The sum of a block's bytes, with spaces in place of the checksum.
    private static func checksum(_ block: ArraySlice<UInt8>) -> Int {
        let start = block.startIndex
        return block.indices.reduce(0) { sum, index in
            sum + ((148..<156).contains(index - start) ? 0x20 : Int(block[index]))
        }
    }

    // MARK: Reading

    init(name: String, mode: UInt32, size: Int, modified: Int64) {
        (self.name, self.mode, self.size, self.modified) = (name, mode, size, modified)
    }

    /// - Parameter offset: the block's offset in the archive, for errors.
    init(_ block: ArraySlice<UInt8>, at offset: Int) throws(TarError) {
        func field(_ range: Range<Int>) -> ArraySlice<UInt8> {
            block[(block.startIndex + range.lowerBound)..<(block.startIndex + range.upperBound)]
        }
        guard Array(field(257..<265)) == TarHeader.magic else {
            throw offset == 0 ? .notAnArchive : .badHeader(offset: offset)
        }
        guard TarHeader.octal(field(148..<156)) == Int64(TarHeader.checksum(block)) else {
            throw .badHeader(offset: offset)
        }
        let (prefix, last) = (TarHeader.text(field(345..<500)), TarHeader.text(field(0..<100)))
        guard let prefix, let last else { throw .badName("?", reason: "is not valid UTF-8") }
        name = prefix.isEmpty ? last : prefix + "/" + last
        if let kind = TarHeader.irregularKind(block[block.startIndex + 156]) {
            throw .unsupported(name: name, kind: kind)
        }
        if let problem = TarMember.problem(ofName: name) { throw .badName(name, reason: problem) }
        guard let mode = TarHeader.octal(field(100..<108)) else { throw .badNumber(field: "mode", name: name) }
        guard let size = TarHeader.octal(field(124..<136)) else { throw .badNumber(field: "size", name: name) }
        guard let modified = TarHeader.octal(field(136..<148)) else { throw .badNumber(field: "time", name: name) }
        self.mode = UInt32(mode & 0o777)
        self.size = Int(size)
        self.modified = modified
    }

    /// The text before the first NUL; nil if it is not UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// A number of octal digits, which a NUL or a space may end; at most 2^36.
    private static func octal(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let digits = bytes.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, digits.count <= 12, bytes[digits.endIndex...].allSatisfy({ $0 == 0 || $0 == 0x20 })
        else { return nil }
        return digits.reduce(0) { $0 << 3 | Int64($1 - 0x30) }
    }

    private static func irregularKind(_ flag: UInt8) -> String? {
        switch flag {
        case 0, UInt8(ascii: "0"): nil
        case UInt8(ascii: "1"): "a hard link"
        case UInt8(ascii: "2"): "a symbolic link"
        case UInt8(ascii: "3"), UInt8(ascii: "4"): "a device"
        case UInt8(ascii: "5"): "a folder"
        case UInt8(ascii: "6"): "a FIFO"
        default: "of an unsupported kind"
        }
    }
}

/// Why an archive cannot be read or written.
public enum TarError: Error, Sendable, Hashable {
    /// The bytes do not begin with a ustar header.
    case notAnArchive
    /// A header is damaged; its offset in bytes.
    case badHeader(offset: Int)
    /// A number in a member's header is not octal, or too large.
    case badNumber(field: String, name: String)
    /// A member is not a regular file but, for example, `a symbolic link`.
    case unsupported(name: String, kind: String)
    /// A member's name could lead outside the folder, or does not fit into a header.
    case badName(String, reason: String)
    /// Two members have the same name.
    case duplicate(String)
    /// The archive ends within a member, or before its end mark; the member, if any.
    case truncated(name: String?)
    /// There is data after the end mark; its offset in bytes.
    case trailingData(offset: Int)
    /// There are more members than allowed.
    case tooManyMembers(limit: Int)
    /// The archive has more bytes than allowed.
    case tooLarge(limit: Int)
}

extension TarError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnArchive: "it is not a tar archive in the ustar format"
        case .badHeader(let offset): "the header at byte \(offset) is damaged"
        case .badNumber(let field, let name): "the \(field) of member '\(name)' is not a valid number"
        case .unsupported(let name, let kind): "member '\(name)' is \(kind), not a regular file"
        case .badName(let name, let reason): "the member name '\(name)' \(reason)"
        case .duplicate(let name): "it contains two members named '\(name)'"
        case .truncated(let name?): "it ends within member '\(name)'; the file is incomplete"
        case .truncated(nil): "its end is missing; the file is incomplete"
        case .trailingData(let offset): "it contains data after its end mark, at byte \(offset)"
        case .tooManyMembers(let limit): "it has more than \(limit) members"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        }
    }
}
