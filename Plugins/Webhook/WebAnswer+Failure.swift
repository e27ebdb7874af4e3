import AntrainPluginKit
import CCurl

extension WebAnswer {
    /// Why the request did not work; nil where it did.
    ///
    /// Of the address only its place is told, and of the answer nothing but its status: either may hold a token.
    func failure(at place: String, timeout: Int) -> PluginFailure? {
        switch self {
        case .status(200..<300, _, _): return nil
        case .status(let status, let seconds, _) where [408, 425, 429].contains(status) || status >= 500:
            return .passing("\(place) answered \(status)", retryAfter: seconds)
        case .status(300..<400, _, let redirect?):
            return .final(
                "\(place) has moved to \(redirect.scheme)://\(redirect.place)",
                remedy: "set url to the new address, if you trust it; redirects are not followed"
            )
        case .status(let status, _, _):
            let (meaning, remedy) = WebAnswer.words(status)
            return .final("\(place) answered \(status)\(meaning)", remedy: remedy)
        case .none(let code, let words): return WebAnswer.failure(code, words, at: place, timeout: timeout)
        }
    }

    /// What a final status means, and what to do (RFC 9110, 15.5).
    private static func words(_ status: Int) -> (meaning: String, remedy: String) {
        switch status {
        case 401, 403: (": it does not let this message in", "look at token, or at url where it holds one")
        case 404, 410: (": there is no such hook", "make a new hook, and set url to it")
        case 405: (": it does not take this method", "set method to the one that it takes")
        case 413: (": the message is too long for it", "shorten the texts, or the body")
        case 400..<500: (": it does not take the message", "look at preset, body and content-type")
        default: ("", "look at url")
        }
    }

    private static func failure(_ code: CURLcode, _ words: String, at place: String, timeout: Int) -> PluginFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            .passing("the name of \(place) is not known", remedy: "look at url, and whether this machine is online")
        case CURLE_COULDNT_RESOLVE_PROXY:
            .passing("the name of the proxy is not known", remedy: "look at proxy, or leave it out")
        case CURLE_COULDNT_CONNECT:
            .passing("cannot connect to \(place)", remedy: "look whether it runs, and whether this machine is online")
        case CURLE_OPERATION_TIMEDOUT:
            .passing("\(place) took more than \(timeout) s", remedy: "look why it is slow, or raise timeout")
        case CURLE_PEER_FAILED_VERIFICATION:
            .passing(
                "\(place) does not prove who it is: \(PlainText.oneLine(words))",
                remedy: "look at its certificate; set ca-file for one that the system does not know"
            )
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
            .final("the url or the proxy is not a web address", remedy: "write it as in https://example.org/hook")
        case CURLE_SSL_CACERT_BADFILE:
            .passing("the ca-file cannot be used", remedy: "set ca-file to a file of certificates in PEM")
        default:
            .passing("the exchange with \(place) failed: \(String(cString: curl_easy_strerror(code)))")
        }
    }
}
