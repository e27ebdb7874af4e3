import CivilTime
import Files
import Ledger
import Platform
import Quoting
import Recovery
import Results
import Session
import SystemPackage
import Training
import YAMLSource

/// The checks of the ledger and the active programs.
extension Checkup {
    /// The ledger's file, its contents, and the list of known ledgers.
    func checkedLedger() -> DoctorCheck {
        let shown = paths.shown(paths.ledger)
        switch ledgerState {
        case .absent: return DoctorCheck(name: .ledger, summary: "none yet", findings: otherLedgers)
        case .unusable(let error):
            return DoctorCheck(name: .ledger, findings: [finding(error)] + furtherDamages(error) + otherLedgers)
        case .usable(let ledger):
            var findings = otherLedgers + damages(ledger)
            if !KnownLedgers(workspace).contains(paths.ledger), paths.knownLedgers != nil {
                findings.append(
                    DoctorFinding(
                        .note,
                        .ledgerNotListed,
                        "\(shown) is not in the list of ledgers, so its loss would not be noticed",
                        fix: "the next run adds it: antrain schedule-next",
                        place: DoctorFinding.Place(path: paths.ledger),
                        repair: .listLedger(path: paths.ledger)
                    )
                )
            }
            for loss in (try? ledger.losses()) ?? [] {
                let loss = Loss(loss, workspace)
                findings.append(DoctorFinding(.warning, .dataLost, splitting: loss.message))
            }
            return DoctorCheck(name: .ledger, summary: "\(shown), schema \(Ledger.schemaVersion)", findings: findings)
        }
    }

    /// What is damaged in a ledger besides the rows that every command reads.
    private func damages(_ ledger: Ledger) -> [DoctorFinding] {
        let damages: [String]
        do { damages = try ledger.damages(isThorough: isThorough) } catch { return [finding(error)] }
        return damages.map { damage in
            let fix = "recover what can be read: antrain repair"
            return DoctorFinding(
                .error,
                .ledgerDamaged,
                damage,
                fix: fix,
                place: DoctorFinding.Place(path: paths.ledger)
            )
        }
    }

    /// All damages of a ledger that cannot be used, except the first, which its error names.
    private func furtherDamages(_ error: LedgerError) -> [DoctorFinding] {
        switch error {
        case .damaged, .badValue: break
        default: return []
        }
        guard let ledger = try? Ledger(reading: paths.ledger) else { return [] }
        return damages(ledger).filter { !error.description.contains($0.text) }
    }

    private var otherLedgers: [DoctorFinding] {
        let others = KnownLedgers(workspace).paths.filter { $0 != paths.ledger && context.files.exists($0) }
        guard !others.isEmpty else { return [] }
        let list = others.map(paths.shown).joined(separator: ", ")
        return [
            DoctorFinding(
                .note,
                .otherLedgers,
                "there are other ledgers, which only commands with --data-dir use: \(list)",
                fix: "check them, too: antrain doctor --data-dir FOLDER"
            )
        ]
    }

    private func finding(_ error: LedgerError) -> DoctorFinding {
        let code: DoctorCode
        var severity = DoctorFinding.Severity.error
        switch error {
        case .absent, .missing, .danglingLink: code = .ledgerMissing
        case .empty: code = .ledgerEmpty
        case .damaged, .irreparable, .badValue: code = .ledgerDamaged
        case .foreign: code = .ledgerForeign
        case .newer: code = .ledgerNewer
        case .tooOld: code = .ledgerTooOld
        case .older: (severity, code) = (.note, .ledgerOlder)
        case .busy, .replaced: (severity, code) = (.unchecked, .ledgerBusy)
        case .folder, .file, .inputOutput, .irregular, .full: code = .ledgerUnreadable
        }
        return DoctorFinding(severity, code, splitting: error.description, path: paths.ledger)
    }

