public import CivilTime

/// A job of at(1) with the script that it runs.
public struct AtJob: Sendable, Hashable {
    /// Its number.
    public let number: Int
    /// When it runs.
    public let instant: Instant
    /// Whether it runs already.
    public let isRunning: Bool
    /// The user whom it runs as.
    public let userID: UInt32?
    /// The folder that it runs in.
    let folder: String
    /// The variables that it runs with.
    let variables: [String: String]
    /// What it runs.
    let script: String
    /// Whether that is UTF-8.
    let isUTF8: Bool

    /// What stands between the variables that at(1) writes and the script that it was given.
    private static let seam = " || {\n\t echo 'Execution directory inaccessible' >&2\n\t exit 1\n}\n"

    /// Reads a job as `at -c` shows it; nil where that does not begin as Debian's does.
    public init?(_ entry: AtQueue.Entry, _ bytes: [UInt8]) {
        guard let (before, script) = AtJob.split(bytes) else { return nil }
        var variables: [String: String] = [:]
        _ = ShellScript(before)?.deeds(&variables)
        let last = ShellScript(before)?.pipelines.last?.first?.words
        number = entry.number
        instant = entry.instant
        isRunning = entry.isRunning
        userID = before.split(separator: "\n").first { $0.hasPrefix("# atrun uid=") }
            .flatMap { UInt32($0.dropFirst("# atrun uid=".count).prefix(while: \.isNumber)) }
        folder = last?.dropFirst().first?.value([:]) ?? "/"
        self.variables = variables
        self.script = String(decoding: script, as: UTF8.self)
        isUTF8 = self.script.utf8.elementsEqual(script)
    }

    private static func split(_ bytes: [UInt8]) -> (before: String, script: ArraySlice<UInt8>)? {
        let seam = Array(AtJob.seam.utf8)
        let starts = bytes.indices.dropLast(seam.count - 1)
        guard let start = starts.first(where: { bytes[$0...].starts(with: seam) }) else { return nil }
        return (String(decoding: bytes[..<start], as: UTF8.self), bytes[(start + seam.count)...])
    }
}
