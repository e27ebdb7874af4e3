import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Progress
import Session
import Training

extension Session {
    func question(
        _ missing: PlannedWorkout.MissingValue,
        _ item: PlannedWorkout.Item,
        of program: Program,
        among items: [PlannedWorkout.Item]
    ) -> (String, AthleteValue.Subject) {
        let unit = program.units.rawValue
        switch missing {
        case .max(let lift):
            let name = program.lifts[lift]?.title ?? item.exercise.title
            return (words.text(.askMax, ["lift": name, "unit": unit]), .oneRepMax(lift: lift))
        case .load(let id):
            let name = described(item, among: items)
            return (words.text(.askLoad, ["exercise": name, "unit": unit]), .load(program: program.id, exercise: id))
        }
    }

    /// The name of an exercise; with its set scheme and its sets if another exercise with a load of its own has the same name.
    func described(_ item: PlannedWorkout.Item, among items: [PlannedWorkout.Item]) -> String {
        let exercise = item.exercise
        guard items.contains(where: { $0.exercise.name == exercise.name && $0.exercise.id != exercise.id }) else {
            return exercise.title
        }
        var scheme: String?
        if case .scheme(let name) = exercise.sets { scheme = name.replacing("-", with: " ") }
        let sets = SetPrescription.merged(item.sets.filter { $0.kind == .work })
        return ([exercise.title, scheme].compactMap { $0 } + sets.map { words.notation($0) }).joined(separator: ", ")
    }
}

extension String {
    /// Without spaces and line breaks at both ends.
    package var trimmed: String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
