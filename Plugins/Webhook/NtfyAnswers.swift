import AntrainPluginKit
import PluginFiles
import WebRequests

/// The answers in a topic of an ntfy server: read in each planning run, and from a stream while the host keeps running.
///
/// The server has no notion of a message that was read. Reading continues after the last message before the first open
/// answer, so that a message is read again until its answer is settled.
final class NtfyAnswers {
    private let reader: NtfyReader
    private let client: WebClient
    private let file: NtfyStateFile
    private let now: () -> Int64
    private let stream: NtfyStream?
    private var hasPolled = false
    /// The answers that are not settled, by their IDs.
    private var open: [String: PluginAnswer] = [:]
    /// The messages since the first one with an open answer, in the topic's order, with the IDs of their answers.
    private var queue: [(message: String, answer: String)] = []
    /// The number of messages at the beginning of the queue that are not in it any more.
    private var passed = 0
    /// The last message up to which no answer is open.
    private var settled = ""

    /// The maximum number of answers that antrain takes at a time, and of open ones in memory.
    private static let (batch, most) = (64, 10_000)
    /// The limits of a request: milliseconds, and bytes, which are those of about 50,000 answers.
    private static let (time, bytes) = (4000, 16 << 20)

    init(_ reader: NtfyReader, _ client: WebClient, _ folder: FileFolder, _ host: PluginHost) {
        (self.reader, self.client) = (reader, client)
        file = NtfyStateFile(of: reader.topic, in: folder)
        now = { host.now }
        stream = host.listens ? NtfyStream(reader, since: file.state.since, pausing: file.state.longestPause) : nil
    }

    var descriptor: Int32 { stream?.descriptor ?? -1 }
    var secondsKept: Int64 { file.state.kept }

    // MARK: Reading

    /// The open answers, as many as antrain takes.
    func answers() throws(PluginFailure) -> [PluginAnswer] {
        if let stream {
            for message in stream.messages() { take(message) }
        } else if !hasPolled {
            hasPolled = true
            try poll()
        }
        var found: [PluginAnswer] = []
        var names: Set<String> = []
        for entry in queue[passed...] where names.insert(entry.answer).inserted {
            guard let answer = open[entry.answer] else { continue }
            found.append(answer)
            if found.count == NtfyAnswers.batch {
                stream?.wake()
                break
            }
        }
        return found
    }

    private func poll() throws(PluginFailure) {
        let state = file.state
        if let pause = state.pause, pause.covers(now()) {
            if pause.isTolerated(since: state.reached, now: now(), for: state.kept) { return }
            throw pause.failure
        }
        guard let request = reader.request(since: state.since, polls: true) else { return }
        var lines = NtfyLines()
        var (hasRead, isOther) = (false, false)
        let answer = client.send(request, within: NtfyAnswers.time, most: NtfyAnswers.bytes) { bytes in
            lines.add(bytes) { line, isWhole in
                guard let message = NtfyMessage(line, isWhole: isWhole) else { return isOther = true }
                hasRead = true
                self.take(message)
            }
            return self.open.count < NtfyAnswers.most
        }
        // What was read counts, even if the rest could not be: the next run continues there.
        if hasRead {
            file.change { $0.read(at: now()) }
            return save()
        }
        var failure = reader.failure(answer, within: NtfyAnswers.time / 1000)
        if failure == nil, isOther {
            // An example is the login page of a guest network.
            let words = "\(reader.topic.place) did not answer like an ntfy server"
            let remedy = "log in to the network if it has a login page; otherwise check url"
            failure = (PluginFailure.passing(words, remedy: remedy), true)
        }
        guard let failure else { return file.change { $0.read(at: now()) } }
        let pause = RequestPause(after: failure.0, isOutage: failure.isOutage, now: now(), atMost: state.longestPause)
        file.change { $0.pause = pause }
        if !pause.isTolerated(since: state.reached, now: now(), for: state.kept) { throw failure.0 }
    }

    /// Throws if answers may be lost.
    func check() throws(PluginFailure) {
        if let loss = file.state.loss(at: now()) { throw loss }
    }

    private func take(_ message: NtfyMessage) {
        guard message.isKept else { return }
        let answer = message.answer
        // Further taps of a button while its answer is open wait for the first one.
        if let answer, open[answer.id] == nil { open[answer.id] = answer }
        queue.append((message.id, answer?.id ?? ""))
        advance()
    }

    /// Passes the messages at the beginning of the queue that have no open answer.
    private func advance() {
        while passed < queue.count, open[queue[passed].answer] == nil {
            settled = queue[passed].message
            passed += 1
        }
        if passed == queue.count || passed >= 1024 {
            queue.removeFirst(passed)
            passed = 0
        }
    }

    // MARK: Settling

    func settle(_ answer: String) {
        guard open.removeValue(forKey: answer) != nil else { return }
        advance()
        // Once for each batch, because each write waits for the disk.
        if open.count.isMultiple(of: NtfyAnswers.batch) { save() }
    }

    /// Only what a poll read: a stream may send new messages before older ones, and the next poll reads them again.
    private func save() {
        guard stream == nil, !settled.isEmpty else { return }
        file.change { $0.since = settled }
    }

    // MARK: Publishing

    /// Notes what the server's confirmation of a published message says about the server.
    ///
    /// - Parameter sequence: the sequence ID that the message was published with; nil for none.
    func note(_ published: [UInt8], sequence: String?) {
        guard let message = NtfyMessage(published) else { return }
        file.change { state in
            let (kept, isOver) = message.expires.subtractingReportingOverflow(message.time)
            if message.expires > 0, !isOver { state.kept = max(1, kept) }
            if let sequence { state.knowsSequences = message.sequence == sequence }
            // The server can be reached, and the user may have corrected the token.
            state.pause = nil
        }
    }

    /// Whether the server can dismiss messages.
    var canClear: Bool { file.state.knowsSequences }

    func cannotClear() { file.change { $0.knowsSequences = false } }
}
