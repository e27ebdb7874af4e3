import CivilTime

/// A job of at(1) that shows a reminder and reschedules itself.
struct RepeatingAtJob: Hashable {
    let reminder: ImportedReminder
    /// The number of days until it runs again.
    let days: Int

    /// Recognizes a job that shows a reminder and repeats; nil for any other.
    ///
    /// - Parameters:
    ///   - next: the job's next time, in the user's time zone.
    ///   - user: the user's login name; nil if unknown.
    ///   - file: returns the text of a file; nil if there is none.
    /// - Throws: why a job that shows a reminder and schedules something cannot be imported.
    static func read(_ job: AtJob, next: CivilDateTime, user: String?, file: @escaping (String) -> String?)
        throws(MigrationObstacle) -> RepeatingAtJob?
    {
        let essence = AtScript(job.script, job, file)
        guard let invocations = essence.invocations, !essence.mentionsAntrain else { return nil }
        let schedulings = invocations.filter { $0.last?.schedules == true }
        guard !schedulings.isEmpty,
            let reminder = try ImportedReminder.read(
                invocations.filter { $0.last?.schedules != true },
                for: Audience(user: user, mailed: job.mailed)
            )
        else { return nil }
        guard !schedulings.joined().contains(where: \.doesMore) else { throw .doesMore }
        guard !job.isRunning else { throw .running }
        guard schedulings.count == 1, let last = schedulings[0].last else { throw .otherJob }
        let words = try CommandWords(last, flags: ["m", "M", "v"], valued: ["q", "f"])
        var spoken: [String] = []
        for operand in words.operands {
            guard let operand else { throw .unknownTime("…") }
            spoken.append(operand)
        }
        let text = spoken.joined(separator: " ")
        let time = try AtTime(text)
        if let weekday = time.weekday, weekday != next.date.weekday { throw .unknownTime(text) }
        if let then = time.time, then != next.time { throw .shiftingTime(next: next.time, then: then) }
        guard let scheduled = essence.scheduled(schedulings[0], words),
            AtScript(scheduled, job, file).isSame(as: essence)
        else { throw .otherJob }
        return RepeatingAtJob(reminder: reminder, days: time.days)
    }
}

extension ShellInvocation {
    /// Whether it passes a script to at(1).
    fileprivate var schedules: Bool { name == "at" || name == "batch" }
}

/// The script that a job effectively runs: its own, or that of the file that it only calls.
private struct AtScript {
    private let text: String
    private let job: AtJob
    private let file: (String) -> String?
    /// The commands of the script; nil if only the shell can determine them.
    let invocations: [[ShellInvocation]]?

    init(_ script: String, _ job: AtJob, _ file: @escaping (String) -> String?) {
        var text = script
        var variables = job.variables
        var invocations = ShellScript(text)?.invocations(&variables)
        if let path = AtScript.calledFile(invocations), let called = file(AtScript.path(path, job)) {
            text = called
            variables = job.variables.merging(["0": path]) { $1 }
            invocations = ShellScript(called)?.invocations(&variables)
        }
        self.text = text
        self.job = job
        self.file = file
        self.invocations = invocations
    }

    private static func path(_ path: String, _ job: AtJob) -> String {
        path.hasPrefix("/") ? path : "\(job.folder)/\(path)"
    }

    /// The file of `sh FILE`, or of a command with a folder and no arguments.
    private static func calledFile(_ invocations: [[ShellInvocation]]?) -> String? {
        guard let invocations, invocations.count == 1, invocations[0].count == 1,
            let command = invocations[0][0].command, invocations[0][0].isUndirected
        else { return nil }
        let arguments = invocations[0][0].arguments
        if let name = invocations[0][0].name, ShellInvocation.isShell(name) || name == ".", arguments.count == 1 {
            return arguments[0]
        }
        return command.contains("/") && arguments.isEmpty ? command : nil
    }

    /// The script that a pipeline passes to at(1); nil if only the shell can determine it.
    func scheduled(_ pipeline: [ShellInvocation], _ words: CommandWords) -> String? {
        if words.has("f") { return words.value(of: "f").flatMap { file(AtScript.path($0, job)) } }
        switch (pipeline.count, pipeline.last?.input) {
        case (1, .text(let text)?): return text
        case (1, .file(let path)?): return path.flatMap { file(AtScript.path($0, job)) }
        case (2, nil): return pipeline[0].printedText
        default: return nil
        }
    }

    /// Whether two scripts differ only in comments and blanks.
    func isSame(as other: AtScript) -> Bool { lines == other.lines }

    var mentionsAntrain: Bool { job.script.mentionsAntrain || text.mentionsAntrain }

    private var lines: [String] {
        text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
