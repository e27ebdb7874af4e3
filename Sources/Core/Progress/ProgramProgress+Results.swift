public import Training

/// Moves loads and maxes by the results of workouts.
extension ProgramProgress {
    mutating func complete(_ performed: PerformedWorkout) {
        guard
            let workout = workout(
                performed.dayID,
                week: performed.week,
                chosen: performed.chosen,
                logged: Set(performed.results.keys)
            )
        else { return }
        let isDeload = program.week(performed.week)?.isDeload ?? false
        var moved: Set<ProgressTrackID> = []
        for planned in workout.items where performed.includes(planned.exercise) {
            let prescription = performed.prescriptions[planned.exercise.id]
            let item = prescription.map { $0.sets.isEmpty ? planned : planned.with(sets: $0.sets) } ?? planned
            let prescribed = program.prescribedSets(of: item.exercise, in: program.week(performed.week))
            let id = trackID(item.exercise, prescribed)
            let result = performed.results[item.exercise.id] ?? .asPlanned
            if case .maxTest(let formula) = item.exercise.progression, let lift = item.exercise.lift {
                if moved.insert(.lift(lift)).inserted {
                    let max = MaxTest(item.sets, formula).max(of: result, in: program.units)
                    applyTest(of: lift, max, week: performed.week)
                }
                continue
            }
            let outcome = SetOutcome(result, of: item.sets, in: program)
            // After a correction of the past, what was planned then differs from what follows now.
            let isAsShown = outcome.load == nil || outcome.load == top(of: planned.sets)
            var track = (tracks[id] ?? ProgressTrack()).settled(in: performed.week)
            // What was done counts, as it does for the load, even if an earlier result was corrected since.
            if let prescription, item.exercise.hasSteps(prescribed) { track.stage = prescription.stage }
            if case .exercise = id, !isDeload {
                // What was lifted counts, not what was prescribed; it is also as good as a starting load.
                let difference = difference(of: prescribed, from: item.exercise)
                let lifted = outcome.load ?? (track.load == nil ? top(of: item.sets) : nil)
                if item.exercise.followsTopSet {
                    // The progression compares what was lifted with this load.
                    let planned = top(of: item.sets).map { Weight(thousandths: $0.thousandths - difference) }
                    track.load = track.load ?? planned
                } else if isAsShown, track.load != nil {
                    // A load that is shown rounded stays exact, so that small increments add up.
                } else if prescribed.decideLoad, !item.isTest,
                    !(item.exercise.hasExtraReps && prescribed.firstMax != nil)
                {
                    track.load = lifted.map { Weight(thousandths: $0.thousandths - difference) } ?? track.load
                }
            }
            let progression = item.exercise.progression ?? .none
            if !isDeload, progression == .none {
                track.notePerformed(item.exercise.id)
            } else if progression == .rpe {
                if !isDeload, moved.insert(.exercise(item.exercise.id)).inserted {
                    let rated = RatedSet(result, of: item.sets, in: program.units)
                    track.rate(rated, from: estimatedMax(of: item.exercise, track), isMissed: result.isFailed)
                }
            } else if !isDeload, moved.insert(id).inserted {
                if case .extraReps(let share, let keep) = progression, let base = prescribed.firstMax {
                    let max = item.exercise.lift.flatMap { reference(base, of: $0, week: performed.week) }
                    let end = keep.map { lastWeek(of: $0, performed.week) }
                    track.addExtraReps(outcome, share, of: max, in: performed.week, through: end)
                } else if let add = progression.addAfterBetterResult {
                    let failures = track.failures
                    let base = base(of: progression, prescribed)
                    let task = ResultToBeat.Task(item.exercise, prescribed)
                    let own = stepped(prescribed, item.exercise, track.stage, week: performed.week)
                    track.beatLast(
                        outcome,
                        in: task,
                        prescribed: SetOutcome(result, of: own, in: program),
                        shown: isAsShown ? shownLoad(of: item.sets, prescribed, item.exercise, track) : track.load,
                        hasRange: prescribed.hasRange,
                        add: add,
                        base
                    )
                    if case .double(_, _, let fails?, let deload) = progression, track.failures > failures {
                        track.failures = failures
                        track.fail(mostFailures: fails, deload: deload, program.rounding, base)
                        if track.failures == 0 { track.lastResults[task] = nil }
                    } else if case .rotate(_, let advance) = progression, track.failures >= advance.fails ?? 1 {
                        let load = outcome.load ?? top(of: item.sets)
                        let reason = LoadChange.Reason.rotated(
                            from: item.exercise.title,
                            at: load?.thousandths == 0 ? nil : load
                        )
                        tracks[id] = track
                        change(item, by: 1, reason, advance.deload, week: performed.week)
                        continue
                    }
                } else if case .rotate(let add, let advance) = progression {
                    let planned = top(of: item.sets)
                    let step = track.climb(
                        outcome,
                        isLighter: outcome.load.map { load in planned.map { load < $0 } ?? false } ?? false,
                        hasRange: prescribed.hasRange,
                        advance,
                        isLast: isLast(item),
                        add: add
                    )
                    if let step {
                        tracks[id] = track
                        let name = item.exercise.title
                        let reason: LoadChange.Reason =
                            step > 0 ? .climbed(from: name) : .steppedBack(from: name, failures: track.failures)
                        change(item, by: step, reason, advance.deload, week: performed.week)
                        continue
                    }
                } else {
                    track.apply(
                        outcome,
                        progression,
                        of: base(of: progression, prescribed),
                        week: performed.week,
                        lastWeekOfCycle: lastWeekOfCycle(performed.week),
                        rounding: program.rounding
                    )
                }
            }
            tracks[id] = track
        }
    }

