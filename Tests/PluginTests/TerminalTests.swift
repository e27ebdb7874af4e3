import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The console plugin on a pseudo-terminal.
@Suite struct TerminalTests {
    /// A terminal: data written to `path` is read from `master`.
    private final class Terminal: Sendable {
        let master: Int32
        let path: String

        init() throws {
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var isLocked: Int32 = 0
            var number: UInt32 = 0
            // TIOCSPTLCK and TIOCGPTN, which Swift's C library module does not import.
            try #require(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
            path = "/dev/pts/\(number)"
            // Messages are off, so that the console channel of another test does not use it as one of the user's terminals.
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
        // Without this open end the terminal would hang up between two writers.
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

    /// A stopped terminal does not block the delivery, and the part that it shows is not repeated.
    @Test func aPartlyShownReminderIsNotRepeated() throws {
        let terminal = try Terminal()
        let held = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(held) }
        let stage = try DeliveryStage.of("console", [("target", terminal.path)])
        let outcome = try stage.outcome(reminder(body: Self.long))
        #expect(outcome.state == "delivered", "\(outcome)")
    }

    /// A device that is not a writable terminal of the user is not ready.
    @Test(arguments: ["/dev/null", "/dev/no-such-terminal", "/dev/ptmx"])
    func unusableDevicesAreNotReady(path: String) throws {
        let stage = try DeliveryStage.of("console", [("target", path)])
        let report = stage.dispatcher.report(stage.ready[0])
        #expect(report.problem?.contains("cannot write to \(path)") == true, "\(report)")
        #expect(report.remedy?.contains("/dev/pts") == true, "\(report)")
    }

    /// Swift reads CR LF as one character.
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
