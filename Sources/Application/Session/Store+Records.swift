package import Platform
import Ledger
import Localization
package import Progress
import Training
import YAMLSource

extension Store {
    /// The entries of the whole training log that count.
    package func countedLog() throws(CommandError) -> [LogEntry] {
        let log = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log() }
        return log.counted(session.facts.completions)
    }
}