    /// Sets the maxes of a lift to the result of a test; without a result, they stay.
    private mutating func applyTest(of lift: String, _ max: Weight?, week: Int) {
        let former = tracks[.lift(lift)]?.settled(in: week)
        guard let max else {
            guard var former, former.load != nil else { return }
            former.keep(.notTested)
            tracks[.lift(lift)] = former
            return
        }
        let trainingMax = trainingMax(of: lift, from: max)
        var track = ProgressTrack(load: trainingMax)
        track.change = former?.load.map {
            LoadChange(
                by: .weight(Weight(thousandths: trainingMax.thousandths - $0.thousandths)),
                reason: .maxTest(max)
            )
        }
        oneRepMaxes[lift] = max
        declared[lift] = .some(nil)
        startOver(lift: lift, track)
    }

    /// Replaces the training max of a lift; what was added to percentages of the former max is dropped.
    mutating func startOver(lift: String, _ track: ProgressTrack) {
        tracks[.lift(lift)] = track
        for exercise in program.allExercises where exercise.lift == lift {
            if exercise.hasExtraReps { tracks[.exercise(exercise.id)]?.dropAdded() }
            // An earlier estimate does not outlast a new max.
            tracks[.exercise(exercise.id)]?.estimatedMax = nil
        }
    }

    /// The max from which the loads of an exercise with an RPE follow: the last estimate, or else the max of its lift.
    func estimatedMax(of exercise: Exercise, _ track: ProgressTrack) -> Weight? {
        track.estimatedMax ?? exercise.lift.flatMap { oneRepMaxes[$0] }
    }

    /// Estimates the max of an exercise with an RPE from a load that the athlete set for its heaviest sets.
    mutating func estimateMax(of id: String, from load: Weight) {
        guard let exercise = program.allExercises.first(where: { $0.id == id && $0.progression == .rpe }) else {
            return
        }
        let max = RatedSet.max(of: load, for: program.prescribedSets(of: exercise))
        tracks[.exercise(id), default: ProgressTrack()].estimatedMax = max
    }

    /// The last week of the phase or cycle that a week belongs to.
    private func lastWeek(of keep: Progression.Keep, _ week: Int) -> Int {
        let end = lastWeekOfCycle(week)
        guard keep == .phase, let phase = program.week(week)?.phase else { return end }
        return (week...end).first { $0 == end || program.week($0 + 1)?.phase != phase } ?? end
    }
}

extension PerformedWorkout.Result {
    /// Whether the exercise was performed without success: its repetitions were missed, or no set has one.
    fileprivate var isFailed: Bool {
        switch self {
        case .asPlanned: false
        case .missed: true
        case .sets(let sets): sets.allSatisfy { $0.amount.reps ?? 0 == 0 }
        }
    }
}

extension PlannedWorkout.Item {
    /// Whether its set scheme is a test of the load.
    fileprivate var isTest: Bool { exercise.hasStages && sets.hasTest }

    func with(sets: [SetPrescription]) -> PlannedWorkout.Item {
        PlannedWorkout.Item(exercise: exercise, sets: sets, change: change, missing: missing, own: own, stage: stage)
    }
}

extension Exercise {
    var hasStages: Bool { if case .stages = progression { true } else { false } }

    /// Whether the sets have steps, which are logged with them.
    fileprivate func hasSteps(_ sets: [SetPrescription]) -> Bool {
        switch progression {
        case .stages, .repByRep: true
        default: progression?.unit(sets) != nil
        }
    }

    fileprivate var followsTopSet: Bool {
        if case .topSet = progression { true } else { false }
    }

    fileprivate var hasExtraReps: Bool {
        if case .extraReps = progression { true } else { false }
    }
}

extension Progression {
    /// By how much the load or the sets grow, if each result must beat the last one; otherwise nil.
    var addAfterBetterResult: Step? {
        switch self {
        case .double(let add, true, _, _): add
        case .rotate(let add, let advance) where advance.cause == .failure: .weight(add)
        default: nil
        }
    }
}

