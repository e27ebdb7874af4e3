public import CivilTime
public import Progress
public import Training

extension ActiveProgram {
    /// The loads of its coming workouts: from the program, what the athlete set and logged, and the workouts completed since it
    /// started.
    ///
    /// A workout's log entries are its results; its exercises without entries were done as planned. Other entries count as
    /// starting loads, and max tests before the start as maxes.
    ///
    /// - Parameters:
    ///   - athlete: what the athlete set and logged.
    ///   - today: the present date.
    ///   - end: the first date whose completed workouts and later values do not count; nil if all count.
    public func progress(_ athlete: AthleteHistory, today: CivilDate, before end: CivilDate? = nil) -> ProgramProgress {
        var progress = ProgramProgress(program, equipment: athlete.equipment)
        let completions = completions.filter { $0.date >= start && $0.date < end ?? .latest }
        let values = athlete.values.filter { $0.date <= end ?? .latest }
        let past = athlete.log.filter { $0.date < end ?? .latest }
        var log = LoggedResults(past.filter { $0.date >= start }, of: program.id)
        var events = values.compactMap { value in
            value.event(in: program).map { (date: value.date, rank: 0, event: $0) }
        }
        let exercises = ExerciseIDs(program)
        // Before the program started again, or if its file no longer has the day, what was lifted decides the load.
        events += past.filter { $0.date < start && isCounted($0) }.flatMap { decidedLoads($0, exercises) }
        let days = Set(program.days.map(\.id))
        for (completion, week) in zip(completions, weeks(of: completions, today: today)) {
            guard days.contains(completion.dayID) else {
                events += log.takeEntries(on: completion.date, day: completion.dayID)
                    .flatMap { decidedLoads($0, exercises) }
                continue
            }
            let results = log.takeResults(on: completion.date, day: completion.dayID)
            let chosen = chosen(on: completion.date, day: completion.dayID, week: week, logged: Set(results.keys))
            let workout = PerformedWorkout(dayID: completion.dayID, week: week, results: results, chosen: chosen)
            events.append((completion.date, 2, .completed(workout)))
        }
        // A workout that is still going on has no result yet.
        let remaining = log.remaining.filter { $0.workout?.program != program.id || $0.date < today }
        events += remaining.flatMap { entry in
            loads(entry, exercises).map { (entry.date, 1, .logged(exercise: $0, $1)) }
        }
        // Values apply before the workouts of their date, whatever was recorded first; the sort is stable.
        let ordered = events.enumerated().sorted {
            ($0.element.date, $0.element.rank, $0.offset) < ($1.element.date, $1.element.rank, $1.offset)
        }
        for entry in ordered { progress.apply(entry.element.event) }
        return progress
    }

    /// The results of max tests that set a max in the program, by date: the best one of a lift on a date.
    public func testedMaxes(_ log: [LogEntry]) -> [(date: CivilDate, lift: String, max: Weight)] {
        var best: [(date: CivilDate, lift: String, max: Weight)] = []
        for entry in log.sorted(by: { $0.date < $1.date }) where isResult(entry) {
            guard let test = entry.testedMax(in: program) else { continue }
            if let known = best.firstIndex(where: { $0.date == entry.date && $0.lift == test.lift }) {
                best[known].max = max(best[known].max, test.max)
            } else {
                best.append((entry.date, test.lift, test.max))
            }
        }
        return best
    }

    /// Whether an entry counts as the result of a workout: since the start, only if the workout is completed.
    private func isResult(_ entry: LogEntry) -> Bool {
        guard let workout = entry.workout, entry.date >= start else { return isCounted(entry) }
        return completions.contains(Completion(date: entry.date, dayID: workout.day))
    }

    /// The alternatives that a completed workout was done with: what is logged counts, not what was chosen.
    ///
    /// - Parameters:
    ///   - date: the workout's date.
    ///   - dayID: the ID of the program day.
    ///   - week: the week since the start, from 1.
    ///   - logged: the IDs of the exercises with entries in the log.
    public func chosen(on date: CivilDate, day dayID: String, week: Int, logged: Set<String>) -> [String: String] {
        let chosen = choices.chosen(on: date)
        let day = program.days.first { $0.id == dayID }
        return day?.choices(chosen, in: program.week(week), logged: logged) ?? chosen
    }

    /// Whether an entry is about sets that were lifted: those of a plan only count if the workout is still completed.
    private func isCounted(_ entry: LogEntry) -> Bool {
        guard entry.outcome == .planned else { return true }
        guard let workout = entry.workout, workout.program == program.id else { return false }
        return completions.contains(Completion(date: entry.date, dayID: workout.day))
    }

    private func decidedLoads(_ entry: LogEntry, _ exercises: ExerciseIDs) -> [(
        date: CivilDate, rank: Int, event: ProgressEvent
    )] {
        if let test = entry.testedMax(in: program) { return [(entry.date, 1, .oneRepMax(lift: test.lift, test.max))] }
        return loads(entry, exercises).map { (entry.date, 1, .load(exercise: $0, $1)) }
    }

    /// The exercises of the program that an entry is about, with its load.
    private func loads(_ entry: LogEntry, _ exercises: ExerciseIDs) -> [(exercise: String, load: Weight)] {
        let ids = exercises.about(entry)
        guard !ids.isEmpty, entry.decidesLoad(in: program), let load = entry.topLoad(in: program.units) else {
            return []
        }
        return ids.map { ($0, load) }
    }

    /// The week of each completion; a workout on a date without one belongs to the week of the workout before it.
    private func weeks(of completions: [Completion], today: CivilDate) -> [Int] {
        guard let last = completions.map(\.date).max() else { return [] }
        var weeks: [CivilDate: Int] = [:]
        var week = 1
        for day in calendar(today: today).days(start..<last.adding(days: 1)) {
            week = day.occurrence?.week.number ?? week
            weeks[day.date] = week
        }
        return completions.map { weeks[$0.date] ?? 1 }
    }
}

/// The IDs of a program's exercises by what log entries call them, for logs with thousands of entries.
private struct ExerciseIDs {
    private let program: String
    private let ids: Set<String>
    private let byLift: [String: [String]]

    init(_ program: Program) {
        let exercises = program.allExercises
        self.program = program.id
        ids = Set(exercises.map(\.id))
        let ofLifts = exercises.filter { $0.lift != nil }
        byLift = Dictionary(grouping: ofLifts) { $0.lift ?? "" }.mapValues { Set($0.map(\.id)).sorted() }
    }

    /// The exercises that an entry is about: its own in a workout of the program, or else that of its name, or else those of the lift.
    func about(_ entry: LogEntry) -> [String] {
        if let workout = entry.workout, workout.program == program { return [workout.exercise] }
        return ids.contains(entry.exercise) ? [entry.exercise] : byLift[entry.exercise] ?? []
    }
}
