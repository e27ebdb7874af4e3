public import AntrainPluginABI
import AntrainPluginKit
import Glibc

/// Hands notifications to a `sendmail` compatible command.
final class MailPlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "mail",
        version: "1.0.0",
        summary: "Mails reminders through a sendmail compatible command",
        author: "antrain",
        keys: [
            .init("to", isRequired: true, isList: true, help: "whom to mail; may be a list"),
            .init("from", help: "the sender; without it the command decides"),
            .init(
                "command",
                .command,
                default: "/usr/sbin/sendmail -t -i",
                help: "reads the message on its standard input and the recipients from it"
            ),
            .init("subject-prefix", help: "stands before the headline in the subject"),
            .init("timeout", .span, default: "20s", help: "how long the command may take, 1s to 25s"),
        ],
        needs: [.rights, .exec]
    )

    private let recipients: [MailAddress]
    private let sender: MailAddress?
    private let command: [String]
    private let prefix: String
    private let timeout: Int

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        var recipients: [MailAddress] = []
        for text in values[list: "to"].flatMap({ $0.split(separator: ",").map(String.init) }) {
            recipients.append(try MailPlugin.address(text))
        }
        self.recipients = recipients
        sender = values["from"].isEmpty ? nil : try MailPlugin.address(values["from"])
        guard let words = CommandLineWords.split(values["command"]), let program = words.first, !program.isEmpty else {
            throw .final(
                "'\(values["command"])' is no command",
                remedy: "close its quotes, as in /usr/sbin/sendmail -t -i"
            )
        }
        command = words
        prefix = values["subject-prefix"]
        let seconds = values["timeout"].last == "s" ? Int(values["timeout"].dropLast()) : nil
        guard let seconds, (1...25).contains(seconds) else {
            throw .final(
                "'\(values["timeout"])' is no time that the command may take",
                remedy: "set timeout from 1s to 25s"
            )
        }
        timeout = seconds
    }

    private static func address(_ text: String) throws(PluginFailure) -> MailAddress {
        guard let address = MailAddress(text) else {
            throw .final(
                "'\(text)' is no mail address",
                remedy: "write it as name@example.org or Some Name <name@example.org>"
            )
        }
        return address
    }

    func probe() throws(PluginFailure) {
        guard MailCommand.path(of: command[0]) != nil else { throw missingCommand }
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        guard let path = MailCommand.path(of: command[0]) else { throw missingCommand }
        let message = MailMessage(notification, to: recipients, from: sender, subjectPrefix: prefix)
        let ending = MailCommand.run(path, command, input: message.bytes, timeout: timeout)
        if let failure = failure(ending) { throw failure }
    }

    private var missingCommand: PluginFailure {
        .passing(
            "there is no command \(command[0]) to send mail with",
            remedy: "install a mail transfer agent, or set command to the one you have"
        )
    }

    /// What an ending means, by sysexits(3).
    private func failure(_ ending: MailCommand.Ending) -> PluginFailure? {
        let name = command[0]
        switch ending {
        case .exited(0, _): return nil
        case .exited(let code, let said):
            let reason = "\(name) ended with \(code)" + (said.isEmpty ? "" : ": \(said)")
            let isFinal = [64, 65, 67, 68, 76, 77, 78].contains(code)
            return isFinal
                ? .final(reason, remedy: "check the addresses, and the command's own log")
                : .passing(reason, remedy: "see the command's own log")
        case .killed(let signal, let said):
            return .passing("\(name) was ended by signal \(signal)" + (said.isEmpty ? "" : ": \(said)"))
        case .hung:
            return .passing(
                "\(name) took more than \(timeout) s and was stopped",
                remedy: "look why it hangs, or raise timeout"
            )
        case .notStarted(let reason):
            return .passing("cannot start \(name): \(reason)", remedy: "set command to one that can be run")
        }
    }
}

/// What the library exports.
@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(MailPlugin.self, host: host)
}
