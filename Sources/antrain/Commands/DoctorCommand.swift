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
        // Damaged parts are among the findings.
        defer { _ = context.takeDamage() }
        let checkup: Checkup
        do throws(CommandError) { checkup = try Checkup(context, global) } catch {
            guard case .noHome = error else { throw error }
            let checks = Checkup.withoutHome(error, context)
            context.show(DoctorResult(checks, [], nil), asJSON: data.json)
            return checks.status
        }
        var checks = checkup.checks()
        var fixes: [DoctorResult.Fix] = []
        if fix {
            fixes = checkup.repair(checks.flatMap(\.findings))
            if !fixes.isEmpty { checks = try Checkup(context, global).checks() }
        }
        context.show(DoctorResult(checks, fixes, checkup.paths), asJSON: data.json)
        return checks.status
    }
}

extension Checkup {
    /// Applies the safe fixes of findings.
    fileprivate func repair(_ findings: [DoctorFinding]) -> [DoctorResult.Fix] {
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
