/// The lines that antrain turned into comments because reminders replace them.
extension Crontab {
    private static let moved = "moved to antrain, reminder"

    /// The crontab with lines commented out that reminders replace; their text is kept after the comment.
    ///
    /// - Parameter reminders: the numbers of the reminders by line number; the first line is 1.
    public func commenting(movedTo reminders: [Int: [Int64]]) -> Crontab {
        commenting(
            reminders.mapValues { numbers in
                Crontab.moved + (numbers.count == 1 ? " " : "s ") + numbers.map(String.init).joined(separator: ", ")
            }
        )
    }

    /// The crontab in which the lines that some reminders replaced are no comments any more, and the numbers of these lines.
    ///
    /// - Parameter reminders: the numbers of the reminders; a line needs all of its reminders.
    public func restoring(movedTo reminders: Set<Int64>) -> (crontab: Crontab, lines: [Int]) {
        var changed = lines
        var numbers: [Int] = []
        for (place, line) in lines.enumerated() {
            let prefix = Array("# \(Crontab.moved)".utf8)
            guard line.starts(with: prefix) else { continue }
            let rest = line.dropFirst(prefix.count)
            let list = rest.prefix { $0 != UInt8(ascii: ":") }
            let named = String(decoding: list, as: UTF8.self).split { !$0.isNumber }.compactMap { Int64($0) }
            guard !named.isEmpty, reminders.isSuperset(of: named) else { continue }
            changed[place] = Array(rest.dropFirst(list.count + ": ".utf8.count))
            numbers.append(place + 1)
        }
        return (Crontab(Array(changed.joined(separator: [0x0A]))), numbers)
    }
}
