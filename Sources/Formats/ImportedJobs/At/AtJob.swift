public import CivilTime

/// A job of at(1) with its script.
public struct AtJob: Sendable, Hashable {
    public let number: Int
    /// When it runs.
    public let instant: Instant
    public let isRunning: Bool
    /// The ID of the user that it runs as.
    public let userID: UInt32?
    /// The folder that it runs in.
    let folder: String
    /// The user to whom at(1) mails its output; empty for nobody, and nil if unknown.
    let mailed: String?
    let variables: [String: String]
    let script: String
    /// Whether the script is UTF-8.
    let isUTF8: Bool

    /// The text between at(1)'s variables and the original script.
    private static let seam = " || {\n\t echo 'Execution directory inaccessible' >&2\n\t exit 1\n}\n"

    /// Parses a job as printed by `at -c`; nil if it is not in Debian's format.
    public init?(_ entry: AtQueue.Entry, _ bytes: [UInt8]) {
        guard let (before, script) = AtJob.split(bytes) else { return nil }
        var variables: [String: String] = [:]
        _ = ShellScript(before)?.invocations(&variables)
        let last = ShellScript(before)?.pipelines.last?.commands.first?.words
        number = entry.number
        instant = entry.instant
        isRunning = entry.isRunning
        userID = AtJob.words(behind: "# atrun uid=", in: before)?.first
            .flatMap { UInt32($0.prefix(while: \.isNumber)) }
        // `# mail me 0`, where -1 means never.
        mailed = AtJob.words(behind: "# mail ", in: before).map { $0.count == 2 && $0[1] != "-1" ? String($0[0]) : "" }
        folder = last?.dropFirst().first?.value([:]) ?? "/"
        self.variables = variables
        self.script = String(decoding: script, as: UTF8.self)
        isUTF8 = self.script.utf8.elementsEqual(script)
    }

    private static func words(behind start: String, in head: String) -> [Substring]? {
        head.split(separator: "\n").first { $0.hasPrefix(start) }?.dropFirst(start.count).split(separator: " ")
    }

    private static func split(_ bytes: [UInt8]) -> (before: String, script: ArraySlice<UInt8>)? {
        let seam = Array(AtJob.seam.utf8)
        let starts = bytes.indices.dropLast(seam.count - 1)
        guard let start = starts.first(where: { bytes[$0...].starts(with: seam) }) else { return nil }
        return (String(decoding: bytes[..<start], as: UTF8.self), bytes[(start + seam.count)...])
    }
}

/// The queue of at(1), as printed by `atq` in UTC and the C locale.
public struct AtQueue: Sendable, Hashable {
    /// A waiting job.
    public struct Entry: Sendable, Hashable {
        public let number: Int
        /// When it runs.
        public let instant: Instant
        public let isRunning: Bool
    }

    /// The jobs by number.
    public let entries: [Entry]

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Parses lines such as `5	Thu Nov 26 07:30:00 2026 a me`; others are ignored.
    public init(_ text: String) {
        entries = text.split(whereSeparator: \.isNewline).compactMap(AtQueue.entry).sorted { $0.number < $1.number }
    }

    private static func entry(_ line: Substring) -> Entry? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count >= 7, let number = Int(words[0]), let month = months.firstIndex(of: String(words[2])),
            let day = Int(words[3]), let year = Int(words[5]), let time = try? TimeOfDay(parsing: words[4]),
            let date = try? CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let instant = Zone.utc.instant(of: CivilDateTime(date: date, time: time))
        return Entry(number: number, instant: instant, isRunning: words[6] == "=")
    }
}
