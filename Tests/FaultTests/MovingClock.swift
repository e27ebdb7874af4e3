import CivilTime
import Foundation
import TestSupport

/// A wall clock that a test sets, for all antrain processes with its environment (`Shim/clock.c`).
final class MovingClock {
    private static let library: String = {
        do {
            let folder = try TemporaryFolder(path: TemporaryFolder.ofRun.path + "/clock-tests")
            let library = folder.path + "/libclock.so"
            let source = BuildProducts.package + "Tests/FaultTests/Shim/clock.c"
            let words = ["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
            let compiled = try run("/usr/bin/env", words + ["-o", library, source, "-ldl"])
            guard compiled.status == 0 else { throw ProgramFailure(message: compiled.errors) }
            return library
        } catch { fatalError("\(error)") }
    }()

    private let folder: TemporaryFolder
    private let file: Int32
    private let fifo: Int32

    /// The places of the fields in the file.
    private enum Field: off_t {
        case now = 0
        case alarm = 8
        case idle = 16
    }

    /// Creates a clock with its files in a folder.
    init(in folder: TemporaryFolder, now: Instant) throws {
        self.folder = folder
        file = open(try folder.write("clock", String(repeating: "\0", count: 24)), O_RDWR | O_CLOEXEC)
        guard file >= 0, mkfifo(folder.path + "/alarm", 0o600) == 0 else { throw ProgramFailure(message: "no clock") }
        fifo = open(folder.path + "/alarm", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        self.now = now
        try reboot()
    }

    deinit {
        close(file)
        close(fifo)
    }

    /// What a process needs to use this clock.
    var environment: [String: String] {
        [
            "LD_PRELOAD": MovingClock.library, "CLOCK_FILE": folder.path + "/clock",
            "CLOCK_ALARM": folder.path + "/alarm",
            "CLOCK_BOOT": folder.path + "/boot",
        ]
    }

    /// The time of all processes.
    var now: Instant {
        get { Instant(secondsSinceEpoch: self[.now]) }
        set { self[.now] = newValue.secondsSinceEpoch }
    }

    /// When the daemon wants to wake up; nil before it first sleeps.
    var alarm: Instant? { self[.alarm] == 0 ? nil : Instant(secondsSinceEpoch: self[.alarm]) }

    /// Gives the machine another boot id and forgets the daemon's alarm.
    func reboot() throws {
        try folder.write("boot", UUID().uuidString)
        self[.alarm] = 0
        self[.idle] = 0
    }

    /// What wakes the daemon.
    enum Event: UInt8 {
        case expiry = 0x65
        case clockSet = 0x63
    }

    /// Wakes the daemon.
    func signal(_ event: Event) {
        var byte = event.rawValue
        _ = write(fifo, &byte, 1)
    }

    /// Whether the daemon has handled all events and sleeps.
    var isQuiet: Bool {
        // In this order: the daemon reads an event only when it is awake.
        var waiting: Int32 = 0
        guard ioctl(fifo, UInt(FIONREAD), &waiting) == 0, waiting == 0 else { return false }
        return self[.idle] == 1
    }

    /// The processes map the file, which is coherent with reading and writing it.
    private subscript(field: Field) -> Int64 {
        get {
            var value: Int64 = 0
            _ = pread(file, &value, MemoryLayout<Int64>.size, field.rawValue)
            return value
        }
        set {
            var value = newValue
            _ = pwrite(file, &value, MemoryLayout<Int64>.size, field.rawValue)
        }
    }
}
