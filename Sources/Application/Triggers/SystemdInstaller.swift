import Files
package import Platform
package import Session
package import SystemPackage

/// Writes, enables and removes the user's systemd units that run antrain.
package struct SystemdInstaller {
    package enum Kind {
        case timer, daemon
    }

    /// A unit file, what is in its place, and what it becomes.
    package struct Change {
        package let path: FilePath
        /// The present text; nil if there is no file.
        package let before: [UInt8]?
        /// The new text; nil if the file is removed.
        package let after: [UInt8]?
    }

    private let workspace: Workspace
    private let options: LaunchOptions
    private let services: UserServices
    private var files: FileAccess { workspace.context.files }

    package init(_ workspace: Workspace, _ options: LaunchOptions) {
        self.workspace = workspace
        self.options = options
        services = UserServices(workspace.context)
    }

    /// The unit that is enabled: the timer or the daemon.
    package static func enabled(_ kind: Kind) -> String { kind == .timer ? SystemdUnit.timer : SystemdUnit.daemon }

    /// The files to write.
    ///
    /// - Parameter isForced: whether files that a user wrote or changed are replaced.
    package func installing(_ kind: Kind, isForced: Bool) throws(CommandError) -> [Change] {
        guard services.isInstalled else {
            throw .triggerUnavailable("systemd is not installed (there is no systemctl); use: antrain install cron")
        }
        let command = kind == .timer ? "schedule-next" : "daemon"
        let invocation = TriggerInvocation(workspace, options, runs: command)
        let units = kind == .timer ? SystemdUnit.everyMinute(invocation) : SystemdUnit.daemon(invocation).map { [$0] }
        guard let units else {
            throw .triggerUnavailable(
                "a unit file cannot run \(quoted(invocation.words.joined(separator: " "))), which contains a control character"
            )
        }
        let folder = try services.folder()
        var changes: [Change] = []
        for unit in units {
            let path = folder.appending(unit.name)
            let before = try files.contents(path)
            if !isForced, let before { try check(before, path, isReplaced: true) }
            changes.append(Change(path: path, before: before, after: Array(unit.text.utf8)))
        }
        return changes
    }

    /// The files to remove: those that antrain wrote.
    ///
    /// - Parameter isForced: whether files of antrain that a user changed are removed, too.
    package func removing(isForced: Bool) throws(CommandError) -> [Change] {
        let folder = try services.folder()
        var changes: [Change] = []
        for name in [SystemdUnit.timer, SystemdUnit.service, SystemdUnit.daemon] {
            let path = folder.appending(name)
            guard let before = try files.contents(path), SystemdUnit.author(of: before) != .other else { continue }
            if !isForced { try check(before, path, isReplaced: false) }
            changes.append(Change(path: path, before: before, after: nil))
        }
        return changes
    }

    private func check(_ bytes: [UInt8], _ path: FilePath, isReplaced: Bool) throws(CommandError) {
        let reason =
            switch SystemdUnit.author(of: bytes) {
            case .antrain: nil as String?
            case .antrainAndUser: "it was changed after 'antrain install systemd' wrote it"
            case .other: "'antrain install systemd' did not write it"
            }
        guard let reason else { return }
        let change = isReplaced ? "replace" : "remove"
        throw .triggerUnclear(workspace.paths.shown(path), reason: reason + "; to \(change) it anyway, add --force")
    }

    /// Writes and removes the files, unless they changed since they were shown; files that a user changed are kept with a `~`.
    package func apply(_ changes: [Change]) throws(CommandError) {
        try files.locked(.files, in: workspace.paths.data) { () throws(CommandError) in
            for change in changes {
                guard try files.contents(change.path) == change.before else {
                    throw .triggerNotWritten(
                        workspace.paths.shown(change.path),
                        reason: "it was changed in the meantime; try again"
                    )
                }
            }
            do throws(FileProblem) {
                for change in changes where change.before != change.after {
                    if let before = change.before, SystemdUnit.author(of: before) != .antrain {
                        try files.replace(change.path.suffixed("~"), before)
                    }
                    if let after = change.after {
                        try files.replace(change.path, after)
                    } else {
                        try files.remove(change.path)
                    }
                }
            } catch { throw .file(error) }
        }
    }

    // MARK: The service manager

    /// Whether a unit works.
    package enum Outcome: Equatable {
        case works
        /// No service manager runs; the user has to send the requests later.
        case later([String])
        case fails(String)
    }

    static func activation(_ unit: String) -> [String] {
        [["daemon-reload"], ["enable --now", unit]].map { words in
            (["systemctl"] + UserServices.words(words[0], words.count == 2 ? words[1] : nil)).joined(separator: " ")
        }
    }

    /// - Parameter isChanged: whether its files are new; a running daemon is then restarted.
    package func activate(_ unit: String, isChanged: Bool) -> Outcome {
        do throws(UserServices.Failure) {
            try services.request("daemon-reload")
            try services.request("enable --now", unit)
            if isChanged { try services.request("restart", unit) }
        } catch { return outcome(error, later: SystemdInstaller.activation(unit)) }
        for (question, wanted) in [("is-enabled", "enabled"), ("is-active", "active")] {
            let state = services.state(question, of: unit)
            if state != wanted {
                return .fails(
                    "\(unit) is \(state ?? "unknown") instead of \(wanted); see: systemctl --user status \(unit)"
                )
            }
        }
        return .works
    }

    /// Stops and disables the units of files, before these are removed.
    package func deactivate(_ changes: [Change]) -> Outcome {
        var outcome = Outcome.works
        for case let name? in changes.map(\.path.lastComponent?.string) where name != SystemdUnit.service {
            do throws(UserServices.Failure) { try services.request("disable --now", name) } catch {
                outcome = self.outcome(error, later: ["systemctl --user daemon-reload"])
                if case .fails = outcome { return outcome }
            }
            // Without a service manager, the link that enables the unit stays.
            for target in ["timers.target.wants", "default.target.wants"] {
                guard let folder = try? services.folder() else { continue }
                let link = folder.appending(target).appending(name)
                if files.exists(link) { try? files.remove(link) }
            }
        }
        return outcome
    }

    /// Makes systemd forget removed files.
    package func reload() { try? services.request("daemon-reload") }

    private func outcome(_ failure: UserServices.Failure, later: [String]) -> Outcome {
        switch failure {
        case .notInstalled, .noManager: .later(later)
        case .refused(let reason): .fails("systemctl --user: \(reason)")
        }
    }

    /// What the user should know about the units: services end at logout unless lingering is enabled.
    package func hints() -> [String] {
        guard services.endAtLogout else { return [] }
        return ["the unit runs only while you are logged in; to change that: loginctl enable-linger"]
    }
}

