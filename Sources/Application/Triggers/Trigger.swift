import Files
package import Platform
package import ImportedJobs
package import SystemPackage

/// Something that runs antrain so that reminders are delivered.
package enum Trigger: Equatable {
    /// The running daemon, by its process id.
    case daemon(Int)
    /// A line of the crontab.
    case crontab(CrontabTrigger)
    /// A line of a crontab of the system, such as /etc/cron.d/antrain.
    case system(file: FilePath, CrontabTrigger)
    /// An active systemd user unit, such as `antrain.service`, and the seconds between two runs; nil if it runs continuously.
    case unit(String, every: Int64?)

    /// The longest time between two runs in seconds; nil if there is always one.
    package var longestGap: Int64? {
        switch self {
        case .daemon: nil
        case .crontab(let line), .system(_, let line): line.longestGap
        case .unit(_, let interval): interval
        }
    }

    /// The trigger as the subject of a sentence.
    package var words: String {
        switch self {
        case .daemon(let process): "the daemon (process \(process))"
        case .crontab(let line): "line \(line.line) of your crontab"
        case .system(let file, let line): "line \(line.line) of \(file)"
        case .unit(let name, _): "the systemd unit \(name)"
        }
    }

    /// How to run antrain every minute instead.
    package var replacement: String {
        switch self {
        case .crontab(let line): "remove line \(line.line) with 'crontab -e', then run: antrain install cron"
        case .system, .daemon: "antrain install cron"
        case .unit: "antrain install systemd"
        }
    }

    /// What runs antrain's commands if this trigger does.
    func caller(_ context: Context) -> Caller {
        switch self {
        case .crontab(let line), .system(_, let line):
            let own = context.environment.filter { $0.key == Caller.sendmailVariable }
            return .underCron(own.merging(line.variables) { $1 }, context.files)
        case .daemon(let process): return Caller.hasTerminal(process, context.files) ? .person : .unattended
        case .unit: return .unattended
        }
    }

    /// Where to look if it does not run antrain.
    package var advice: String {
        switch self {
        case .crontab(let line), .system(_, let line):
            "check that cron runs: systemctl status cron; then run the command of line \(line.line) by hand"
        case .unit(let name, _): "systemctl --user status \(name)"
        case .daemon(let process): "kill \(process), then start it again: antrain daemon"
        }
    }
}

/// What is known about the triggers.
package struct TriggerFacts: Equatable {
    /// A systemd unit of the user that runs antrain.
    package struct Unit: Equatable {
        package let name: String
        let isEnabled: Bool
        package let isActive: Bool
        /// Whether it is a timer that elapses every minute.
        var isEveryMinute = false

        /// The seconds between two runs; nil if it runs continuously.
        ///
        /// Other timers than antrain's count as daily.
        fileprivate var interval: Int64? { isEveryMinute ? 60 : name.hasSuffix(".timer") ? 24 * 3600 : nil }
    }

    /// The process id of the daemon; nil if none is running.
    package var daemon: Int?
    package var lines: [CrontabTrigger] = []
    /// The user's lines that run antrain in crontabs of the system; only those whose program exists.
    var systemLines: [Trigger] = []
    /// The numbers of the lines that 'antrain install cron' wrote.
    package var ownLines: Set<Int> = []
    /// Why the crontab cannot be read; nil if it was read, or cron is not installed.
    package var crontabProblem: String?
    /// The numbers of the lines whose program does not exist.
    package var brokenLines: Set<Int> = []
    package var units: [Unit] = []
    /// Whether the user may have a crontab.
    var hasCron = false
    /// Whether the user has a service manager.
    var hasServices = false
    /// Why systemd cannot be asked; nil if it was asked, or the user has no service manager.
    package var unitProblem: String?

    package var working: [Trigger] {
        let runs = lines.filter { !brokenLines.contains($0.line) && $0.longestGap != nil }
        return [daemon.map(Trigger.daemon)].compactMap { $0 } + runs.map(Trigger.crontab)
            + systemLines.filter { $0.longestGap != nil }
            + units.filter(\.isActive).map { Trigger.unit($0.name, every: $0.interval) }
    }

    /// The trigger that runs antrain most often.
    package var best: Trigger? { working.min { ($0.longestGap ?? 0) < ($1.longestGap ?? 0) } }
}

