import Foundation
import TestSupport
import Testing

/// antrain, or the process of its plugin, is killed at each file operation while it brings the coming reminders into a folder of tasks,
/// or a collection on a server, and collects a tick.
@Suite(.requires(TaskServer.needs)) struct TaskFaultTests {
    enum Victim: String, CaseIterable, CustomTestStringConvertible {
        case antrain
        case plugin = "antrain-plugin-runner"
        var testDescription: String { rawValue }
    }

    /// How a process ends, and where the tasks are.
    struct End: CustomTestStringConvertible {
        let kind: String
        var isOnServer = false
        var testDescription: String { kind + (isOnServer ? ", server" : "") }
    }

    @Test(
        arguments: Victim.allCases,
        [End(kind: "kill"), End(kind: "torn-write"), End(kind: "kill", isOnServer: true)]
    )
    func theCollectionEqualsThePlan(victim: Victim, ending: End) throws {
        let kind = ending.kind
        let home = try TaskFaultHome(ending.isOnServer ? TaskServer(.radicale) : nil)
        let before = try home.files()
        #expect(try home.run().status == 0)
        let end = try home.outcome()
        try #require(end.tasks.count == 6 && end.answers == "completed reported\n5|5\n", "\(end)")
        try home.restore(before)
        let count = try home.run(kind, at: 0, in: victim).operations
        try #require(count > (kind == "kill" ? 40 : 4), "\(count)")
        var left = 0
        for number in Share.of(Array(1...count), 6, "tasks-\(ending.testDescription)-\(victim.rawValue)") {
            try home.restore(before)
            let faulty = try home.run(kind, at: number, in: victim)
            SoakFigures.add("kills", 1)
            let place = "\(victim), \(kind) at \(number) of \(count): \(faulty)"
            // How many operations there are depends on how the packets of a server's responses arrive.
            if faulty.hit == nil, ending.isOnServer, number > count - 40 { continue }
            #expect(faulty.hit != nil, "\(place)")
            if try home.outcome() != end { left += 1 }
            let next = try home.run()
            #expect(next.status == 0, "\(place): the next run: \(next)")
            let outcome = try home.outcome()
            if outcome != end { Issue.record("\(place): \(outcome.difference(from: end)); the next run: \(next)") }
        }
        SoakFigures.add("\(victim.rawValue): interrupted", left)
    }
}

/// A home with a folder of tasks, or a server for them, in which the plugin's process can be killed as well.
private final class TaskFaultHome {
    private let home: FaultHome
    private let programs: TemporaryFolder
    private let server: TaskServer?
    /// The folder of the objects.
    private let collection: String

    private var foreign = ""
    private static let foreign = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:antrain-x\nSUMMARY:Milk\nEND:VTODO\nEND:VCALENDAR\n"

