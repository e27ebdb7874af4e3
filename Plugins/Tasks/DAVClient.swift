import AntrainPluginKit
import Quoting
import WebRequests
import XMLEvents

/// Sends WebDAV requests to one server, with a user's name and password.
///
/// After a request without a usable response, all later requests fail at once, so that a run does not wait again for a
/// server that is down.
final class DAVClient {
    /// The result of a request.
    enum Answer {
        case done(tag: String)
        /// A complete multistatus, with the sync token of the collection.
        case listed(token: String)
        case refused(Int, WebResponse)
    }

    private let client: WebClient
    /// Why the server cannot be used now; nil if it can.
    private(set) var outage: PluginFailure?
    /// Whether the server has answered a request.
    private(set) var hasAnswered = false
    private var budget = Deadline(seconds: 15)
    /// Whether the outage is a response that did not come from a CalDAV server.
    private var isOther = false

    /// The usual time limit of a request, in milliseconds.
    static let usualTime = 4000
    /// The maximum size of a multistatus in bytes, enough for the names of about 200,000 objects.
    private static let longest = 64 << 20

    init(_ values: PluginValues) throws(PluginFailure) {
        let (user, password) = (values["user"], values["password"])
        client = try WebClient(
            authorities: try values.path("ca-file"),
            proxy: "",
            credentials: user.isEmpty && password.isEmpty ? nil : .init(user: user, password: password)
        )
    }

    func checkAuthorities() throws(PluginFailure) { try client.checkAuthorities() }

    /// Requests a list of resources.
    ///
    /// - Parameters:
    ///   - method: `PROPFIND` or `REPORT`.
    ///   - body: the XML element, without the XML declaration.
    ///   - found: receives each resource.
    func list(
        _ method: String,
        _ address: WebAddress,
        depth: Int,
        _ body: String,
        within milliseconds: Int = usualTime,
        found: @escaping (DAVResponse) -> Void
    ) throws(PluginFailure) -> Answer {
        if let outage { throw outage }
        let reader = MultiStatusReader(found)
        guard let parser = XMLParser(reader) else { throw .passing("not enough memory") }
        var isDAV = true
        var headers = try RequestHeaders()
        headers.provide("Depth", "\(depth)")
        headers.provide("Content-Type", "application/xml; charset=utf-8")
        headers.provide("User-Agent", "antrain-tasks")
        let request = WebRequest(
            method: method,
            address: address,
            headers: headers,
            body: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + body
        )
        let milliseconds = try limit(milliseconds, address)
        let answer = client.send(request, within: milliseconds, most: DAVClient.longest) { bytes in
            if isDAV { isDAV = parser.parse(bytes) }
            return isDAV
        }
        if case .status(let status, _) = answer, status == 200 || (status == 207 && !parser.end()) { isDAV = false }
        guard isDAV else {
            isOther = true
            // An example is the login page of a guest network.
            throw fail(
                .passing(
                    "\(address.place) did not answer like a CalDAV server",
                    remedy: "log in to the network if it has a login page; otherwise check url"
                )
            )
        }
        return try result(answer, address, milliseconds) { _ in .listed(token: reader.token) }
    }

    /// Creates, replaces or deletes a resource.
    ///
    /// - Parameter condition: the header that makes the request fail if another program has changed the resource.
    func change(_ method: String, _ address: WebAddress, _ condition: (String, String), body: String = "")
        throws(PluginFailure) -> Answer
    {
        if let outage { throw outage }
        var headers = try RequestHeaders()
        headers.provide(condition.0, condition.1)
        headers.provide("User-Agent", "antrain-tasks")
        if !body.isEmpty { headers.provide("Content-Type", "text/calendar; charset=utf-8") }
        let request = WebRequest(method: method, address: address, headers: headers, body: body)
        let milliseconds = try limit(DAVClient.usualTime, address)
        return try result(client.send(request, within: milliseconds), address, milliseconds) {
            .done(tag: $0.tag)
        }
    }

    private func result(
        _ answer: WebAnswer,
        _ address: WebAddress,
        _ milliseconds: Int,
        _ done: (WebResponse) -> Answer
    ) throws(PluginFailure) -> Answer {
        if case .status = answer { hasAnswered = true }
        switch answer {
        case .status(200..<300, let response): return done(response)
        case .status(let status, let response)
        where [408, 425, 429].contains(status) || (500..<600).contains(status) && ![501, 507].contains(status):
            throw fail(
                .passing(
                    "\(address.place) returned status \(status)",
                    remedy: "no action is needed: antrain tries again later",
                    retryAfter: response.retryAfter
                )
            )
        case .status(let status, let response): return .refused(status, response)
        case .none(let code, let words):
            throw fail(
                .noResponse(
                    code,
                    words,
                    from: address.place,
                    within: (milliseconds + 999) / 1000,
                    slowness: "check the server and the network connection"
                )
            )
        }
    }

    /// Makes all later requests fail.
    func stop(_ failure: PluginFailure) { outage = failure }

    /// Starts the time for the next requests.
    func begin(within seconds: Double) { (outage, budget) = (nil, Deadline(seconds: seconds)) }

    /// The time limit of a request, in milliseconds.
    private func limit(_ milliseconds: Int, _ address: WebAddress) throws(PluginFailure) -> Int {
        guard !budget.hasEnded else {
            throw fail(.passing("\(address.place) answers too slowly", remedy: "check why it is slow"))
        }
        return min(milliseconds, Int(budget.milliseconds))
    }

    func fail(_ failure: PluginFailure) -> PluginFailure {
        outage = failure
        return failure
    }

    /// Allows further requests after a response that did not come from a CalDAV server.
    ///
    /// - Returns: false if there was no response.
    func forgiveOtherAnswer() -> Bool {
        guard isOther else { return false }
        (isOther, outage) = (false, nil)
        return true
    }

    static func unwritable(_ address: WebAddress) -> PluginFailure {
        .passing(
            "\(address.place) does not let this user change \(address.shown)",
            remedy: "give the user write access there, or set url to another collection"
        )
    }

    /// Why the server refused a request.
    static func failure(_ status: Int, _ response: WebResponse, at address: WebAddress) -> PluginFailure {
        let shown = address.shown
        switch status {
        case 300..<400:
            let target = response.redirect.map { "to \($0.shown)" } ?? "elsewhere"
            return .passing(
                "\(shown) has moved \(target)",
                remedy: "set url to the new address, if you trust it; redirects are not followed"
            )
        case 401:
            return .passing(
                "\(address.place) did not accept the user and password",
                remedy: "check the values of user and password"
            )
        case 403: return unwritable(address)
        case 404, 410:
            return .passing(
                "\(shown) does not exist",
                remedy: "create the collection, or correct url"
            )
        case 413:
            return .passing(
                "\(address.place) refused a task because it is too large",
                remedy: "shorten the texts in the settings"
            )
        case 507: return .passing("\(shown) is full", remedy: "delete something there, or increase its quota")
        default:
            return .passing(
                "\(address.place) returned status \(status) for \(shown)",
                remedy: "check that url is the address of a CalDAV collection"
            )
        }
    }
}

extension WebAddress {
    /// The address for messages; it contains no password, because `url` must not contain one.
    var shown: String { PlainText.oneLine("\(scheme)://\(place)\(path)") }
}
