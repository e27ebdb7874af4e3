public import Training

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
