import AntrainPluginKit
import WebRequests

extension WebAnswer {
    /// Why the request failed; nil if it succeeded.
    ///
    /// Only the host of the address and the status of the answer are shown: the rest may contain a token.
    func failure(at place: String, timeout: Int) -> PluginFailure? {
        if case .status(300..<400, let response) = self, let redirect = response.redirect {
            return .final(
                "\(place) has moved to \(redirect.scheme)://\(redirect.place)",
                remedy: "set url to the new address, if you trust it; redirects are not followed"
            )
        }
        switch self {
        case .status(200..<300, _): return nil
        case .status(let status, let response) where [408, 425, 429].contains(status) || status >= 500:
            return .passing("\(place) returned status \(status)", retryAfter: response.retryAfter)
        case .status(let status, _):
            let (meaning, remedy) = WebAnswer.words(status)
            return .final("\(place) returned status \(status)\(meaning)", remedy: remedy)
        case .none(let code, let words):
            return .noResponse(
                code,
                words,
                from: place,
                within: timeout,
                slowness: "check why it is slow, or increase timeout"
            )
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
}
