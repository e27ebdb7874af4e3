public import Training

/// The records of an exercise.
///
/// Warm-ups and failed sets set no records; drop sets and back-off sets do, except that no max is estimated from them. If the body is the
/// load, the volume and the estimated max are those of the body weight plus the added or minus the assisting weight; the body weight is
/// the latest that was measured on or before the set's date. Without one, such a set counts for the added load and the repetitions, but
/// neither for the volume nor for the estimated max. The load makes no difference to the longest time and distance. Repetitions count as
/// logged, per side if the exercise is unilateral.
public struct ExerciseRecords: Sendable {
    /// The exercise's ID in the log.
    public let exercise: String
    /// The exercise's name in the latest entry.
    public let name: String
    /// Every record in the order in which they were set.
    public let history: [Record]
    /// The records that no later one surpasses, by kind; repetitions from the heaviest load on, times from the longest distance on.
    public let current: [Record]

    /// The records of each exercise of a log, by ID.
    ///
    /// - Parameter log: the entries that count, in any order.
    public static func all(_ log: [LogEntry], _ formula: MaxFormula, _ bodyWeight: BodyWeight = .unknown)
        -> [ExerciseRecords]
    {
        let entries = Dictionary(grouping: log, by: \.exercise).sorted { $0.key < $1.key }
        return entries.compactMap { id, entries in
            let ordered = entries.sorted { ($0.date, $0.place) < ($1.date, $1.place) }
            guard let name = ordered.last?.name else { return nil }
            let records = ExerciseRecords(id, name, ordered, formula, bodyWeight)
            return records.history.isEmpty ? nil : records
        }
    }

    private init(
        _ exercise: String,
        _ name: String,
        _ entries: [LogEntry],
        _ formula: MaxFormula,
        _ bodyWeight: BodyWeight
    ) {
        self.exercise = exercise
        self.name = name
        var history: [Record] = []
        var current: [Record] = []
        func add(_ record: Record) {
            guard !current.contains(where: { $0.covers(record) }) else { return }
            current.removeAll { record.covers($0) }
            current.append(record)
            history.append(record)
        }
        var position = entries.startIndex
        while position < entries.endIndex {
            let date = entries[position].date
            let next = entries[position...].firstIndex { $0.date != date } ?? entries.endIndex
            let day = entries[position..<next]
            let body = bodyWeight.value(on: date)
            for entry in day {
                for set in entry.sets where set.counts {
                    ExerciseRecords.records(set, entry, formula, body).forEach(add)
                }
            }
            ExerciseRecords.volume(day, body).map(add)
            position = next
        }
        self.history = history
        self.current = current.sorted { ExerciseRecords.place($0) < ExerciseRecords.place($1) }
    }

    /// The records that a set would be if it were the first.
    private static func records(
        _ set: PerformedSet,
        _ entry: LogEntry,
        _ formula: MaxFormula,
        _ body: BodyWeight.Value?
    ) -> [Record] {
        let unit = set.load?.unit(body)
        func record(_ kind: Record.Kind, _ mass: Mass? = nil) -> Record {
            Record(kind: kind, date: entry.date, entries: [entry.number], set: set, mass: mass, unit: unit)
        }
        var records: [Record] = []
        switch set.load {
        case .weight: records.append(record(.load))
        case .bodyweight: records.append(record(.addedLoad))
        case nil: break
        }
        let hasTime = set.amount.seconds ?? 0 > 0
        if set.amount.reps ?? 0 > 0, !set.amount.isTotal { records.append(record(.repetitions)) }
        if let max = formula.estimatedMax(set, body: body) { records.append(record(.estimatedMax, max)) }
        if set.amount.metres ?? 0 > 0 {
            records.append(record(.distance))
            if hasTime { records.append(record(.timeOverDistance)) }
        } else if hasTime {
            records.append(record(.time))
        }
        return records
    }