/// The user's systemd instance, controlled with systemctl(1).
struct UserServices {
    /// Why a request failed.
    enum Failure: Error {
        /// systemctl(1) is not installed.
        case notInstalled
        /// No service manager of the user runs, as in a container or over some remote logins.
        case noManager
        case refused(String)
    }

    private let context: Context

    init(_ context: Context) { self.context = context }

    /// The folder of the user's own unit files (systemd.unit(5)).
    func folder() throws(CommandError) -> FilePath {
        try Paths.base("XDG_CONFIG_HOME", ".config", context).appending("systemd/user")
    }

    var isInstalled: Bool { run(["--version"]) != nil }

    private func run(_ arguments: [String], program: String = "systemctl") -> SystemAnswer? {
        context.system(SystemCommand(program: program, arguments: arguments, variables: ["LC_ALL": "C"]))
    }

    /// The words after `systemctl` of a request, also for the user to type.
    static func words(_ request: String, _ unit: String? = nil) -> [String] {
        ["--user"] + request.split(separator: " ").map(String.init) + [unit].compactMap { $0 }
    }

    /// Sends a request, such as `daemon-reload` or `enable --now` with a unit.
    func request(_ request: String, _ unit: String? = nil) throws(Failure) {
        guard let answer = run(UserServices.words(request, unit)) else { throw .notInstalled }
        guard answer.status != 0 else { return }
        throw UserServices.hasNoManager(answer) ? .noManager : .refused(answer.reason)
    }

    /// Whether the answer means that the user has no service manager.
    static func hasNoManager(_ answer: SystemAnswer) -> Bool {
        answer.errors.contains("Failed to connect") || answer.errors.contains("has not been booted")
    }

    /// What `is-active` or `is-enabled` prints for a unit; nil without a service manager.
    func state(_ question: String, of unit: String) -> String? {
        guard let answer = run(UserServices.words(question, unit)), !UserServices.hasNoManager(answer) else {
            return nil
        }
        let words = answer.text.split(whereSeparator: \.isWhitespace)
        return words.first.map(String.init)
    }

    /// Whether the user's services end when the user logs out; false if unknown.
    var endAtLogout: Bool {
        let user = context.userName ?? "\(context.userID)"
        guard let answer = run(["show-user", user, "--property=Linger"], program: "loginctl") else { return false }
        return answer.text.contains("Linger=no") || answer.errors.contains("not logged in or lingering")
    }
}
