import AntrainPluginKit
import WebRequests

/// A webhook of a bridge or bot that posts to a Matrix room.
struct MatrixHook: HookShape {
    let hook: WebAddress

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        let text = notification.bodyWithLateness
        return JSONText.object([
            ("text", JSONText.quoted(text.isEmpty ? notification.title : notification.title + "\n" + text)),
            ("format", JSONText.quoted("plain")),
        ])
    }
}

/// A Matrix room, through the client-server API
/// (https://spec.matrix.org/v1.10/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid).
///
/// The transaction ID is derived from the notification's key, so the server ignores a duplicate.
struct MatrixRoom: HookShape {
    let method = "PUT"
    private let server: WebAddress
    private let room: String

    init(_ values: PluginValues, at address: WebAddress) throws(PluginFailure) {
        server = address
        room = values["room"]
        guard room.hasPrefix("!"), !room.unicodeScalars.contains(where: PlainText.isControl) else {
            throw .final("invalid room ID '\(room)'", remedy: "copy it from the room's settings; it starts with !")
        }
        guard values.isSet("token") else {
            throw .final("a Matrix room requires the access token of a member", remedy: "set token")
        }
    }

    func address(for notification: DeliveredNotification) throws(PluginFailure) -> WebAddress {
        let base = server.path.hasSuffix("/") ? String(server.path.dropLast()) : server.path
        let steps = ["_matrix/client/v3/rooms", "send/m.room.message"]
        let path =
            "\(base)/\(steps[0])/\(WebAddress.percentEncoded(room))/\(steps[1])/\(WebAddress.percentEncoded(notification.key))"
        guard let address = server.with(path: path) else {
            throw .final(
                "the url is not that of a Matrix server",
                remedy: "set url to the server, as in https://matrix.example.org"
            )
        }
        return address
    }

    func body(of notification: DeliveredNotification) -> String {
        let text = notification.bodyWithLateness
        let title = notification.title
        let html = "<b>\(MatrixRoom.escaped(title))</b>" + (text.isEmpty ? "" : "<br>" + MatrixRoom.escaped(text))
        return JSONText.object([
            // By default, clients play no sound for a notice.
            ("msgtype", JSONText.quoted(notification.isQuiet ? "m.notice" : "m.text")),
            ("body", JSONText.quoted(text.isEmpty ? title : title + "\n" + text)),
            ("format", JSONText.quoted("org.matrix.custom.html")), ("formatted_body", JSONText.quoted(html)),
        ])
    }

    private static func escaped(_ text: String) -> String {
        let lines = PlainText.withoutMarkup(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.joined(separator: "<br>")
    }
}
