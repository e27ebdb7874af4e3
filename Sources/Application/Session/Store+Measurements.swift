import CivilTime
package import Platform
import Ledger
import Planning
package import Progress
import Training

extension Store {
    /// The measurements of the athlete's body, in the order in which they were recorded.
    package func measurements() throws(CommandError) -> [BodyMeasurement] {
        try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.measurements() }
    }

    /// The athlete's body weight over time.
    package func bodyWeight() throws(CommandError) -> BodyWeight { BodyWeight(try measurements()) }
}
