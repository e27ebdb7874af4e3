import Glibc
import RunnerProtocol
import Synchronization

/// The runner's end of the socket to its host.
final class HostSocket: Sendable {
    /// The socket of this process; global, because the plugin's calls to its host have no context.
    static let shared = SharedSocket()

    private let descriptor: Int32
    private let buffer = Mutex(FrameBuffer())
    /// Held while a frame is sent: frames stay whole even if a plugin calls its host from several threads.
    private let sending = Mutex(())
    /// How long the host may be silent, in milliseconds; a host that forgot its runner must not keep it forever.
    private let patience = Atomic<Int32>(-1)

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Moves the socket away from the standard streams, so that a plugin's input and output cannot touch it.
    static func takingStandardStreams() -> HostSocket? {
        var status = stat()
        guard fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        let descriptor = fcntl(0, F_DUPFD_CLOEXEC, 10)
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, null >= 0, dup2(null, 0) == 0, dup2(2, 1) == 1 else { return nil }
        close(null)
        return HostSocket(descriptor: descriptor)
    }

    func send(_ message: RunnerMessage) {
        guard let frame = try? message.frame else {
            // Only the plugin's list or its printed text can be too large.
            if case .held = message {
                send(.result(WireResult(status: 2, reason: "its list of notifications is too large for one message")))
            }
            return
        }
        sending.withLock { _ in write(frame) }
    }

    private func write(_ frame: [UInt8]) {
        var sent = 0
        while sent < frame.count {
            let count = frame[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            // A host that has ended needs no reply.
            if count <= 0 { _exit(0) }
            sent += count
        }
    }

    /// Ends the wait if the host is silent for a number of seconds.
    func endWhenIdle(for seconds: UInt32) {
        patience.store(Int32(clamping: Int64(seconds) * 1000), ordering: .relaxed)
    }

    /// Whether something arrives before the time is over.
    private func waitUntilReadable() -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&watched, 1, patience.load(ordering: .relaxed))
            if count < 0, errno == EINTR { continue }
            return count != 0
        }
    }

    /// Waits for the host's next message, or until another descriptor is readable.
    ///
    /// - Returns: whether it was the other descriptor.
    func waitForInput(or other: Int32) -> Bool {
        guard other >= 0, buffer.withLock({ !$0.hasFrame }) else { return false }
        var watched = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&watched, 2, -1) < 0, errno == EINTR {}
        return watched[0].revents == 0 && watched[1].revents != 0
    }

    /// The host's next message; nil if the host has ended, is silent for too long or violates the protocol.
    func receive() -> HostMessage? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let next: ArraySlice<UInt8>?
            // After a malformed message from the host, nothing more is read: waiting for the rest would never end.
            do throws(WireError) { next = try buffer.withLock { buffer throws(WireError) in try buffer.next() } } catch
            {
                return nil
            }
            guard let frame = next else {
                guard waitUntilReadable() else { return nil }
                let count = read(descriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return nil }
                buffer.withLock { $0.append(chunk[..<count]) }
                continue
            }
            return try? HostMessage(frame: frame)
        }
    }
}

/// Stores the socket when it is available.
final class SharedSocket: Sendable {
    private let socket = Mutex<HostSocket?>(nil)

    func store(_ value: HostSocket) { socket.withLock { $0 = value } }

    func send(_ message: RunnerMessage) { socket.withLock { $0 }?.send(message) }
}
