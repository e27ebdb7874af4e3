package import Platform
import SystemPackage
package import Triggers

/// The result of `antrain install` and `antrain uninstall`.
package struct TriggerResult: CommandResult {
    package static let kind = "trigger"

    package enum Action: String, Encodable {
        /// The changes are only shown, because the user has not confirmed them.
        case proposed
        case installed, removed
        /// Everything already is as requested.
        case unchanged
        /// Nothing was installed, because a line or unit that antrain did not write already runs antrain.
        case present
    }

    /// A file, or the crontab, and its change.
    package struct Part: Encodable {
        package enum Change: String, Encodable {
            case added, replaced, removed, unchanged
        }

        /// The file; nil for the crontab.
        package let path: ResultPath?
        package let change: Change
        /// The lines that are written to the file; for the crontab, those that are added or removed.
        package let lines: [String]

        package init(path: ResultPath?, change: Change, lines: [String]) {
            (self.path, self.change, self.lines) = (path, change, lines)
        }

        fileprivate func text(_ style: Style) -> String {
            let place = "\(path?.shown ?? "crontab") (\(change.rawValue))"
            return ([style.bold(place + (lines.isEmpty ? "" : ":"))] + lines.map { $0.isEmpty ? "" : "    \($0)" })
                .joined(separator: "\n") + "\n"
        }
    }

    let action: Action
    /// `cron` or `systemd`.
    let trigger: String
    let parts: [Part]
    /// The commands that the user has to run, because no service manager runs now.
    let commands: [String]
    /// The known reasons why the trigger does not work.
    let problems: [ResultMessage]
    let hints: [ResultMessage]
    /// Whether the parts were already shown.
    var isBrief = false

    private enum CodingKeys: String, CodingKey { case action, trigger, parts, commands, problems, hints }

    package init(
        _ action: Action,
        _ trigger: String,
        parts: [Part],
        commands: [String] = [],
        problems: [String] = [],
        hints: [String] = [],
        isBrief: Bool = false
    ) {
        self.action = action
        self.trigger = trigger
        self.parts = parts
        self.commands = commands
        self.problems = problems.map(ResultMessage.init)
        self.hints = hints.map(ResultMessage.init)
        self.isBrief = isBrief
    }

    package func text(_ style: Style, columns: Int) -> String {
        var text = isBrief || action == .unchanged ? "" : parts.map { $0.text(style) }.joined()
        switch action {
        case .proposed: break
        case .installed where commands.isEmpty && problems.isEmpty:
            text += style.green("installed: \(trigger) runs antrain") + "\n"
        case .installed: text += style.magenta("written, but \(trigger) does not run antrain yet") + "\n"
        case .removed: text += "removed: \(trigger) no longer runs antrain\n"
        case .unchanged: text += "nothing to change\n"
        case .present: text += "nothing was changed\n"
        }
        if !commands.isEmpty {
            text += "run this as soon as your systemd instance runs, for example after you log in:\n"
            text += commands.map { "    \($0)\n" }.joined()
        }
        let remarks = problems.map { style.red("problem: ") + $0.message } + hints.map { "note: \($0.message)" }
        return text + remarks.map { TextWrap.paragraphs($0, columns: columns) + "\n" }.joined()
    }
}

extension TriggerResult.Part {
    package init(_ change: SystemdInstaller.Change, _ paths: Paths) {
        path = ResultPath(change.path, paths)
        self.change =
            change.before == change.after
            ? .unchanged : change.after == nil ? .removed : change.before == nil ? .added : .replaced
        // Every text that antrain writes ends with a line break.
        let text = String(decoding: change.after ?? [], as: UTF8.self)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    }
}
