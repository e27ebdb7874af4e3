import CivilTime
import Ledger
import SystemPackage

extension Workspace {
    /// An unused suffix for the file name of the damaged ledger, such as `damaged-202611230730`.
    func suffixForDamagedLedger() throws(CommandError) -> String {
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
