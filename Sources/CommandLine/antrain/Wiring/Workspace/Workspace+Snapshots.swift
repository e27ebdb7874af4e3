import CivilTime
import Ledger

extension Workspace {
    /// Makes a snapshot of the ledger once a month, from which a damaged ledger can be repaired; a failure is reported once.
    func keepMonthlySnapshot(_ today: CivilDate) {
        guard let ledger = try? ledger() else { return }
        var problems: [String] = []
        do throws(LedgerError) {
            guard try LedgerSnapshots(ofLedgerAt: paths.ledger).keepMonthly(ledger, today: today) else { return }
        } catch { problems = ["the monthly snapshot of the ledger was not made: \(error)"] }
        for problem in recordAndFilterReported(problems, of: .snapshots) { warn(problem) }
    }
}