    /// The volume of a date's entries; nil if no set contributes.
    private static func volume(_ day: ArraySlice<LogEntry>, _ body: BodyWeight.Value?) -> Record? {
        let volumes = day.map { (number: $0.number, volume: $0.volume(body)) }.filter { $0.volume > .zero }
        let units = day.lazy.flatMap(\.sets).compactMap { $0.volume(body) == nil ? nil : $0.load?.unit(body) }
        guard let date = day.first?.date, let unit = units.first, !volumes.isEmpty else { return nil }
        let sum = volumes.reduce(Mass.zero) { $0 + $1.volume }
        return Record(kind: .volume, date: date, entries: volumes.map(\.number), set: nil, mass: sum, unit: unit)
    }

    /// The place in a list of current records.
    private static func place(_ record: Record) -> (Int, Mass, Int) {
        let kind = Record.Kind.allCases.firstIndex(of: record.kind) ?? 0
        let load = record.set?.load?.mass ?? .zero
        return (kind, Mass(tensOfNanograms: -load.tensOfNanograms), -(record.set?.amount.metres ?? 0))
    }
}

extension PerformedSet {
    /// Whether the set counts for records and statistics: it is no warm-up and did not fail.
    var counts: Bool {
        kind != .warmUp && [amount.reps, amount.seconds, amount.metres].contains { $0 ?? 0 > 0 }
    }

    /// The repetitions times the moved mass; nil if one of them is unknown or the set does not count.
    ///
    /// - Parameter body: the body weight on the date of the set; nil if it is unknown.
    func volume(_ body: BodyWeight.Value?) -> Mass? {
        guard counts, let reps = amount.reps, let load = load?.movedMass(body) else { return nil }
        return load.times(reps)
    }
}

extension LogEntry {
    /// The sum of the repetitions times the moved mass of the sets that count.
    func volume(_ body: BodyWeight.Value?) -> Mass { sets.compactMap { $0.volume(body) }.reduce(.zero) { $0 + $1 } }
}

extension Sequence<LogEntry> {
    /// The entries that count: those logged as planned count only as long as their workout is completed.
    ///
    /// - Parameter completions: the completed workouts by program ID.
    public func counted(_ completions: [String: [Completion]]) -> [LogEntry] {
        let done = completions.mapValues { Set($0) }
        return filter { entry in
            guard entry.outcome == .planned, let workout = entry.workout else { return true }
            return done[workout.program]?.contains(Completion(date: entry.date, dayID: workout.day)) ?? false
        }
    }
}

extension ExerciseRecords {
    /// The records among some entries that are worth reporting: current records that surpass an earlier record.
    ///
    /// The first training of an exercise sets records of every kind, and a day's volume grows with every added set; neither is news.
    /// A repetition record is omitted if the same set also has a load record.
    ///
    /// - Parameter isMeant: whether the entry with a number is one of them.
    /// - Returns: at most one record of each kind, the latest.
    public func news(in isMeant: (Int64) -> Bool) -> [Record] {
        let candidates = current.filter { record in
            record.kind != .volume && record.entries.contains(where: isMeant)
                && history.contains { $0.date < record.date && record.surpasses($0) }
        }
        let heavier = candidates.filter { $0.kind == .load || $0.kind == .addedLoad }
        let reported = candidates.filter { record in
            record.kind != .repetitions || !heavier.contains { $0.entries == record.entries && $0.set == record.set }
        }
        var latest: [Record.Kind: Record] = [:]
        for record in history where reported.contains(record) { latest[record.kind] = record }
        return Record.Kind.allCases.compactMap { latest[$0] }
    }
}

extension Sequence<LogEntry> {
    /// The sum of repetitions times external load, in the unit of the last set that contributes; nil if none does.
    public var volume: (mass: Mass, unit: WeightUnit)? {
        var (sum, unit) = (Mass.zero, WeightUnit?.none)
        for entry in self {
            sum = sum + entry.volume(nil)
            unit = entry.sets.last { $0.volume(nil) != nil }?.load?.unit ?? unit
        }
        return unit.map { (sum, $0) }
    }
}
