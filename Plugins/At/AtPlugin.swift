public import AntrainPluginABI
import AntrainPluginKit
import Glibc

/// Schedules notifications with at(1): each is a job of the system, so that it is delivered even when antrain is not running.
final class AtPlugin: SchedulingPlugin {
    static let manifest = PluginManifest(
        name: "at",
        version: "1.0.0",
        summary: "Schedules each reminder with at(1), which delivers it even when antrain is not running",
        author: "antrain",
        keys: [
            .init(
                "command",
                .command,
                help: "a shell command that each job runs with the text on standard input (default: at mails the text)"
            ),
            .init("queue", default: "a", help: "at's queue, a to z; later letters run with higher niceness"),
        ],
        needs: [.exec, .rights]
    )

    static let pendingLimit = 0

    private let host: PluginHost
    private let command: String
    private let queue: AtQueue
    private let receipts = AtReceipts()
    /// The jobs by their notifications' keys, after they were listed.
    private var known: [String: [AtJob]]?

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        self.host = host
        command = values["command"]
        let letter = values["queue"]
        guard letter.utf8.count == 1, letter.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
            throw .final("invalid queue '\(letter)'", remedy: "set queue to a letter from a to z")
        }
        queue = try AtQueue(letter: letter)
        // A job starts in the folder in which it was created, which must still exist then.
        chdir(getenv("HOME").map { String(cString: $0) } ?? "/")
    }

    func probe() throws(PluginFailure) {
        guard AtQueue.isServed else {
            throw .passing("atd is not running, so at jobs are not run", remedy: "start it: systemctl enable --now atd")
        }
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        guard !command.isEmpty else {
            host.print("\(notification.title)\n\(notification.bodyWithLateness)\n")
            return
        }
        // The shell reads the script on its standard input, like that of a job, because it may be longer than an argument.
        let shell = try PluginCommand("/bin/sh", example: "/bin/sh")
        let script = AtScript(notification, command: command).source
        let ending = shell.run("/bin/sh", input: Array(script.utf8), timeout: AtQueue.timeout)
        let remedy = "try the command in a shell"
        if let failure = ending.failure(of: shell, timeout: AtQueue.timeout, remedy: remedy) { throw failure }
    }

    func schedule(_ notification: DeliveredNotification) throws(PluginFailure) {
        try probe()
        let script = AtScript(notification, command: command, receipt: receipts.path(notification.key))
        try change { jobs, deadline throws(PluginFailure) in
            receipts.add(notification.key)
            let number = try queue.submit(script.source, at: notification.instant, by: deadline)
            // The new job is created before the old one is removed: whatever happens in between, the reminder is delivered.
            for job in jobs[notification.key] ?? [] { try queue.remove(job.number, by: deadline) }
            jobs[notification.key] = [
                AtJob(number: number, queue: queue.letter, key: notification.key, instant: notification.instant)
            ]
        }
    }

    func unschedule(key: String) throws(PluginFailure) {
        try change { jobs, deadline throws(PluginFailure) in
            for job in jobs[key] ?? [] { try queue.remove(job.number, by: deadline) }
            receipts.remove(key)
            jobs[key] = nil
        }
    }

    func held() throws(PluginFailure) -> [HeldNotification] {
        let jobs = try jobs(by: Deadline(seconds: Double(AtQueue.timeout)))
        // A job in another queue, or removed before it ran, is not scheduled as it should be: it is reported with time 0, so
        // that the host schedules it again, or delivers it if its time has passed.
        let missing = receipts.keys.filter { jobs[$0] == nil }
        return jobs.values.flatMap { $0 }.map { job in
            HeldNotification(key: job.key, instant: job.isIn(queue.letter) ? job.instant : 0)
        } + missing.map { HeldNotification(key: $0, instant: 0) }
    }

    /// Changes the queue; after a failure, the jobs are listed again, for example before the host cancels what it scheduled.
    private func change(_ body: (inout [String: [AtJob]], Deadline) throws(PluginFailure) -> Void) throws(PluginFailure)
    {
        let deadline = Deadline(seconds: Double(AtQueue.timeout))
        var jobs = try jobs(by: deadline)
        known = nil
        try body(&jobs, deadline)
        known = jobs
    }

    private func jobs(by deadline: Deadline) throws(PluginFailure) -> [String: [AtJob]] {
        if let known { return known }
        let found = Dictionary(grouping: try queue.jobs(by: deadline), by: \.key)
        known = found
        return found
    }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(AtPlugin.self, host: host)
}
