import Platform

/// Lines of bars, one character for each number, with one scale for all rows of a table.
struct Sparkline {
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The number of the lowest bar; zero if the height is proportional to the number.
    private let least: Double
    private let most: Double
    private let fromZero: Bool
    /// Writes a number for people.
    private let number: (Double) -> String

    /// - Parameters:
    ///   - values: the numbers of all rows, none negative.
    ///   - fromZero: whether the height is proportional to the number; otherwise the lowest bar is the smallest number.
    init(_ values: some Sequence<Double?>, fromZero: Bool, number: @escaping (Double) -> String) {
        let known = values.compactMap(\.self)
        least = fromZero ? 0 : known.min() ?? 0
        most = known.max() ?? 0
        self.fromZero = fromZero
        self.number = number
    }

    /// A row with the last numbers that fit; numerals in plain style.
    ///
    /// A missing number is a blank; so is zero if bars begin at zero.
    func line(_ values: [Double?], room: Int, _ style: Style) -> String {
        guard !style.isPlain else { return numerals(values, room: room) }
        return values.suffix(max(room, 1)).map { value in
            guard let value, !fromZero || value > 0 else { return " " }
            guard most > least else { return Self.bars[3] }
            let level = Int((value - least) / (most - least) * Double(Self.bars.count) * 0.999_999)
            return Self.bars[min(max(level, 0), Self.bars.count - 1)]
        }.joined()
    }

    private func numerals(_ values: [Double?], room: Int) -> String {
        var texts: [String] = []
        var width = 0
        for value in values.reversed() {
            let text = value.map(number) ?? "-"
            width += text.count + 1
            if width > room + 1, !texts.isEmpty { break }
            texts.append(text)
        }
        return texts.reversed().joined(separator: " ")
    }

    /// What the lowest and the highest bar mean; nil in plain style or without numbers.
    func legend(_ unit: String, _ style: Style) -> String? {
        guard !style.isPlain, most > 0 else { return nil }
        let (low, high) = (number(least) + unit, number(most) + unit)
        if fromZero { return "\(Self.bars[7]) = \(high)" }
        return most > least ? "\(Self.bars[0]) = \(low), \(Self.bars[7]) = \(high)" : "\(Self.bars[3]) = \(high)"
    }

    /// A share as a bar of a fixed width: `███████░░░`; nothing in plain style.
    static func bar(_ part: Int, of whole: Int, width: Int = 10, _ style: Style) -> String {
        guard !style.isPlain else { return "" }
        let filled = whole > 0 ? min(max(part, 0) * width / whole, width) : 0
        return style.green(String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled))
    }
}
