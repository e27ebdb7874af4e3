internal import Training

/// Moves loads and maxes by the results of workouts.
extension ProgramProgress {
    /// Applies the results of a workout.
    mutating func complete(_ performed: PerformedWorkout) {
        guard let workout = workout(performed.dayID, week: performed.week, chosen: performed.chosen) else { return }
        let isDeload = program.week(performed.week)?.isDeload ?? false
        var moved: Set<ProgressTrackID> = []
        for item in workout.items where performed.includes(item.exercise) {
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
            let outcome = SetOutcome(result, of: item.sets, unit: program.units)
            var track = (tracks[id] ?? ProgressTrack()).settled(in: performed.week)
            if case .exercise = id, !isDeload {
                // What was lifted counts, not what was prescribed; it is also as good as a starting load.
                let difference = difference(of: prescribed, from: item.exercise)
                let lifted = outcome.load ?? (track.load == nil ? top(of: item.sets) : nil)
                track.load = lifted.map { Weight(thousandths: $0.thousandths - difference) } ?? track.load
            }
            let progression = item.exercise.progression ?? .none
            if !isDeload, progression == .none {
                track.notePerformed(item.exercise.id)
            } else if !isDeload, moved.insert(id).inserted {
                track.apply(
                    outcome,
                    progression,
                    week: performed.week,
                    lastWeekOfCycle: lastWeekOfCycle(performed.week),
                    rounding: program.rounding
                )
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
            LoadChange(by: Weight(thousandths: trainingMax.thousandths - $0.thousandths), reason: .maxTest(max))
        }
        oneRepMaxes[lift] = max
        tracks[.lift(lift)] = track
    }
}
