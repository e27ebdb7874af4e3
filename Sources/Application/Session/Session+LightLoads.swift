package import Platform
import Localization
import Progress
import Reminders
package import Training

extension Program {
    /// Checks that a load that the athlete sets for an exercise has an effect.
    package func checkTakesLoad(_ exercise: String, option: String, value: String) throws(CommandError) {
        guard let lift = liftDecidingLoads(of: exercise) else { return }
        throw .badOption(
            name: option,
            value: value,
            reason: "its loads are percentages of a max; set the max instead: antrain max set \(lift) 100kg"
        )
    }
}

/// Warns about loads below the lightest one of the equipment, such as the bar: they are probably typing errors.
extension Session {
    func isTooLight(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads?) -> Bool {
        guard let loads, let lightest = loads.lightest else { return false }
        return weight.converted(from: unit, to: loads.unit) < lightest
    }

    func tooLight(_ weight: Weight, _ unit: WeightUnit, _ loads: AvailableLoads) -> String {
        let lightest = loads.lightest.map { words.weight($0, loads.unit) } ?? ""
        return words.text(.logTooLight, ["load": words.weight(weight, unit), "lightest": lightest])
    }
}
