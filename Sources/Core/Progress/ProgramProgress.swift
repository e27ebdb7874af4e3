public import Training

/// The loads of a program's coming workouts: a fold over what the athlete did and set.
///
///     var progress = ProgramProgress(program)
///     progress.apply(.load(exercise: "squat", Weight(thousandths: 60_000)))
///     progress.apply(.completed(PerformedWorkout(dayID: "workout-a", week: 1)))
///     progress.workout("workout-b", week: 1)      // squats with 62.5 kg
///
/// Nothing is stored: after a correction of the past, the fold is repeated. The load of a progression belongs to the exercise ID
/// within the program, so an ID that two days use is one progression. If the sets are percentages, the progression moves the lift's
/// training max instead, once per workout.
///
/// The workouts of deload weeks change nothing.
public struct ProgramProgress: Sendable {
    /// The program, in the edition that is in force.
    public internal(set) var program: Program
    private let equipment: LoadFitting?
    var tracks: [ProgressTrackID: ProgressTrack] = [:]
    var oneRepMaxes: [String: Weight] = [:]
    /// The ID of each rotation's current exercise, by the ID of the exercise that has the rotation; without an entry, that exercise
    /// is current.
    var turns: [String: String] = [:]
    /// The maxes in the latest edition that has them, by lift; nil for a max that the athlete set or tested.
    var declared: [String: DeclaredMax?] = [:]

    /// Creates the progress at the start of a program, with the maxes and loads in its file.
    ///
    /// - Parameter equipment: rounds the loads of workouts. Progress is always computed from the exact loads.
    public init(_ program: Program, equipment: LoadFitting? = nil) {
        self.program = program
        self.equipment = equipment
        for id in program.lifts.keys {
            guard let max = program.declaredMax(of: id) else { continue }
            declared[id] = max
            oneRepMaxes[id] = max.oneRepMax
            tracks[.lift(id), default: ProgressTrack()].load = max.trainingMax
        }
    }

    /// Applies the next event; events are in the order in which they happened.
    public mutating func apply(_ event: ProgressEvent) {
        switch event {
        case .oneRepMax(let id, let max):
            oneRepMaxes[id] = max
            declared[id] = .some(nil)
            startOver(lift: id, ProgressTrack(load: trainingMax(of: id, from: max)))
        case .trainingMax(let id, let max):
            declared[id] = .some(nil)
            startOver(lift: id, ProgressTrack(load: max))
        case .load(let id, let load):
            let stage = tracks[.exercise(id)]?.stage ?? 0
            tracks[.exercise(id)] = ProgressTrack(load: load, stage: stage)
            estimateMax(of: id, from: load)
        case .logged(let id, let load):
            if tracks[.exercise(id)]?.load == nil { tracks[.exercise(id), default: ProgressTrack()].load = load }
            if tracks[.exercise(id)]?.estimatedMax == nil { estimateMax(of: id, from: load) }
        case .turned(let own, let id): turn(of: own, to: id)
        case .jumped(let week): for id in tracks.keys { tracks[id]?.jump(to: week) }
        case .completed(let workout):
            if let edition = workout.program { adopt(edition) }
            complete(workout)
        }
    }

    /// A workout with the loads that follow from everything so far.
    ///
    /// - Parameters:
    ///   - week: the week since the start, from 1.
    ///   - chosen: the IDs of the chosen alternatives by those of the exercises.
    ///   - logged: the IDs of exercises that were done; in a rotation they take precedence over the current
    ///     exercise.
    /// - Returns: nil if the program has no such day, for example after an edit.
    public func workout(_ dayID: String, week: Int, chosen: [String: String] = [:], logged: Set<String> = [])
        -> PlannedWorkout?
    {
        guard let day = program.days.first(where: { $0.id == dayID }), week >= 1 else { return nil }
        var earlier = EarlierSets(unit: program.units, rounding: program.rounding)
        let exercises = day.exercises(in: program.week(week), chosen: withTurns(chosen, of: day, logged: logged))
        let items = zip(exercises, day.exercises).map { item($0, of: $1, week: week, &earlier) }
        return PlannedWorkout(dayID: dayID, week: week, items: items, chosen: chosen)
    }

