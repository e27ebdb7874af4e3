import AntrainPluginKit
import WebRequests

/// Requests the messages of a topic.
struct NtfyReader: Sendable {
    let topic: NtfyTopic
    let headers: RequestHeaders
    let authorities: String?
    let proxy: String

    /// A client for another thread.
    func client() throws(PluginFailure) -> WebClient { try WebClient(authorities: authorities, proxy: proxy) }

    func request(since id: String, polls: Bool) -> WebRequest? {
        topic.messages(since: id, polls: polls).map { WebRequest(method: "GET", address: $0, headers: headers) }
    }

    /// Why messages could not be read, and whether the server could not be reached; nil if they could.
    func failure(_ answer: WebAnswer, within seconds: Int) -> (PluginFailure, isOutage: Bool)? {
        let failure = answer.failure(at: topic.place, timeout: seconds)
        switch answer {
        case .status(let status, _) where [401, 403].contains(status):
            return (
                .passing(
                    "\(topic.place) does not let you read the topic in 'answers'",
                    remedy: "set token to one of a user who may read it: ntfy access USER TOPIC read-only"
                ), false
            )
        case .status(let status, _) where (400..<500).contains(status) && failure?.isPassing == false:
            let words = "\(topic.place) returned status \(status) for the topic in 'answers'"
            return (.passing(words, remedy: "check url and answers"), false)
        case .status(let status, _):
            return failure.map { (.passing($0.reason, remedy: $0.remedy, retryAfter: $0.retryAfter), status >= 429) }
        case .none: return failure.map { ($0, true) }
        }
    }
}

/// Splits a response into its lines, with limits.
struct NtfyLines {
    private var rest: [UInt8] = []
    private var isTooLong = false

    /// Of a longer line, only the beginning is kept: a message has up to 4 KiB of text, and its title and buttons are not read.
    private static let (longest, kept) = (65_536, 128)

    /// Adds a part of the response.
    ///
    /// - Parameter take: receives each line, and whether it is whole.
    mutating func add(_ bytes: UnsafeRawBufferPointer, take: ([UInt8], _ isWhole: Bool) -> Void) {
        for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if part.offset > 0 {
                if !rest.isEmpty { take(rest, !isTooLong) }
                rest.removeAll(keepingCapacity: true)
                isTooLong = false
            }
            if rest.count + part.element.count > NtfyLines.longest { isTooLong = true }
            rest += isTooLong ? part.element.prefix(max(0, NtfyLines.kept - rest.count)) : part.element
            if isTooLong { rest.removeLast(max(0, rest.count - NtfyLines.kept)) }
        }
    }
}
