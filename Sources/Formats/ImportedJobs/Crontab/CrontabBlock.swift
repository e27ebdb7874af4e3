/// The lines of a crontab that antrain wrote, between two comments.
public struct CrontabBlock: Sendable, Hashable {
    /// The comment before the lines.
    public static let start = "# >>> antrain >>>"
    /// The comment after the lines.
    public static let end = "# <<< antrain <<<"

    /// The numbers of the lines, including both comments; the first line of the crontab is 1.
    public let numbers: ClosedRange<Int>
    /// The lines between the comments.
    public let lines: [String]

    /// The lines with both comments.
    public static func text(_ lines: [String]) -> [String] { [start] + lines + [end] }

    /// The lines that antrain does not write: everything except comments, blank lines and lines that run antrain.
    public var foreignLines: [String] {
        lines.filter { line in
            let text = line.drop { $0 == " " || $0 == "\t" }
            return !text.isEmpty && !text.hasPrefix("#") && Crontab(Array(line.utf8)).triggers.isEmpty
        }
    }
}

/// Why it is unclear which lines of a crontab antrain wrote.
public enum CrontabBlockError: Error, Hashable, CustomStringConvertible {
    /// The line with the start comment has no end comment after it.
    case unclosed(line: Int)
    /// The line with the end comment has no start comment before it.
    case unopened(line: Int)
    /// The line with the start comment begins a second block.
    case repeated(line: Int)

    /// What is wrong and how to correct it.
    public var description: String {
        switch self {
        case .unclosed(let line):
            "line \(line) is '\(CrontabBlock.start)', but no line after it is '\(CrontabBlock.end)'; correct it with 'crontab -e'"
        case .unopened(let line):
            "line \(line) is '\(CrontabBlock.end)', but no line before it is '\(CrontabBlock.start)'; correct it with 'crontab -e'"
        case .repeated(let line):
            "line \(line) is a second '\(CrontabBlock.start)'; remove one of the two blocks with 'crontab -e'"
        }
    }
}

extension Crontab {
    /// The block that antrain wrote; nil if there is none.
    public func block() throws(CrontabBlockError) -> CrontabBlock? {
        var found: ClosedRange<Int>?
        var start: Int?
        for (place, bytes) in lines.enumerated() {
            let line = String(decoding: bytes, as: UTF8.self).trimmed
            if line == CrontabBlock.start {
                guard start == nil, found == nil else { throw .repeated(line: place + 1) }
                start = place
            } else if line == CrontabBlock.end {
                guard let first = start else { throw .unopened(line: place + 1) }
                found = first...place
                start = nil
            }
        }
        if let start { throw .unclosed(line: start + 1) }
        return found.map { found in
            CrontabBlock(
                numbers: found.lowerBound + 1...found.upperBound + 1,
                lines: lines[found].dropFirst().dropLast().map { String(decoding: $0, as: UTF8.self) }
            )
        }
    }

    /// The crontab with these lines as antrain's block: in its place, or after the last line.
    ///
    /// No other byte changes, except that a missing line break at the end, which crontab(1) does not accept, is added.
    public func settingBlock(_ text: [String]) throws(CrontabBlockError) -> Crontab {
        let block = CrontabBlock.text(text).map { Array($0.utf8) }
        var changed = lines
        if let present = try self.block() {
            changed.replaceSubrange(present.numbers.lowerBound - 1...present.numbers.upperBound - 1, with: block)
        } else {
            if changed.last?.isEmpty != true { changed.append([]) }
            changed.insert(contentsOf: block, at: changed.count - 1)
        }
        return Crontab(Array(changed.joined(separator: [0x0A])))
    }

    /// The crontab without antrain's block; no other byte changes.
    public func removingBlock() throws(CrontabBlockError) -> Crontab {
        guard let present = try block() else { return self }
        var changed = lines
        changed.removeSubrange(present.numbers.lowerBound - 1...present.numbers.upperBound - 1)
        return Crontab(Array(changed.joined(separator: [0x0A])))
    }
}
