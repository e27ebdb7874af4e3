public import AntrainPluginABI
import AntrainPluginKit

/// Sends notifications with a `sendmail`-compatible command.
final class MailPlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "mail",
        version: "1.0.0",
        summary: "Mails reminders through a sendmail-compatible command",
        author: "antrain",
        keys: [
            .init("to", isRequired: true, isList: true, help: "recipients; may be a list"),
            .init("from", help: "the sender (default: chosen by the command)"),
            .init(
                "command",
                .command,
                default: "/usr/sbin/sendmail -t -i",
                help: "the command that reads the message, with its recipients, on standard input"
            ),
            .init(
                "reply-to",
                isForAnswers: true,
                help: "your address, to which you send answers as replies; antrain adds a token to it"
            ),
            .init("subject-prefix", help: "text before the title in the subject"),
            .init("timeout", .span, default: "20s", help: "time limit for the command, 1s to 25s"),
        ],
        needs: [.rights, .exec],
        takesTokens: true
    )

    private let recipients: [MailAddress]
    private let sender: MailAddress?
    private let replyTo: MailAddress?
    private let command: PluginCommand
    private let prefix: String
    private let timeout: Int

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        var recipients: [MailAddress] = []
        for text in values[list: "to"].flatMap({ $0.unicodeScalars.split(separator: ",").map(String.init) }) {
            recipients.append(try MailPlugin.address(text))
        }
        self.recipients = recipients
        sender = values["from"].isEmpty ? nil : try MailPlugin.address(values["from"])
        replyTo = values["reply-to"].isEmpty ? nil : try MailPlugin.replyAddress(values["reply-to"])
        command = try PluginCommand(values["command"], example: "/usr/sbin/sendmail -t -i")
        prefix = values["subject-prefix"]
        timeout = try values.seconds("timeout", in: 1...25)
    }

    private static func replyAddress(_ text: String) throws(PluginFailure) -> MailAddress {
        let address = try address(text)
        guard address.takesToken else {
            throw .final(
                "the reply-to address '\(text)' is too long",
                remedy: "use an address with at most \(MailAddress.tokenRoom) characters before @"
            )
        }
        return address
    }

    private static func address(_ text: String) throws(PluginFailure) -> MailAddress {
        guard let address = MailAddress(text) else {
            throw .final(
                "invalid mail address '\(text)'",
                remedy: "use name@example.org or Some Name <name@example.org>"
            )
        }
        return address
    }

    func probe() throws(PluginFailure) {
        guard command.path != nil else { throw missingCommand }
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        guard let path = command.path else { throw missingCommand }
        let message = MailMessage(
            notification,
            to: recipients,
            from: sender,
            replyTo: replyTo,
            subjectPrefix: prefix
        )
        let ending = command.run(path, input: message.bytes, timeout: timeout)
        let remedy = "check the addresses and the command's log"
        if let failure = ending.failure(of: command, timeout: timeout, remedy: remedy) { throw failure }
    }

    private var missingCommand: PluginFailure {
        .passing(
            "command not found: \(command.name)",
            remedy: "install a mail transfer agent, or set command to the path of yours"
        )
    }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(MailPlugin.self, host: host)
}
