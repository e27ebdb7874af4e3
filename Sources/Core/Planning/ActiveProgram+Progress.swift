public import CivilTime
public import Progress
public import Training

extension ActiveProgram {
    /// The loads of its coming workouts: from the program, what the athlete set and logged, and the workouts completed since it
    /// started.
    ///
    /// A workout's log entries are its results; its exercises without entries were done as planned. Other entries count as
    /// starting loads, and max tests before the start as maxes. Each result is judged by the edition of the program and the
    /// prescription that were in force, so the present file decides only what follows.
    ///
    /// - Parameters:
    ///   - end: the first date whose completed workouts and later values do not count; nil if all count.
    ///   - edition: the edition that follows; nil for the present one.
    public func progress(
        _ athlete: AthleteHistory,
        today: CivilDate,
        before end: CivilDate? = nil,
        in edition: Program? = nil
    ) -> ProgramProgress {
        let completions = completions.filter { $0.date >= start && $0.date < end ?? .latest }
        let first = completions.lazy.compactMap { recorded[$0.date]?.program }.first
        var progress = ProgramProgress(first ?? edition ?? program, equipment: athlete.equipment)
        let values = athlete.values.filter { $0.date <= end ?? .latest }
        let past = athlete.log.filter { $0.date < end ?? .latest }
        var log = LoggedResults(past.filter { $0.date >= start }, of: program.id)
        var events = values.compactMap { value in
            value.event(in: program).map { (date: value.date, rank: 0, event: $0) }
        }
        let exercises = ExerciseIDs(program)
        // Before the program started again, or if its file no longer has the day, what was lifted decides the load.
        events += past.filter { $0.date < start && isCounted($0) }.compactMap { decidedLoad($0, exercises) }
        let weeks = weeks(of: completions, today: today)
        for completion in completions {
            let entries = log.takeEntries(on: completion.date)
            let workouts = performed(completion, week: weeks[completion.date] ?? 1, entries)
            events += workouts.map { (completion.date, 2, .completed($0)) }
            if workouts.isEmpty { events += entries.compactMap { decidedLoad($0, exercises) } }
        }
        // A workout that is still going on has no result yet.
        let remaining = log.remaining.filter { $0.workout?.program != program.id || $0.date < today }
        events += remaining.compactMap { entry in
            load(entry, exercises).map { (entry.date, 1, .logged(exercise: $0, $1)) }
        }
        let rotations = Set(program.days.flatMap(\.exercises).filter { !$0.rotation.isEmpty }.map(\.id))
        events += choices.all.filter { rotations.contains($0.exercise) && $0.date < end ?? .latest }.map {
            ($0.date, -1, .turned(rotation: $0.exercise, to: $0.alternative))
        }
        events += jumps(after: nil, before: min(today.adding(days: 1), end ?? .latest)).map {
            ($0.date, -1, .jumped(toWeek: $0.week))
        }
        // Values apply before the workouts of their date, whatever was recorded first; the sort is stable.
        let ordered = events.enumerated().sorted {
            ($0.element.date, $0.element.rank, $0.offset) < ($1.element.date, $1.element.rank, $1.offset)
        }
        for entry in ordered { progress.apply(entry.element.event) }
        progress.adopt(edition ?? program)
        return progress
    }

    /// The weeks with which the program continued after a date and before another one, in their order.
    func jumps(after first: CivilDate?, before end: CivilDate) -> [(date: CivilDate, week: Int)] {
        exceptions.compactMap { exception -> (date: CivilDate, week: Int)? in
            guard case .jump(let date, let place) = exception, date >= start, date < end,
                first.map({ date > $0 }) ?? true
            else { return nil }
            return (date, place.week)
        }.sorted { $0.date < $1.date }
    }

    /// A completed workout with its results; its exercises that were logged before an edit of the program are judged separately.
    ///
    /// - Returns: empty if the program has no such day, for example in a ledger of an earlier version of antrain.
    func performed(_ completion: Completion, week: Int, _ entries: [LogEntry]) -> [PerformedWorkout] {
        let recorded = self.recorded[completion.date]
        let own = recorded?.program ?? program
        guard own.days.contains(where: { $0.id == completion.dayID }) else { return [] }
        let exercises = Dictionary(grouping: entries) { $0.workout?.exercise ?? "" }
        let earlier = exercises.filter { _, entries in
            guard let recorded, let edition = entries.first?.edition else { return false }
            return edition != recorded.edition && editions[edition] != nil
        }
        let logged = exercises.filter { earlier[$0.key] == nil }
        let chosen = chosen(on: completion.date, day: completion.dayID, week: week, logged: Set(logged.keys), in: own)
        let main = PerformedWorkout(
            dayID: completion.dayID,
            week: week,
            results: logged.mapValues(\.result),
            chosen: chosen,
            prescriptions: logged.compactMapValues { $0.first?.prescription },
            program: own,
            counted: earlier.isEmpty ? nil : Set(own.allExercises.map(\.id)).subtracting(earlier.keys)
        )
        let others = earlier.sorted { $0.key < $1.key }.compactMap { id, entries -> PerformedWorkout? in
            guard let first = entries.first, let edition = first.edition.flatMap({ editions[$0] }),
                let day = first.workout?.day
            else { return nil }
            let own = first.prescription?.week ?? week
            return PerformedWorkout(
                dayID: day,
                week: own,
                results: [id: entries.result],
                chosen: self.chosen(on: completion.date, day: day, week: own, logged: [id], in: edition),
                prescriptions: [id: first].compactMapValues(\.prescription),
                program: edition,
                counted: [id]
            )
        }
        return others + [main]
    }

