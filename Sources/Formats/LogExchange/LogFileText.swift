/// The text of a file in UTF-8, whatever encoding it has.
enum LogFileText {
    /// The text as UTF-8 without a byte order mark.
    ///
    /// UTF-16 is recognized by its byte order mark, which spreadsheet programs write.
    static func utf8(_ bytes: [UInt8]) throws(LogImportError) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2)) { low, high in (low, high) } }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2)) { high, low in (low, high) } }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        // UTF-16 without a byte order mark is valid UTF-8 with a zero after each letter.
        guard !text.contains(0), String(validating: text, as: UTF8.self) != nil else { throw .notText }
        return text
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ order: (UInt8, UInt8) -> (low: UInt8, high: UInt8))
        throws(LogImportError) -> [UInt8]
    {
        guard bytes.count.isMultiple(of: 2) else { throw .notText }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            let (low, high) = order(bytes[index], bytes[index + 1])
            return UInt16(high) << 8 | UInt16(low)
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw .notText }
        return Array(text.utf8)
    }
}
