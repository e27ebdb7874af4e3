internal import Glibc
internal import RunnerWire

/// Talks to one runner, step by step: each step sends a message and waits for its answer until a deadline.
///
/// A session never blocks: its owner polls the descriptors of all sessions and lets each go on.
final class RunnerSession {
    /// What a session is waiting for.
    enum Step {
        case load, open, probe, deliver, close

        /// How long the step may take, in seconds; as `antrain_plugin.h` promises.
        var limit: Double {
            switch self {
            case .load, .open, .probe: 5
            case .deliver: 30
            case .close: 1
            }
        }

        var words: String {
            switch self {
            case .load: "being loaded"
            case .open: "opening"
            case .probe: "being probed"
            case .deliver: "delivering"
            case .close: "closing"
            }
        }
    }

    /// What a session has come to.
    enum Event {
        case loaded(WireDescription)
        case result(Step, WireResult)
        case print(String)
        /// The session is over; why, where it did not end as asked.
        case over(String?)
    }

    let process: RunnerProcess
    private(set) var deadline: Double
    private var step = Step.load
    private var frames = FrameBuffer()
    private var outgoing: [UInt8] = []
    private var logged: [UInt8] = []
    private(set) var isOver = false
    /// Whether the plugin's process may still say something.
    private(set) var isLogging = true
    private let limits: @Sendable (Step) -> Double

    init(
        _ process: RunnerProcess,
        library: String,
        terminal: TerminalFacts,
        limits: @escaping @Sendable (Step) -> Double
    ) {
        self.process = process
        self.limits = limits
        deadline = MonotonicTime.now + limits(.load)
        send(
            .load(path: library, columns: UInt32(max(0, terminal.columns)), terminalFlags: terminal.flags),
            step: .load
        )
    }

    func send(_ message: HostMessage, step: Step) {
        self.step = step
        deadline = MonotonicTime.now + limits(step)
        outgoing += message.frame
        flush()
    }

    /// Whether the session has more to send than the socket took.
    var wantsToWrite: Bool { !outgoing.isEmpty }

    private func flush() {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(process.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            outgoing.removeFirst(count)
        }
    }

    /// Goes on with what has come or what time it is.
    func proceed() -> [Event] {
        guard !isOver else { return [] }
        flush()
        readLog()
        var events: [Event] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var isClosed = false
        while true {
            let count = read(process.socket, &chunk, chunk.count)
            if count > 0 {
                frames.append(chunk[..<count])
            } else {
                isClosed = count == 0 || (errno != EAGAIN && errno != EINTR)
                break
            }
        }
        do {
            while let frame = try frames.next() { events += handle(try RunnerMessage(frame: frame)) }
        } catch {
            events.append(over("the plugin's process wrote what is no message: \(error)"))
        }
        guard !isOver else { return events }
        if isClosed {
            events.append(over(step == .close ? nil : closedReason))
        } else if MonotonicTime.now >= deadline {
            events.append(
                over(
                    step == .close
                        ? nil
                        : "the plugin did not answer within \(Int(limits(step).rounded(.up))) s while \(step.words); it was stopped"
                )
            )
        }
        return events
    }

    private func handle(_ message: RunnerMessage) -> [Event] {
        guard !isOver else { return [] }
        switch message {
        case .loaded(let description) where step == .load: return [.loaded(description)]
        case .unusable(let reason) where step == .load: return [over(reason)]
        case .result(let result) where step == .open || step == .probe || step == .deliver:
            return [.result(step, result)]
        case .print(let text): return [.print(text)]
        case .log(_, let text):
            keep(Array(text.utf8) + [0x0A])
            return []
        case .loaded, .unusable, .result: return [over("the plugin's process answered what was not asked")]
        }
    }

    private var closedReason: String {
        let ending = process.ending(within: 200)?.description ?? "closed its socket"
        readLog()
        let said = saidLast
        return "the plugin's process \(ending) while \(step.words)" + (said.isEmpty ? "" : "; it said: \(said)")
    }

    private func over(_ reason: String?) -> Event {
        isOver = true
        _ = process.end()
        return .over(reason)
    }

    private func readLog() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<64 where isLogging {
            let count = read(process.log, &chunk, chunk.count)
            if count == 0 { isLogging = false }
            guard count > 0 else { return }
            keep(Array(chunk[..<count]))
        }
    }

    /// Keeps the end of what was said, so that a plugin that never stops talking costs nothing.
    private func keep(_ bytes: [UInt8]) {
        logged += bytes
        if logged.count > 8192 { logged.removeFirst(logged.count - 4096) }
    }

    /// The last line that was said, without control characters.
    private var saidLast: String {
        let line = logged.split { $0 == 0x0A || $0 == 0x0D }.last ?? []
        var text = ""
        for scalar in String(decoding: line.suffix(300), as: UTF8.self).unicodeScalars
        where scalar.value >= 0x20 && scalar.value != 0x7F {
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}

/// Time that only moves on.
enum MonotonicTime {
    /// The seconds since some moment.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
