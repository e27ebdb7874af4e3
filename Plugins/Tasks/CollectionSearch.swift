import AntrainPluginKit
import WebRequests

/// Finds a collection of tasks at the user's address, which is that of the collection or of the server.
///
/// See RFC 6764, 6 and RFC 4791, 6.2.
struct CollectionSearch {
    let client: DAVClient

    private static let properties =
        "<d:propfind xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><d:prop>"
        + "<d:resourcetype/><d:displayname/><d:current-user-principal/><d:current-user-privilege-set/>"
        + "<c:calendar-home-set/><c:supported-calendar-component-set/></d:prop></d:propfind>"

    /// - Throws: if there is no collection of tasks, if there are several, or if the user may not change it.
    func collection(at address: WebAddress) throws(PluginFailure) -> WebAddress {
        var found = try properties(of: address, mayFail: address.path == "/")
        if let found, isCalendar(found) { return try checked(found, address) }
        var base = address
        if address.path == "/", found.map({ self.homes($0).isEmpty && principals($0).isEmpty }) ?? true {
            base = try wellKnown(address)
            found = try properties(of: base)
        }
        var homes = found.map(self.homes) ?? []
        if homes.isEmpty, let principal = found.flatMap({ principals($0).first }) {
            guard let place = try local(principal, at: base) else { throw none(at: address) }
            homes = try properties(of: place).map(self.homes) ?? []
        }
        guard let home = homes.first, let place = try local(home, at: base) else { throw none(at: address) }
        return try only(in: place)
    }

    /// Follows the redirect from `/.well-known/caldav`, but not to another host, which would receive the password.
    private func wellKnown(_ address: WebAddress) throws(PluginFailure) -> WebAddress {
        guard let known = address.with(path: "/.well-known/caldav") else { throw none(at: address) }
        switch try client.list("PROPFIND", known, depth: 0, CollectionSearch.properties, found: { _ in }) {
        case .refused(300..<400, let response):
            guard let target = response.redirect, let place = try local(target.text, at: address) else {
                throw none(at: address)
            }
            return place
        case .refused(401, let response): throw DAVClient.failure(401, response, at: address)
        case .refused: throw none(at: address)
        case .done, .listed: return known
        }
    }

    /// The only collection of tasks in a calendar home.
    private func only(in home: WebAddress) throws(PluginFailure) -> WebAddress {
        var found: [DAVResponse] = []
        let answer = try client.list("PROPFIND", home, depth: 1, CollectionSearch.properties) { response in
            if isCalendar(response), takesTasks(response), found.count < 100 { found.append(response) }
        }
        if case .refused(let status, let response) = answer { throw DAVClient.failure(status, response, at: home) }
        var collections: [(response: DAVResponse, address: WebAddress)] = []
        for response in found {
            if let address = try local(response.href, at: home) { collections.append((response, address)) }
        }
        guard let first = collections.first else { throw none(at: home) }
        guard collections.count == 1 else {
            let names = collections.prefix(8).map { "\(title($0.response)) (\($0.address.shown))" }
            throw .final(
                "\(collections.count) collections accept tasks: \(names.joined(separator: ", "))",
                remedy: "set url to one of them"
            )
        }
        return try checked(first.response, first.address)
    }

    private func properties(of address: WebAddress, mayFail: Bool = false) throws(PluginFailure) -> DAVResponse? {
        var found: DAVResponse?
        do throws(PluginFailure) {
            let answer = try client.list("PROPFIND", address, depth: 0, CollectionSearch.properties) {
                found = found ?? $0
            }
            if case .refused(let status, let response) = answer, status == 401 || !mayFail {
                throw DAVClient.failure(status, response, at: address)
            }
        } catch {
            // The start page of a server may not support WebDAV.
            guard mayFail, client.forgiveOtherAnswer() else { throw error }
        }
        return found
    }

    private func checked(_ response: DAVResponse, _ address: WebAddress) throws(PluginFailure) -> WebAddress {
        guard takesTasks(response) else {
            throw .final("\(address.shown) does not accept tasks", remedy: "set url to a collection for tasks (VTODO)")
        }
        if let rights = response.properties["current-user-privilege-set"]?.parts,
            rights.isDisjoint(with: ["all", "write", "write-content"])
        {
            throw DAVClient.unwritable(address)
        }
        return address
    }

    private func isCalendar(_ response: DAVResponse) -> Bool {
        response.properties["resourcetype"]?.parts.contains("calendar") ?? false
    }

    /// Whether a collection accepts tasks; without the property, it accepts everything (RFC 4791, 5.2.3).
    private func takesTasks(_ response: DAVResponse) -> Bool {
        guard let parts = response.properties["supported-calendar-component-set"]?.parts, !parts.isEmpty else {
            return true
        }
        return parts.contains("VTODO")
    }

    private func title(_ response: DAVResponse) -> String {
        let name = PlainText.oneLine(response.properties["displayname"]?.text ?? "")
        return name.isEmpty ? "unnamed" : PlainText.shortened(name, bytes: 100)
    }

    private func homes(_ response: DAVResponse) -> [String] { response.properties["calendar-home-set"]?.hrefs ?? [] }
    private func principals(_ response: DAVResponse) -> [String] {
        response.properties["current-user-principal"]?.hrefs ?? []
    }

    /// Resolves an address in a response.
    ///
    /// - Throws: if it is on another host.
    private func local(_ reference: String, at base: WebAddress) throws(PluginFailure) -> WebAddress? {
        guard let address = base.resolving(reference) else { return nil }
        let isSame = address.place == base.place && address.scheme == base.scheme
        guard isSame || (address.host == base.host && address.scheme == "https") else {
            throw .final(
                "\(base.place) refers to another address: \(address.shown)",
                remedy: "set url to this address, if you trust it; antrain does not send the password to another server"
            )
        }
        return address
    }

    private func none(at address: WebAddress) -> PluginFailure {
        .final(
            "there is no collection for tasks at \(address.shown)",
            remedy: "create one, for example with DAVx5 or Nextcloud Tasks, and set url to it"
        )
    }
}
