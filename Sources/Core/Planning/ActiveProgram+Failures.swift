public import CivilTime
public import Progress
internal import Training

/// What a program repeats after a failed workout.
///
/// A repetition is a jump that follows from the results, so nothing about it is stored: a corrected result changes the plan again.
extension ActiveProgram {
    /// The program with the jumps that follow from the failed workouts in a training log.
    public func repeatingFailures(_ log: [LogEntry], today: CivilDate) -> ActiveProgram {
        guard program.schedule.onFailure != .continue else { return self }
        let entries = Dictionary(grouping: log.filter { $0.workout?.program == program.id }, by: \.date)
        let failed = completions.map(\.date).filter { date in
            let exercises = Dictionary(grouping: entries[date] ?? []) { $0.workout?.exercise ?? "" }
            return exercises.values.contains { entries in
                let sets = entries.first?.prescription?.sets ?? []
                return entries.result.isFailure(of: sets, in: recorded[date]?.program ?? program)
            }
        }
        return repeating(after: Set(failed), today: today)
    }

    /// The program with the jumps that follow from failed workouts.
    ///
    /// - Parameter failed: their dates.
    func repeating(after failed: Set<CivilDate>, today: CivilDate) -> ActiveProgram {
        var result = self
        var last = start
        for date in failed.sorted() where date >= last && program.schedule.onFailure != .continue {
            guard let (first, place) = result.repetition(after: date, today: today),
                isOpen(place, from: first, after: date)
            else { continue }
            result = result.with(exceptions: result.exceptions + [.jump(on: first, to: place)])
            last = first
        }
        return result
    }

    /// Whether the plan may repeat from a date on: the user neither chose another place since, nor went on before the result was known.
    private func isOpen(_ place: ProgramPlace, from first: CivilDate, after date: CivilDate) -> Bool {
        let isChosen = exceptions.contains { exception in
            if case .jump(let other, _) = exception { other > date && other <= first } else { false }
        }
        let next = recorded.filter { $0.key >= first }.min { $0.key < $1.key }?.value
        return !isChosen && next.flatMap(\.week).map { $0 == place.week } ?? true
    }

    /// What is repeated after a failed workout, and from which date on; nil if nothing is.
    private func repetition(after date: CivilDate, today: CivilDate) -> (first: CivilDate, place: ProgramPlace)? {
        let calendar = calendar(today: today)
        guard let failed = calendar.day(on: date).occurrence, !failed.week.isDeload else { return nil }
        let weeks: ClosedRange<Int>
        switch program.schedule.onFailure {
        case .continue: return nil
        case .repeatWorkout:
            return calendar.place(of: failed.dayID, in: failed.week.shown).map { (date.adding(days: 1), $0) }
        case .repeatWeek: weeks = failed.week.shown...failed.week.shown
        case .repeatPhase: weeks = program.phase(of: failed.week.shown)
        }
        // The days after it that belong to the same weeks; pauses make them longer.
        let following = calendar.days(date.adding(days: 1)..<date.adding(days: 7 * weeks.count + 366))
        let own = following.lazy.compactMap(\.occurrence).prefix { weeks.contains($0.week.shown) }
        let first = (own.last?.date ?? date).adding(days: 1)
        guard calendar.isDated else { return (first, ProgramPlace(week: weeks.lowerBound)) }
        let blocks = (start.days(until: first) + 6) / 7
        return (start.adding(days: 7 * blocks), ProgramPlace(week: weeks.lowerBound))
    }
}

extension Program {
    /// The weeks of the phase that a week belongs to; without phases, those of its cycle of weeks.
    fileprivate func phase(of week: Int) -> ClosedRange<Int> {
        let length = max(1, weeks.count)
        let cycle = (week - 1) / length * length + 1
        let phase = self.week(week)?.phase
        func isOther(_ number: Int) -> Bool { self.week(number)?.phase != phase }
        let first = (cycle...week).last(where: isOther).map { $0 + 1 } ?? cycle
        let last = (week...cycle + length - 1).first(where: isOther).map { $0 - 1 } ?? cycle + length - 1
        return first...last
    }
}
