import AntrainPluginKit
import Glibc
import Synchronization
import WebRequests

/// Reads a topic on a thread while the host keeps running, and connects again when the connection ends.
final class NtfyStream {
    /// A descriptor that is readable when there are messages.
    let descriptor: Int32
    private let shared: NtfyStreamState

    /// - Parameters:
    ///   - id: the message after which to begin; empty for all that the server has.
    ///   - longest: the longest pause that the server may demand, in seconds.
    init(_ reader: NtfyReader, since id: String, pausing longest: Int64) {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        shared = NtfyStreamState(signal: ends[1])
        NtfyStreamThread(reader, shared, since: id, pausing: Int(longest)).start()
    }

    deinit {
        shared.stop()
        close(descriptor)
    }

    /// The messages that have arrived since the last call.
    func messages() -> [NtfyMessage] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) > 0 {}
        return shared.take()
    }

    /// Makes the descriptor readable.
    func wake() { shared.wake() }
}

/// What the thread of a stream shares with the plugin's.
private final class NtfyStreamState: Sendable {
    private let signal: Int32
    private let messages = Mutex<[NtfyMessage]>([])
    private let isOver = Atomic<Bool>(false)

    /// The maximum number of messages that wait for the host.
    private static let most = 10_000

    init(signal: Int32) { self.signal = signal }

    deinit { close(signal) }

    var hasStopped: Bool { isOver.load(ordering: .relaxed) }

    func stop() { isOver.store(true, ordering: .relaxed) }

    /// - Returns: whether there is room for more.
    func add(_ message: NtfyMessage) -> Bool {
        let count = messages.withLock {
            $0.append(message)
            return $0.count
        }
        wake()
        return count < NtfyStreamState.most
    }

    var hasRoom: Bool { messages.withLock { $0.count < NtfyStreamState.most } }

    func take() -> [NtfyMessage] {
        messages.withLock { messages in
            defer { messages.removeAll() }
            return messages
        }
    }

    func wake() { _ = write(signal, "x", 1) }
}

/// The thread of a stream.
private final class NtfyStreamThread {
    private let reader: NtfyReader
    private let shared: NtfyStreamState
    private var since: String
    private let longestPause: Int

    /// The server sends something at least every 45 seconds, unless its `keepalive-interval` is longer.
    private static let silence = 120.0
    /// The longest time between two connections, in seconds.
    private static let longestWait = 300
    /// After a connection of this many seconds, the next one follows soon.
    private static let stable = 60.0
    /// The maximum size of a response; the next one continues.
    private static let bytes = 64 << 20

    init(_ reader: NtfyReader, _ shared: NtfyStreamState, since: String, pausing longest: Int) {
        (self.reader, self.shared, self.since, longestPause) = (reader, shared, since, longest)
    }

    func start() {
        let thread = Unmanaged.passRetained(self)
        // The runner's signals are for its own thread.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var name = pthread_t()
        let code = pthread_create(
            &name,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<NtfyStreamThread>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            thread.toOpaque()
        )
        if code == 0 { pthread_detach(name) } else { thread.release() }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func run() {
        guard let client = try? reader.client() else { return }
        var wait = 1
        while !shared.hasStopped {
            let begin = NtfyStreamThread.now
            let requested = shared.hasRoom ? read(client) : 0
            if NtfyStreamThread.now - begin >= NtfyStreamThread.stable { wait = 1 }
            let pause = max(wait, min(requested, longestPause))
            wait = min(wait * 2, NtfyStreamThread.longestWait)
            for _ in 0..<pause where !shared.hasStopped { sleep(1) }
        }
    }

    /// Reads until the connection ends.
    ///
    /// - Returns: the time in seconds until the server wants the next request.
    private func read(_ client: WebClient) -> Int {
        guard let request = reader.request(since: since, polls: false) else { return 0 }
        var lines = NtfyLines()
        var last = NtfyStreamThread.now
        var hasRoom = true
        let answer = client.send(
            request,
            within: 0,
            most: NtfyStreamThread.bytes,
            taking: { bytes in
                last = NtfyStreamThread.now
                lines.add(bytes) { line, isWhole in
                    guard hasRoom, let message = NtfyMessage(line, isWhole: isWhole), message.isKept else { return }
                    hasRoom = self.shared.add(message)
                    self.since = message.id
                }
                return hasRoom
            },
            proceeding: { !self.shared.hasStopped && NtfyStreamThread.now - last < NtfyStreamThread.silence }
        )
        if case .status(_, let response) = answer { return Int(response.retryAfter) }
        return 0
    }
}
