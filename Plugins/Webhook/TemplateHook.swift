import AntrainPluginKit

/// A webhook with a body defined by the user; by default, the notification as JSON.
struct TemplateHook: HookShape {
    let method: String
    let contentType: String
    private let template: BodyTemplate?
    private let hook: WebAddress

    init(_ values: PluginValues, at address: WebAddress) throws(PluginFailure) {
        hook = address
        method = values.isSet("method") ? values["method"] : "POST"
        guard ["POST", "PUT"].contains(method) else {
            throw .final("invalid method '\(method)'", remedy: "set method to POST or PUT")
        }
        contentType = values.isSet("content-type") ? values["content-type"] : "application/json"
        guard RequestHeaders.isValue(contentType) else {
            throw .final("invalid content-type", remedy: "use a form such as application/json")
        }
        let encoding = BodyTemplate.Encoding(contentType: contentType)
        template = values.isSet("body") ? try BodyTemplate(values["body"], encoding: encoding, key: "body") : nil
        if template == nil, encoding != .json {
            throw .final(
                "content-type '\(contentType)' requires a body",
                remedy: "set body, for example to \"{title}: {body}\""
            )
        }
    }

    func address(for notification: DeliveredNotification) -> WebAddress { hook }

    func body(of notification: DeliveredNotification) -> String {
        template?.filled(notification) ?? NotificationJSON(notification).text
    }
}
