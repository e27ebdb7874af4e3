/// Text is quoted by Unicode scalars and never by characters: a quotation mark with a combining mark is one character, in which
/// Swift finds no quotation mark, but every other program does.
extension String {
    /// The text with some of its scalars replaced; a scalar whose replacement is nil stays.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let text = replacement(scalar) {
                result.append(contentsOf: text.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension StringProtocol {
    /// The first occurrence of another text, compared by bytes.
    ///
    /// Swift's own function is part of the library for regular expressions, which the plugins' process does not load.
    public func range(ofBytes text: String) -> Range<Index>? {
        let bytes = text.utf8
        return utf8.indices.first { utf8[$0...].starts(with: bytes) }
            .map { $0..<utf8.index($0, offsetBy: bytes.count) }
    }
}

/// A letter or digit of ASCII.
func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
}
