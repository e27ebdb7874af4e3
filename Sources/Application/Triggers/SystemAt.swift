import Platform
import ImportedJobs

/// The user's at(1) jobs.
struct SystemAt {
    private let context: Context

    init(_ context: Context) { self.context = context }

    private func run(_ program: String, _ arguments: [String] = []) -> SystemAnswer? {
        context.system(SystemCommand(program: program, arguments: arguments, variables: ["LC_ALL": "C", "TZ": "UTC0"]))
    }

    /// The user's own jobs (atq(1) shows the superuser those of all users); none without at(1).
    func jobs() throws(CommandError) -> [AtJob] {
        guard let queue = run("atq") else { return [] }
        guard queue.status == 0 else {
            throw .notMoved("atq", reason: queue.reason, aftermath: "at jobs are ignored")
        }
        return AtQueue(queue.text).entries.compactMap { entry in
            // A job may run, and be gone, while the jobs are read.
            guard let answer = run("at", ["-c", "\(entry.number)"]), answer.status == 0,
                let job = AtJob(entry, answer.output), job.userID == context.userID
            else { return nil }
            return job
        }
    }

    /// - Returns: the reason if that fails.
    func remove(_ number: Int) -> String? {
        guard let answer = run("atrm", ["\(number)"]) else { return "atrm(1) is not installed" }
        return answer.status == 0 ? nil : answer.reason
    }
}