    /// The results of max tests that set a max in the program, by date: the best one of a lift on a date.
    public func testedMaxes(_ log: [LogEntry]) -> [(date: CivilDate, lift: String, max: Weight)] {
        var best: [(date: CivilDate, lift: String, max: Weight)] = []
        for entry in log.sorted(by: { $0.date < $1.date }) where isResult(entry) {
            guard let test = entry.testedMax(in: edition(of: entry)) else { continue }
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
        guard entry.workout != nil, entry.date >= start else { return isCounted(entry) }
        return completions.contains { $0.date == entry.date }
    }

    /// The alternatives that a completed workout was done with: what is logged counts, not what was chosen.
    ///
    /// - Parameters:
    ///   - week: the week since the start, from 1.
    ///   - logged: the IDs of the exercises with entries in the log.
    ///   - edition: the program as it was then; nil for the present one.
    public func chosen(
        on date: CivilDate,
        day dayID: String,
        week: Int,
        logged: Set<String>,
        in edition: Program? = nil
    ) -> [String: String] {
        let program = edition ?? program
        let chosen = choices.chosen(on: date)
        let day = program.days.first { $0.id == dayID }
        return day?.choices(chosen, in: program.week(week), logged: logged) ?? chosen
    }

    /// Whether an entry is about sets that were lifted: those of a plan only count if the workout is still completed.
    private func isCounted(_ entry: LogEntry) -> Bool {
        guard entry.outcome == .planned else { return true }
        guard entry.workout?.program == program.id else { return false }
        return completions.contains { $0.date == entry.date }
    }

    private func edition(of entry: LogEntry) -> Program {
        guard entry.workout?.program == program.id else { return program }
        return entry.edition.flatMap { editions[$0] } ?? recorded[entry.date]?.program ?? program
    }

    private func decidedLoad(_ entry: LogEntry, _ exercises: ExerciseIDs) -> (
        date: CivilDate, rank: Int, event: ProgressEvent
    )? {
        if let test = entry.testedMax(in: edition(of: entry)) {
            return (entry.date, 1, .oneRepMax(lift: test.lift, test.max))
        }
        return load(entry, exercises).map { (entry.date, 1, .load(exercise: $0, $1)) }
    }

    /// The exercise of the program that an entry is about, with its load.
    private func load(_ entry: LogEntry, _ exercises: ExerciseIDs) -> (exercise: String, load: Weight)? {
        guard let id = exercises.about(entry), entry.decidesLoad(in: edition(of: entry)),
            let load = entry.topLoad(in: program)
        else { return nil }
        return (id, load)
    }

    /// The recorded week of each completion; if it has none, the week that the edition of the program at that time plans.
    ///
    /// A workout on a date without a week belongs to the week of the workout before it.
    private func weeks(of completions: [Completion], today: CivilDate) -> [CivilDate: Int] {
        var weeks = recorded.compactMapValues(\.week)
        let unknown = completions.map(\.date).filter { weeks[$0] == nil }
        guard let last = unknown.max() else { return weeks }
        let own = unknown.lazy.compactMap { recorded[$0]?.program }.first
        var week = 1
        let walk = calendar(today: today, of: own ?? program).days(start..<last.adding(days: 1))
        let wanted = Set(unknown)
        for day in walk {
            week = day.occurrence?.week.number ?? week
            if wanted.contains(day.date) { weeks[day.date] = week }
        }
        return weeks
    }
}

/// The IDs of a program's exercises by what log entries call them, for logs with thousands of entries.
private struct ExerciseIDs {
    private let program: String
    private let ids: Set<String>
    /// The only exercise of each lift; lifts with several have none.
    private let byLift: [String: String]

    init(_ program: Program) {
        let exercises = program.allExercises
        self.program = program.id
        ids = Set(exercises.map(\.id))
        let ofLifts = exercises.filter { $0.lift != nil }
        byLift = Dictionary(grouping: ofLifts) { $0.lift ?? "" }.compactMapValues { exercises in
            let ids = Set(exercises.map(\.id))
            return ids.count == 1 ? ids.first : nil
        }
    }

    /// The exercise that an entry is about: its own in a workout of the program, or else that of its name, or else that of the lift.
    ///
    /// If several exercises have the lift, with other loads for other repetitions, the entry does not say which of them it is about.
    func about(_ entry: LogEntry) -> String? {
        if let workout = entry.workout, workout.program == program { return workout.exercise }
        return ids.contains(entry.exercise) ? entry.exercise : byLift[entry.exercise]
    }
}

/// The log entries of a program's workouts.
struct LoggedResults {
    private var entries: [CivilDate: [LogEntry]] = [:]
    private let others: [LogEntry]

    init(_ log: [LogEntry], of program: String) {
        var others: [LogEntry] = []
        for entry in log {
            if entry.workout?.program == program {
                entries[entry.date, default: []].append(entry)
            } else {
                others.append(entry)
            }
        }
        self.others = others
    }

    /// The entries of the workout of a date, whose day may have got another ID since they were logged.
    mutating func takeEntries(on date: CivilDate) -> [LogEntry] { entries.removeValue(forKey: date) ?? [] }

    /// The entries that are not results of completed workouts, without those of workouts that were logged as planned.
    var remaining: [LogEntry] {
        let unfinished = entries.values.flatMap { $0 }.filter { $0.outcome != .planned }
        return (others.filter { $0.outcome != .planned } + unfinished).sorted { $0.place < $1.place }
    }
}

extension [LogEntry] {
    /// The result of an exercise; several entries are one result.
    var result: PerformedWorkout.Result { contains { $0.outcome == .missed } ? .missed : .sets(flatMap(\.sets)) }

    /// The results of the entries of a workout, by exercise ID.
    var results: [String: PerformedWorkout.Result] {
        Dictionary(grouping: self) { $0.workout?.exercise ?? "" }.mapValues(\.result)
    }
}
