internal import Glibc
internal import Reminders
internal import RunnerProtocol

/// Talks to one runner, step by step: each step sends a message and waits for the reply until a deadline.
///
/// A session never blocks: its owner polls the descriptors of all sessions and continues each.
final class RunnerSession {
    let process: RunnerProcess
    /// The purpose of the process.
    private(set) var purpose: RunnerKey
    /// Until when the user may answer through the plugin, in monotonic seconds.
    var answerDeadline = 0.0
    /// Whether the plugin was opened.
    private(set) var isOpen = false
    private(set) var deadline: Double
    private var step = Step.start
    private var frames = FrameBuffer()
    private var outgoing: [UInt8] = []
    private var log: RunnerLog
    private(set) var hasEnded = false
    /// The damaged part of antrain that ended the process before it could load the plugin; nil if there is none.
    private(set) var damage: DamagedPart?
    /// Whether the process has confined itself, which it reports before it loads the library.
    private var isConfined = false
    /// The result for a message that is too large to send.
    private var unsent: Event?
    /// The number of bytes that the process may still send and log after the last message, whose handling costs the host more time than
    /// sending costs the process.
    private var room = RunnerSession.mostBytes
    private static let mostBytes = 8 << 20
    /// The number of bytes that the plugin may still print for the last message.
    private var printRoom = 0
    /// The number of answers that the plugin may still report for the last notification.
    private var answerRoom = RunnerSession.mostAnswers
    private static let mostAnswers = 64
    /// A line about answers that were ignored, which the pool shows; nil if there is none.
    var notice: String?
    /// Whether the process has closed its socket.
    private(set) var isClosing = false
    private let limits: @Sendable (Step) -> Double
    private let terminal: TerminalFacts
    private let secrets: Secrets
    private let level: ConfinementLevel
    private let health: InstallationHealth
    private var secretKeys: Set<String> = []
    private var scrubber = SecretScrubber([])

    init(
        _ process: RunnerProcess,
        for purpose: RunnerKey,
        load: WireLoad,
        terminal: TerminalFacts,
        secrets: Secrets,
        level: ConfinementLevel,
        health: InstallationHealth,
        limits: @escaping @Sendable (Step) -> Double
    ) {
        self.level = level
        self.health = health
        self.process = process
        log = RunnerLog(process.log)
        self.purpose = purpose
        self.limits = limits
        self.terminal = terminal
        self.secrets = secrets
        deadline = MonotonicTime.now + limits(.start)
        send(.load(load), step: .start)
    }

    /// Opens the plugin with values; those from elsewhere are read now, and exist only in memory and on the socket.
    ///
    /// - Returns: why a value cannot be read; then nothing is sent.
    func open(_ values: [ChannelValue]) -> Secrets.Problem? {
        do throws(Secrets.Problem) {
            var pairs: [WirePair] = []
            for value in values {
                pairs.append(WirePair(key: value.key, value: try secrets.text(value.key, value.origin)))
            }
            let secret = zip(values, pairs).filter { $0.0.origin.literal == nil || secretKeys.contains($0.0.key) }
            scrubber = SecretScrubber(secret.map(\.1.value))
            send(.open(pairs), step: .open)
            return nil
        } catch { return error }
    }

    func send(_ message: HostMessage, step: Step) {
        self.step = step
        if step == .deliver {
            log.read()
            log.clear()
            answerRoom = RunnerSession.mostAnswers
        }
        deadline = MonotonicTime.now + limits(step)
        room = RunnerSession.mostBytes
        printRoom = PluginText.printed(ships: purpose.ships)
        do throws(WireError) {
            outgoing += try message.frame
            flush()
        } catch {
            unsent = .result(
                step,
                WireResult(
                    status: 2,
                    reason: "the notification is too large for a plugin: \(error)",
                    remedy: "shorten its text"
                )
            )
        }
    }

    /// Waits only for the next message.
    func rest() {
        step = .rest
        deadline = .infinity
    }