    /// Whether a set may have a weight: the program prescribes one, or a load or a max is known.
    public var hasLoads: Bool {
        !oneRepMaxes.isEmpty || tracks.values.contains { $0.load != nil } || program.prescribesWeights
    }

    /// The maxes of a lift, in the program's unit; nil if they are unknown.
    public func maxes(of lift: String) -> (oneRepMax: Weight?, trainingMax: Weight?) {
        (oneRepMaxes[lift], tracks[.lift(lift)]?.load)
    }

    // MARK: Loads

    private func item(_ exercise: Exercise, of own: Exercise, week: Int, _ earlier: inout EarlierSets)
        -> PlannedWorkout.Item
    {
        let prescribed = program.prescribedSets(of: exercise, in: program.week(week))
        let id = trackID(exercise, prescribed)
        let track = (tracks[id] ?? ProgressTrack()).settled(in: week)
        var sets = prescribed
        if case .stages(let stages, _, _, _) = exercise.progression, !stages.isEmpty {
            let own = prescribed.first { $0.kind == .work }?.load
            let scheme = stages[min(track.stage, stages.count - 1)].map { set in
                set.load == nil && !set.target.isRepMax ? set.with(load: own) : set
            }
            sets =
                prescribed.filter { $0.kind == .warmUp } + scheme
                + prescribed.filter { $0.kind == .drop || $0.kind == .backOff }
        }
        if case .repByRep(let most, _) = exercise.progression {
            sets = SetPrescription.addingReps(track.stage, to: sets, most: most)
        }
        let isDeload = program.week(week)?.isDeload ?? false
        sets = stepped(sets, exercise, track.stage, week: week)
        let usual = usualTop(of: exercise) ?? top(of: sets)
        var loaded = earlier.resolved(sets.map { resolved($0, exercise, track, top: usual, week: week) }, of: exercise)
        if exercise.progression?.addAfterBetterResult != nil, !isDeload,
            let total = track.totalToBeat(
                in: ResultToBeat.Task(exercise, prescribed),
                with: shownLoad(of: loaded, prescribed, exercise, track)
            )
        {
            loaded = SetPrescription.raising(loaded, toTotal: total + 1)
        }
        return PlannedWorkout.Item(
            exercise: exercise,
            sets: equipment?.rounded(loaded, of: exercise, in: program) ?? loaded,
            change: exercise.progression == .rpe || (exercise.hasStages && sets.hasTest)
                || (!own.rotation.isEmpty && track.change?.reason.changesExercise ?? false)
                || sets.contains(where: \.followsProgression)
                || (!isDeload && exercise.progression.flatMap { base(of: $0, prescribed) } != nil)
                ? track.change(for: exercise.id) : nil,
            missing: missing(loaded, exercise, track),
            own: own,
            stage: track.stage
        )
    }

    /// Sets with the repetitions, seconds or metres that were added to them; those of a deload week are as written.
    func stepped(_ sets: [SetPrescription], _ exercise: Exercise, _ steps: Int, week: Int) -> [SetPrescription] {
        let prescribed = program.prescribedSets(of: exercise, in: program.week(week))
        guard let unit = exercise.progression?.unit(prescribed), !(program.week(week)?.isDeload ?? false) else {
            return sets
        }
        return sets.map { set in
            guard set.kind == .work, set.target.unit == unit, !set.technique.followsFirstSet else { return set }
            return set.with(target: set.target.adding(steps))
        }
    }

    /// The work sets that a progression changes; nil if it moves the load.
    func base(of progression: Progression, _ prescribed: [SetPrescription]) -> ProgressTrack.Base? {
        guard let unit = progression.unit(prescribed),
            let first = prescribed.first(where: { $0.kind == .work && $0.target.unit == unit })
        else { return nil }
        return ProgressTrack.Base(unit: unit, minimum: max(1, first.target.minimum))
    }

    func trackID(_ exercise: Exercise, _ sets: [SetPrescription]) -> ProgressTrackID {
        if case .extraReps = exercise.progression { return .exercise(exercise.id) }
        if exercise.progression?.unit(sets) != nil { return .exercise(exercise.id) }
        let isPercentage = sets.contains { $0.kind == .work && $0.load?.base?.isMax ?? false }
        return isPercentage ? .lift(exercise.lift ?? exercise.id) : .exercise(exercise.id)
    }

