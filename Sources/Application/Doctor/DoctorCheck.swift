import CivilTime
import ImportedJobs
import Platform
import Triggers

/// A check of `antrain doctor` with its findings.
package struct DoctorCheck: Equatable {
    /// The checks in the order of the output.
    enum Name: String, Encodable, CaseIterable {
        case installation, files, disk, settings
        case timeZone = "time-zone"
        case ledger, snapshots, programs, plugins, trigger
        case lastRun = "last-run"
        case clock, machines, sandbox
        case channelSettings = "channel-settings"
        case channel
    }

    /// The result of a check: the severity of its worst finding.
    enum State: String, Encodable, CaseIterable {
        case ok, note, unchecked, warning, error
    }

    let name: Name
    /// The channel that is checked; nil for all other checks.
    var channel: String?
    /// What was found in order, such as the settings in force; nil if there is nothing to say.
    var summary: String?
    var findings: [DoctorFinding] = []

    var state: State {
        switch findings.map(\.severity).max() {
        case nil: .ok
        case .note: .note
        case .unchecked: .unchecked
        case .warning: .warning
        case .error: .error
        }
    }
}

extension [DoctorCheck] {
    /// The exit code: that of the first of the worst findings; notes, and what could not be checked, count as success.
    var status: ExitStatus {
        let findings = flatMap(\.findings)
        let worst = [DoctorFinding.Severity.error, .warning].lazy.compactMap { severity in
            findings.first { $0.severity == severity }
        }
        return worst.first?.code.status ?? .success
    }
}

/// The checks of what runs antrain.
extension DoctorCheck {
    /// - Parameters:
    ///   - isNeeded: whether reminders are on.
    ///   - grace: how many seconds late a reminder is still delivered.
    static func trigger(_ facts: TriggerFacts, isNeeded: Bool, grace: Int64) -> DoctorCheck {
        var findings: [DoctorFinding] = []
        for entry in facts.lines {
            if facts.brokenLines.contains(entry.line) {
                let place =
                    entry.program.contains("/")
                    ? "which does not exist" : "which is not in cron's PATH (\(entry.path.joined(separator: ":")))"
                findings.append(
                    DoctorFinding(
                        .error,
                        .triggerProgramMissing,
                        "line \(entry.line) of your crontab runs \(quoted(entry.program)), \(place)",
                        fix: corrects(entry, facts)
                    )
                )
            } else if entry.longestGap == nil {
                findings.append(
                    DoctorFinding(
                        facts.best == nil ? .error : .warning,
                        .triggerAtBoot,
                        "line \(entry.line) of your crontab does not run antrain at certain times",
                        fix: corrects(entry, facts)
                    )
                )
            }
        }
        for unit in facts.units where !unit.isActive {
            findings.append(
                DoctorFinding(
                    facts.best == nil ? .error : .warning,
                    .serviceStopped,
                    "the systemd unit \(unit.name) is enabled, but not running",
                    fix: "systemctl --user start \(unit.name)"
                )
            )
        }
        if let best = facts.best, let gap = best.longestGap, gap > grace {
            findings.append(
                DoctorFinding(
                    .warning,
                    .triggerRare,
                    "\(best.words) runs antrain only every \(interval(gap)), but a reminder that is more than \(TimeSpan.seconds(grace)) late is not sent",
                    fix: best.replacement
                )
            )
        }
        let problems = [facts.crontabProblem, facts.unitProblem].compactMap { $0 }
        findings += problems.map(DoctorFinding.unchecked)
        if facts.best == nil, findings.isEmpty {
            findings.append(
                DoctorFinding(
                    isNeeded ? .error : .note,
                    .noTrigger,
                    "nothing runs antrain: no line of your crontab, no daemon, and no systemd unit",
                    fix: "antrain install cron, or: antrain install systemd"
                )
            )
        }
        let found = facts.working.map { trigger in
            trigger.words + (trigger.longestGap.map { ", at least every \(interval($0))" } ?? "")
        }
        return DoctorCheck(
            name: .trigger,
            summary: found.isEmpty ? nil : found.joined(separator: "; "),
            findings: findings
        )
    }

    /// Whether the triggers keep what they promise.
    ///
    /// - Parameter last: the time of the last recorded run as shown to people; nil if antrain never ran.
    static func lastRun(_ last: String?, _ state: TriggerState) -> DoctorCheck {
        let finding: DoctorFinding
        switch (state, last) {
        case (.waits(let best), _):
            let text = "\(best.words) has not run antrain yet"
            let fix = "wait for the first run, or run: antrain schedule-next"
            finding = DoctorFinding(.note, .neverRun, text, fix: fix)
        case (.stopped(let best), let last):
            let since = last.map { "has run antrain since \($0)" } ?? "has ever run antrain"
            finding = DoctorFinding(
                .error,
                last == nil ? .neverRun : .triggerStopped,
                "nothing \(since), although \(best.words) should run it every \(interval(best.longestGap ?? 60))",
                fix: best.advice
            )
        case (_, let last): return DoctorCheck(name: .lastRun, summary: last ?? "never")
        }
        return DoctorCheck(name: .lastRun, findings: [finding])
    }

    /// How to correct a line of the crontab; `antrain install cron` rewrites antrain's own lines.
    private static func corrects(_ line: CrontabTrigger, _ facts: TriggerFacts) -> String {
        facts.ownLines.contains(line.line)
            ? "antrain install cron" : "remove the line with 'crontab -e', then run: antrain install cron"
    }

    /// An interval in its largest unit, rounded up, as in `every minute` and `every 2 hours`.
    static func interval(_ seconds: Int64) -> String {
        let (count, unit) = largestUnit(seconds)
        return count == 1 ? unit : "\(count) \(unit)s"
    }

    private static func largestUnit(_ seconds: Int64) -> (Int64, String) {
        let units: [(length: Int64, name: String)] = [(86_400, "day"), (3600, "hour")]
        let unit = units.first { seconds >= $0.length } ?? (60, "minute")
        return (max(1, (seconds + unit.length - 1) / unit.length), unit.name)
    }
}
