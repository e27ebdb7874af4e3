import CivilTime
import Progress
import TestSupport
import Testing
import Training

@Suite struct RecordTests {
    /// The records as lines: `load [1] 5@100kg`.
    private func lines(_ records: [Record]) -> [String] {
        records.map { record in
            let set = record.set.map { PerformedSet.notation([$0]) }
            let mass = record.mass.map { "\($0.weight(in: record.unit ?? .kilograms)) \(record.unit?.rawValue ?? "")" }
            let numbers = record.entries.map { "\($0)" }.joined(separator: ",")
            return "\(record.kind.rawValue) [\(numbers)] \(mass ?? set ?? "")"
        }
    }

    private func current(_ log: [String]) throws -> [String] {
        lines(ExerciseRecords.all(try ProgressTests.log(log), .epley).flatMap(\.current))
    }

    @Test(arguments: [
        // 220 lb are 99.8 kg and 221 lb are 100.2 kg.
        (
            ["11-02 squat 5@100kg", "11-04 squat 5@220lb", "11-06 squat 5@221lb"],
            ["load [3] 5@221lb", "repetitions [3] 5@221lb", "estimated-max [3] 257.833 lb", "volume [3] 1105 lb"]
        ),
        // The first of equal sets keeps the record; the date decides, not the number.
        (
            ["11-04 squat 5@100kg", "11-02 squat 5@100kg", "11-06 squat 5@100kg"],
            ["load [2] 5@100kg", "repetitions [2] 5@100kg", "estimated-max [2] 116.667 kg", "volume [2] 500 kg"]
        ),
        (
            [
                "11-02 squat 5@100kg", "11-03 squat 8@90kg", "11-04 squat 8@80kg", "11-05 squat 5@90kg",
                "11-06 squat 9@60kg",
            ],
            [
                "load [1] 5@100kg", "repetitions [1] 5@100kg", "repetitions [2] 8@90kg", "repetitions [5] 9@60kg",
                "estimated-max [1] 116.667 kg", "volume [2] 720 kg",
            ]
        ),
        // Body weight is unknown; less assistance is more.
        (
            ["11-02 dip 8@bw-20kg", "11-03 dip 6@bw", "11-04 dip 5@bw+10kg", "11-05 dip 7@bw-10kg", "11-06 dip 9"],
            [
                "added-load [3] 5@bw+10kg", "repetitions [3] 5@bw+10kg", "repetitions [2] 6@bw",
                "repetitions [5] 9", "repetitions [4] 7@bw-10kg", "repetitions [1] 8@bw-20kg",
            ]
        ),
        (
            [
                "11-02 run 5km 27:30", "11-03 run 5km 27:30", "11-04 run 10km 58:00", "11-05 run 5km 26:00",
                "11-06 run 3km 26:30",
            ],
            ["distance [3] 10000m 3480s", "time-over-distance [3] 10000m 3480s", "time-over-distance [4] 5000m 1560s"]
        ),
        // The repetitions of a total are not those of a set.
        (
            ["11-02 pull-up 50 total@20kg", "11-03 pull-up 12@20kg", "11-04 pull-up 5 total@30kg"],
            ["load [3] 5 total@30kg", "repetitions [2] 12@20kg", "volume [1] 1000 kg"]
        ),
        (["11-02 plank 60s", "11-03 plank 90s 45s", "11-04 plank 3x90s"], ["time [2] 90s"]),
        (["11-02 carry 40m@60kg", "11-03 carry 60m@50kg"], ["load [1] 40m@60kg", "distance [2] 60m@50kg"]),
        // A day's volume has all its entries without warm-ups: 5 × 5 × 60 kg + 10 × 40 kg; 50 × 40 kg are 2000 kg.
        (
            ["11-02 squat warm-up 9@99kg 5x5@60kg", "11-02 squat drop 10@40kg", "11-03 squat 20@40kg"],
            [
                "load [1] 5@60kg", "repetitions [1] 5@60kg", "repetitions [3] 20@40kg", "estimated-max [1] 70 kg",
                "volume [1,2] 1900 kg",
            ]
        ),
        (
            ["11-02 squat 0@140kg 1@135kg"],
            ["load [1] 1@135kg", "repetitions [1] 1@135kg", "estimated-max [1] 135 kg", "volume [1] 135 kg"]
        ),
        (["11-02 squat 0@140kg", "11-03 squat warm-up 5@60kg"], []),
    ])
    func recordsAreTheBest(log: [String], expected: [String]) throws {
        #expect(try current(log) == expected)
    }

