internal import CivilTime

/// Finds the workouts of dates that are paused.
extension SequenceWalk {
    /// How many days without a pause are searched for a postponed workout, in addition to those from the start of the pause to its
    /// date.
    private static let longest = 35

    /// A workout that moves to the walk's date or a later one, before its own date.
    struct Advanced {
        let workout: SequencedWorkout
        /// The training day that it leaves empty; nil if a pause drops it.
        let slot: CivilDate?
    }

    /// The walk without the pause that contains a date; adjoining pauses count as one.
    func ignoringPause(around date: CivilDate) -> SequenceWalk {
        guard let pause = pauses.range(containing: date) else { return self }
        var result = self
        result.pauses = pauses.removing(pause)
        return result
    }

    /// The workout of a later date, as it would be without a pause; nil if the date has none.
    func workout(of origin: CivilDate) -> Advanced? {
        var open = ignoringPause(around: origin)
        while open.date < origin { _ = open.next() }
        guard case .workout(let workout) = open.next() else { return nil }
        guard let pause = pauses.range(containing: origin) else { return Advanced(workout: workout, slot: origin) }
        return Advanced(workout: workout, slot: slot(of: workout, at: open.slotPosition, after: pause, origin))
    }

    /// The training day to which a pause postpones a workout.
    private func slot(
        of workout: SequencedWorkout,
        at position: Int,
        after pause: ClosedRange<CivilDate>,
        _ origin: CivilDate
    ) -> CivilDate? {
        guard pause.upperBound < .lastPlanned else { return nil }
        var ahead = self
        while ahead.date <= pause.upperBound { _ = ahead.next() }
        var days = pause.lowerBound.days(until: origin) + SequenceWalk.longest
        while days > 0, ahead.date <= .lastPlanned {
            let date = ahead.date
            switch ahead.next() {
            case .workout(let other):
                // With repetitions, the training day counts, whichever missed workout it gets.
                let isSame = isRepeating ? ahead.slotPosition == position : other.order == workout.order
                if isSame { return date }
                days -= 1
            case .rest, .taken: days -= 1
            case .paused: break
            case .ended: return nil
            }
        }
        return nil
    }
}
