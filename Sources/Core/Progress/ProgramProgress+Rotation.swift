internal import Training

/// The current exercises of rotations.
extension ProgramProgress {
    func turn(of own: Exercise) -> String { turns[own.id] ?? own.id }

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

    /// Makes the exercise after one that failed the current one; the first one follows the last one.
    ///
    /// - Parameters:
    ///   - load: what was lifted; nil if it is unknown.
    ///   - deload: by how much the load of an exercise is reduced when it becomes the current one again; nil for not at all.
    mutating func pass(
        _ id: ProgressTrackID,
        of item: PlannedWorkout.Item,
        load: Weight?,
        _ deload: Percentage?,
        week: Int
    ) {
        let order = [item.own] + item.own.rotation.map(\.exercise)
        guard order.count > 1, let index = order.firstIndex(where: { $0.id == item.exercise.id }) else { return }
        let next = order[(index + 1) % order.count]
        turns[item.own.id] = next.id
        tracks[id]?.endTurn()
        let reason = LoadChange.Reason.rotated(from: item.exercise.title, at: load?.thousandths == 0 ? nil : load)
        let nextID = trackID(next, program.prescribedSets(of: next, in: program.week(week)))
        tracks[nextID, default: ProgressTrack()].beginTurn(reason, deload: deload, program.rounding)
    }
}
