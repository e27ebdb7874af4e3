/// Durations as users write them.
public enum SpanText {
    private static let units: [(name: UInt8, seconds: Int)] = [
        (UInt8(ascii: "w"), 604_800), (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60),
        (UInt8(ascii: "s"), 1),
    ]
    /// No duration is longer.
    private static let longest = 10_000_000_000

    /// The seconds of a duration in antrain's format, such as `90s`, `1m30s` or `1h`; nil if it is invalid.
    public static func seconds(_ text: String) -> Int? {
        var total = 0
        var digits: Int?
        var units = units[...]
        for byte in text.utf8 {
            if (0x30...0x39).contains(byte) {
                digits = (digits ?? 0) * 10 + Int(byte - 0x30)
                if let digits, digits > longest { return nil }
            } else {
                guard let count = digits, let unit = units.firstIndex(where: { $0.name == byte }) else { return nil }
                total += count * units[unit].seconds
                units = units[(unit + 1)...]
                digits = nil
            }
        }
        return digits == nil && !text.isEmpty && total <= longest ? total : nil
    }
}
