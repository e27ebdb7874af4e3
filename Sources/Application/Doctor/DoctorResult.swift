import Files
package import Platform
import PrintableText
import Results

/// The result of `antrain doctor`.
package struct DoctorResult: CommandResult {
    package static let kind = "doctor"

    struct Finding: Encodable {
        let code: DoctorCode
        let severity: DoctorFinding.Severity
        let text: String
        let fix: String?
        let fixable: Bool
        let path: ResultPath?
        let line: Int?
        let column: Int?

        init(_ finding: DoctorFinding, _ paths: Paths?) {
            code = finding.code
            severity = finding.severity
            text = finding.text
            fix = finding.fix
            fixable = finding.repair != nil
            path = finding.place.map { ResultPath($0.path, paths) }
            line = finding.place?.line
            column = finding.place?.column
        }

        /// Where it is, as shown to people, unless the text names the file already.
        fileprivate var place: String {
            guard let path else { return "" }
            guard let line else {
                return text.contains(path.shown) || text.contains(path.absolute) ? "" : "\(path.shown): "
            }
            return "\(path.shown):\(line):\(column ?? 1): "
        }
    }

    struct Check: Encodable {
        let check: DoctorCheck.Name
        let channel: String?
        let state: DoctorCheck.State
        /// What was found in order.
        let text: String?
        let findings: [Finding]

        fileprivate var title: String { check.rawValue + (channel.map { " \($0)" } ?? "") }
    }

    /// A change of `--fix`.
    struct Fix: Encodable {
        let code: DoctorCode
        let path: ResultPath
        let text: String
        /// Why it failed; nil if it was made.
        let problem: ResultMessage?
    }

    let state: DoctorCheck.State
    let checks: [Check]
    /// The changes that `--fix` made.
    let fixes: [Fix]
    /// The name of the command that applies the fixes.
    private let command: String

    private enum CodingKeys: CodingKey { case state, checks, fixes }

    init(_ checks: [DoctorCheck], _ fixes: [Fix], _ paths: Paths?, command: String) {
        self.command = command
        self.checks = checks.map { check in
            Check(
                check: check.name,
                channel: check.channel,
                state: check.state,
                text: check.summary,
                findings: check.findings.map { Finding($0, paths) }
            )
        }
        self.fixes = fixes
        state = DoctorCheck(name: .files, findings: checks.flatMap(\.findings)).state
    }

    package func text(_ style: Style, columns: Int) -> String {
        var lines: [String] = []
        for fix in fixes {
            let failure = fix.problem.map { style.red("failed: \($0.message)") }
            lines.append("\(style.bold("fixed")): " + fix.text + (failure.map { " \($0)" } ?? ""))
        }
        if !fixes.isEmpty { lines.append("") }
        let width = checks.map(\.title).map(DisplayWidth.of).max() ?? 0
        for check in checks {
            let state = check.state.rawValue
            let head =
                DoctorResult.painted(check.state, style) + String(repeating: " ", count: max(0, 11 - state.count))
                + check.title
            guard check.findings.isEmpty else {
                lines.append(head)
                for finding in check.findings { lines += DoctorResult.lines(finding, style, columns) }
                continue
            }
            let start = 11 + width + 2
            let gap = String(repeating: " ", count: width + 2 - DisplayWidth.of(check.title))
            let texts = TextWrap.lines(check.text ?? "", columns: max(20, columns - start))
            let margin = String(repeating: " ", count: start)
            lines.append(texts.first.map { head + gap + $0 } ?? head)
            lines += texts.dropFirst().map { margin + $0 }
        }
        return (lines + ["", conclusion(style)]).joined(separator: "\n") + "\n"
    }

    private static func painted(_ state: DoctorCheck.State, _ style: Style) -> String {
        switch state {
        case .ok: style.green(state.rawValue)
        case .note, .unchecked: style.bold(state.rawValue)
        case .warning: style.magenta(state.rawValue)
        case .error: style.red(state.rawValue)
        }
    }

    private static func lines(_ finding: Finding, _ style: Style, _ columns: Int) -> [String] {
        let margin = String(repeating: " ", count: 11)
        func wrapped(_ text: String, _ paint: (String) -> String = { $0 }) -> [String] {
            TextWrap.lines(text, columns: max(20, columns - margin.count)).map { margin + paint($0) }
        }
        return wrapped(finding.place + finding.text) + (finding.fix.map { wrapped("fix: \($0)", style.bold) } ?? [])
    }

    private func conclusion(_ style: Style) -> String {
        let all = checks.flatMap(\.findings)
        let counts = [DoctorFinding.Severity.error, .warning, .note].compactMap { severity -> String? in
            let count = all.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let skipped = all.count { $0.severity == .unchecked }
        let parts = counts + (skipped == 0 ? [] : ["\(skipped) not checked"])
        guard !parts.isEmpty else { return style.green("no problems found") }
        let fixable = all.count(where: \.fixable)
        return style.bold(parts.joined(separator: ", "))
            + (fixable == 0 ? "" : "; antrain can fix \(fixable) of them: antrain \(command) --fix")
    }
}

extension Checkup {
    /// Runs checks, after the safe fixes if wanted.
    ///
    /// - Parameters:
    ///   - fixes: whether the safe fixes are applied.
    ///   - command: the name of the command, for advice.
    package static func report(
        _ context: Context,
        _ options: LaunchOptions,
        isThorough: Bool = false,
        fixes: Bool,
        command: String,
        _ checks: (Checkup) -> [DoctorCheck]
    ) throws(CommandError) -> (DoctorResult, ExitStatus) {
        // Damaged parts are among the findings.
        defer { _ = context.takeDamage() }
        let checkup: Checkup
        do throws(CommandError) { checkup = try Checkup(context, options, isThorough: isThorough) } catch {
            guard case .noHome = error else { throw error }
            let checks = Checkup.withoutHome(error, context)
            return (DoctorResult(checks, [], nil, command: command), checks.status)
        }
        var found = checks(checkup)
        var applied: [DoctorResult.Fix] = []
        if fixes {
            applied = checkup.repair(found.flatMap(\.findings))
            if !applied.isEmpty { found = checks(try Checkup(context, options, isThorough: isThorough)) }
        }
        return (DoctorResult(found, applied, checkup.paths, command: command), found.status)
    }

    private func repair(_ findings: [DoctorFinding]) -> [DoctorResult.Fix] {
        findings.compactMap { finding in
            finding.repair.map { repair in
                var problem: ResultMessage?
                do throws(FileProblem) { try repair.apply(workspace) } catch {
                    problem = ResultMessage(message: error.reason)
                }
                return DoctorResult.Fix(
                    code: finding.code,
                    path: ResultPath(repair.path, paths),
                    text: repair.words(paths.shown(repair.path)),
                    problem: problem
                )
            }
        }
    }
}
