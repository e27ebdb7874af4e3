import Foundation
import TestSupport
import Testing

/// A file system that cannot lock files, such as NFS without its lock service: antrain says so and waits for nobody.
@Suite struct MissingLockTests {
    @Test(arguments: [
        ("pause --until 2026-11-29", "2026-11-22T20:00"), ("settings --time 06:15", "2026-11-22T20:00"),
        ("reminder add Tea --in 16h", "2026-11-22T20:00"), ("deliver", "2026-11-23T07:30"),
    ])
    func missingLocksAreNamed(line: String, now: String) throws {
        let home = try FaultHome()
        try home.write(".config/antrain/settings.yaml", home.settings)
        for line in ["program activate push-pull-legs", "plugin allow note", "schedule-next"] { try home.antrain(line) }
        let before = try home.files()
        home.now = now
        let count = try home.antrain(line, "no-locks", at: 0).operations
        try home.restore(before)
        let run = try home.antrain(line, "no-locks", at: 1)
        let reason = "its file system cannot lock files (No locks available)"
        #expect(run.finished.errors.contains(reason), "\(run)")
        #expect(!run.finished.errors.contains("process"), "\(run)")
        // Waiting repeats the attempt to lock.
        #expect(run.operations < 3 * count + 20, "\(run.operations) instead of \(count)")
        #expect(run.finished.status != 0)
        // Reading works, unless there is a write-ahead log that only a lock protects.
        let status = try home.antrain("", "no-locks", at: 1).finished
        #expect(status.status == 0 && status.output.contains("Push"), "\(status)")
    }
}
