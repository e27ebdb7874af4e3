package import CivilTime
import Ledger
import Planning
package import Platform
package import Progress
import Training

extension Session {
    /// A measurement as typed.
    ///
    /// Without a unit, it has that of the last measurement of its kind or else of the same quantity, and the first weight that of the
    /// first active program.
    package func measurement(
        _ text: String,
        _ kind: BodyMeasurement.Kind,
        on date: CivilDate,
        _ recorded: [BodyMeasurement]
    ) throws(CommandError) -> BodyMeasurement {
        let last = recorded.last { $0.kind == kind } ?? recorded.last { kind.units.contains($0.unit) }
        let program = programs.first.flatMap { BodyMeasurement.Unit(rawValue: $0.program.units.rawValue) }
        do {
            return try BodyMeasurement(parsing: text, kind, usual: last?.unit ?? program, on: date)
        } catch { throw .badOption(name: "value", value: text, reason: error.description) }
    }
}

extension Store {
    /// The measurements of the athlete's body, in the order in which they were recorded.
    package func measurements() throws(CommandError) -> [BodyMeasurement] {
        try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.measurements() }
    }

    /// The athlete's body weight over time.
    package func bodyWeight() throws(CommandError) -> BodyWeight { BodyWeight(try measurements()) }
}
