import Files
package import Platform
package import ImportedJobs
package import Session
import SystemPackage

/// Adds the line that runs antrain to the user's crontab, and removes it.
package struct CronInstaller {
    /// A change of the crontab, as shown to the user.
    package struct Change {
        package let before: Crontab
        package let after: Crontab
        /// The lines that are added or removed, with their comments.
        package let lines: [String]
    }

    private let workspace: Workspace
    private let options: LaunchOptions
    private let crontab: SystemCrontab

    package init(_ workspace: Workspace, _ options: LaunchOptions) {
        self.workspace = workspace
        self.options = options
        crontab = SystemCrontab(workspace.context)
    }

    /// - Throws: if cron is not installed, or the user may not use it.
    package func read() throws(CommandError) -> Crontab {
        do throws(CommandError) {
            if let present = try crontab.read() { return present }
        } catch {
            guard case .notMoved(let place, let reason, _) = error else { throw error }
            throw .triggerUnavailable("\(place): \(reason); nothing was changed; without cron: antrain install systemd")
        }
        throw .triggerUnavailable("cron is not installed; install the package cron, or use: antrain install systemd")
    }

    /// A line that runs antrain, but that antrain did not write; nil if there is none whose program exists.
    package func foreignLine(_ present: Crontab, _ facts: TriggerFacts) throws(CommandError) -> CrontabTrigger? {
        let block = try block(present)
        return present.triggers.first { line in
            line.longestGap != nil && !facts.brokenLines.contains(line.line)
                && block?.numbers.contains(line.line) != true
        }
    }

    /// The change that adds the line, or corrects it.
    package func installing(into present: Crontab) throws(CommandError) -> Change {
        let block = try block(present)
        try checkOnlyOwnLines(block)
        let invocation = TriggerInvocation(
            workspace,
            options,
            runs: "schedule-next",
            given: present.variables(before: block?.numbers.lowerBound ?? .max)
        )
        guard let line = CrontabLine.everyMinute(invocation.program.string, invocation.words) else {
            throw .triggerUnavailable(
                "a line of a crontab cannot run \(quoted(invocation.words.joined(separator: " "))): "
                    + "it would contain a line break or be longer than \(CrontabLine.longestCommand) bytes; "
                    + "use: antrain install systemd"
            )
        }
        let lines = ["# Written by 'antrain install cron'; 'antrain uninstall cron' removes it.", line]
        do throws(CrontabBlockError) {
            return Change(before: present, after: try present.settingBlock(lines), lines: CrontabBlock.text(lines))
        } catch { throw .triggerUnclear("your crontab", reason: error.description) }
    }

    /// The change that removes the line; nil if there is none.
    ///
    /// - Parameter isForced: whether lines that antrain did not write are removed with it.
    package func removing(from present: Crontab, isForced: Bool) throws(CommandError) -> Change? {
        guard let block = try block(present) else { return nil }
        if !isForced { try checkOnlyOwnLines(block) }
        do throws(CrontabBlockError) {
            return Change(before: present, after: try present.removingBlock(), lines: CrontabBlock.text(block.lines))
        } catch { throw .triggerUnclear("your crontab", reason: error.description) }
    }

    package func isInstalled(in present: Crontab) throws(CommandError) -> Bool { try block(present) != nil }

    private func block(_ present: Crontab) throws(CommandError) -> CrontabBlock? {
        do throws(CrontabBlockError) { return try present.block() } catch {
            throw .triggerUnclear("your crontab", reason: error.description)
        }
    }

    private func checkOnlyOwnLines(_ block: CrontabBlock?) throws(CommandError) {
        guard let block, let line = block.foreignLines.first else { return }
        throw .triggerUnclear(
            "your crontab",
            reason: "\(quoted(line)) is between the comments '\(CrontabBlock.start)' and '\(CrontabBlock.end)', "
                + "but was not written by antrain; move it elsewhere with 'crontab -e'"
        )
    }

    /// Writes the crontab, unless it changed since it was shown, and reads it back.
    package func apply(_ change: Change) throws(CommandError) {
        guard change.after != change.before else { return }
        try workspace.context.files.locked(.crontab, in: workspace.paths.data) { () throws(CommandError) in
            try write(change)
        }
    }

    private func write(_ change: Change) throws(CommandError) {
        // crontab(1) has no lock; this is the last chance to notice a change.
        guard try read() == change.before else {
            throw .triggerNotWritten(
                "the crontab",
                reason: "it was changed in the meantime; nothing was written; try again"
            )
        }
        if let reason = change.after.bytes.isEmpty ? crontab.remove() : crontab.write(change.after) {
            throw .triggerNotWritten("the crontab", reason: reason)
        }
        guard try read() == change.after else {
            throw .triggerNotWritten(
                "the crontab",
                reason: "crontab(1) reported success, but the crontab is not as written; check it with 'crontab -l'"
            )
        }
    }

    /// Why cron will not run the line, as far as that can be found out; empty if it will.
    package func problems() throws(CommandError) -> [String] {
        var problems: [String] = []
        let context = workspace.context
        // Processes of others may be invisible (hidepid, proc(5)).
        if context.files.exists("/proc/1/comm"),
            let found = context.system(SystemCommand(program: "pgrep", arguments: ["-x", "cron|crond|fcron"])),
            found.status == 1
        {
            problems.append("cron is not running; start it: sudo systemctl enable --now cron")
        }
        let present = try read()
        guard let block = try block(present),
            let line = present.triggers.first(where: { block.numbers.contains($0.line) })
        else { return problems }
        let variables = ["PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"]
            .merging(TriggerInvocation.loginVariables(context)) { $1 }
            .merging(present.variables(before: block.numbers.lowerBound)) { $1 }
        // As cron runs the line, except that nothing is delivered.
        let attempt = SystemCommand(
            program: "env",
            arguments: ["-i"] + variables.map { "\($0.key)=\($0.value)" }.sorted()
                + ["/bin/sh", "-c", line.command + " --dry-run"]
        )
        if let answer = context.system(attempt), answer.status != 0 {
            problems.append("the line fails in the environment of cron: \(answer.reason)")
        }
        return problems
    }
}
