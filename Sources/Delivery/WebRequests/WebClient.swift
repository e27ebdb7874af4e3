package import AntrainPluginKit
package import CCurl
import Glibc

package struct WebRequest {
    package var method: String
    package var address: WebAddress
    package var headers: RequestHeaders
    package var body: String

    package init(method: String, address: WebAddress, headers: RequestHeaders, body: String = "") {
        (self.method, self.address, self.headers, self.body) = (method, address, headers, body)
    }
}

/// The result of a request.
package enum WebAnswer {
    /// The server's response.
    case status(Int, WebResponse)
    /// There was no response; has libcurl's error.
    case none(CURLcode, words: String)
}

/// The headers of a response that plugins use.
package struct WebResponse {
    /// The value of Retry-After in seconds from now; 0 if there is none.
    package let retryAfter: UInt32
    /// The target of a redirect.
    package let redirect: WebAddress?
    /// The entity tag (RFC 9110, 8.8.3); empty if there is none.
    package let tag: String
}

/// Sends requests with libcurl, one at a time; connections are reused.
package final class WebClient {
    /// The user and the password for authentication.
    package struct Credentials {
        let user: String
        let password: String

        package init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    private let handle: UnsafeMutableRawPointer
    private let authorities: String?
    private let proxy: String
    private let credentials: Credentials?
    /// Whether the server asked for Digest (RFC 7616) instead of Basic (RFC 7617).
    private var usesDigest = false

    /// The default limit of a response's body in bytes.
    private static let answerBytes = 65_536

    /// - Parameters:
    ///   - authorities: a file of certificates to trust instead of the system's.
    ///   - proxy: the proxy; none if empty, regardless of the environment.
    package init(authorities: String?, proxy: String, credentials: Credentials? = nil) throws(PluginFailure) {
        // libcurl requires this in programs in which it must not use signals.
        signal(SIGPIPE, SIG_IGN)
        guard let handle = curl_easy_init() else { throw .passing("cannot initialize libcurl") }
        self.handle = handle
        self.authorities = authorities
        self.proxy = proxy
        self.credentials = credentials
    }

    deinit { curl_easy_cleanup(handle) }

    /// Receives a part of a response's body; returns false to end the request.
    package typealias Taking = (UnsafeRawBufferPointer) -> Bool
    /// Asked about once per second during a request; returns false to end it.
    package typealias Proceeding = () -> Bool

    /// Sends a request; repeats it once if the server asks for Digest.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit; 0 for none.
    ///   - most: the maximum size of the response's body in bytes.
    ///   - taking: receives the body of a response with status 200 or 207; an incomplete body is then a failure.
    package func send(
        _ request: WebRequest,
        within milliseconds: Int,
        most: Int = answerBytes,
        taking: Taking? = nil,
        proceeding: Proceeding? = nil
    ) -> WebAnswer {
        let body = Body(taking, proceeding)
        let answer = sendOnce(request, milliseconds, most, body)
        guard case .status(401, _) = answer, credentials != nil, !usesDigest,
            antrain_curl_offers_digest(handle) != 0
        else { return answer }
        usesDigest = true
        return sendOnce(request, milliseconds, most, body)
    }

    private func sendOnce(_ request: WebRequest, _ milliseconds: Int, _ most: Int, _ body: Body) -> WebAnswer {
        curl_easy_reset(handle)
        antrain_curl_leave_resolver(handle)
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        for line in request.headers.lines + ["Expect:"] { headers = curl_slist_append(headers, line) ?? headers }
        let taking = body.take
        var reading = antrain_curl_reading()
        reading.handle = handle
        reading.left = most
        reading.context = Unmanaged.passUnretained(body).toOpaque()
        reading.take = taking == nil ? nil : takeBody
        reading.proceed = body.proceed == nil ? nil : mayProceed
        var reason = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        return withUnsafeMutablePointer(to: &reading) { reading in
            reason.withUnsafeMutableBufferPointer { reason in
                let settings =
                    set(request, milliseconds) + [
                        antrain_curl_set_headers(handle, headers), antrain_curl_read_answer(handle, reading),
                        antrain_curl_set_reason(handle, reason.baseAddress),
                    ]
                if let refused = settings.first(where: { $0 != CURLE_OK }) { return .none(refused, words: "") }
                let code = withExtendedLifetime(body) { curl_easy_perform(handle) }
                let status = antrain_curl_status(handle)
                // Once a server has responded, its status counts, unless the caller needs the whole body.
                if status >= 200, code == CURLE_OK || taking == nil || ![200, 207].contains(status) {
                    return .status(status, response(reading))
                }
                return .none(code, words: reason.baseAddress.map { String(cString: $0) } ?? "")
            }
        }
    }

    private func set(_ request: WebRequest, _ milliseconds: Int) -> [CURLcode] {
        var codes = [
            antrain_curl_allow_web_alone(handle),
            antrain_curl_set_text(handle, CURLOPT_URL, request.address.text),
            antrain_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method),
            antrain_curl_set_text(handle, CURLOPT_PROXY, proxy),
            antrain_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0),
            antrain_curl_set_number(handle, CURLOPT_TIMEOUT_MS, milliseconds),
            antrain_curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            antrain_curl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1),
            antrain_curl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2),
        ]
        codes += authoritySettings
        if let credentials {
            codes += [
                antrain_curl_authenticate(handle, usesDigest ? 1 : 0),
                antrain_curl_set_text(handle, CURLOPT_USERNAME, credentials.user),
                antrain_curl_set_text(handle, CURLOPT_PASSWORD, credentials.password),
            ]
        }
        if request.method == "GET" { return codes + [antrain_curl_set_number(handle, CURLOPT_HTTPGET, 1)] }
        let body = Array(request.body.utf8)
        return codes + [body.withUnsafeBytes { antrain_curl_set_body(handle, $0.baseAddress, $0.count) }]
    }

    /// The trusted certificates: the user's file only, otherwise those of OpenSSL's variables, otherwise the system's.
    private var authoritySettings: [CURLcode] {
        if let authorities {
            return [
                antrain_curl_set_text(handle, CURLOPT_CAINFO, authorities),
                antrain_curl_set_text(handle, CURLOPT_CAPATH, nil),
            ]
        }
        let named = [(getenv("SSL_CERT_FILE"), CURLOPT_CAINFO), (getenv("SSL_CERT_DIR"), CURLOPT_CAPATH)]
        return named.filter { $0.0 != nil }.map { antrain_curl_set_text(handle, $0.1, $0.0) }
    }

    private func response(_ reading: UnsafeMutablePointer<antrain_curl_reading>) -> WebResponse {
        WebResponse(
            retryAfter: UInt32(clamping: antrain_curl_retry_after(handle)),
            redirect: antrain_curl_redirect(handle).flatMap { WebAddress(String(cString: $0)) },
            tag: withUnsafePointer(to: &reading.pointee.tag) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(ANTRAIN_CURL_TAG_SIZE)) { String(cString: $0) }
            }
        )
    }

    /// Checks that the user's file of certificates can be read.
    package func checkAuthorities() throws(PluginFailure) {
        guard let authorities else { return }
        var status = stat()
        guard stat(authorities, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(authorities, R_OK) == 0 else {
            throw .passing("cannot read \(authorities)", remedy: "set ca-file to a file of PEM certificates")
        }
    }
}