    func trainingMax(of lift: String, from max: Weight) -> Weight {
        max.share(program.lifts[lift].map(program.trainingMaxShare(of:)) ?? program.trainingMaxShare)
    }

    /// The last week of the cycle that a week belongs to; without weeks in the program, each week is a cycle.
    func lastWeekOfCycle(_ week: Int) -> Int {
        let length = max(1, program.weeks.count)
        return (week - 1) / length * length + length
    }

    /// The heaviest weight that the program prescribes for the work sets.
    func top(of sets: [SetPrescription]) -> Weight? {
        sets.compactMap { set in
            switch set.decisiveLoad {
            case .weight(let weight, let unit):
                set.kind == .work ? weight.converted(from: unit, to: program.units) : nil
            case .bodyweight(let plus, let unit):
                set.kind == .work ? plus?.converted(from: unit, to: program.units) ?? Weight(thousandths: 0) : nil
            default: nil
            }
        }.max()
    }

    /// The heaviest weight that the program prescribes for the work sets of most weeks; nil without one.
    ///
    /// The state of an exercise belongs to these sets. A week with other weights is as much heavier or lighter as the program says.
    private func usualTop(of exercise: Exercise) -> Weight? {
        // The sets are those of the stage.
        if case .stages = exercise.progression { return nil }
        let own = program.exercise(exercise.id)
        return own.flatMap { top(of: program.prescribedSets(of: $0, in: nil)) }
    }

    /// How much more, in thousandths, the program prescribes for the sets of a week than for those of most weeks.
    func difference(of week: [SetPrescription], from exercise: Exercise) -> Int {
        guard let own = top(of: week), let usual = usualTop(of: exercise) else { return 0 }
        return own.thousandths - usual.thousandths
    }

    private func resolved(
        _ set: SetPrescription,
        _ exercise: Exercise,
        _ track: ProgressTrack,
        top: Weight?,
        week: Int
    ) -> SetPrescription {
        switch set.load {
        case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus:
            if set.load?.base == .exerciseLoad {
                // The exercise may also have percentages of a max, which belong to another track.
                let load = tracks[.exercise(exercise.id)]?.settled(in: week).load ?? top
                return program.resolved(set) { _ in load }
            }
            guard let lift = exercise.lift, set.load?.base?.isMax ?? false else { return set }
            let isAdded = set.kind == .work && !(program.week(week)?.isDeload ?? false)
            return program.resolved(set, plus: isAdded ? track.added : Weight(thousandths: 0)) { base in
                reference(base, of: lift, week: week)
            }
        case .weight(let weight, let unit):
            guard let load = track.load, let top, set.kind == .work else { return set }
            let own = weight.converted(from: unit, to: program.units)
            return set.with(load: .weight(rounded(load, plus: own, minus: top), program.units))
        case .bodyweight(let plus, let unit):
            guard let load = track.load, set.kind == .work, exercise.progression.map({ $0 != .none }) ?? false else {
                return set
            }
            let own = plus?.converted(from: unit, to: program.units) ?? Weight(thousandths: 0)
            let added = rounded(load, plus: own, minus: top ?? own)
            return set.with(load: .bodyweight(plus: added.thousandths == 0 ? nil : added, program.units))
        case nil:
            guard let load = track.load, set.kind == .work, set.target.takesLastLoad else { return set }
            let isShared = exercise.progression?.steps.contains(where: \.isShare) ?? false
            let shown = isShared ? program.rounding?.rounded(load) ?? load : load
            return set.with(load: .weight(shown, program.units))
        case .rpe, .rpeRange, .rir, .rirRange:
            guard exercise.progression == .rpe, set.kind != .warmUp, let target = set.load?.targetRPE,
                let share = set.share(atRPE: target), let max = estimatedMax(of: exercise, track)
            else { return set }
            let exact = max.share(share)
            return set.with(load: .weight(program.rounding?.rounded(exact) ?? exact, program.units))
                .with(rpeCap: set.rpeCap ?? target)
        // A range is the athlete's choice, and so is what follows from it.
        case .weightRange, .weightAtLeast: return set
        }
    }

