import Foundation
import TestSupport
import Testing

/// The at channel with Debian's at and a real atd; each test has its own spool.
@Suite(.requires(.privateSpool, .program("atd", in: "at"))) struct AtTests {
    private let spool: PrivateSpool

    init() throws { spool = try PrivateSpool() }

    private func jobs(in queue: String = "q") throws -> [Int] {
        try spool.run("/usr/bin/atq", ["-q", queue]).output.split(separator: "\n").compactMap {
            $0.split(separator: "\t").first.flatMap { Int($0) }
        }
    }

    /// A home whose reminders are scheduled with at; its jobs run by the system clock, so antrain uses that, too.
    private func home(isServed: Bool = true) throws -> Home {
        let clock = DateFormatter()
        clock.locale = Locale(identifier: "en_US_POSIX")
        clock.timeZone = TimeZone(identifier: "Europe/Berlin")
        clock.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
        let home = try Home(now: clock.string(from: Date()))
        home.spool = spool
        if isServed { try spool.startAtd() }
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            channels: [at]
            configure:
              at:
                queue: q
                command: 'cat > "$HOME/said.new"; env | grep ^ANTRAIN_ID >> "$HOME/said.new"; mv "$HOME/said.new" "$HOME/said"'

            """
        )
        return home
    }

    @Test func aReminderIsDeliveredWithoutARunningAntrain() throws {
        let home = try home()
        let text = "It's \"time\" for $HOME & `tea`"
        #expect(
            try home.antrain(arguments: ["reminder", "add", text, "--in", "26h", "--notes", "x\ny"]).status == 0
        )
        #expect(try home.antrain("plugin info at").output.contains("ready"))
        let job = try #require(try jobs().first)
        #expect(try home.antrain("pending --json").output.contains("\"state\" : \"scheduled\""))
        // Nothing is scheduled twice.
        try home.antrain("schedule-next")
        #expect(try jobs() == [job])
        try spool.letCome(job: job, queue: "q")
        #expect(eventually(true, within: 60) { (try? home.folder.read("said")) != nil })
        let said = try home.folder.read("said")
        #expect(said.hasPrefix("\(text)\nx\ny\nANTRAIN_ID=reminder/1/"), "\(said)")
        #expect(try eventually([], within: 60) { try jobs() } == [])
        let late = ISO8601DateFormatter().string(from: Date().addingTimeInterval(27 * 3600))
        home.now = late
        // Reading learns of the delivery and records nothing.
        for _ in 0..<2 { #expect(try home.antrain("--json").output.contains("\"badge\" : 1")) }
        let seen = try home.antrain("history --json").output
        #expect(seen.contains("\"state\" : \"delivered\"") && seen.contains("\"channel\" : \"at\""), "\(seen)")
        #expect(try home.antrain("pending --json").output.contains("\"state\" : \"scheduled\""))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        let history = try home.antrain("history --json").output
        #expect(
            history.contains("\"state\" : \"delivered\"") && history.contains("\"channel\" : \"at\""),
            "\(history)"
        )
    }

    @Test func answersSnoozesAndChangesReachTheQueue() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h", "--repeat", "daily"])
        let first = try jobs()
        #expect(first.count >= 5)
        try home.antrain("reminder done 1")
        #expect(try jobs().count == first.count - 1)
        try home.antrain("undo")
        #expect(try jobs().count == first.count)
        try home.antrain("settings --channels console")
        #expect(try jobs().isEmpty)
    }

    @Test(arguments: ["", " --set command=true"])
    func withAtdThePluginConforms(values: String) throws {
        let home = try home()
        let library = BuildProducts.path("libantrain-at.so")
        let run = try home.antrain("plugin check \(library) --set queue=q\(values) --deliveries 20")
        #expect(run.status == 0 && run.output.hasSuffix("libantrain-at.so conforms\n"), "\(run.output)")
    }

    /// If the settings name another queue, the jobs move there, so that reminders are not sent twice.
    @Test func aChangedQueueMovesTheJobs() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h"])
        #expect(try jobs().count == 1)
        let settings = try home.folder.read(".config/antrain/settings.yaml")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            settings.replacingOccurrences(of: "queue: q", with: "queue: p")
        )
        try home.antrain("schedule-next")
        #expect(try jobs().isEmpty)
        #expect(try jobs(in: "p").count == 1)
        try home.antrain("reminder delete 1")
        #expect(try jobs(in: "p").isEmpty)
    }

    /// A channel that is removed from the settings still cancels its jobs.
    @Test(arguments: ["at", "evening"]) func aRemovedChannelLeavesNoJobs(name: String) throws {
        let home = try home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\nchannels: [\(name)]\nconfigure: {\(name): {plugin: at, queue: q}}\n"
        )
        try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h"])
        #expect(try jobs().count == 1)
        try home.folder.write(".config/antrain/settings.yaml", "enabled: on\nchannels: [console]\n")
        try home.antrain("schedule-next")
        #expect(try jobs().isEmpty)
    }

    /// A new ledger finds the jobs that a deleted ledger left behind.
    @Test func aDeletedLedgerLeavesNoJobs() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h"])
        let first = try jobs()
        for name in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(
                atPath: home.folder.path + "/.local/share/antrain/ledger.sqlite" + name
            )
        }
        #expect(try home.antrain("repair new").status == 0)
        try home.antrain(arguments: ["reminder", "add", "Water", "--in", "27h"])
        #expect(try jobs().count == 1 && jobs() != first)
    }

    /// A job that somebody removed is created again before its time; after it, antrain delivers itself.
    @Test func aRemovedJobHasNotRun() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h"])
        for job in try jobs() { _ = try spool.run("/usr/bin/atrm", ["\(job)"]) }
        try home.antrain("schedule-next")
        #expect(try jobs().count == 1)
        for job in try jobs() { _ = try spool.run("/usr/bin/atrm", ["\(job)"]) }
        home.now = ISO8601DateFormatter().string(from: Date().addingTimeInterval(26.2 * 3600))
        try home.antrain("schedule-next")
        #expect(try home.folder.read("said").hasPrefix("Tea\n"))
        #expect(try home.antrain("history --json").output.contains("\"state\" : \"delivered\""))
    }

    /// Jobs of long reminders are recognized, too.
    @Test func aLongReminderIsScheduledOnce() throws {
        let home = try home()
        let notes = String(repeating: "It's long. ", count: 6000)
        #expect(
            try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h", "--notes", notes]).status == 0
        )
        let first = try jobs()
        #expect(first.count == 1)
        try home.antrain("schedule-next")
        #expect(try jobs() == first)
    }

    /// An environment in which a script runs before `at`, `atq` and `atrm`; they work normally unless it exits.
    private func failing(_ home: Home, _ name: String, _ script: String) throws -> [String: String] {
        try home.folder.write("bin/\(name)", "#!/bin/sh\n\(script)\nexec /usr/bin/\(name) \"$@\"\n", mode: 0o755)
        return ["PATH": home.folder.path + "/bin:/usr/bin:/bin"]
    }

    /// If at fails to list a job, the job may still run: scheduling its reminder again would send it twice.
    @Test func anUnreadableJobHasNotRun() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h"])
        let first = try jobs()
        let broken = try failing(home, "at", "[ \"$1\" != -c ] || { echo 'no memory' >&2; exit 1; }")
        let run = try home.antrain("schedule-next", environment: broken)
        #expect(
            run.errors.contains("cannot list its scheduled reminders: at exited with 1: no memory"),
            "\(run.errors)"
        )
        #expect(try jobs() == first)
        try home.antrain("schedule-next")
        #expect(try jobs() == first)
    }

    /// If at fails after it created a job, the host finds and cancels the job.
    @Test func jobsOfAFailedCallAreCancelled() throws {
        let home = try home()
        let broken = try failing(
            home,
            "at",
            "[ \"$1\" = -c ] || { /usr/bin/at \"$@\" 2> \"$HOME/made\"; echo 'no memory' >&2; exit 1; }"
        )
        let words = ["reminder", "add", "Tea", "--in", "26h"]
        let run = try home.antrain(arguments: words, environment: broken)
        #expect(run.errors.contains("no memory"), "\(run)")
        #expect(try home.folder.read("made").contains("job "))
        #expect(try jobs().isEmpty)
        home.now = ISO8601DateFormatter().string(from: Date().addingTimeInterval(60))
        try home.antrain("schedule-next")
        #expect(try jobs().count == 1)
    }

    /// Without atd no job runs: antrain delivers itself, and says so once.
    @Test func withoutAtdAntrainDelivers() throws {
        let home = try home(isServed: false)
        let first = try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h"])
        #expect(first.errors.contains("atd is not running") && first.errors.contains("systemctl enable --now atd"))
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try jobs().isEmpty)
        home.now = ISO8601DateFormatter().string(from: Date().addingTimeInterval(26.2 * 3600))
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("said").hasPrefix("Tea\n"))
    }

    /// A job that runs too late, because the machine was asleep, sends nothing.
    @Test func aLateJobSendsNothing() throws {
        let home = try home()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--in", "26h"])
        let job = try #require(try jobs().first)
        let script = try spool.run("/usr/bin/at", ["-c", "\(job)"]).output
        let part = script[try #require(script.range(of: "# antrain-reminder")).lowerBound...]
        let late = part.replacingOccurrences(of: "$(date +%s)", with: "9999999999")
        let told = try run(
            "/bin/sh",
            ["-c", late],
            environment: ["HOME": home.folder.path, "PATH": "/usr/bin:/bin"]
        )
        #expect(told.status == 0 && told.output.isEmpty)
        #expect((try? home.folder.read("said")) == nil)
        let soon = part.replacingOccurrences(of: "antrain_now=$(date +%s)", with: "antrain_now=$ANTRAIN_TEST_NOW")
        let instant = try #require(
            part.split(whereSeparator: \.isWhitespace).dropFirst(3).first.flatMap { Int($0) }
        )
        _ = try run(
            "/bin/sh",
            ["-c", soon],
            environment: [
                "HOME": home.folder.path, "PATH": "/usr/bin:/bin", "ANTRAIN_TEST_NOW": "\(instant + 600)",
            ]
        )
        #expect(try home.folder.read("said").contains("(10 min late)"))
        try home.antrain("reminder delete 1")
        #expect(try jobs().isEmpty)
    }
}
