package import CivilTime
import Files
import Ledger
package import Platform
import Recovery
import SystemPackage

extension Workspace {
    /// Makes a snapshot of the ledger once a month, from which a damaged ledger can be repaired; a failure is reported once.
    package func keepMonthlySnapshot(_ today: CivilDate) {
        guard let ledger = try? ledger() else { return }
        var problems: [String] = []
        do throws(LedgerError) {
            guard try LedgerSnapshots(ofLedgerAt: paths.ledger).keepMonthly(ledger, today: today) else { return }
        } catch { problems = ["the monthly snapshot of the ledger was not made: \(error)"] }
        for problem in recordAndFilterReported(problems, of: .snapshots) { warn(problem) }
    }

    /// An unused suffix for the file name of the damaged ledger, such as `damaged-202611230730`.
    package func suffixForDamagedLedger() throws(CommandError) -> String {
        let moment = CivilDateTime(secondsSinceCivilEpoch: try now().secondsSinceEpoch)
        let first = "damaged-" + "\(moment.date)-\(moment.time)".filter(\.isNumber)
        var suffix = first
        var count = 1
        let names = [paths.ledger, SymbolicLink.file(at: paths.ledger)]
        while names.contains(where: { context.files.exists($0.suffixed(".\(suffix)")) }) {
            count += 1
            suffix = "\(first)-\(count)"
        }
        return suffix
    }
}
