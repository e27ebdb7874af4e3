import AntrainPluginKit
import Glibc

/// A queue of at(1): the user's jobs in it.
struct AtQueue {
    /// The letter that new jobs get.
    let letter: String
    private let at: PluginCommand
    private let atq: PluginCommand
    private let atrm: PluginCommand

    /// How long all that a call does of at's may take, in seconds; the host gives it 30.
    static let timeout = 25

    /// How much is kept of what at says: a job's mark is the first line of its script, and before it stands its environment.
    private static let memory = 8 << 20

    init(letter: String) throws(PluginFailure) {
        self.letter = letter
        at = try PluginCommand("at", example: "at")
        atq = try PluginCommand("atq", example: "atq")
        atrm = try PluginCommand("atrm", example: "atrm")
    }

    /// Whether atd runs.
    ///
    /// It writes its number into a file and removes that when it ends; a power cut leaves a file that no process belongs to.
    static var isServed: Bool {
        guard let file = fopen("/run/atd.pid", "r") else { return false }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 32)
        guard fgets(&line, 32, file) != nil else { return false }
        let digits = line.prefix { $0 >= 0x30 && $0 <= 0x39 }.map { UInt8(bitPattern: $0) }
        guard let process = pid_t(String(decoding: digits, as: UTF8.self)), process > 0 else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// Makes a job.
    ///
    /// - Parameters:
    ///   - script: what it runs, for sh(1).
    ///   - instant: when it runs, in seconds since 1970; at knows whole minutes, and it never runs before its time.
    ///   - deadline: until when at may take.
    /// - Returns: the job's number.
    func submit(_ script: String, at instant: Int64, by deadline: Deadline) throws(PluginFailure) -> Int {
        let said = try run(
            at.adding(["-q", letter, "-t", AtQueue.minute(instant)]),
            input: script,
            variables: [("TZ", "UTC")],
            by: deadline
        )
        let line = said.split(separator: "\n").last { $0.hasPrefix("job ") }
        guard let number = (line?.split(separator: " ").dropFirst().first).flatMap({ Int($0) }) else {
            throw .passing("at did not report a job number: \(PlainText.oneLine(said))")
        }
        return number
    }

    /// Takes a job back; one that has run or is gone is no failure.
    func remove(_ number: Int, by deadline: Deadline) throws(PluginFailure) {
        do { _ = try run(atrm.adding(["\(number)"]), by: deadline) } catch {
            if try isThere(number, by: deadline) { throw error }
        }
    }

    /// All jobs that are notifications, in any queue: the user may have changed the queue since they were made.
    func jobs(by deadline: Deadline) throws(PluginFailure) -> [AtJob] {
        var jobs: [AtJob] = []
        for (number, letter) in try numbers(by: deadline) {
            do {
                let text = try run(at.adding(["-c", "\(number)"]), by: deadline)
                if let job = AtJob(number: number, queue: letter, text: text) { jobs.append(job) }
            } catch {
                // A job that has run in the meantime is no failure; one that is there may be a reminder's.
                if try isThere(number, by: deadline) { throw error }
            }
        }
        return jobs
    }

    private func isThere(_ number: Int, by deadline: Deadline) throws(PluginFailure) -> Bool {
        try numbers(by: deadline).contains { $0.number == number }
    }

    /// The jobs with their queues: `12\tMon Nov 23 07:30:00 2026 a user`.
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
        if case .exited(0, let said) = ending { return said }
        if case .hung = ending {
            throw .passing("\(command.name) did not finish in time", remedy: "try it in a shell")
        }
        let remedy = "check that /etc/at.allow or /etc/at.deny permits you to use at"
        throw ending.failure(of: command, timeout: AtQueue.timeout, remedy: remedy)
            ?? .passing("\(command.name) failed")
    }

    /// The whole minute at or after a moment in UTC, as `at -t` reads it.
    private static func minute(_ instant: Int64) -> String {
        let moment = ClockFields((instant + 59) / 60 * 60)
        return "\(moment.year)"
            + [moment.month, moment.day, moment.hour, moment.minute].map(ClockFields.two).joined()
    }
}
