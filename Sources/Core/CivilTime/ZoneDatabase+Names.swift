import Glibc

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
