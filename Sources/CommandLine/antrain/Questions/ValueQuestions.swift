import Ledger
import Localization
import Planning
import Platform
import Progress
import Session
import Training

extension Store {
    /// Asks on a terminal for the maxes and starting loads that a program's loads depend on; an empty answer skips one.
    ///
    /// The values belong to the action that the command recorded.
    func askForValues(of program: Program) throws(CommandError) {
        guard let ask = workspace.context.ask,
            let active = session.programs.first(where: { $0.program.id == program.id })
        else { return }
        let (items, open) = session.openValues(of: active)
        questions: for item in open {
            guard let missing = item.missing else { continue }
            let (question, subject) = session.question(missing, item, of: active.program, among: items)
            var value: AthleteValue?
            var typed = (ask(question) ?? "q").trimmed
            while !typed.isEmpty {
                if typed.lowercased() == "q" { break questions }
                do throws(TypedWeight.Problem) {
                    let weight = try TypedWeight(parsing: typed, unit: program.units)
                    value = AthleteValue(subject, weight.weight, weight.unit, on: active.start)
                    break
                } catch { workspace.talk("\(error); press Enter to skip this value, or type q to skip all") }
                typed = (ask(question) ?? "q").trimmed
            }
            // Ctrl-C keeps the values that were typed before it.
            if let value { _ = try commit([.valueSet(value)], continues: true) }
        }
    }
}

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
}

extension String {
    /// Without spaces and line breaks at both ends.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