    @Test func historyHasEveryRecord() throws {
        let log = try log(["11-02 squat 5@100kg", "11-04 squat 8@90kg", "11-06 squat 5@105kg", "11-06 press 5@40kg"])
        let all = ExerciseRecords.all(log, .epley)
        #expect(all.map(\.exercise) == ["press", "squat"] && all.map(\.name) == ["Press", "Squat"])
        #expect(
            lines(all[1].history) == [
                "load [1] 5@100kg", "repetitions [1] 5@100kg", "estimated-max [1] 116.667 kg", "volume [1] 500 kg",
                "repetitions [2] 8@90kg", "volume [2] 720 kg", "load [3] 5@105kg", "repetitions [3] 5@105kg",
                "estimated-max [3] 122.5 kg",
            ]
        )
    }

    @Test func plannedEntriesCountWhileTheirWorkoutIsCompleted() throws {
        var entries = try log(["11-02 squat 5@100kg", "11-04 squat 5@90kg", "11-06 squat 5@80kg"])
        for index in [0, 1] {
            entries[index].workout = LogEntry.Workout(program: "mine", day: "a", exercise: "squat")
            entries[index].outcome = .planned
        }
        let dates = entries.map(\.date)
        func numbers(_ completions: [String: [Completion]]) -> [Int64] { entries.counted(completions).map(\.number) }
        #expect(numbers([:]) == [3])
        #expect(numbers(["mine": [Completion(date: dates[0], dayID: "a")]]) == [1, 3])
        #expect(
            numbers([
                "mine": [Completion(date: dates[0], dayID: "b")], "other": [Completion(date: dates[1], dayID: "a")],
            ]) == [3]
        )
        entries[1].outcome = .performed
        #expect(numbers([:]) == [2, 3])
    }

    /// No set before a record, and no set after a current one, is better in what the record is about.
    @Test(arguments: 0..<300 as Range<UInt64>, MaxFormula.allCases)
    func noSetIsBetterThanARecord(seed: UInt64, formula: MaxFormula) throws {
        var random = SplitMix64(seed: seed)
        let log = (1...Int64.random(in: 1...30, using: &random)).map { number in
            LogEntry(
                number: number,
                date: CivilDate(dayNumber: 20_000 + Int.random(in: 0..<12, using: &random)),
                exercise: "a",
                name: "A",
                sets: (0..<Int.random(in: 0...3, using: &random)).map { _ in randomSet(using: &random) }
            )
        }
        let ordered = log.sorted { ($0.date, $0.number) < ($1.date, $1.number) }
        let all = ordered.flatMap { entry in entry.sets.map { (number: entry.number, set: $0) } }
        let records = ExerciseRecords.all(log, formula).first
        for record in records?.history ?? [] {
            guard let set = record.set else {
                let volumes = Dictionary(grouping: ordered, by: \.date).filter { $0.key < record.date }.mapValues(
                    volume
                )
                #expect(volumes.values.allSatisfy { $0 < volume(ordered.filter { $0.date == record.date }) })
                continue
            }
            let place = try #require(all.firstIndex { $0.number == record.entries[0] && $0.set == set })
            let before = all[..<place].map(\.set).filter { isNoWorse($0, set, record.kind, formula) }
            #expect(before.isEmpty, "\(PerformedSet.notation(before)) before \(lines([record]))")
        }
        for record in records?.current ?? [] {
            guard let set = record.set else { continue }
            let better = all.map(\.set).filter {
                isNoWorse($0, set, record.kind, formula) && !isNoWorse(set, $0, record.kind, formula)
            }
            #expect(better.isEmpty, "\(PerformedSet.notation(better)) better than \(lines([record]))")
        }
        #expect(all.allSatisfy { $0.set.kind == .warmUp || $0.set.amount.reps == 0 } == (records == nil))
    }

    private func randomSet(using random: inout SplitMix64) -> PerformedSet {
        let kilograms = Weight(thousandths: Int.random(in: 36...44, using: &random) * 2500)
        let pounds = Weight(thousandths: Int.random(in: 40...48, using: &random) * 5000)
        let loads: [PerformedSet.Load?] = [
            .weight(kilograms, .kilograms), .weight(pounds, .pounds), .bodyweight(plus: kilograms, .kilograms),
            .bodyweight(plus: Weight(thousandths: -5000), .pounds), nil,
        ]
        let number = Int.random(in: 0...12, using: &random)
        let amounts = [
            PerformedSet.Amount(reps: number), PerformedSet.Amount(reps: number),
            PerformedSet.Amount(seconds: number + 1),
            PerformedSet.Amount(seconds: number + 1, metres: 400 * Int.random(in: 1...3, using: &random)),
        ]
        return PerformedSet(
            kind: [.work, .work, .work, .warmUp, .drop].randomElement(using: &random) ?? .work,
            amount: amounts.randomElement(using: &random) ?? amounts[0],
            load: loads.randomElement(using: &random) ?? nil
        )
    }

    /// Whether a set qualifies for a kind of record and is at least as good as another one: written without the code under test.
    private func isNoWorse(_ set: PerformedSet, _ other: PerformedSet, _ kind: Record.Kind, _ formula: MaxFormula)
        -> Bool
    {
        guard set.kind != .warmUp, set.amount.reps != 0 else { return false }
        let (reps, otherReps) = (set.amount.reps ?? -1, other.amount.reps ?? 0)
        let (time, otherTime) = (set.amount.seconds ?? -1, other.amount.seconds ?? 0)
        let (distance, otherDistance) = (set.amount.metres ?? -1, other.amount.metres ?? 0)
        let isSameForm = form(set) == form(other)
        switch kind {
        case .load, .addedLoad: return isSameForm && tens(set) >= tens(other)
        case .repetitions: return isSameForm && tens(set) >= tens(other) && reps >= otherReps
        case .estimatedMax:
            guard set.kind == .work, form(set) == 0, (1...10).contains(reps) else { return false }
            // The products of both denominators are equal: the comparison needs no division.
            func share(_ reps: Int) -> (Int, Int) {
                formula == .epley ? (reps == 1 ? (1, 1) : (30 + reps, 30)) : (36, 37 - reps)
            }
            let (mine, others) = (share(reps), share(otherReps))
            return tens(set) * mine.0 * others.1 >= tens(other) * others.0 * mine.1
        case .time: return set.amount.metres == nil && time >= otherTime
        case .distance: return distance >= otherDistance
        case .timeOverDistance: return distance >= otherDistance && time >= 0 && time <= otherTime
        case .volume: return false
        }
    }

    private func form(_ set: PerformedSet) -> Int {
        switch set.load {
        case .weight: 0
        case .bodyweight: 1
        case nil: 2
        }
    }

    /// The load in tens of nanograms.
    private func tens(_ set: PerformedSet) -> Int {
        switch set.load {
        case .weight(let weight, let unit), .bodyweight(let weight, let unit):
            weight.thousandths * (unit == .kilograms ? 100_000_000 : 45_359_237)
        case nil: 0
        }
    }

    private func volume(_ entries: [LogEntry]) -> Int {
        entries.flatMap(\.sets).filter { $0.kind != .warmUp && form($0) == 0 }.reduce(0) {
            $0 + ($1.amount.reps ?? 0) * tens($1)
        }
    }
}
