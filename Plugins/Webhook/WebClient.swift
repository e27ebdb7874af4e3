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
