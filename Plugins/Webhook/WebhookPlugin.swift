public import AntrainPluginABI
import AntrainPluginKit
import PluginFiles
import WebRequests

/// Sends each notification to a webhook.
final class WebhookPlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "webhook",
        version: version,
        summary: "Sends reminders to a webhook: ntfy, Slack, Discord, Matrix or any other",
        author: "antrain",
        keys: [
            .init("url", isRequired: true, isSecret: true, help: "the URL to send to: https, or http on this machine"),
            .init("preset", default: "none", help: "the format of the message: none, ntfy, slack, discord or matrix"),
            .init("token", isSecret: true, help: "sent as 'Authorization: Bearer …'"),
            .init(
                "header",
                isSecret: true,
                isList: true,
                help: "an additional header, as \"Name: value\"; may be a list"
            ),
            .init("method", help: "POST or PUT (default: POST)"),
            .init(
                "body",
                help: "the body to send, with placeholders such as {title} and {body} (default: everything as JSON)"
            ),
            .init("content-type", help: "the type of the body (default: application/json)"),
            .init("topic", isSecret: true, help: "ntfy: the topic, if url does not contain it"),
            .init("tags", isList: true, help: "ntfy: tags or emoji names; may be a list"),
            .init(
                "priority",
                .number,
                default: "3",
                help: "ntfy: priority 1 to 5; urgent reminders get 5, quiet ones 2"
            ),
            .init("click", isSecret: true, help: "ntfy: the link to open on tap, with placeholders such as {id}"),
            .init(
                "action",
                isSecret: true,
                isList: true,
                help: "ntfy: a button, as \"Label: https://…\"; at most three"
            ),
            .init(
                "answers",
                isSecret: true,
                isForAnswers: true,
                help:
                    "ntfy: the topic to which buttons send answers; everyone must be able to write to it, and you to read it"
            ),
            .init("room", help: "matrix: the room ID, to send as a user with token; url is then the server"),
            .init("timeout", .span, default: "20s", help: "time limit for the request, 1s to 25s"),
            .init("ca-file", .path, isOnlyRead: true, help: "PEM certificates to trust instead of the system's"),
            .init("proxy", isSecret: true, help: "the proxy to use, such as http://proxy.example.org:3128"),
            .init("insecure", .switch, default: "off", help: "allow unencrypted http to other machines"),
        ],
        needs: .network,
        paths: ["$XDG_STATE_HOME/antrain/\(stateName)/"],
        canBeQuiet: true,
        takesTokens: true
    )

    static let keepsAnswers = true
    private static let stateName = "webhook"

    private static let version = "1.0.0"

    private let shape: any HookShape
    private let headers: RequestHeaders
    private let client: WebClient
    private let timeout: Int
    /// The answers through ntfy; nil if the user wants none.
    private let answered: NtfyAnswers?

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        let address = try WebAddress(
            values,
            example: "https://example.org/hook",
            exposing: "the message and its token"
        )
        timeout = try values.seconds("timeout", in: 1...25)
        shape = try HookPreset.shape(values, at: address)
        headers = try WebhookPlugin.headers(values)
        let authorities = try values.path("ca-file")
        client = try WebClient(authorities: authorities, proxy: values["proxy"])
        guard let topic = (shape as? NtfyHook)?.answers else {
            answered = nil
            return
        }
        answered = NtfyAnswers(
            NtfyReader(topic: topic, headers: headers, authorities: authorities, proxy: values["proxy"]),
            client,
            try FileFolder.state(WebhookPlugin.stateName),
            host
        )
    }

    private static func headers(_ values: PluginValues) throws(PluginFailure) -> RequestHeaders {
        var headers = try RequestHeaders(lines: values[list: "header"])
        let token = values["token"]
        guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .final("the token contains invalid characters", remedy: "check token")
        }
        if !token.isEmpty { headers.provide("Authorization", "Bearer \(token)") }
        headers.provide("User-Agent", "antrain-webhook/\(version)")
        return headers
    }

    func probe() throws(PluginFailure) { try client.checkAuthorities() }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        try probe()
        let address = try shape.address(for: notification)
        var headers = headers
        headers.provide("Content-Type", shape.contentType)
        headers.provide("Idempotency-Key", WebhookPlugin.visible(notification.key))
        let request = WebRequest(
            method: shape.method,
            address: address,
            headers: headers,
            body: shape.body(of: notification)
        )
        guard let answered else {
            return try check(client.send(request, within: timeout * 1000), address)
        }
        var published: [UInt8] = []
        let answer = client.send(request, within: timeout * 1000) {
            published += $0
            return true
        }
        // The server returns the published message; even an incomplete response shows that it accepted the message.
        if published.isEmpty { try check(answer, address) }
        let isNumbered = !notification.answerToken.isEmpty
        answered.note(published, sequence: isNumbered ? NtfyTopic.sequence(of: notification.id) : nil)
    }

    private func check(_ answer: WebAnswer, _ address: WebAddress) throws(PluginFailure) {
        if let failure = answer.failure(at: address.place, timeout: timeout) { throw failure }
    }

    /// A key encoded for a header.
    private static func visible(_ key: String) -> String {
        key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? key : WebAddress.percentEncoded(key)
    }
}

extension WebhookPlugin: CancellingPlugin {
    func cancel(_ id: String) throws(PluginFailure) {
        // An older server would publish a second message.
        guard let answered, answered.canClear, let address = (shape as? NtfyHook)?.clearing(id) else { return }
        let request = WebRequest(method: "PUT", address: address, headers: headers)
        switch client.send(request, within: timeout * 1000) {
        case .status(404, _), .status(405, _): answered.cannotClear()
        case let answer: try check(answer, address)
        }
    }
}

extension WebhookPlugin: AnsweringPlugin {
    var descriptor: Int32 { answered?.descriptor ?? -1 }
    var secondsKept: Int64 { answered?.secondsKept ?? 0 }

    func checkAnswers() throws(PluginFailure) { try answered?.check() }

    func answers() throws(PluginFailure) -> [PluginAnswer] { try answered?.answers() ?? [] }

    func settle(_ answer: String, recorded _: Bool, text _: String) { answered?.settle(answer) }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(WebhookPlugin.self, host: host)
}
