/// The declarations in a shared library's file, read without loading it: the tables of the ELF format (System V ABI, chapter 4).
struct ELFLibrary: Sendable, Hashable {
    /// Why a file is not a library for this machine.
    enum Problem: Error, Hashable {
        case notELF
        case foreign
        case notShared
        case damaged
    }

    /// The exported functions and variables; nil if the tables were stripped.
    let exports: [String]?
    /// The libraries that it needs.
    let needed: [String]

    private static var machine: UInt64 {
        #if arch(arm64)
        183
        #else
        62
        #endif
    }

    /// Reads the tables, which are untrusted.
    init(_ bytes: [UInt8]) throws(Problem) {
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { throw .notELF }
        let file = ELFBytes(bytes)
        // 64 bits, little-endian.
        guard bytes.count >= 64, bytes[4] == 2, bytes[5] == 1, file.number(18, 2) == ELFLibrary.machine else {
            throw .foreign
        }
        guard file.number(16, 2) == 3 else { throw .notShared }
        let sections = try file.sections()
        exports = try sections.first { $0.kind == 11 }.map { (table) throws(Problem) in
            try ELFLibrary.symbols(file, table, sections)
        }
        needed =
            try sections.first { $0.kind == 6 }.map { (table) throws(Problem) in
                try ELFLibrary.libraries(file, table, sections)
            } ?? []
    }

    /// The maximum length of a name in bytes; no compiler creates longer identifiers.
    fileprivate static let longestName = 16_384

    /// Requires the total length of the names to be plausible for a file of this size: they share one table, and without a limit,
    /// a small file could refer to a long part of it many times.
    private static func checkTotal(_ size: Int, of file: ELFBytes) throws(Problem) {
        guard size <= 4 * file.count else { throw .damaged }
    }

    private static func symbols(_ file: ELFBytes, _ table: ELFBytes.Section, _ all: [ELFBytes.Section])
        throws(Problem) -> [String]
    {
        guard table.link < all.count else { throw .damaged }
        var names: [String] = []
        var size = 0
        for offset in stride(from: table.start, to: table.start + table.size - 23, by: 24) {
            let (information, section) = (file.number(offset + 4, 1), file.number(offset + 6, 2))
            guard let information, let section else { throw .damaged }
            // Global or weak, and defined here; a version's own name has no section.
            guard [1, 2].contains(information >> 4), section != 0, section < 0xFF00 else { continue }
            guard let name = file.text(all[table.link], at: file.number(offset, 4)) else { throw .damaged }
            size += name.utf8.count
            try checkTotal(size, of: file)
            names.append(name)
        }
        // Symbols that every linker adds.
        let own: Set = ["_init", "_fini", "_edata", "_end", "__bss_start"]
        return names.filter { !own.contains($0) }.sorted()
    }

    private static func libraries(_ file: ELFBytes, _ table: ELFBytes.Section, _ all: [ELFBytes.Section])
        throws(Problem) -> [String]
    {
        guard table.link < all.count else { throw .damaged }
        var names: [String] = []
        var size = 0
        for offset in stride(from: table.start, to: table.start + table.size - 15, by: 16) {
            guard let tag = file.number(offset, 8) else { throw .damaged }
            guard tag == 1 else { continue }
            guard let name = file.text(all[table.link], at: file.number(offset + 8, 8)) else { throw .damaged }
            size += name.utf8.count
            try checkTotal(size, of: file)
            names.append(name)
        }
        return names
    }
}

/// The bytes of an ELF file, with checked access.
private struct ELFBytes {
    struct Section {
        let kind: UInt64
        let start: Int
        let size: Int
        let link: Int
    }

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    func number(_ place: Int, _ width: Int) -> UInt64? {
        guard place >= 0, place <= bytes.count - width else { return nil }
        return bytes[place..<place + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func sections() throws(ELFLibrary.Problem) -> [Section] {
        guard let table = number(40, 8), let width = number(58, 2), let count = number(60, 2) else { throw .damaged }
        guard count > 0 else { return [] }
        guard width >= 64, table < UInt64(bytes.count) else { throw .damaged }
        var sections: [Section] = []
        for index in 0..<Int(count) {
            let offset = Int(table) + index * Int(width)
            guard let kind = number(offset + 4, 4), let start = number(offset + 24, 8),
                let size = number(offset + 32, 8),
                let link = number(offset + 40, 4)
            else { throw .damaged }
            let limit = UInt64(bytes.count)
            // A section without bytes in the file has a size nevertheless.
            guard kind == 8 || (start <= limit && size <= limit - start) else { throw .damaged }
            sections.append(
                Section(kind: kind, start: kind == 8 ? 0 : Int(start), size: kind == 8 ? 0 : Int(size), link: Int(link))
            )
        }
        return sections
    }

    func text(_ table: Section, at offset: UInt64?) -> String? {
        guard let offset, offset < UInt64(table.size) else { return nil }
        let start = table.start + Int(offset)
        let name = bytes[start..<table.start + table.size].prefix(ELFLibrary.longestName + 1).prefix { $0 != 0 }
        return name.count <= ELFLibrary.longestName ? String(decoding: name, as: UTF8.self) : nil
    }
}
