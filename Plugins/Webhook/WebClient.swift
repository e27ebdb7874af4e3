import AntrainPluginKit
import CCurl
import Glibc

struct WebRequest {
    let method: String
    let address: WebAddress
    let headers: RequestHeaders
    let body: String
}

/// The result of a request.
enum WebAnswer {
    /// The server's response.
    case status(Int, retryAfter: UInt32, redirect: WebAddress?)
    /// There was no response; with libcurl's error.
    case none(CURLcode, words: String)
}

/// Sends requests with libcurl, one at a time; connections are reused.
final class WebClient {
    private let handle: UnsafeMutableRawPointer
    private let authorities: String?
    private let proxy: String
    private let timeout: Int

    /// How much of a response is read; none of it is kept.
    private static let answerBytes = 65_536

    /// - Parameters:
    ///   - authorities: a file of certificates to trust instead of the system's.
    ///   - proxy: the proxy; none if empty, regardless of the environment.
    ///   - timeout: the time limit of a request, in seconds.
    init(authorities: String?, proxy: String, timeout: Int) throws(PluginFailure) {
        // libcurl requires this in programs in which it must not use signals.
        signal(SIGPIPE, SIG_IGN)
        guard let handle = curl_easy_init() else { throw .passing("cannot initialize libcurl") }
        self.handle = handle
        self.authorities = authorities
        self.proxy = proxy
        self.timeout = timeout
    }

    deinit { curl_easy_cleanup(handle) }

    func send(_ request: WebRequest) -> WebAnswer {
        curl_easy_reset(handle)
        antrain_curl_leave_resolver(handle)
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        for line in request.headers.lines + ["Expect:"] { headers = curl_slist_append(headers, line) ?? headers }
        var remaining = WebClient.answerBytes
        var reason = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        return withUnsafeMutablePointer(to: &remaining) { remaining in
            reason.withUnsafeMutableBufferPointer { reason in
                let settings =
                    set(request) + [
                        antrain_curl_set_headers(handle, headers), antrain_curl_forget_answer(handle, remaining),
                        antrain_curl_set_reason(handle, reason.baseAddress),
                    ]
                if let refused = settings.first(where: { $0 != CURLE_OK }) { return .none(refused, words: "") }
                let code = curl_easy_perform(handle)
                // Once a server has responded, its status counts, whatever happens to the rest.
                let status = antrain_curl_status(handle)
                if status >= 200 { return answer(status) }
                return .none(code, words: reason.baseAddress.map { String(cString: $0) } ?? "")
            }
        }
    }

    private func set(_ request: WebRequest) -> [CURLcode] {
        var codes = [
            antrain_curl_allow_web_alone(handle),
            antrain_curl_set_text(handle, CURLOPT_URL, request.address.text),
            antrain_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method),
            antrain_curl_set_text(handle, CURLOPT_PROXY, proxy),
            antrain_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0),
            antrain_curl_set_number(handle, CURLOPT_TIMEOUT_MS, timeout * 1000),
            antrain_curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            antrain_curl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1),
            antrain_curl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2),
        ]
        codes += authoritySettings
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

    private func answer(_ status: Int) -> WebAnswer {
        .status(
            status,
            retryAfter: UInt32(clamping: antrain_curl_retry_after(handle)),
            redirect: antrain_curl_redirect(handle).flatMap { WebAddress(String(cString: $0)) }
        )
    }
}

extension WebAnswer {
    /// Why the request failed; nil if it succeeded.
    ///
    /// Only the host of the address and the status of the answer are shown: the rest may contain a token.
    func failure(at place: String, timeout: Int) -> PluginFailure? {
        switch self {
        case .status(200..<300, _, _): return nil
        case .status(let status, let seconds, _) where [408, 425, 429].contains(status) || status >= 500:
            return .passing("\(place) returned status \(status)", retryAfter: seconds)
        case .status(300..<400, _, let redirect?):
            return .final(
                "\(place) has moved to \(redirect.scheme)://\(redirect.place)",
                remedy: "set url to the new address, if you trust it; redirects are not followed"
            )
        case .status(let status, _, _):
            let (meaning, remedy) = WebAnswer.words(status)
            return .final("\(place) returned status \(status)\(meaning)", remedy: remedy)
        case .none(let code, let words): return WebAnswer.failure(code, words, at: place, timeout: timeout)
        }
    }

    /// The meaning of a permanent failure's status, and what to do (RFC 9110, 15.5).
    private static func words(_ status: Int) -> (meaning: String, remedy: String) {
        switch status {
        case 401, 403: (": access denied", "check token, or the token in url")
        case 404, 410: (": no such webhook", "create a new webhook and set url to it")
        case 405: (": method not allowed", "set method to POST or PUT, whichever it accepts")
        case 413: (": the message is too large", "shorten the texts or the body")
        case 400..<500: (": the message was rejected", "check preset, body and content-type")
        default: ("", "check url")
        }
    }

    private static func failure(_ code: CURLcode, _ words: String, at place: String, timeout: Int) -> PluginFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            .passing("cannot resolve \(place)", remedy: "check url and the network connection")
        case CURLE_COULDNT_RESOLVE_PROXY: .passing("cannot resolve the proxy", remedy: "check proxy, or remove it")
        case CURLE_COULDNT_CONNECT:
            .passing("cannot connect to \(place)", remedy: "check that it is running, and the network connection")
        case CURLE_OPERATION_TIMEDOUT:
            .passing("no reply from \(place) within \(timeout) s", remedy: "check why it is slow, or increase timeout")
        case CURLE_PEER_FAILED_VERIFICATION:
            .passing(
                "cannot verify the certificate of \(place): \(PlainText.oneLine(words))",
                remedy: "check the certificate; set ca-file if the system does not trust its issuer"
            )
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
            .final("the url or proxy is not a valid web address", remedy: "use a form such as https://example.org/hook")
        case CURLE_SSL_CACERT_BADFILE:
            .passing("cannot use ca-file", remedy: "set ca-file to a file of PEM certificates")
        default: .passing("request to \(place) failed: \(String(cString: curl_easy_strerror(code)))")
        }
    }
}
