import AntrainPluginKit
import Glibc

/// The user's jobs in a queue of at(1).
struct AtQueue {
    let letter: String
    private let at: PluginCommand
    private let atq: PluginCommand
    private let atrm: PluginCommand

    /// The time limit of all at(1) commands of one call, in seconds; the host's limit is 30.
    static let timeout = 25

    /// The output limit; the mark of a job is in the first line of its script, which follows the environment.
    private static let memory = 8 << 20

    init(letter: String) throws(PluginFailure) {
        self.letter = letter
        at = try PluginCommand("at", example: "at")
        atq = try PluginCommand("atq", example: "atq")
        atrm = try PluginCommand("atrm", example: "atrm")
    }

    /// Whether atd is running.
    ///
    /// It writes its process ID to a file and removes that when it ends; after a power failure, the file may remain without a
    /// process.
    static var isServed: Bool {
        guard let file = fopen("/run/atd.pid", "r") else { return false }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 32)
        guard fgets(&line, 32, file) != nil else { return false }
        let digits = line.prefix { $0 >= 0x30 && $0 <= 0x39 }.map { UInt8(bitPattern: $0) }
        guard let process = pid_t(String(decoding: digits, as: UTF8.self)), process > 0 else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// - Parameters:
    ///   - script: the script for sh(1).
    ///   - instant: its time, in seconds since 1970; at(1) has a resolution of one minute, and jobs never run early.
    ///   - deadline: the deadline for at(1).
    /// - Returns: the job's number.
    func submit(_ script: String, at instant: Int64, by deadline: Deadline) throws(PluginFailure) -> Int {
        let output = try run(
            at.adding(["-q", letter, "-t", AtQueue.minute(instant)]),
            input: script,
            variables: [("TZ", "UTC")],
            by: deadline
        )
        let line = output.split(separator: "\n").last { $0.hasPrefix("job ") }
        guard let number = (line?.split(separator: " ").dropFirst().first).flatMap({ Int($0) }) else {
            throw .passing("at did not report a job number: \(PlainText.oneLine(output))")
        }
        return number
    }

    /// Removes a job, unless it has run or no longer exists.
    func remove(_ number: Int, by deadline: Deadline) throws(PluginFailure) {
        do { _ = try run(atrm.adding(["\(number)"]), by: deadline) } catch {
            if try isThere(number, by: deadline) { throw error }
        }
    }

    /// All antrain jobs, in any queue: the user may have changed the queue since they were created.
    func jobs(by deadline: Deadline) throws(PluginFailure) -> [AtJob] {
        var jobs: [AtJob] = []
        for (number, letter) in try numbers(by: deadline) {
            do {
                let text = try run(at.adding(["-c", "\(number)"]), by: deadline)
                if let job = AtJob(number: number, queue: letter, text: text) { jobs.append(job) }
            } catch {
                // A job that has run in the meantime needs no removal; a job that still exists may belong to a reminder.
                if try isThere(number, by: deadline) { throw error }
            }
        }
        return jobs
    }

    private func isThere(_ number: Int, by deadline: Deadline) throws(PluginFailure) -> Bool {
        try numbers(by: deadline).contains { $0.number == number }
    }

    /// The job numbers with their queues: `12\tMon Nov 23 07:30:00 2026 a user`.
    private func numbers(by deadline: Deadline) throws(PluginFailure) -> [(number: Int, letter: String)] {
        try run(atq, by: deadline).split(separator: "\n").compactMap { line in
            let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
            guard words.count >= 3, let number = Int(words[0]) else { return nil }
            return (number, String(words[words.count - 2]))
        }
    }

    private func run(
        _ command: PluginCommand,
        input: String = "",
        variables: [(name: String, value: String)] = [],
        by deadline: Deadline
    ) throws(PluginFailure) -> String {
        guard let path = command.path else {
            throw .passing("command not found: \(command.name)", remedy: "install it, for example: apt install at")
        }
        let bytes = Array(input.utf8)
        let ending = command.run(path, input: bytes, variables: variables, by: deadline, keeping: AtQueue.memory)
        if case .exited(0, let output) = ending { return output }
        if case .hung = ending {
            throw .passing("\(command.name) did not finish in time", remedy: "try it in a shell")
        }
        let remedy = "check that /etc/at.allow or /etc/at.deny permits you to use at"
        throw ending.failure(of: command, timeout: AtQueue.timeout, remedy: remedy)
            ?? .passing("\(command.name) failed")
    }

    /// The first whole minute at or after a moment in UTC, in the format of `at -t`.
    private static func minute(_ instant: Int64) -> String {
        let moment = ClockFields((instant + 59) / 60 * 60)
        return "\(moment.year)" + [moment.month, moment.day, moment.hour, moment.minute].map(ClockFields.two).joined()
    }
}

/// A job of at(1) for a notification.
struct AtJob: Hashable {
    let number: Int
    /// The letter of its queue; `=` while it runs.
    let queue: String
    let key: String
    /// The notification's time, in seconds since 1970.
    let instant: Int64

    /// The start of the line that distinguishes antrain's jobs from others.
    static let mark = "# antrain-reminder "

    /// Finds that line in a job's text, as `at -c` prints it; nil if the job is not antrain's.
    init?(number: Int, queue: String, text: String) {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(AtJob.mark) }) else { return nil }
        let words = line.dropFirst(AtJob.mark.count).split(separator: " ")
        guard words.count == 2, let instant = Int64(words[1]) else { return nil }
        self.init(number: number, queue: queue, key: String(words[0]), instant: instant)
    }

    init(number: Int, queue: String, key: String, instant: Int64) {
        (self.number, self.queue, self.key, self.instant) = (number, queue, key, instant)
    }

    /// Whether it is in a queue or running.
    func isIn(_ letter: String) -> Bool { queue == letter || queue == "=" }
}
