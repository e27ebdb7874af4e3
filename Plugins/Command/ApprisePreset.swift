import AntrainPluginKit

/// Hands notifications to Apprise, which knows how to reach a hundred services.
///
/// Its URLs hold tokens: they go by its environment, where no other user sees them, and what it says is never quoted, since it
/// repeats URLs that it does not understand.
struct ApprisePreset {
    let command: PluginCommand
    private let urls: [String]

    init(_ values: PluginValues) throws(PluginFailure) {
        guard !values.isSet("input") else {
            throw .final("the preset apprise has its own input", remedy: "leave input out")
        }
        let line = values.isSet("command") ? values["command"] : "apprise"
        command = try PluginCommand(line, example: "~/.local/bin/apprise")
        urls = values[list: "urls"]
        // One URL ends where white space is followed by another.
        guard urls.allSatisfy(ApprisePreset.isURL) else {
            throw .final(
                "one of the urls is none of Apprise's",
                remedy: "write each as an entry of a list: urls: [\"ntfy://my-topic\", \"tgram://TOKEN/CHAT\"]"
            )
        }
    }

    /// A scheme as long as Apprise tells URLs apart by, `://`, and no blank.
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
            "there is no program \(command.name) to notify with",
            remedy: "install Apprise (apt install apprise), or set command to where it is"
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

    /// What an ending means; Apprise does not end by sysexits(3).
    private func failure(_ ending: CommandEnding, timeout: Int) -> PluginFailure? {
        let check = "see which with: \(command.name) --dry-run URL"
        switch ending {
        case .exited(0, let said) where leavesOut(said):
            return .final("apprise left out a URL that it cannot use, and sent to the others", remedy: check)
        case .exited(_, let said) where said.contains("You must specify at least one server URL"):
            return urls.isEmpty
                ? .final("apprise has nobody to notify", remedy: "set urls, or write ~/.config/apprise")
                : .final("apprise can use none of the urls", remedy: check)
        case .exited(1, _):
            return .passing(
                "apprise could not notify all that it should",
                remedy: "a service that fails often is better a channel of its own, so that a retry goes to it alone"
            )
        case .exited(let code, _) where code == 2 || code == 3:
            return .final(
                "apprise ended with \(code)",
                remedy: "look whether this is Apprise: \(command.name) --version"
            )
        case .exited(let code, _) where code != 0:
            return .passing("apprise ended with \(code)", remedy: "run it by hand: \(command.name) --verbose")
        default: return ending.failure(of: command, timeout: timeout, remedy: "")
        }
    }

    /// Whether Apprise complained of a URL; it goes on with the others and says so nowhere else.
    private func leavesOut(_ said: String) -> Bool {
        ["Unparseable URL", "Unsupported URL", "Could not load", "disabled on this system"].contains {
            said.contains($0)
        }
    }
}