/// Finds the triggers of a user.
package struct TriggerSearch {
    private static let table: FilePath = "/etc/crontab"
    private static let folder: FilePath = "/etc/cron.d"
    private static let units = ["antrain.service", SystemdUnit.timer, "antrain.timer"]

    private let context: Context
    private let lock: FilePath?

    package init(_ context: Context, lock: FilePath?) {
        self.context = context
        self.lock = lock
    }

    package func facts() -> TriggerFacts {
        var facts = TriggerFacts(daemon: lock.flatMap(DaemonLock.holder))
        do throws(CommandError) {
            let crontab = try SystemCrontab(context).read()
            facts.hasCron = crontab != nil
            facts.lines = crontab?.triggers ?? []
            if let own = (try? crontab?.block())?.numbers {
                facts.ownLines = Set(facts.lines.map(\.line).filter(own.contains))
            }
            facts.brokenLines = Set(facts.lines.filter { !hasProgram($0) }.map(\.line))
        } catch {
            facts.crontabProblem =
                if case .notMoved(let place, let reason, _) = error { "\(place): \(reason)" } else { error.message }
        }
        facts.systemLines = systemLines
        addUnits(&facts)
        return facts
    }

    private var systemLines: [Trigger] {
        guard let user = context.userName else { return [] }
        // cron ignores files with a dot, such as those of packages that were removed.
        let names = context.files.list(TriggerSearch.folder).filter { !$0.contains(".") }
        return ([TriggerSearch.table] + names.map { TriggerSearch.folder.appending($0) }).flatMap { file in
            guard case .success(let bytes) = context.files.read(file) else { return [Trigger]() }
            return Crontab(system: bytes, user: user).triggers.filter(hasProgram).map { .system(file: file, $0) }
        }
    }

    private func addUnits(_ facts: inout TriggerFacts) {
        let arguments = ["--user", "show", "--property=Id,LoadState,UnitFileState,ActiveState,TimersCalendar"]
        let command = SystemCommand(
            program: "systemctl",
            arguments: arguments + TriggerSearch.units,
            variables: ["LC_ALL": "C"]
        )
        guard let answer = context.system(command) else { return }
        guard answer.status == 0 else {
            // Without a session there is no service manager of the user, and therefore no unit.
            if !answer.errors.contains("Failed to connect"), !answer.errors.contains("has not been booted") {
                facts.unitProblem = "systemctl --user: \(answer.reason)"
            }
            return
        }
        facts.hasServices = true
        for block in answer.text.split(separator: "\n\n") {
            var values: [Substring: Substring] = [:]
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { values[parts[0]] = parts[1] }
            }
            guard let name = values["Id"], values["LoadState"] != "not-found" else { continue }
            let unit = TriggerFacts.Unit(
                name: String(name),
                isEnabled: values["UnitFileState"]?.hasPrefix("enabled") ?? false,
                isActive: ["active", "activating", "reloading"].contains(values["ActiveState"]),
                isEveryMinute: values["TimersCalendar"]?.contains("OnCalendar=\(SystemdUnit.everyMinute) ;") ?? false
            )
            if unit.isEnabled || unit.isActive { facts.units.append(unit) }
        }
    }

    /// Whether the program of a crontab line exists; also true if the shell decides which one it is.
    private func hasProgram(_ line: CrontabTrigger) -> Bool {
        let home = context.environment["HOME"] ?? ""
        var program = line.program
        for prefix in ["~/", "$HOME/", "${HOME}/"] where program.hasPrefix(prefix) {
            program = home + "/" + program.dropFirst(prefix.count)
        }
        if program.contains("$") || program.contains("`") { return true }
        let places =
            program.contains("/")
            ? [program.hasPrefix("/") ? program : "\(home)/\(program)"] : line.path.map { "\($0)/\(program)" }
        return places.contains { place in
            context.files.facts(FilePath(place)).map { $0.irregularKind == nil && $0.mode & 0o111 != 0 } ?? false
        }
    }
}