    /// The max of a lift that a percentage refers to.
    func reference(_ base: Load.Base, of lift: String, week: Int) -> Weight? {
        switch base {
        case .oneRepMax: oneRepMaxes[lift]
        case .trainingMax, .default: tracks[.lift(lift)]?.settled(in: week).load
        case .topSet, .lastSet, .exerciseLoad: nil
        }
    }

    /// A prescribed weight after the heaviest one became `load`; weights that are as prescribed are not rounded.
    private func rounded(_ load: Weight, plus own: Weight, minus top: Weight) -> Weight {
        guard load != top else { return own }
        let weight = Weight(thousandths: load.thousandths + own.thousandths - top.thousandths)
        return program.rounding?.rounded(weight) ?? weight
    }

    private func missing(_ sets: [SetPrescription], _ exercise: Exercise, _ track: ProgressTrack)
        -> PlannedWorkout.MissingValue?
    {
        let work = sets.filter { $0.kind == .work }
        if work.contains(where: { $0.load?.base?.isMax ?? false }) { return .max(lift: exercise.lift ?? exercise.id) }
        if work.contains(where: { $0.load?.base == .exerciseLoad }) { return .load(exercise: exercise.id) }
        guard track.load == nil, exercise.progression?.needsLoad ?? false else { return nil }
        let isOpen = work.contains { $0.load == nil && $0.target.takesLastLoad }
        return isOpen ? .load(exercise: exercise.id) : nil
    }
}

extension Progression {
    /// Whether the loads follow from a starting load.
    ///
    /// With a double progression, the athlete chooses the load for the range.
    fileprivate var needsLoad: Bool {
        switch self {
        case .linear, .repGoal, .table, .perCycle: steps.allSatisfy { $0.unit == nil }
        case .stages, .topSet, .extraReps, .repByRep: true
        case .double, .maxTest, .rpe, .rotate, .none: false
        }
    }
}

extension SetPrescription {
    /// Whether the load of the set is, or follows from, the load or max that progresses.
    var followsProgression: Bool {
        guard kind == .work else { return false }
        return switch load {
        case .weight, .bodyweight: true
        case .percentage, .percentageRange, .percentageAtLeast, .percentagePlus:
            load?.base.map { $0.isMax || $0 == .exerciseLoad } ?? false
        case .weightRange, .weightAtLeast, .rpe, .rpeRange, .rir, .rirRange: false
        case nil: target.takesLastLoad
        }
    }
}

extension SetTarget {
    /// Whether a set without a prescribed load has the exercise's current load; the load of a rep max is found in the workout.
    fileprivate var takesLastLoad: Bool {
        if case .repMax = self { false } else { isRepetitions }
    }
}

extension Program {
    /// Whether a set has a weight in the program's file.
    fileprivate var prescribesWeights: Bool {
        let hasWeight = { (sets: [SetPrescription]) in sets.contains { $0.load?.isWeight ?? false } }
        let exercises = allExercises
        return schemes.values.contains(where: hasWeight)
            || weeks.contains { week in
                week.schemes.values.contains(where: hasWeight)
                    || week.exercises.values.contains { replacement in
                        if case .sets(.own(let sets)) = replacement { hasWeight(sets) } else { false }
                    }
            }
            || exercises.contains { exercise in
                if hasWeight(exercise.warmUp) { return true }
                if case .own(let sets) = exercise.sets, hasWeight(sets) { return true }
                guard case .stages(let stages, _, _, _) = exercise.progression else { return false }
                return stages.contains(where: hasWeight)
            }
    }
}

/// An event that decides the loads of a program, in the program's unit.
public enum ProgressEvent: Sendable, Hashable {
    /// The athlete set the one-rep max of a lift; the training max starts again from its share.
    case oneRepMax(lift: String, Weight)
    /// The athlete set the training max of a lift.
    case trainingMax(lift: String, Weight)
    /// The athlete set the load of an exercise's next work sets; failures are forgotten.
    case load(exercise: String, Weight)
    /// A load was logged outside the program's workouts; it counts as the starting load if the load is not known yet.
    case logged(exercise: String, Weight)
    case completed(PerformedWorkout)
    /// The athlete made an exercise the current one of a rotation; `rotation` is the ID of the exercise that has the rotation.
    case turned(rotation: String, to: String)
    /// The program continues with another week.
    case jumped(toWeek: Int)
}
