import AntrainPluginKit
import CCurl

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
