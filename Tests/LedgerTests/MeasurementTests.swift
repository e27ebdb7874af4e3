import CivilTime
import Ledger
import Progress
import SystemPackage
import TestSupport
import Testing

/// Measurements of the athlete's body in the journal.
@Suite struct MeasurementTests {
    @Test func measurementsAreKeptAndUndone() throws {
        let folder = try TemporaryFolder()
        let ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
        let measured = try [
            BodyMeasurement(.weight, thousandths: 82_600, .kilograms, on: monday),
            BodyMeasurement(.bodyFat, thousandths: 15_500, .percent, on: monday.adding(days: -1)),
            BodyMeasurement(.waist, thousandths: 33_125, .inches, on: monday),
            BodyMeasurement(.weight, thousandths: 181_125, .pounds, on: monday),
            BodyMeasurement(.calf, thousandths: 40_000, .centimetres, on: monday),
        ].map { try #require($0) }
        #expect(try ledger.measurements().isEmpty)
        for measurement in measured { _ = try ledger.plan([], facts: [.measured(measurement)]) }
        #expect(try Ledger(path: ledger.path).measurements() == measured)
        for count in measured.indices.reversed() {
            let action = try #require(try ledger.lastAction())
            #expect(action.kind == .measured && action.subjects == [measured[count].kind.rawValue])
            #expect(action.date == measured[count].date)
            _ = try ledger.plan([], facts: [.undone(batch: action.batch)])
            #expect(try ledger.measurements() == Array(measured[..<count]))
        }
        #expect(try ledger.lastAction() == nil)
    }
}
