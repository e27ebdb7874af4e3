import CivilTime
@testable import ImportedJobs
import Reminders

extension FuzzTarget {
    /// Shell scripts, jobs of at(1) and the times in them.
    static let shell = FuzzTarget(name: "shell") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try? AtTime(text)
        if let script = ShellScript(text) {
            var variables = ["HOME": "/home/me", "LOGNAME": "me"]
            let invocations = script.invocations(&variables)
            let audience = Audience(user: "me", mailed: nil)
            if let reminder = try? ImportedReminder.read(invocations, for: audience, input: nil) {
                try require(
                    !reminder.title.isEmpty && reminder.title.count <= UserReminder.longestTitle,
                    "the title is \(reminder.title)"
                )
            }
            let size = variables.values.reduce(0) { $0 + $1.utf8.count }
            try require(size <= 1 << 20, "a script of \(bytes.count) bytes leaves \(size) bytes of variables")
        }
        let queue = AtQueue(text)
        let entry =
            queue.entries.first ?? AtQueue.Entry(number: 1, instant: Instant(secondsSinceEpoch: 0), isRunning: false)
        guard let job = AtJob(entry, bytes) else { return }
        _ = Migration(
            crontab: nil,
            jobs: [job],
            zone: .utc,
            systemZone: .utc,
            now: Instant(secondsSinceEpoch: 20_780 * 86_400),
            user: "me",
            file: { _ in nil }
        )
    }
}
