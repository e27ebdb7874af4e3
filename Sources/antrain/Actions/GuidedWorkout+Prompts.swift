import CivilTime
import Ledger
import Progress
import Reminders
import Training

/// What a guided workout shows and asks.
extension GuidedWorkout {
    mutating func showHeading(_ step: WorkoutSession.Step, _ sets: [String: [PerformedSet]])
        throws(CommandError)
    {
        let exercise = exercises[step.item]
        let id = exercise.workout.exercise
        var details = [PerformedSetText.plan(exercise.item)]
        if let change = exercise.item.change {
            details.append(LoadChangeResult(change, exercise.unit, planning.words).text)
        }
        if exercise.item.exercise.isOptional { details.append("optional, s skips it") }
        let others = exercise.item.otherChoices
        if !others.isEmpty { details.append("a: \(others.map(\.name).joined(separator: ", "))") }
        if let superset = exercise.item.exercise.superset { details.append("superset \(superset)") }
        if exercise.catalogued?.isUnilateral ?? false { details.append("repetitions per side") }
        say("\n\(exercise.item.exercise.name): \(details.joined(separator: "; "))")
        if let last = try lastTime(exercise) { say("  last time: \(last)") }
        if let notes = exercise.item.exercise.notes { say("  \(notes)") }
        // Without a load there is nothing to compute the coming ones from.
        let isOpen = exercise.item.missing != nil && (sets[id] ?? []).allSatisfy { $0.load == nil }
        if isOpen, loads[id] == nil, asked.insert(id).inserted { try askLoad(exercise) }
    }

    private mutating func askLoad(_ exercise: PlannedExercise) throws(CommandError) {
        if let load = typedLoad(exercise) { try use(load, of: exercise) }
    }

    func typedLoad(_ exercise: PlannedExercise) -> PerformedSet.Load? {
        for _ in 0..<3 {
            guard let line = ask("  load in \(exercise.unit.rawValue) (Enter: none): "), !line.isEmpty else {
                return nil
            }
            if case .load(let load) = SessionInput.parse("w " + line, unit: exercise.unit, kind: .work) { return load }
            say("  expected a weight such as 60 or 135lb")
        }
        return nil
    }

    func prompt(_ step: WorkoutSession.Step, _ sets: [String: [PerformedSet]], repsDone: Int?) -> String {
        let exercise = exercises[step.item]
        let suggestion = suggestion(step, sets)
        let load = suggestion?.load
        let planned = step.prescription.described(with: load) + (repsDone.map { ", \($0) done" } ?? "")
        let kind =
            (step.isOptional ? "optional " : "")
            + (step.prescription.kind == .work ? "set" : step.prescription.kind.rawValue + " set")
        let name = exercise.item.exercise.superset == nil ? "" : exercise.item.exercise.name + ", "
        return "  \(name)\(kind) \(step.place + 1) of \(step.count): \(planned)\(remarks(on: suggestion, exercise))> "
    }

    /// The plates of a load, and the exact load if it was rounded: ` (20 per side; rounded from 61.25 kg)`.
    private func remarks(on set: PerformedSet?, _ exercise: PlannedExercise) -> String {
        let remarks = [plates(set?.load, exercise), set?.exactLoad.map { "rounded from \($0)" }].compactMap(\.self)
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    }

    /// The plates per side, of the gym's equipment or else of standard equipment.
    private func plates(_ load: PerformedSet.Load?, _ exercise: PlannedExercise) -> String? {
        guard case .weight(let weight, let unit) = load else { return nil }
        let stack: PlateStack?
        if case .bar(let bar, let plates, let own) = exercise.available {
            stack = PlateStack(for: weight.converted(from: unit, to: own), bar: bar, of: plates)
        } else {
            guard exercise.available == nil, exercise.catalogued?.equipment == .barbell else { return nil }
            stack = PlateStack(for: weight, bar: PlateStack.standardBar(unit), of: PlateStack.standardPlates(unit))
        }
        guard let stack else { return nil }
        return stack.plates.isEmpty ? "empty bar" : "\(stack) per side"
    }

    /// The sets of the exercise's last entry before the workout.
    private func lastTime(_ exercise: PlannedExercise) throws(CommandError) -> String? {
        let since = occurrence.date.adding(days: -180)
        let log = try planning.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: since) }
        let earlier = log.filter {
            $0.exercise == exercise.exercise && $0.date < occurrence.date && $0.outcome != .missed
        }
        guard let last = earlier.max(by: { ($0.date, $0.number) < ($1.date, $1.number) }) else { return nil }
        let day = planning.words.format.statedDate(last.date, today: planning.today)
        return "\(PerformedSet.text(last.sets)) (\(day))"
    }
}