extension LogEntry {
    /// Whether its sets decide the load of the exercise in a program, rather than being percentages of that load.
    public func decidesLoad(in program: Program) -> Bool {
        guard let workout, workout.program == program.id, let day = program.days.first(where: { $0.id == workout.day }),
            let exercise = day.exercises.first(where: { $0.id == workout.exercise })
        else { return true }
        if case .topSet = exercise.progression { return true }
        return program.prescribedSets(of: exercise).decideLoad
    }
}

extension [SetPrescription] {
    /// Whether a work set has a range of repetitions or times.
    fileprivate var hasRange: Bool {
        contains { set in
            switch set.target {
            case .range, .totalRange, .timeRange: set.kind == .work
            case .reps, .amrap, .total, .within, .repMax, .amrapWithin, .time, .distance: false
            }
        }
    }

    /// The max that the first work set with a percentage refers to.
    fileprivate var firstMax: Load.Base? {
        lazy.filter { $0.kind == .work }.compactMap { $0.load?.base }.first(where: \.isMax)
    }

    /// Whether the heaviest work set has the load of the exercise, rather than a percentage of it.
    fileprivate var decideLoad: Bool {
        let work = filter { $0.kind == .work }
        let shares = work.compactMap { $0.load?.base == .exerciseLoad ? $0.load?.highestShare : nil }
        guard let highest = shares.max() else { return true }
        return shares.count < work.count && highest <= .whole
    }
}

extension Load {
    /// The highest percentage that it allows, without an added weight; nil if it is not a percentage.
    fileprivate var highestShare: Percentage? {
        switch self {
        case .percentage(let share, _), .percentageAtLeast(let share, _): share
        case .percentagePlus(let share, _, let plus, _):
            plus.thousandths > 0 ? Percentage(hundredths: share.hundredths + 1) : share
        case .percentageRange(let shares, _): shares.upperBound
        case .weight, .weightRange, .weightAtLeast, .rpe, .rpeRange, .rir, .rirRange, .bodyweight: nil
        }
    }
}

/// The current exercises of rotations.
extension ProgramProgress {
    /// The ID of the current exercise of a rotation.
    public func turn(of own: Exercise) -> String { turns[own.id] ?? own.id }

    /// Makes an exercise of a rotation the current one, without a result to beat.
    mutating func turn(of own: String, to id: String) {
        turns[own] = id
        tracks[.exercise(id)]?.restartTurn()
        tracks[.exercise(id)]?.change = nil
    }

    /// The choices of a workout with the exercises of its rotations: those that were done, otherwise the current ones.
    func withTurns(_ chosen: [String: String], of day: ProgramDay, logged: Set<String>) -> [String: String] {
        var result = chosen
        for own in day.exercises where !own.rotation.isEmpty {
            let turn = turn(of: own)
            let order = [own.id] + own.rotation.map(\.exercise.id)
            result[own.id] = logged.contains(turn) ? turn : order.last { logged.contains($0) } ?? turn
        }
        return result
    }

    /// The load of an exercise as its sets show it, which may be rounded; for percentages of a max, the training max.
    func shownLoad(
        of sets: [SetPrescription],
        _ prescribed: [SetPrescription],
        _ exercise: Exercise,
        _ track: ProgressTrack
    ) -> Weight? {
        guard case .exercise = trackID(exercise, prescribed), track.load != nil, let top = top(of: sets) else {
            return track.load
        }
        return Weight(thousandths: top.thousandths - difference(of: prescribed, from: exercise))
    }

    /// Whether an exercise is the last one of its rotation.
    private func isLast(_ item: PlannedWorkout.Item) -> Bool {
        item.own.rotation.last.map { $0.exercise.id == item.exercise.id } ?? true
    }

    /// Moves a rotation to another exercise if the exercise of an item is the current one; the first exercise follows the last one.
    ///
    /// - Parameters:
    ///   - step: by how many places; the first exercise has none before it.
    ///   - deload: by how much the load of an exercise is reduced when it becomes the current one again; nil for not at all.
    private mutating func change(
        _ item: PlannedWorkout.Item,
        by step: Int,
        _ reason: LoadChange.Reason,
        _ deload: Step?,
        week: Int
    ) {
        let order = [item.own] + item.own.rotation.map(\.exercise)
        guard turn(of: item.own) == item.exercise.id, order.count > 1,
            let index = order.firstIndex(where: { $0.id == item.exercise.id }), index + step >= 0
        else { return }
        func id(_ exercise: Exercise) -> ProgressTrackID {
            trackID(exercise, program.prescribedSets(of: exercise, in: program.week(week)))
        }
        let next = order[(index + step) % order.count]
        turns[item.own.id] = next.id
        tracks[id(item.exercise)]?.endTurn()
        tracks[id(next), default: ProgressTrack()].beginTurn(reason, deload: deload, program.rounding)
    }
}