    /// The files of the active programs.
    func programs() -> DoctorCheck {
        if case .unusable = ledgerState { return unread(.programs) }
        let activations = (try? ledger?.activations()) ?? []
        guard !activations.isEmpty else {
            let isEmpty = ((try? ledger?.reminders()) ?? []).isEmpty
            let note = DoctorFinding(
                .note,
                .noProgram,
                isEmpty ? "no program is active, and there are no reminders" : "no program is active",
                fix: "antrain program activate NAME; 'antrain program list' lists the shipped ones"
            )
            return DoctorCheck(name: .programs, summary: isEmpty ? nil : "none", findings: isEmpty ? [note] : [])
        }
        return DoctorCheck(
            name: .programs,
            summary: activations.map(\.programID).joined(separator: ", "),
            findings: activations.flatMap(findings)
        )
    }

    private func findings(_ activation: Activation) -> [DoctorFinding] {
        let (path, id) = (activation.path, activation.programID)
        let (shown, place) = (paths.shown(path), DoctorFinding.Place(path: path))
        let stays = "the program \(quoted(id)) stays active as last read"
        switch workspace.programText(activation) {
        case .failure(let problem):
            return [
                DoctorFinding(
                    problem.isMissing ? .warning : .error,
                    problem.isMissing ? .programMissing : .programUnreadable,
                    "\(shown): \(problem.reason); \(stays)",
                    fix: "restore the file, or deactivate the program: antrain program deactivate \(id)",
                    place: place
                )
            ]
        case .success(let bytes):
            guard bytes != activation.source else { return [] }
            let source = SourceText(path: shown, bytes: bytes)
            let reading = ProgramReader.read(source)
            let findings = DoctorFinding.of(
                reading.diagnostics,
                in: source,
                path: path,
                .programErrors,
                edit: "antrain program edit \(id)"
            )
            guard let program = reading.program else { return findings }
            if program.id == id {
                let used = ProgramReader.read(SourceText(path: shown, bytes: activation.source)).program
                guard used != program, Installation(context).isShippedProgram(path) else { return findings }
                let update = DoctorFinding(
                    .note,
                    .programUpdate,
                    "antrain has a new version of the program \(quoted(id)), but keeps using the version that you activated",
                    fix: "antrain program update \(id); to see what changes: antrain program diff \(id)",
                    place: place
                )
                return findings + [update]
            }
            return findings + [
                DoctorFinding(
                    .warning,
                    .programReplaced,
                    "\(shown) now contains the program \(quoted(program.id)); \(quoted(id)) stays active as last read",
                    fix:
                        "activate the new program, or restore the id: antrain program activate \(ShellText.path(shown))",
                    place: place
                )
            ]
        }
    }
}

/// The check of the ledger's snapshots.
extension Checkup {
    /// Whether each snapshot can be used for a repair, and how old the newest is.
    func snapshots() -> DoctorCheck {
        let snapshots = LedgerSnapshots(ofLedgerAt: paths.ledger).examined()
        let intact = snapshots.filter { $0.problem == nil }
        let newest = intact.compactMap(\.month).max()
        var check = DoctorCheck(
            name: .snapshots,
            summary: newest.map { "\(intact.count), the newest from \($0)" }
                ?? (intact.isEmpty ? "none" : "\(intact.count)")
        )
        for snapshot in snapshots {
            guard let problem = snapshot.problem else { continue }
            let shown = paths.shown(snapshot.path)
            check.findings.append(
                DoctorFinding(
                    .warning,
                    .snapshotDamaged,
                    "the snapshot \(shown) cannot be used for a repair: \(problem)",
                    fix: "remove it: rm \(shown)",
                    place: DoctorFinding.Place(path: snapshot.path)
                )
            )
        }
        check.findings += [age(newest)].compactMap { $0 }
        return check
    }

    /// The finding that antrain runs, but no snapshot of this month or the previous one is usable; nil if there is one.
    private func age(_ newest: String?) -> DoctorFinding? {
        guard let last = (try? ledger?.lastRun()) ?? nil, last.span(until: now) < .hours(24 * 31) else { return nil }
        let fix = "the next run makes one; if it does not, it reports why: antrain schedule-next"
        guard let newest else {
            return DoctorFinding(.note, .snapshotOld, "there is no monthly snapshot of the ledger", fix: fix)
        }
        let before = (zone ?? .utc).civil(at: now).date.adding(months: -1)
        guard newest < before.description.prefix(7) else { return nil }
        return DoctorFinding(.warning, .snapshotOld, "the newest snapshot of the ledger is from \(newest)", fix: fix)
    }
}
