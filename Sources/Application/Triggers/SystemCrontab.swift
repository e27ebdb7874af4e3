package import Platform
package import ImportedJobs

/// The user's crontab, read and written by crontab(1).
package struct SystemCrontab {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    private func run(_ arguments: [String], input: [UInt8] = [], variables: [String: String] = [:]) -> SystemAnswer? {
        // Debian's crontab(1) shows the header lines that it adds if this is N.
        let variables = variables.merging(["LC_ALL": "C", "CRONTAB_NOHEADER": "Y"]) { $1 }
        return context.system(
            SystemCommand(program: "crontab", arguments: arguments, input: input, variables: variables)
        )
    }

    /// The crontab; empty if the user has none, nil without cron.
    package func read() throws(CommandError) -> Crontab? {
        guard let answer = run(["-l"]) else { return nil }
        guard answer.status == 0 else {
            if answer.errors.contains("no crontab for") { return Crontab([]) }
            throw .notMoved("crontab -l", reason: answer.reason, aftermath: "the crontab is ignored")
        }
        return Crontab(try exact(answer.output))
    }

    /// The crontab's exact bytes.
    ///
    /// Debian's `crontab -l` prints a carriage return as `\r` and a backspace as `\b`, which cannot be distinguished from these
    /// letters; `crontab -e` gives its editor the exact file.
    private func exact(_ shown: [UInt8]) throws(CommandError) -> [UInt8] {
        let isPlain = !zip(shown, shown.dropFirst()).contains { first, second in
            first == UInt8(ascii: "\\") && (second == UInt8(ascii: "r") || second == UInt8(ascii: "b"))
        }
        if isPlain { return shown }
        let answer = run(["-e"], variables: ["VISUAL": "cat", "EDITOR": "cat"])
        let bytes = answer?.output ?? []
        guard answer?.status == 0, SystemCrontab.listed(bytes) == shown else {
            throw .notMoved(
                "crontab -l",
                reason: "it does not distinguish a carriage return from '\\r'",
                aftermath: "the crontab is ignored; replace its '\\r' and '\\b' and try again"
            )
        }
        return bytes
    }

    private static func listed(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in
            switch byte {
            case 0x0D: Array("\\r".utf8)
            case 0x08: Array("\\b".utf8)
            default: [byte]
            }
        }
    }

    /// - Returns: the reason if that fails.
    package func write(_ crontab: Crontab) -> String? {
        guard let answer = run(["-"], input: crontab.bytes) else { return "crontab(1) is no longer installed" }
        return answer.status == 0 ? nil : answer.reason
    }

    /// - Returns: the reason if that fails.
    func remove() -> String? {
        guard let answer = run(["-r"]) else { return "crontab(1) is no longer installed" }
        return answer.status == 0 ? nil : answer.reason
    }
}
