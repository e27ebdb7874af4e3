import CivilTime
import Ledger
import Progress
import Reminders
import Training

extension PlanningSession {
    /// Asks on a terminal for the maxes and starting loads that a program's loads depend on; an empty answer skips one.
    func askForValues(of program: Program) throws(CommandError) {
        guard let ask = workspace.context.ask, let active = programs.first(where: { $0.program.id == program.id })
        else { return }
        let progress = progress(of: active)
        var values: [AthleteValue] = []
        var asked: Set<PlannedWorkout.MissingValue> = []
        for item in program.days.compactMap({ progress.workout($0.id, week: 1) }).flatMap(\.items) {
            guard let missing = item.missing, asked.insert(missing).inserted else { continue }
            let (question, subject) = PlanningSession.question(missing, item.exercise, program)
            var typed = answer(ask(question), program)
            if case .failure(let problem) = typed {
                workspace.talk("\(problem); press Enter to skip")
                typed = answer(ask(question), program)
            }
            if case .success(let weight?) = typed {
                values.append(AthleteValue(subject, weight.weight, weight.unit, on: active.start))
            }
        }
        guard !values.isEmpty else { return }
        _ = try commit(values.map(LedgerEvent.valueSet))
    }

    private func answer(_ text: String?, _ program: Program) -> Result<TypedWeight?, TypedWeight.Problem> {
        let typed = (text ?? "").trimmed
        guard !typed.isEmpty else { return .success(nil) }
        do { return .success(try TypedWeight(parsing: typed, unit: program.units)) } catch { return .failure(error) }
    }

    private static func question(_ missing: PlannedWorkout.MissingValue, _ exercise: Exercise, _ program: Program) -> (
        String, AthleteValue.Subject
    ) {
        let unit = program.units.rawValue
        switch missing {
        case .max(let lift):
            let name = program.lifts[lift]?.name ?? exercise.name
            return ("One-rep max of \(name) in \(unit) (Enter to skip): ", .oneRepMax(lift: lift))
        case .load(let id):
            let question = "Starting load of \(exercise.name) in \(unit) (Enter to skip): "
            return (question, .load(program: program.id, exercise: id))
        }
    }
}

extension String {
    /// Without spaces and line breaks at both ends.
    fileprivate var trimmed: String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