/// Carries closures through libcurl.
private final class Body {
    let take: WebClient.Taking?
    let proceed: WebClient.Proceeding?

    init(_ take: WebClient.Taking?, _ proceed: WebClient.Proceeding?) { (self.take, self.proceed) = (take, proceed) }
}

private let mayProceed: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context, let proceed = Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().proceed else { return 1 }
    return proceed() ? 1 : 0
}

private let takeBody: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int32 = {
    context,
    bytes,
    count in
    guard let context, let take = Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().take else { return 0 }
    return take(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
}

extension PluginFailure {
    /// Why there was no response.
    ///
    /// Only the host of the address is shown: the rest may contain a token.
    ///
    /// - Parameters:
    ///   - place: the host.
    ///   - seconds: the time limit.
    ///   - slowness: the remedy if the server is slow.
    package static func noResponse(
        _ code: CURLcode,
        _ words: String,
        from place: String,
        within seconds: Int,
        slowness: String
    ) -> PluginFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            .passing("cannot resolve \(place)", remedy: "check url and the network connection")
        case CURLE_COULDNT_RESOLVE_PROXY: .passing("cannot resolve the proxy", remedy: "check proxy, or remove it")
        case CURLE_COULDNT_CONNECT:
            .passing("cannot connect to \(place)", remedy: "check that it is running, and the network connection")
        case CURLE_OPERATION_TIMEDOUT:
            .passing("no reply from \(place) within \(seconds) s", remedy: slowness)
        case CURLE_PEER_FAILED_VERIFICATION:
            .passing(
                "cannot verify the certificate of \(place): \(PlainText.oneLine(words))",
                remedy: "check the certificate; set ca-file if the system does not trust its issuer"
            )
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
            .final("the url or proxy is not a valid web address", remedy: "use a form such as https://example.org/hook")
        case CURLE_WRITE_ERROR, CURLE_FILESIZE_EXCEEDED: .passing("the response from \(place) is too large")
        case CURLE_SSL_CACERT_BADFILE:
            .passing("cannot use ca-file", remedy: "set ca-file to a file of PEM certificates")
        default: .passing("request to \(place) failed: \(String(cString: curl_easy_strerror(code)))")
        }
    }
}
