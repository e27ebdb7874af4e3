public import AntrainPluginABI
import AntrainPluginKit

/// Shows notifications on the user's terminal.
final class ConsolePlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "console",
        version: "1.0.0",
        summary: "Shows reminders on the terminal",
        author: "antrain",
        keys: [
            .init(
                "target",
                default: "auto",
                help:
                    "auto, output (antrain's output), terminals (all your open terminals) or a device such as /dev/pts/3"
            ),
            .init("color", default: "auto", help: "auto, on or off"),
            .init(
                "output",
                default: "auto",
                help:
                    "whether somebody reads antrain's output: auto (yes for a person or cron's mail), read, unread or unread: REASON"
            ),
        ],
        needs: [.terminals]
    )

    private enum Target {
        case automatic, output, terminals
        case device(String)
    }

    private let target: Target
    private let color: Bool?
    /// Why nobody reads antrain's output; nil if somebody does.
    private let unreadReason: String?
    private let host: PluginHost

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        self.host = host
        switch values["target"] {
        case "auto": target = .automatic
        case "output": target = .output
        case "terminals": target = .terminals
        case let path where path.hasPrefix("/dev/"): target = .device(path)
        case let other:
            throw .final(
                "invalid target '\(other)'",
                remedy: "set target to auto, output, terminals or a device such as /dev/pts/3"
            )
        }
        switch values["output"] {
        case "auto", "read": unreadReason = nil
        case let text where text == "unread" || text.hasPrefix("unread: "): unreadReason = String(text.dropFirst(6))
        case let other: throw .final("invalid output '\(other)'", remedy: "set output to auto, read or unread")
        }
        switch values["color"].lowercased() {
        case "auto": color = nil
        case "on", "yes", "true": color = true
        case "off", "no", "false": color = false
        default: throw .final("invalid color '\(values["color"])'", remedy: "set color to auto, on or off")
        }
    }

    func probe() throws(PluginFailure) {
        switch target {
        case .output: return
        case .automatic: if let unreadReason, Terminals.ofUser().isEmpty { throw ConsolePlugin.unseen(unreadReason) }
        case .terminals:
            if Terminals.ofUser().isEmpty {
                throw .passing("no open terminal", remedy: "open one, or set target to output")
            }
        case .device(let path):
            if !Terminals.accepts(path) {
                throw .passing(
                    "cannot write to \(path)",
                    remedy:
                        "run 'mesg y' there, or set target to one of your terminals: one in /dev/pts, or /dev/console"
                )
            }
        }
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        switch target {
        case .output: printBanner(notification)
        case .terminals: try write(notification, to: Terminals.ofUser())
        case .device(let path): try write(notification, to: [path])
        case .automatic:
            // Under cron nobody sees the output, so the reminder goes to the user's open terminals, as with write(1).
            let terminals = host.outputIsTerminal || host.hasControllingTerminal ? [] : Terminals.ofUser()
            guard terminals.isEmpty else { return try write(notification, to: terminals) }
            if let unreadReason { throw ConsolePlugin.unseen(unreadReason) }
            printBanner(notification)
        }
    }

    /// - Parameter reason: empty, or the reason after a colon.
    private static func unseen(_ reason: String) -> PluginFailure {
        .passing(
            "none of your terminals accepts messages, and nobody reads antrain's output\(reason)",
            remedy: "run 'mesg y' in an open terminal, or choose another channel: antrain settings --channels desktop"
        )
    }

    private func printBanner(_ notification: DeliveredNotification) {
        host.print(Banner(notification, columns: host.columns, isColored: color ?? host.allowsColor).text)
    }

    private func write(_ notification: DeliveredNotification, to terminals: [String]) throws(PluginFailure) {
        var reached = 0
        // A stopped terminal delays the others no longer than this.
        let deadline = Deadline(seconds: 5)
        for path in terminals {
            let columns = Terminals.columns(of: path) ?? 80
            let text =
                "\r\n\u{7}"
                + Banner(notification, columns: columns, isColored: color ?? true).text.split(
                    separator: "\n",
                    omittingEmptySubsequences: false
                ).joined(separator: "\r\n")
            if Terminals.write(text, to: path, by: deadline) { reached += 1 }
        }
        guard reached > 0 else {
            throw .passing(
                "none of your terminals accepts messages",
                remedy: "open one and run 'mesg y' in it, or set target to output"
            )
        }
    }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(ConsolePlugin.self, host: host)
}