    init(_ server: TaskServer?) throws {
        home = try FaultHome()
        self.server = server
        let collection = server?.path ?? home.path + "/lists/training"
        self.collection = collection
        // antrain looks for its files three folders above a build folder.
        let path = BuildProducts.packageCopy + "/.build/copy/\(UUID().uuidString.prefix(8))"
        programs = try TemporaryFolder(path: path)
        home.programs = path
        try wrapRunner()
        let values: String
        if let server {
            try server.put("antrain-x.ics", Self.foreign.replacing("\n", with: "\r\n"))
            values = "url: \(server.url), user: \(TaskServer.user), password: \(TaskServer.password)"
        } else {
            try home.write("lists/training/antrain-x.ics", Self.foreign)
            values = "folder: \(collection)"
        }
        foreign = try String(contentsOfFile: collection + "/antrain-x.ics", encoding: .utf8)
        try home.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            follow-up: 2h
            channels: [tasks]
            configure: {tasks: {\(values)}}

            """
        )
        for line in ["program activate push-pull-legs", "schedule-next"] {
            let run = try home.antrain(line)
            try #require(run.status == 0, "\(run)")
        }
        // The phone ticks Monday's workout, and antrain runs again on Wednesday.
        let name = try #require(try tasks().first { $0.value.contains("DUE:20261123T063000Z") }?.key)
        let ticked = try tasks()[name]?.replacing(
            "STATUS:NEEDS-ACTION",
            with: "STATUS:COMPLETED\r\nCOMPLETED:20261123T071500Z"
        )
        if let server {
            try server.put(name, ticked ?? "")
        } else {
            try home.write("lists/training/" + name, ticked ?? "")
        }
        home.now = "2026-11-25T10:00"
    }

    deinit { try? FileManager.default.removeItem(atPath: programs.path) }

    /// Wraps the runner in a script that sets the variables in the file `fault`, because antrain does not pass them on.
    private func wrapRunner() throws {
        let own = (BuildProducts.ownPath("antrain") as NSString).deletingLastPathComponent
        let script = """
            set -e
            mkdir "$2/runner"
            ln "$1"/antrain "$1"/libantrain-*.so "$1/plugins.sha256" "$2"
            ln "$1/antrain-plugin-runner" "$2/runner"
            """
        let made = try TestSupport.run("/bin/sh", ["-c", script, "sh", own, programs.path])
        try #require(made.status == 0, "\(made)")
        try programs.write(
            "antrain-plugin-runner",
            "#!/bin/sh\n. \(programs.path)/fault\nexec \(programs.path)/runner/antrain-plugin-runner\n",
            mode: 0o755
        )
        try programs.write("fault", "")
    }

    /// The files of the home; those of a server are remembered besides.
    func files() throws -> HomeFiles {
        try copy(collection, to: programs.path + "/collection")
        return try home.files()
    }

    func restore(_ files: HomeFiles) throws {
        try copy(programs.path + "/collection", to: collection)
        try home.restore(files)
    }

    private func copy(_ source: String, to target: String) throws {
        guard server != nil else { return }
        let copied = try TestSupport.run(
            "/bin/sh",
            ["-c", "rm -rf \"$2\" && cp -a \"$1\" \"$2\"", "sh", source, target]
        )
        try #require(copied.status == 0, "\(copied)")
    }

    /// A planning run after a reboot, because no process holds a lease.
    func run() throws -> Finished {
        try programs.write("fault", "")
        return try home.antrainAfterReboot("schedule-next")
    }

    func run(_ kind: String, at number: Int, in victim: TaskFaultTests.Victim) throws -> FaultHome.Faulty {
        if victim == .antrain { return try home.antrain("schedule-next", kind, at: number) }
        let variables = [
            "LD_PRELOAD": FaultHome.faults, "FAULT_ROOT": home.path, "FAULT_PROGRAM": victim.rawValue,
            "FAULT_KIND": kind, "FAULT_AT": "\(number)", "FAULT_REPORT": home.reportFile,
        ]
        unlink(home.reportFile)
        try programs.write("fault", variables.map { "export \($0.key)='\($0.value)'\n" }.joined())
        let finished = try home.antrain("schedule-next")
        let (operations, hit) = home.report()
        return FaultHome.Faulty(finished: finished, operations: operations, hit: hit)
    }

    // MARK: The outcome

    struct Outcome: Equatable {
        /// The text of each task, without what differs from run to run.
        var tasks: [String]
        /// The number of the plugin's records.
        var records: Int
        /// Temporary files that are left, and changed objects of other programs.
        var remains: [String]
        /// The ledger's entries about the tick, and the number of logged exercises.
        var answers: String

        func difference(from other: Outcome) -> String {
            let more = tasks.filter { !other.tasks.contains($0) }
            let missing = other.tasks.filter { !tasks.contains($0) }
            return "\(tasks.count) tasks, with \(more), without \(missing), \(records) records, \(remains), \(answers)"
        }
    }

    private func tasks() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: collection).filter {
            $0 != "antrain-x.ics" && ($0.hasSuffix(".ics") || server == nil)
        }
        let texts = try names.map { ($0, try String(contentsOfFile: collection + "/" + $0, encoding: .utf8)) }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    func outcome() throws -> Outcome {
        let tasks = try tasks()
        let changing = ["UID:", "DTSTAMP:", "CREATED:", "LAST-MODIFIED:", "SEQUENCE:", "X-ANTRAIN-KEY:"]
        let texts = tasks.values.map { text in
            // Today's reminder may be sent again if the plugin could not report that it has it.
            let changing = changing + (text.contains("DUE:20261125T083000Z") ? ["TRIGGER;"] : [])
            return text.split(separator: "\r\n").filter { line in !changing.contains(where: line.hasPrefix) }
                .joined(separator: " ")
        }
        let records = home.path + "/.local/state/antrain/tasks"
        let remembered = ((try? FileManager.default.subpathsOfDirectory(atPath: records)) ?? [])
        var remains = (Array(tasks.keys) + remembered).filter { $0.contains("antrain-new") }
        if try String(contentsOfFile: collection + "/antrain-x.ics", encoding: .utf8) != foreign {
            remains.append("antrain-x.ics was changed")
        }
        let query = """
            SELECT group_concat(kind, ' ') FROM journal WHERE kind IN ('reported', 'completed', 'logged', 'undone');
            SELECT count(*), count(DISTINCT exercise) FROM log_entry
            """
        let ledger = home.path + "/.local/share/antrain/ledger.sqlite"
        return Outcome(
            tasks: texts.sorted(),
            records: remembered.count { $0.hasSuffix(".ics") },
            remains: remains,
            answers: try TestSupport.run("/usr/bin/sqlite3", [ledger, query]).output
        )
    }
}
