/// Checks whether bytes are valid JSON (RFC 8259), and finds the first error.
struct JSONCheck {
    private let bytes: [UInt8]
    private var position = 0

    /// The maximum nesting depth.
    private static let depth = 64

    /// The position of the first error; nil if there is none.
    static func firstError(in bytes: [UInt8]) -> Int? {
        var check = JSONCheck(bytes: bytes)
        guard check.value(depth: 0) else { return check.position }
        check.skipBlanks()
        return check.position == bytes.count ? nil : check.position
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> Bool {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"):
            return elements(closing: "}", depth: depth) { check in
                check.string() && check.take(":") && check.value(depth: depth + 1)
            }
        case UInt8(ascii: "["): return elements(closing: "]", depth: depth) { $0.value(depth: depth + 1) }
        case UInt8(ascii: "\""): return string()
        default: return ["true", "false", "null"].contains { word($0) } || number()
        }
    }

    private mutating func elements(closing: Unicode.Scalar, depth: Int, _ element: (inout JSONCheck) -> Bool) -> Bool {
        guard depth < JSONCheck.depth else { return false }
        position += 1
        if take(closing) { return true }
        repeat {
            skipBlanks()
            guard element(&self) else { return false }
        } while take(",")
        return take(closing)
    }

    private mutating func string() -> Bool {
        guard next == UInt8(ascii: "\"") else { return false }
        position += 1
        while let byte = next {
            if byte < 0x20 { return false }
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\"), !escape() { return false }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = next else { return false }
        guard byte == UInt8(ascii: "u") else {
            guard "\"\\/bfnrt".utf8.contains(byte) else { return false }
            position += 1
            return true
        }
        let digits = bytes[position...].dropFirst().prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else {
            return false
        }
        position += 5
        return true
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func number() -> Bool {
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else if !digits() { return false }
        if next == UInt8(ascii: ".") {
            position += 1
            guard digits() else { return false }
        }
        guard let byte = next, byte | 0x20 == UInt8(ascii: "e") else { return true }
        position += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        return digits()
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
