/// One of the five schedule fields of a crontab line.
struct CrontabField: Hashable {
    let values: Set<Int>
    /// Whether it starts with `*`, which determines how the two day fields are combined.
    let hasStar: Bool

    /// Parses a field: numbers, ranges and steps, separated by commas; nil if it is invalid.
    ///
    /// Backward ranges are invalid: cron accepts them and never runs the line.
    ///
    /// - Parameter names: names for the numbers, from the range's first on.
    init?(_ text: some StringProtocol, in range: ClosedRange<Int>, names: [String] = []) {
        var values: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let read = CrontabField.item(item, range, names) else { return nil }
            values.formUnion(read)
        }
        self.values = values
        hasStar = text.hasPrefix("*")
    }

    private static func item(_ text: some StringProtocol, _ range: ClosedRange<Int>, _ names: [String]) -> [Int]? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers: ClosedRange<Int>
        if parts[0] == "*" {
            numbers = range
        } else if let first = number(ends[0], range, names), let last = number(ends[ends.count - 1], range, names),
            first <= last, ends.count == 2 || parts.count == 1
        {
            numbers = first...last
        } else {
            return nil
        }
        guard parts.count == 2 else { return Array(numbers) }
        guard let step = digits(parts[1]), step > 0 else { return nil }
        return Array(stride(from: numbers.lowerBound, through: numbers.upperBound, by: step))
    }

    private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>, _ names: [String]) -> Int? {
        if let place = names.firstIndex(of: text.lowercased()) { return range.lowerBound + place }
        return digits(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func digits(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
