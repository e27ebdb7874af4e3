internal import Quoting

/// The encodings of a part's bytes (RFC 2045, 6), read as far as they are valid.
enum TransferEncoding {
    /// The decoded bytes, at most a number of them; nil if the encoding is unknown.
    static func decode(_ bytes: ArraySlice<UInt8>, _ name: String?, limit: Int) -> [UInt8]? {
        let name = name?.unicodeScalars.prefix { $0 != ";" && $0 != " " && $0 != "(" }
        switch name.map({ String($0).lowercased() }) ?? "" {
        case "", "7bit", "8bit", "binary": return Array(bytes.prefix(limit))
        case "quoted-printable": return quotedPrintable(bytes, limit: limit)
        case "base64": return Base64.decode(bytes, limit: limit)
        default: return nil
        }
    }

    private static func quotedPrintable(_ bytes: ArraySlice<UInt8>, limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        var cursor = LineCursor(bytes)
        while result.count < limit, var line = cursor.next() {
            // Blanks at the end of a line are not part of it (RFC 2045, 6.7, rule 3).
            while let last = line.last, last.isBlank { line.removeLast() }
            let isSoft = line.last == UInt8(ascii: "=")
            if isSoft { line.removeLast() }
            var index = line.startIndex
            while index < line.endIndex {
                if line[index] == UInt8(ascii: "="), index + 2 < line.endIndex, let high = digit(line[index + 1]),
                    let low = digit(line[index + 2])
                {
                    result.append(high << 4 | low)
                    index += 3
                } else {
                    result.append(line[index])
                    index += 1
                }
            }
            if !isSoft { result.append(0x0A) }
        }
        return result.count > limit ? Array(result.prefix(limit)) : result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
