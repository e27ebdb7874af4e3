import Activities
import CivilTime
import Ledger
import Localization
import Planning
import Progress
import Reminders
import Session
import Training

/// The entries of the training log that a recorded activity means: the results of the planned workout of its kind and date.
///
/// The date is that on which the activity started, by the local time in the file, or else in the user's zone. An activity without a planned
/// workout means nothing: a watch also records the way to work.
struct ActivityMatching {
    let entries: [LogEntry]

    init(_ activity: RecordedActivity, _ session: Session) {
        let local = activity.localOffset.map { Zone.utc.civil(at: activity.start.adding(.seconds(Int64($0)))).date }
        let date = local ?? session.zone.civil(at: activity.start).date
        guard date <= session.today else {
            entries = []
            return
        }
        let sets = activity.sets.isEmpty ? [] : LogMatching(activity.logEntries(on: date, session), session).entries
        if sets.contains(where: { $0.workout != nil }) {
            entries = sets
            return
        }
        // What is logged of a workout is not what the watch recorded, or was read before.
        let open = session.openWorkouts(on: date).filter { session.facts.evidence[$0.workout.key] == nil }
        entries = open.lazy.compactMap { activity.results(of: $0.workout, $0.planned) }.first ?? []
    }
}

extension RecordedActivity {
    /// The sets of a strength activity, with the catalogue's exercises.
    fileprivate func logEntries(on date: CivilDate, _ session: Session) -> [LogEntry] {
        var entries: [LogEntry] = []
        for set in sets {
            guard let name = (set.name ?? set.category)?.replacing("_", with: " "), let reps = set.repetitions else {
                continue
            }
            let known = session.exercises.exercise(named: name)
            guard let id = known?.id ?? NameKey.id(of: name) else { continue }
            let unit = set.displayedUnit ?? .kilograms
            let weight = set.weight.flatMap { $0.thousandths > 0 ? $0.converted(from: .kilograms, to: unit) : nil }
            let performed = PerformedSet(
                kind: .work,
                amount: PerformedSet.Amount(reps: reps),
                load: weight.flatMap { PerformedSet.Load.weight($0, unit).ifPossible }
            )
            if let last = entries.indices.last, entries[last].exercise == id,
                entries[last].sets.count < PerformedSet.mostSets
            {
                entries[last].sets.append(performed)
            } else {
                entries.append(
                    LogEntry(
                        date: date,
                        exercise: id,
                        name: known?.name(in: session.words.language.ofNames) ?? name,
                        sets: [performed]
                    )
                )
            }
        }
        return entries
    }

    /// The results of a workout's exercises of this kind; nil if it has none.
    ///
    /// Laps are the sets if there are as many; otherwise the whole activity is the only set, or it is divided among the sets as planned.
    fileprivate func results(of workout: Occurrence, _ planned: [PlannedExercise]) -> [LogEntry]? {
        guard planned.contains(where: { $0.isEndurance && kinds(of: $0).contains(kind) }) else { return nil }
        // The walks between runs are parts of one recorded run.
        let parts: Set<ActivityKind> = kind == .running ? [.running, .walking] : [kind]
        let steps = WorkoutSession(planned.map(\.item)).steps.filter { step in
            let exercise = planned[step.item]
            return exercise.isEndurance && !kinds(of: exercise).isDisjoint(with: parts) && !step.isOptional
        }
        let amounts = amounts(of: steps.map(\.prescription))
        var sets: [Int: [PerformedSet]] = [:]
        for (step, amount) in zip(steps, amounts) {
            sets[step.item, default: []].append(PerformedSet(kind: step.prescription.kind, amount: amount, load: nil))
        }
        return sets.sorted { $0.key < $1.key }.map { item, sets in
            planned[item].entry(on: workout.date, .performed, Array(sets.prefix(PerformedSet.mostSets)))
        }
    }

    private func amounts(of sets: [SetPrescription]) -> [PerformedSet.Amount] {
        if sets.count > 1, laps.count == sets.count {
            return laps.map { PerformedSet.Amount(seconds: $0.seconds, metres: $0.metres) }
        }
        if sets.count == 1 { return [PerformedSet.Amount(seconds: seconds, metres: metres)] }
        var (seconds, metres) = (seconds ?? 0, metres ?? 0)
        return sets.map(\.asPlanned.amount).prefix { planned in
            defer {
                seconds -= planned.seconds ?? 0
                metres -= planned.metres ?? 0
            }
            return (planned.seconds.map { $0 <= seconds } ?? true) && (planned.metres.map { $0 <= metres } ?? true)
        }
    }

    /// The kinds of activity that an exercise is by its names.
    private func kinds(of exercise: PlannedExercise) -> Set<ActivityKind> {
        let equipment = exercise.catalogued?.equipment
        guard equipment == nil || equipment == Equipment.none || equipment == .cardioMachine || equipment == .other
        else { return [] }
        let names =
            [exercise.item.exercise.name] + (exercise.catalogued?.names[.english].map { [$0] } ?? [])
            + (exercise.catalogued?.aliases[.english] ?? [])
        return Set(names.map(ActivityKind.init(named:)))
    }
}

extension PlannedExercise {
    /// Whether its work sets are times or distances.
    fileprivate var isEndurance: Bool {
        let work = item.sets.filter { $0.kind == .work }.map(\.asPlanned.amount)
        return !work.isEmpty && work.allSatisfy { $0.reps == nil }
    }
}
