import AntrainPluginKit
import Quoting

/// Sends notifications with Apprise, which supports many services.
///
/// Its URLs contain tokens: they are passed in its environment, where other users cannot see them, and its output is never
/// quoted, because it repeats URLs that it does not understand.
struct ApprisePreset {
    let command: PluginCommand
    private let urls: [String]

    init(_ values: PluginValues) throws(PluginFailure) {
        guard !values.isSet("input") else {
            throw .final("'input' cannot be set with preset apprise", remedy: "remove input")
        }
        let line = values.isSet("command") ? values["command"] : "apprise"
        command = try PluginCommand(line, example: "~/.local/bin/apprise")
        urls = values[list: "urls"]
        // One URL ends where white space is followed by another.
        guard urls.allSatisfy(ApprisePreset.isURL) else {
            throw .final(
                "invalid Apprise URL in urls",
                remedy: "write each as a list item: urls: [\"ntfy://my-topic\", \"tgram://TOKEN/CHAT\"]"
            )
        }
    }

    /// A scheme of a length that Apprise recognizes, `://`, and no white space.
    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return false }
        let isScheme = text[..<colon].utf8.allSatisfy {
            ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
        }
        return isScheme && (2...9).contains(text[..<colon].count)
            && !text.unicodeScalars.contains { $0.properties.isWhitespace || PlainText.isControl($0) }
    }

    var missing: PluginFailure {
        .passing(
            "command not found: \(command.name)",
            remedy: "install Apprise (apt install apprise), or set command to its path"
        )
    }

    func deliver(_ notification: DeliveredNotification, path: String, timeout: Int) throws(PluginFailure) {
        let kind = notification.isUrgent ? "warning" : "info"
        let call = command.adding([
            "--input-format=text", "--notification-type=\(kind)",
            "--title=\(NotificationVariables.cString(PlainText.oneLine(notification.title)))",
        ])
        var variables = [("PYTHONUTF8", "1")]
        if !urls.isEmpty { variables.append(("APPRISE_URLS", urls.joined(separator: "\n"))) }
        let body = notification.bodyWithLateness
        let ending = call.run(
            path,
            input: Array((body.isEmpty ? notification.title : body).utf8),
            variables: variables.map { (name: $0.0, value: $0.1) },
            timeout: timeout
        )
        if let failure = failure(ending, timeout: timeout) { throw failure }
    }

    /// The failure for an exit code; Apprise does not use sysexits(3).
    private func failure(_ ending: CommandEnding, timeout: Int) -> PluginFailure? {
        let check = "find it with: \(command.name) --dry-run URL"
        switch ending {
        case .exited(0, let output) where leavesOut(output):
            return .final("apprise skipped an unusable URL and notified the others", remedy: check)
        case .exited(_, let output) where output.range(ofBytes: "You must specify at least one server URL") != nil:
            return urls.isEmpty
                ? .final("apprise has no URLs to notify", remedy: "set urls, or write ~/.config/apprise")
                : .final("apprise cannot use any of the urls", remedy: check)
        case .exited(1, _):
            return .passing(
                "apprise could not notify every URL",
                remedy: "if a service fails often, give it its own channel, so that only that service is retried"
            )
        case .exited(let code, _) where code == 2 || code == 3:
            return .final(
                "apprise exited with \(code)",
                remedy: "check that this is Apprise: \(command.name) --version"
            )
        case .exited(let code, _) where code != 0:
            return .passing("apprise exited with \(code)", remedy: "run it by hand: \(command.name) --verbose")
        default: return ending.failure(of: command, timeout: timeout, remedy: "")
        }
    }

    /// Whether Apprise complained about a URL; it continues with the others without another sign of failure.
    private func leavesOut(_ output: String) -> Bool {
        ["Unparseable URL", "Unsupported URL", "Could not load", "disabled on this system"].contains {
            output.range(ofBytes: $0) != nil
        }
    }
}
