import Glibc

/// The system's time zone database: a folder of TZif files, read again on each request, so that system updates take effect.
public struct ZoneDatabase: Sendable, Hashable {
    /// The folders to search, in order.
    public let directories: [String]

    public init(directories: [String]) { self.directories = directories }

    /// The system's database: `TZDIR` if set, otherwise the C library's folders.
    public static func system(environment: [String: String]) -> ZoneDatabase {
        if let directory = environment["TZDIR"], !directory.isEmpty { return ZoneDatabase(directories: [directory]) }
        return ZoneDatabase(directories: [
            "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
        ])
    }

    /// - Throws: `CivilTimeError.unknownZone` with similar names, `.malformedZoneName`, `.damagedZoneFile` or
    ///   `.missingZoneDatabase`.
    public func zone(named name: String) throws(CivilTimeError) -> Zone {
        guard ZoneDatabase.isWellFormed(name) else { throw .malformedZoneName(name) }
        if let zone = try find(name) { return zone }
        guard directories.contains(where: isDirectory) else { throw .missingZoneDatabase(directories) }
        throw .unknownZone(name, near: nearNames(to: name))
    }

    /// The zone with a name; nil if it is unknown.
    ///
    /// Unlike `zone(named:)`, it does not look for similar names, which takes long.
    public func knownZone(_ name: String) -> Zone? {
        ZoneDatabase.isWellFormed(name) ? try? find(name) : nil
    }

    private func find(_ name: String) throws(CivilTimeError) -> Zone? {
        for directory in directories {
            let path = "\(directory)/\(name)"
            guard let bytes = readFile(path) else { continue }
            return Zone(identifier: name, rules: try ZoneFile.rules(bytes, path: path))
        }
        return name == "UTC" ? .utc : nil
    }

    /// The process's time zone: `TZ` in all its forms (a name, `:name`, `:/path`, a POSIX rule; empty is UTC), otherwise
    /// /etc/localtime, otherwise UTC.
    ///
    /// - Throws: if `TZ` is not a valid zone, or a zone file is damaged; an invalid zone is never ignored.
    public func localZone(environment: [String: String]) throws(CivilTimeError) -> Zone {
        guard let setting = environment["TZ"] else { return try systemZone() }
        let name = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
        if name.isEmpty { return .utc }
        if name.hasPrefix("/") { return try zone(at: name) }
        do {
            return try zone(named: name)
        } catch {
            if !setting.hasPrefix(":"), let zone = Zone(rule: name) { return zone }
            if case .malformedZoneName = error { throw .malformedZoneRule(setting) }
            throw error
        }
    }

    private func systemZone() throws(CivilTimeError) -> Zone {
        let path = "/etc/localtime"
        guard let bytes = readFile(path) else { return .utc }
        if let name = zoneName(ofFile: path), let zone = try? zone(named: name) { return zone }
        if let line = readFile("/etc/timezone") {
            let name = String(decoding: line.prefix { $0 > 0x20 }, as: UTF8.self)
            if let zone = try? zone(named: name) { return zone }
        }
        return Zone(identifier: path, rules: try ZoneFile.rules(bytes, path: path))
    }

    private func zone(at path: String) throws(CivilTimeError) -> Zone {
        guard let bytes = readFile(path) else { throw .damagedZoneFile(path: path, reason: "it cannot be opened") }
        return Zone(identifier: zoneName(ofFile: path) ?? path, rules: try ZoneFile.rules(bytes, path: path))
    }

    /// The zone name at the end of a file's real path, if the file is in the database.
    private func zoneName(ofFile path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let real = String(cString: resolved)
        for directory in directories {
            guard let root = realpath(directory, nil) else { continue }
            defer { free(root) }
            let prefix = String(cString: root) + "/"
            if real.hasPrefix(prefix) { return String(real.dropFirst(prefix.count)) }
        }
        return nil
    }

    /// Names must not lead out of the database: no absolute paths, no empty components, none that start with a dot.
    static func isWellFormed(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 255 else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            guard let first = part.utf8.first, first != UInt8(ascii: ".") else { return false }
            return part.utf8.allSatisfy { byte in
                let letter = byte | 0x20
                return (letter >= 0x61 && letter <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
                    || byte == 0x2D || byte == 0x2B || byte == 0x5F || byte == 0x2E
            }
        }
    }
}

/// The contents of a regular file of at most 1 MiB; nil if it cannot be read.
func readFile(_ path: String) -> [UInt8]? {
    // A FIFO must not block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
        return nil
    }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size {
            let got = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
            if got < 0, errno == EINTR { continue }
            if got <= 0 { break }
            count += got
        }
    }
}

private func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

extension ZoneDatabase {
    /// All names in the database's index (`tzdata.zi`, otherwise `zone1970.tab`), sorted.
    public var names: [String] {
        for directory in directories {
            if let text = readText("\(directory)/tzdata.zi") {
                return Set(text.split(separator: "\n").compactMap(ZoneDatabase.indexedName)).sorted()
            }
        }
        return []
    }

    /// `Z name …` is a zone and `L target name` is an alias.
    private static func indexedName(_ line: Substring) -> String? {
        let words = line.split(separator: " ", maxSplits: 3)
        switch words.first {
        case "Z" where words.count > 1: return String(words[1])
        case "L" where words.count > 2: return String(words[2])
        default: return nil
        }
    }

    /// Up to three names that `name` may have been meant to be.
    func nearNames(to name: String) -> [String] {
        let wanted = ZoneDatabase.folded(name)
        let city = ZoneDatabase.folded(name.split(separator: "/").last.map(String.init) ?? name)
        var near: [(distance: Int, name: String)] = []
        for candidate in names {
            let whole = ZoneDatabase.folded(candidate)
            let last = ZoneDatabase.folded(candidate.split(separator: "/").last.map(String.init) ?? candidate)
            let distance = last == city ? 0 : min(editDistance(whole, wanted), editDistance(last, wanted))
            if distance <= max(1, min(3, wanted.count / 4)) { near.append((distance, candidate)) }
        }
        near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return near.prefix(3).map(\.name)
    }

    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case 0x41...0x5A: byte | 0x20
            case 0x20, 0x2D, 0x5F: nil
            default: byte
            }
        }
    }
}

/// The number of letters to add, remove or change to turn one word into the other (Levenshtein, 1965).
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    guard abs(first.count - second.count) <= 3 else { return 4 }
    var previous = Array(0...second.count)
    for (row, byte) in first.enumerated() {
        var current = [row + 1]
        for (column, other) in second.enumerated() {
            current.append(
                min(previous[column] + (byte == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
            )
        }
        previous = current
    }
    return previous[second.count]
}

private func readText(_ path: String) -> String? { readFile(path).map { String(decoding: $0, as: UTF8.self) } }
