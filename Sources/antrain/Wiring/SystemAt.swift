import Reminders

/// The user's jobs of at(1).
struct SystemAt {
    private let context: Context

    init(_ context: Context) {
        self.context = context
    }

    private func run(_ program: String, _ arguments: [String] = []) -> SystemAnswer? {
        context.system(
            SystemCommand(program: program, arguments: arguments, variables: ["LC_ALL": "C", "TZ": "UTC0"])
        )
    }

    /// The user's own jobs, also where the superuser is shown those of everyone; none where there is no at(1).
    ///
    /// - Throws: why they cannot be read.
    func jobs() throws(CommandError) -> [AtJob] {
        guard let queue = run("atq") else { return [] }
        guard queue.status == 0 else {
            throw .notMoved("atq", reason: queue.reason, aftermath: "at jobs are ignored")
        }
        return AtQueue(queue.text).entries.compactMap { entry in
            // A job may end while they are read.
            guard let answer = run("at", ["-c", "\(entry.number)"]), answer.status == 0,
                let job = AtJob(entry, answer.output), job.userID == context.userID
            else { return nil }
            return job
        }
    }

    /// Takes a job away.
    ///
    /// - Returns: why it could not be taken away.
    func remove(_ number: Int) -> String? {
        guard let answer = run("atrm", ["\(number)"]) else { return "atrm(1) is not installed" }
        return answer.status == 0 ? nil : answer.reason
    }
}
