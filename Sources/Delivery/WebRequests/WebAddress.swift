package import AntrainPluginKit
import CCurl
import Glibc

/// A web address, parsed by libcurl.
///
/// Every part except its host may contain a token, so nothing else is shown in messages.
package struct WebAddress: Sendable {
    package let text: String
    package let scheme: String
    /// The host, with the port if the address has one.
    package let place: String
    package let host: String
    package let path: String
    /// Whether it contains a name or a password.
    package let hasCredentials: Bool

    /// Parses an address; nil if it is invalid or not a web address.
    package init?(_ text: String) {
        guard let parts = curl_url() else { return nil }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
            let scheme = WebAddress.part(CURLUPART_SCHEME, of: parts), scheme == "https" || scheme == "http",
            let host = WebAddress.part(CURLUPART_HOST, of: parts)
        else { return nil }
        self.text = text
        self.scheme = scheme
        self.host = host
        hasCredentials = WebAddress.part(CURLUPART_USER, of: parts) != nil
        path = WebAddress.part(CURLUPART_PATH, of: parts) ?? "/"
        place = PlainText.oneLine(host + (WebAddress.part(CURLUPART_PORT, of: parts).map { ":" + $0 } ?? ""))
    }

    /// The address in the value `url`.
    ///
    /// - Parameters:
    ///   - example: a valid address.
    ///   - exposed: what others could read without encryption.
    /// - Throws: `PluginFailure` if it is invalid, or unencrypted to another machine without `insecure: on`.
    package init(_ values: PluginValues, example: String, exposing exposed: String) throws(PluginFailure) {
        guard let address = WebAddress(values["url"]) else {
            throw .final("invalid url: must be an http or https address", remedy: "use a form such as \(example)")
        }
        let isOpenAllowed = try values.isOn("insecure")
        guard address.scheme == "https" || address.isLoopback || isOpenAllowed else {
            throw .final(
                "http to \(address.place) is not encrypted, so \(exposed) could be read",
                remedy: "set url to https://…, or insecure: on if you trust the network"
            )
        }
        self = address
    }

    package func with(path: String) -> WebAddress? { changed(CURLUPART_PATH, path) }

    /// The address with a further parameter.
    package func adding(query: String) -> WebAddress? { changed(CURLUPART_QUERY, query, UInt32(CURLU_APPENDQUERY)) }

    /// The address of a path on the same server, without a name, a password or a query.
    package func bare(path: String) -> WebAddress? { WebAddress("\(scheme)://\(place)\(path)") }

    /// The address that a server gives relative to this one; nil if it is invalid.
    package func resolving(_ reference: String) -> WebAddress? { changed(CURLUPART_URL, reference) }

    private func changed(_ part: CURLUPart, _ value: String, _ flags: UInt32 = 0) -> WebAddress? {
        guard let parts = curl_url() else { return nil }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
            curl_url_set(parts, part, value, flags) == CURLUE_OK
        else { return nil }
        return WebAddress.part(CURLUPART_URL, of: parts).flatMap(WebAddress.init)
    }

    private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// Whether the host is this machine.
    package var isLoopback: Bool {
        if host.lowercased() == "localhost" || host == "[::1]" { return true }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }

    /// Text encoded for a path or a form (RFC 3986, 2.3).
    package static func percentEncoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let isFine =
                (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
                || "-._~".utf8.contains(byte)
            if isFine {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}
