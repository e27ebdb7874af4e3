/// How a command ended.
public enum CommandEnding: Sendable, Hashable {
    /// It exited; `output` is the end of its standard output and error.
    case exited(Int32, output: String)
    /// A signal terminated it.
    case killed(signal: Int32, output: String)
    /// It took too long, and its process group was killed.
    case hung
    /// It could not be started, with the reason.
    case notStarted(String)

    /// The exit codes of sysexits(3) after which a retry is pointless.
    private static let finalCodes: Set<Int32> = [64, 65, 67, 68, 76, 77, 78]

    /// The failure according to sysexits(3); nil for success.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - timeout: its time limit in seconds.
    ///   - remedy: what the user can do after a permanent failure.
    public func failure(of command: PluginCommand, timeout: Int, remedy: String) -> PluginFailure? {
        let name = command.name
        switch self {
        case .exited(0, _): return nil
        case .exited(let code, let output):
            let reason = "\(name) exited with \(code)" + CommandEnding.quoted(output)
            return CommandEnding.finalCodes.contains(code)
                ? .final(reason, remedy: remedy) : .passing(reason, remedy: "check the command's log")
        case .killed(let signal, let output):
            return .passing("\(name) was terminated by signal \(signal)" + CommandEnding.quoted(output))
        case .hung:
            return .passing(
                "\(name) took more than \(timeout) s and was stopped",
                remedy: "check why it hangs, or increase timeout"
            )
        case .notStarted(let reason):
            return .passing("cannot start \(name): \(reason)", remedy: "set command to an executable program")
        }
    }

    /// The last line of the output, where programs usually report why they failed.
    private static func quoted(_ output: String) -> String {
        let lines = output.split(whereSeparator: \.isNewline).map {
            PlainText.oneLine(String($0)).split(separator: " ").joined(separator: " ")
        }
        guard let last = lines.last(where: { !$0.isEmpty }) else { return "" }
        return ": " + PlainText.shortened(last, bytes: 300)
    }
}
