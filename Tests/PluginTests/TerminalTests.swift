import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The console plugin on a terminal of its own.
@Suite struct TerminalTests {
    /// A terminal: what is read from `master` was written to `path`.
    private final class Terminal: Sendable {
        let master: Int32
        let path: String

        init() throws {
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var isLocked: Int32 = 0
            var number: UInt32 = 0
            // TIOCSPTLCK and TIOCGPTN, which Swift's own module of the C library leaves out.
            try #require(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
            path = "/dev/pts/\(number)"
            // Closed to messages, so that no console of another test takes it for one of the user's open terminals.
            try #require(chmod(path, 0o600) == 0)
        }

        deinit { close(master) }

        func read() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 1024)
            let count = Foundation.read(master, &bytes, bytes.count)
            return Array(bytes[..<max(0, count)])
        }
    }

    private static let long = (0..<4000).map { "word\($0)" }.joined(separator: " ")

    @Test func aLongReminderIsShownWhole() throws {
        let terminal = try Terminal()
        // Without this end of it the terminal would hang up between two writers.
        let held = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(held) }
        let stage = try DeliveryStage.of("console", [("target", terminal.path), ("color", "off")])
        let seen = Seen()
        let reader = Thread {
            while !seen.text.contains("word3999") { seen.add(terminal.read()) }
        }
        reader.start()
        let outcome = try stage.outcome(reminder(body: Self.long))
        #expect(outcome.state == "delivered", "\(outcome)")
        #expect(eventually(true, within: 120) { seen.text.contains("word3999") })
        #expect(seen.text.components(separatedBy: "Workout Time!").count == 2)
    }

    /// A terminal that is stopped holds nobody up, and what it shows it is not shown again.
    @Test func whatWasBegunIsNotShownAgain() throws {
        let terminal = try Terminal()
        let held = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(held) }
        let stage = try DeliveryStage.of("console", [("target", terminal.path)])
        let outcome = try stage.outcome(reminder(body: Self.long))
        #expect(outcome.state == "delivered", "\(outcome)")
    }

    /// A device that is no terminal of the user's to write on is not ready.
    @Test(arguments: ["/dev/null", "/dev/no-such-terminal", "/dev/ptmx"])
    func whatCannotBeWrittenIsNotReady(path: String) throws {
        let stage = try DeliveryStage.of("console", [("target", path)])
        let report = stage.dispatcher.report(stage.ready[0])
        #expect(report.problem?.contains("cannot write to \(path)") == true, "\(report)")
        #expect(report.remedy?.contains("/dev/pts") == true, "\(report)")
    }

    /// The two characters of a line break of the web's are one of Swift's.
    @Test(arguments: ["\n", "\r\n"])
    func everyLineBreakBreaksALine(lineBreak: String) throws {
        let stage = try DeliveryStage.of("console", [("target", "output"), ("color", "OFF")])
        let printed = try stage.deliver([reminder(body: "first\(lineBreak)second")]).printed
        #expect(printed.contains("\n first\n second\n"), "\(printed)")
    }
}

private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var bytes: [UInt8] = []

    var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }

    func add(_ more: [UInt8]) { lock.withLock { bytes += more } }
}
