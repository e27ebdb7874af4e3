import ArgumentParser

/// The command `antrain doctor`.
struct DoctorCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that can keep reminders from being delivered, and show the fixes.",
        discussion: """
            The exit code is that of the worst finding; notes, and what could not be checked, count as success. Nothing is changed \
            without --fix, and no plugin runs that you have not allowed.
            """
    )

    @Flag(help: "Apply the safe fixes: permissions of your files, leftover temporary files, the list of ledgers.")
    var fix = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let (report, status) = try Checkup.report(context, global, fixes: fix, command: "doctor") { $0.checks() }
        context.show(report, asJSON: data.json)
        return status
    }
}

extension Checkup {
    /// Runs checks, after the safe fixes if wanted.
    ///
    /// - Parameters:
    ///   - fixes: whether the safe fixes are applied.
    ///   - command: the name of the command, for advice.
    ///   - checks: the checks to run.
    static func report(
        _ context: Context,
        _ options: GlobalOptions,
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

    /// Applies the safe fixes of findings.
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
