public import AntrainPluginABI
import AntrainPluginKit
import Glibc

/// Sends each notification to an address on the web.
final class WebhookPlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "webhook",
        version: "1.0.0",
        summary: "Sends reminders to a hook on the web: ntfy, Slack, Discord, Matrix, or any other",
        author: "antrain",
        keys: [
            .init("url", isRequired: true, isSecret: true, help: "where to send; https, or http on this machine"),
            .init("preset", default: "none", help: "what the hook understands: none, ntfy, slack, discord or matrix"),
            .init("token", isSecret: true, help: "sent as 'Authorization: Bearer …'"),
            .init("header", isSecret: true, isList: true, help: "a header more, as \"Name: value\"; may be a list"),
            .init("method", help: "POST, which it is by default, or PUT"),
            .init("body", help: "what to send, with {title}, {body} and others in it; all as JSON where it is not set"),
            .init("content-type", help: "what the body is; application/json where it is not set"),
            .init("topic", isSecret: true, help: "ntfy: the topic, where it does not stand in url"),
            .init("tags", isList: true, help: "ntfy: tags or the names of emoji; may be a list"),
            .init("priority", .number, default: "3", help: "ntfy: 1 to 5; what is urgent has 5, what is quiet 2"),
            .init("click", isSecret: true, help: "ntfy: the link that a touch opens, with {id} and others in it"),
            .init(
                "action",
                isSecret: true,
                isList: true,
                help: "ntfy: a button, as \"Label: https://…\"; at most three"
            ),
            .init("room", help: "matrix: the room's id, to send as a user with token; url is then the server"),
            .init("timeout", .span, default: "20s", help: "how long the hook may take, 1s to 25s"),
            .init("ca-file", .path, isOnlyRead: true, help: "certificates (PEM) to trust in place of the system's"),
            .init("proxy", isSecret: true, help: "through which to send, as in http://proxy.example.org:3128"),
            .init("insecure", .switch, default: "off", help: "on lets http go to other machines, for all to read"),
        ],
        needs: .network,
        canBeQuiet: true
    )

    /// antrain's version, as the hook is told.
    static let userAgent = "antrain/0.1.0"

    private let shape: any HookShape
    private let headers: RequestHeaders
    private let client: WebClient
    private let authorities: String?
    private let timeout: Int

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        let address = try WebhookPlugin.address(values)
        timeout = try values.seconds("timeout", in: 1...25)
        authorities = try values.path("ca-file")
        shape = try HookPreset.shape(values, at: address)
        headers = try WebhookPlugin.headers(values)
        client = try WebClient(authorities: authorities, proxy: values["proxy"], timeout: timeout)
    }

    private static func address(_ values: PluginValues) throws(PluginFailure) -> WebAddress {
        guard let address = WebAddress(values["url"]) else {
            throw .final("the url is none of the web", remedy: "write it as in https://example.org/hook")
        }
        let isOpenAllowed = try values.isOn("insecure")
        guard address.scheme == "https" || address.isLoopback || isOpenAllowed else {
            throw .final(
                "http to \(address.place) could be read on the way, with its token",
                remedy: "set url to https://…, or insecure: on if you know the way"
            )
        }
        return address
    }

    private static func headers(_ values: PluginValues) throws(PluginFailure) -> RequestHeaders {
        var headers = try RequestHeaders(lines: values[list: "header"])
        let token = values["token"]
        guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .final("the token has a blank or another character that no token has", remedy: "look at token")
        }
        if !token.isEmpty { headers.provide("Authorization", "Bearer \(token)") }
        headers.provide("User-Agent", userAgent)
        return headers
    }

    func probe() throws(PluginFailure) {
        guard let authorities else { return }
        var facts = stat()
        guard stat(authorities, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, access(authorities, R_OK) == 0 else {
            throw .passing("cannot read \(authorities)", remedy: "set ca-file to a file of certificates in PEM")
        }
    }

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
        if let failure = client.send(request).failure(at: address.place, timeout: timeout) { throw failure }
    }

    /// A key as a header can hold it.
    private static func visible(_ key: String) -> String {
        key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? key : WebAddress.percentEncoded(key)
    }
}

/// What the library exports.
@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(WebhookPlugin.self, host: host)
}
