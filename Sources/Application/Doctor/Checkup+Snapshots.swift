import CivilTime
import Ledger
import Platform
import Recovery
import SystemPackage

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