    /// Asks the plugin to close, and waits for its end.
    ///
    /// - Returns: the events in the meantime.
    func end() -> [Event] {
        guard !hasEnded else { return [] }
        send(.close, step: .close)
        var events: [Event] = []
        while !hasEnded {
            SessionLoop.wait(for: [self])
            events += proceed()
        }
        return events
    }

    /// The events to wait for on the socket and the log.
    var watched: [pollfd] {
        let events = outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT
        return [
            pollfd(fd: isClosing ? -1 : process.socket, events: Int16(events), revents: 0),
            pollfd(fd: log.isOpen ? process.log : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process.life, events: Int16(POLLIN), revents: 0),
        ]
    }

    /// When to continue even if nothing arrives.
    var wakeUp: Double {
        unsent != nil ? MonotonicTime.now : isClosing ? min(deadline, MonotonicTime.now + 0.002) : deadline
    }

    private func flush() {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(process.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            outgoing.removeFirst(count)
        }
    }

    /// Handles received messages and passed deadlines.
    ///
    /// The amount read from a plugin at a time is limited, so that the others get their turn.
    func proceed() -> [Event] {
        guard !hasEnded else { return [] }
        if let unsent {
            self.unsent = nil
            return [unsent]
        }
        flush()
        room -= log.read()
        var events: [Event] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var (isClosed, isDrained) = (false, false)
        // Its programs, which may hold the socket, end with it.
        let isOver = process.ending() != nil
        do {
            for _ in 0..<4 where !isClosing && !isClosed {
                let count = read(process.socket, &chunk, chunk.count)
                isClosed = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
                isDrained = count < 0 && errno == EAGAIN
                guard count > 0 else { break }
                room -= count
                frames.append(chunk[..<count])
                while let frame = try frames.next() { events += handle(try RunnerMessage(frame: frame)) }
            }
        } catch {
            if !isConfined {
                note(DamagedPart(path: process.program, reason: "it sent an invalid message: \(error)"))
            }
            events.append(over("the plugin's process sent an invalid message: \(error)"))
        }
        guard !hasEnded else { return events }
        if room < 0 { return events + [over("the plugin's process sent too much while \(step.words); it was stopped")] }
        if isClosed || (isOver && isDrained) { noteClosed() }
        if isClosing {
            if let ending = process.ending() {
                if !isConfined {
                    log.read()
                    note(DamagedPart(runner: process.program, ending: ending, said: log.lastLine(scrubber)))
                }
                events.append(over(step == .close ? nil : reason("the plugin's process \(ending.description)")))
            } else if MonotonicTime.now >= deadline {
                events.append(over(step == .close ? nil : reason("the plugin's process closed its socket")))
            }
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
        guard !hasEnded else { return [] }
        switch message {
        case .confined where step == .start:
            isConfined = true
            step = .load
            deadline = MonotonicTime.now + limits(step)
            return []
        case .loaded(var description) where step == .load:
            purpose.noteCreatedFiles()
            // The host writes this text itself: after the library is loaded, the plugin could forge anything the process sends.
            description.confinement = level.words(
                needs: Int64(purpose.confinement.needs),
                startUp: purpose.confinement.startUp
            )
            secretKeys = Set(description.keys.filter(\.isSecret).map(\.name))
            return [.loaded(description.printable)]
        case .unusable(let reason) where step == .start || step == .load:
            return [over(PluginText.line(reason, bytes: 2 * PluginText.reasonBytes))]
        case .result(let result) where ![.start, .load, .close, .rest].contains(step):
            if step == .open, result.status == 0 { isOpen = true }
            return [.result(step, scrubbed(result))]
        case .answers(let answers, let keptFor) where step == .collect:
            step = .rest
            return [.answers(answers.prefix(WireAnswer.most).map(\.clean), keptFor: max(0, keptFor))]
        case .answers(let answers, _) where purpose.listens && isOpen:
            let taken = answers.prefix(max(0, answerRoom)).map(\.clean)
            answerRoom -= taken.count
            if taken.count < answers.count { ignoreAnswers() }
            return taken.isEmpty ? [] : [.reported(taken)]
        case .held(let entries) where step == .list:
            return [
                .held(
                    entries.prefix(WireScheduled.most).map {
                        WireScheduled(key: PluginText.line($0.key, bytes: PluginText.idBytes), instant: $0.instant)
                    }
                )
            ]
        case .inspected(let inspection) where step == .inspect || step == .finish: return [.inspected(inspection)]
        case .print(let text): return printed(scrubber.scrub(text))
        case .log(_, let text):
            log.keep(Array(text.utf8) + [0x0A])
            return []
        case .confined, .loaded, .unusable, .result, .held, .inspected, .answers:
            return [over("the plugin's process sent an unexpected reply")]
        }
    }

    /// A result without secrets; a reason of maximum length may end within one.
    private func scrubbed(_ result: WireResult) -> WireResult {
        var clean = result
        clean.reason = scrubbed(result.reason)
        clean.remedy = scrubbed(result.remedy)
        if step == .deliver, result.status != 0, result.reason.isEmpty {
            log.read()
            let said = log.lastLine(scrubber)
            if !said.isEmpty { clean.reason = "the plugin gave no reason; its last output: \(said)" }
        }
        return clean
    }

    private func scrubbed(_ text: String) -> String {
        PluginText.line(scrubber.scrub(text, isCut: text.utf8.count > 480), bytes: PluginText.reasonBytes)
    }

    /// The plugin's output, up to the limit; the rest is dropped, which is reported once.
    private func printed(_ text: String) -> [Event] {
        guard printRoom > 0 else { return [] }
        let clean =
            purpose.ships
            ? text
            : PluginText.attributed(
                PluginText.prefix(of: text, bytes: printRoom + 1),
                to: purpose.channel,
                columns: terminal.isOutput ? terminal.columns : nil
            )
        let shown = PluginText.prefix(of: clean, bytes: printRoom)
        printRoom -= clean.utf8.count
        return [.print(printRoom < 0 ? shown + "\nantrain: the rest of the plugin's output was omitted\n" : shown)]
    }

    /// Further answers are dropped, which is reported once.
    ///
    /// Not an event: most arrive while another answer is settled, when nothing is shown.
    private func ignoreAnswers() {
        guard answerRoom == 0 else { return }
        answerRoom = -1
        notice =
            "antrain: the channel '\(purpose.channel)' reported more than \(RunnerSession.mostAnswers) answers; the others were ignored\n"
    }

    /// A process that closed its socket gets a moment to end, so that its exit status can be reported.
    private func noteClosed() {
        guard !isClosing else { return }
        isClosing = true
        deadline = MonotonicTime.now + 0.2
    }

    private func reason(_ what: String) -> String {
        log.read()
        let said = log.lastLine(scrubber)
        return "\(what) while \(step.words)" + (said.isEmpty ? "" : "; its last output: \(said)")
    }

    private func note(_ found: DamagedPart?) {
        damage = found
        if let found { health.note(found) }
    }

    private func over(_ reason: String?) -> Event {
        hasEnded = true
        process.end()
        return .over(reason)
    }
}

extension WireAnswer {
    /// The answer on one line each, without control characters, and shortened.
    ///
    /// The ID, which the plugin gets back, and the detail, which has lines, stay as they are: whoever uses them checks them.
    fileprivate var clean: WireAnswer {
        WireAnswer(
            id: PluginText.prefix(of: id, bytes: WireAnswer.idBytes + 1),
            notification: PluginText.line(notification, bytes: PluginText.idBytes),
            action: PluginText.line(action, bytes: PluginText.nameBytes),
            detail: PluginText.prefix(of: detail, bytes: WireAnswer.detailBytes + 1),
            instant: instant,
            token: PluginText.line(token, bytes: PluginText.nameBytes)
        )
    }
}
