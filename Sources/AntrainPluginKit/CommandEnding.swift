/// How a command ended.
public enum CommandEnding: Sendable, Hashable {
    /// It ended by itself; what it said is the end of its standard output and error.
    case exited(Int32, said: String)
    /// A signal ended it.
    case killed(signal: Int32, said: String)
    /// It took too long, and its process group was ended.
    case hung
    /// It could not be started; why.
    case notStarted(String)

    /// The exit codes of sysexits(3) after which trying again is of no use.
    private static let finalCodes: Set<Int32> = [64, 65, 67, 68, 76, 77, 78]

    /// What the ending means, by sysexits(3): nil is success.
    ///
    /// - Parameters:
    ///   - command: what ended.
    ///   - timeout: how long it was given, in seconds.
    ///   - remedy: what the user can do after a failure for good.
    public func failure(of command: PluginCommand, timeout: Int, remedy: String) -> PluginFailure? {
        let name = command.name
        switch self {
        case .exited(0, _): return nil
        case .exited(let code, let said):
            let reason = "\(name) exited with \(code)" + CommandEnding.quoted(said)
            return CommandEnding.finalCodes.contains(code)
                ? .final(reason, remedy: remedy) : .passing(reason, remedy: "check the command's log")
        case .killed(let signal, let said):
            return .passing("\(name) was terminated by signal \(signal)" + CommandEnding.quoted(said))
        case .hung:
            return .passing(
                "\(name) took more than \(timeout) s and was stopped",
                remedy: "check why it hangs, or increase timeout"
            )
        case .notStarted(let reason):
            return .passing("cannot start \(name): \(reason)", remedy: "set command to an executable program")
        }
    }

    /// The last line of what was said: that is where programs say why they end.
    private static func quoted(_ said: String) -> String {
        let lines = said.split(whereSeparator: \.isNewline).map {
            PlainText.oneLine(String($0)).split(separator: " ").joined(separator: " ")
        }
        guard let last = lines.last(where: { !$0.isEmpty }) else { return "" }
        return ": " + PlainText.shortened(last, bytes: 300)
    }
}
