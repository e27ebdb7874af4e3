import CivilTime
import PrintableText

/// The values in the text of elements and fields.
enum ActivityText {
    /// A name on one line; nil if it is empty.
    static func name(_ text: String) -> String? {
        let name = trimmed(text).printable(upTo: RecordedActivity.longestName)
        return name.isEmpty ? nil : name
    }

    /// A finite decimal number, with or without an exponent.
    static func number(_ text: String) -> Double? {
        let text = trimmed(text)
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// A number that is not negative and at most a billion, rounded.
    static func whole(_ text: String) -> Int? { number(text).flatMap(whole) }

    static func whole(_ number: Double) -> Int? {
        (0...1_000_000_000).contains(number) ? Int(number.rounded()) : nil
    }

    /// A moment by XML Schema's `dateTime`, and its offset from UTC unless it is `Z`; without an offset it is in UTC.
    static func moment(_ text: String) -> (instant: Instant, offset: Int?)? {
        let text = withoutFraction(trimmed(text))
        guard let instant = try? Instant(parsing: text, in: .utc) else { return nil }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }), let t = text.firstIndex(of: "T"), sign > t,
            let local = try? Instant(parsing: text[..<sign], in: .utc)
        else { return (instant, nil) }
        return (instant, Int(instant.span(until: local).seconds))
    }

    private static func withoutFraction(_ text: String) -> String {
        guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text }
        let digits = text.utf8[text.utf8.index(after: point)...].prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? text : String(text[..<point]) + String(text[digits.endIndex...])
    }

    /// The text without XML's white space around it.
    private static func trimmed(_ text: String) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D }
        let start = text.utf8.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: start[...last], as: UTF8.self)
    }
}
