/// Numbers as a line of bars, one character each.
enum Sparkline {
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The last numbers that fit; a dot is a missing number, or zero if bars begin at zero.
    ///
    /// - Parameters:
    ///   - values: the numbers, none negative.
    ///   - fromZero: whether the height is proportional to the number; otherwise the lowest bar is the smallest number.
    ///   - room: the maximum number of characters.
    static func text(_ values: [Double?], fromZero: Bool, room: Int) -> String {
        let shown = values.suffix(max(room, 1)).map { value in value.flatMap { fromZero && $0 <= 0 ? nil : $0 } }
        let known = shown.compactMap { $0 }
        guard let most = known.max(), let least = known.min() else {
            return String(repeating: "·", count: shown.count)
        }
        return shown.map { value in
            guard let value else { return "·" }
            let (base, range) = fromZero ? (0, most) : (least, most - least)
            guard range > 0 else { return bars[3] }
            let level = Int((value - base) / range * Double(bars.count) * 0.999_999)
            return bars[min(max(level, 0), bars.count - 1)]
        }.joined()
    }

    /// A share as a bar of a fixed width: `███████░░░`.
    static func bar(_ part: Int, of whole: Int, width: Int = 10) -> String {
        let filled = whole > 0 ? min(max(part, 0) * width / whole, width) : 0
        return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    }
}
