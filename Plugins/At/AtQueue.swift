import AntrainPluginKit
import Glibc

/// A queue of at(1): the user's jobs in it.
struct AtQueue {
    private let letter: String
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
            throw .passing("at did not say which job it made: \(PlainText.oneLine(said))")
        }
        return number
    }

    /// Takes a job back; one that has run or is gone is no failure.
    func remove(_ number: Int, by deadline: Deadline) throws(PluginFailure) {
        do { _ = try run(atrm.adding(["\(number)"]), by: deadline) } catch {
            if try numbers(by: deadline).contains(number) { throw error }
        }
    }

    /// All jobs of the queue that are notifications.
    func jobs(by deadline: Deadline) throws(PluginFailure) -> [AtJob] {
        var jobs: [AtJob] = []
        for number in try numbers(by: deadline) {
            do {
                let text = try run(at.adding(["-c", "\(number)"]), by: deadline)
                if let job = AtJob(number: number, text: text) { jobs.append(job) }
            } catch {
                // A job that has run in the meantime is no failure; one that is there may be a reminder's.
                if try numbers(by: deadline).contains(number) { throw error }
            }
        }
        return jobs
    }

    private func numbers(by deadline: Deadline) throws(PluginFailure) -> [Int] {
        try run(atq.adding(["-q", letter]), by: deadline).split(separator: "\n").compactMap { line in
            line.split(whereSeparator: { $0 == "\t" || $0 == " " }).first.flatMap { Int($0) }
        }
    }

    private func run(
        _ command: PluginCommand,
        input: String = "",
        variables: [(name: String, value: String)] = [],
        by deadline: Deadline
    ) throws(PluginFailure) -> String {
        guard let path = command.path else {
            throw .passing("there is no command \(command.name)", remedy: "install it, as in: apt install at")
        }
        let bytes = Array(input.utf8)
        let ending = command.run(path, input: bytes, variables: variables, by: deadline, keeping: AtQueue.memory)
        if case .exited(0, let said) = ending { return said }
        if case .hung = ending {
            throw .passing("\(command.name) does not answer in time", remedy: "look whether it does in a shell")
        }
        let remedy = "see whether /etc/at.deny or /etc/at.allow lets you use at"
        throw ending.failure(of: command, timeout: AtQueue.timeout, remedy: remedy)
            ?? .passing("\(command.name) did not work")
    }

    /// The whole minute at or after a moment in UTC, as `at -t` reads it.
    private static func minute(_ instant: Int64) -> String {
        let moment = ClockFields((instant + 59) / 60 * 60)
        return "\(moment.year)"
            + [moment.month, moment.day, moment.hour, moment.minute].map(ClockFields.two).joined()
    }
}
