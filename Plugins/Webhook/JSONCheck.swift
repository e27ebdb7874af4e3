/// Checks whether bytes are valid JSON (RFC 8259), finds the first error, and reads the members of an object.
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

    /// The strings and the numbers of an object by their names; nil if it is not a valid object.
    ///
    /// Other values are empty.
    static func members(of bytes: [UInt8]) -> [String: String]? {
        guard firstError(in: bytes) == nil else { return nil }
        var check = JSONCheck(bytes: bytes)
        var members: [String: String] = [:]
        check.skipBlanks()
        guard check.next == UInt8(ascii: "{") else { return nil }
        _ = check.elements(closing: "}", depth: 0) { check in
            let start = check.position
            guard check.string() else { return false }
            let name = unescaped(bytes[start..<check.position])
            guard check.take(":") else { return false }
            check.skipBlanks()
            let first = check.position
            guard check.value(depth: 1) else { return false }
            let value = bytes[first..<check.position]
            switch value.first {
            case UInt8(ascii: "\"")?: members[name] = unescaped(value)
            case UInt8(ascii: "-")?, (0x30...0x39)?: members[name] = String(decoding: value, as: UTF8.self)
            default: members[name] = ""
            }
            return true
        }
        return members
    }

    /// The text of a valid string with its quotes.
    private static func unescaped(_ string: ArraySlice<UInt8>) -> String {
        let string = string.dropFirst().dropLast()
        guard string.contains(UInt8(ascii: "\\")) else { return String(decoding: string, as: UTF8.self) }
        let plain: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
            UInt8(ascii: "t"): 0x09,
        ]
        // As UTF-16, because a character may be escaped as two surrogates.
        var units: [UInt16] = []
        var rest = string
        while let end = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units += String(decoding: rest[..<end], as: UTF8.self).utf16
            rest = rest[(end + 1)...]
            guard let kind = rest.popFirst() else { break }
            if kind == UInt8(ascii: "u") {
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            } else {
                units.append(UInt16(plain[kind] ?? kind))
            }
        }
        return String(decoding: units, as: UTF16.self) + String(decoding: rest, as: UTF8.self)
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
