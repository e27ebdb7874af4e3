import CivilTime
import Planning
import Platform
import Ledger
import Localization
import Progress
import Session
import Training

/// What a guided workout shows and asks.
extension GuidedWorkout {
    mutating func showHeading(_ step: WorkoutSession.Step, _ sets: [String: [PerformedSet]])
        throws(CommandError)
    {
        let exercise = exercises[step.item]
        let id = exercise.workout.exercise
        let planned = SetPrescription.merged(exercise.item.sets.filter { $0.kind != .warmUp })
        var details = [planned.map { words.kind($0.kind) + words.notation($0) }.joined(separator: ", ")]
        if let change = exercise.item.change {
            details.append(words.loadChange(change, exercise.unit))
        }
        if exercise.item.exercise.isOptional { details.append(words.text(.guidedSkips)) }
        let others = exercise.item.otherChoices
        if !others.isEmpty {
            details.append(words.text(.guidedOthers, ["exercises": others.map(\.title).joined(separator: ", ")]))
        }
        if let superset = exercise.item.exercise.superset {
            details.append(words.text(.superset, ["letter": superset]))
        }
        if exercise.catalogued?.isUnilateral ?? false { details.append(words.text(.guidedPerSide)) }
        let heading = ["label": exercise.item.exercise.title, "value": details.joined(separator: "; ")]
        say("\n" + words.text(.labeled, heading))
        if let last = try lastTime(exercise) { remark(.guidedLastTime, last) }
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
            guard let line = ask("  " + words.text(.guidedLoad, ["unit": exercise.unit.rawValue])), !line.isEmpty else {
                return nil
            }
            if case .load(let load) = SessionInput.parse("w " + line, unit: exercise.unit, kind: .work) { return load }
            remark(.guidedWeight)
        }
        return nil
    }

    func prompt(_ step: WorkoutSession.Step, _ sets: [String: [PerformedSet]], repsDone: Int?) -> String {
        let exercise = exercises[step.item]
        let suggestion = suggestion(step, sets)
        let load = suggestion?.load
        let set = words.notation(step.prescription, with: load)
        let planned =
            repsDone.map { words.text(.guidedRepsDone, ["sets": set, "count": "\($0)"]) } ?? set
        let kind = step.prescription.kind
        let values = [
            "kind": words.word("set.kind", kind.rawValue), "place": "\(step.place + 1)", "count": "\(step.count)",
        ]
        let place = words.text(kind == .work ? .guidedSet : .guidedKindSet, values)
        let marked = step.isOptional ? words.text(.guidedOptional, ["set": place]) : place
        let name = exercise.item.exercise.superset == nil ? "" : exercise.item.exercise.title + ", "
        let question = ["label": name + marked, "value": planned + remarks(on: suggestion, exercise)]
        return "  " + words.text(.labeled, question) + "> "
    }

    /// The plates of a load, and the exact load if it was rounded: ` (20 per side; rounded from 61.25 kg)`.
    private func remarks(on set: PerformedSet?, _ exercise: PlannedExercise) -> String {
        let exact = set?.exactLoad.map { words.text(.roundedFrom, ["load": words.notation($0)]) }
        let remarks = [plates(set?.load, exercise), exact].compactMap(\.self)
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
        guard !stack.plates.isEmpty else { return words.text(.guidedEmptyBar) }
        return words.text(.guidedPlates, ["plates": words.format.numbers("\(stack)")])
    }

    /// The sets of the exercise's last entry before the workout.
    private func lastTime(_ exercise: PlannedExercise) throws(CommandError) -> [String: String]? {
        let since = occurrence.date.adding(days: -180)
        let log = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: since) }
        let earlier = log.filter {
            $0.exercise == exercise.exercise && $0.date < occurrence.date && $0.outcome != .missed
        }
        guard let last = earlier.max(by: { ($0.date, $0.number) < ($1.date, $1.number) }) else { return nil }
        let day = words.format.statedDate(last.date, today: store.session.today)
        return ["sets": words.notation(last.sets), "date": day]
    }
}
