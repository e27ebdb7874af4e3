import Delivery
import Quoting
import SystemPackage

/// The file of a systemd user unit that antrain writes (systemd.unit(5)).
///
/// Its first line contains the digest of all other lines, so that antrain does not overwrite or remove what a user changed.
package struct SystemdUnit: Equatable {
    /// Who wrote a unit file.
    enum Author {
        /// antrain, and nobody changed it since.
        case antrain
        /// antrain, but it was changed since.
        case antrainAndUser
        case other
    }

    static let daemon = "antrain.service"
    static let service = "antrain-schedule.service"
    static let timer = "antrain-schedule.timer"
    /// The calendar event of the timer (systemd.time(7)).
    static let everyMinute = "*-*-* *:*:00"

    private static let mark = "# Written by 'antrain install systemd', SHA-256 of the lines below: "

    let name: String
    let text: String

    private init(_ name: String, _ lines: [String]) {
        self.name = name
        let body = "# To change it, use: systemctl --user edit \(name)\n" + lines.joined(separator: "\n") + "\n"
        text = SystemdUnit.mark + ContentDigest.sha256(of: Array(body.utf8)[...]) + "\n" + body
    }

    /// Who wrote a unit file with these contents.
    static func author(of bytes: [UInt8]) -> Author {
        let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let first = String(decoding: lines[0], as: UTF8.self)
        guard first.hasPrefix(mark) else { return .other }
        let body = lines.count == 2 ? lines[1] : []
        return first == mark + ContentDigest.sha256(of: body) ? .antrain : .antrainAndUser
    }

    /// The units that run `antrain schedule-next` every minute: the timer, and the service that it starts.
    ///
    /// - Returns: nil if a unit file cannot have such a command line, because it contains a control character.
    static func everyMinute(_ invocation: TriggerInvocation) -> [SystemdUnit]? {
        guard let command = command(invocation) else { return nil }
        let service = SystemdUnit(
            SystemdUnit.service,
            ["[Unit]", "Description=Plan and deliver workout reminders", "Documentation=man:antrain(1)", ""]
                + ["[Service]", "Type=oneshot"] + command
                // A mail program may still deliver in the background when antrain ends.
                + ["KillMode=process", "TimeoutStartSec=15min"] + limits
        )
        let timer = SystemdUnit(
            SystemdUnit.timer,
            [
                "[Unit]", "Description=Plan and deliver workout reminders every minute", "Documentation=man:antrain(1)",
                "",
                "[Timer]", "OnCalendar=\(everyMinute)", "AccuracySec=1s", "Persistent=true", "OnClockChange=true",
                "OnTimezoneChange=true", "", "[Install]", "WantedBy=timers.target",
            ]
        )
        return [service, timer]
    }

    /// The unit that runs `antrain daemon`.
    ///
    /// - Returns: nil if a unit file cannot have such a command line, because it contains a control character.
    static func daemon(_ invocation: TriggerInvocation) -> SystemdUnit? {
        guard let command = command(invocation) else { return nil }
        return SystemdUnit(
            SystemdUnit.daemon,
            ["[Unit]", "Description=antrain workout reminders", "Documentation=man:antrain(1)", ""]
                + ["[Service]", "Type=notify"] + command
                + ["ExecReload=/bin/kill -HUP $MAINPID", "Restart=on-failure", "RestartSec=10s"]
                + ["# 75: another daemon is already running.", "RestartPreventExitStatus=75"] + limits
                + ["", "[Install]", "WantedBy=default.target"]
        )
    }

    /// The limits that no channel needs to exceed.
    ///
    /// They do not include options that imply `NoNewPrivileges=yes`, such as system call filters and a read-only file system,
    /// because sendmail(8) and at(1) need the rights of their files. Each plugin is confined by its runner instead.
    private static let limits = [
        "# Plugins are confined by antrain-plugin-runner. NoNewPrivileges=yes, and options that imply it, would break",
        "# the channels that run sendmail(8) or at(1).",
        "UMask=0077", "LimitCORE=0", "TasksMax=256", "MemoryMax=1G", "OOMPolicy=continue",
    ]

    private static func command(_ invocation: TriggerInvocation) -> [String]? {
        // In the path of the program, `$` is not special.
        let words = [UnitText.word(invocation.program.string)] + invocation.arguments.map(UnitText.argument)
        let variables = invocation.variables.map { variable -> String? in
            guard let value = variable.value else { return "UnsetEnvironment=\(variable.name)" }
            return UnitText.word("\(variable.name)=\(value)").map { "Environment=" + $0 }
        }
        guard !words.contains(nil), !variables.contains(nil) else { return nil }
        return ["ExecStart=" + words.compactMap(\.self).joined(separator: " ")] + variables.compactMap(\.self)
    }
}
