public import CivilTime

/// The prescription of one or more identical sets.
public struct SetPrescription: Sendable, Hashable {
    /// The kind of the sets.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case warmUp = "warm-up"
        case work
        /// Drop sets: right after a set, with less weight and no rest.
        case drop
        /// Back-off sets: lighter sets after the work sets.
        case backOff = "back-off"
    }

    /// The number of identical sets, or the fewest of a range, 1 to 50.
    public private(set) var count: Int
    /// The most sets of a range; the same as `count` if there is none.
    public private(set) var mostCount: Int
    public private(set) var target: SetTarget
    /// How the repetitions are done.
    public private(set) var technique: SetTechnique
    public private(set) var load: Load?
    /// The load before it was rounded to the equipment; nil if it was not rounded.
    public private(set) var exactLoad: Load?
    /// The percentage of an earlier set that the load follows from; nil if it does not.
    public let relativeLoad: Load?
    /// The highest RPE in tenths: with a higher one, the load is reduced; nil if there is none.
    public private(set) var rpeCap: Int?
    public private(set) var kind: Kind
    /// The rest after each set, if it differs from the exercise's.
    public let rest: TimeSpan?
    public let notes: String?

    public init(
        count: Int,
        mostCount: Int? = nil,
        target: SetTarget,
        technique: SetTechnique = .straight,
        load: Load? = nil,
        exactLoad: Load? = nil,
        relativeLoad: Load? = nil,
        rpeCap: Int? = nil,
        kind: Kind = .work,
        rest: TimeSpan? = nil,
        notes: String? = nil
    ) {
        self.count = count
        self.mostCount = max(count, mostCount ?? count)
        self.target = target
        self.technique = technique
        self.load = load
        self.exactLoad = exactLoad
        self.relativeLoad = relativeLoad ?? (load?.isRelative ?? false ? load : nil)
        self.rpeCap = rpeCap
        self.kind = kind
        self.rest = rest
        self.notes = notes
    }

    /// The load that progress is computed from: the exact one.
    public var decisiveLoad: Load? { exactLoad ?? load }

    public func with(load: Load?) -> SetPrescription {
        var sets = self
        (sets.load, sets.exactLoad) = (load, nil)
        return sets
    }

    public func with(target: SetTarget) -> SetPrescription {
        var sets = self
        sets.target = target
        return sets
    }

    public func with(rpeCap tenths: Int?) -> SetPrescription {
        var sets = self
        sets.rpeCap = tenths
        return sets
    }

    public func with(kind: Kind) -> SetPrescription {
        var sets = self
        sets.kind = kind
        return sets
    }

    /// The same sets, but another number of them.
    public func with(count: Int, mostCount: Int) -> SetPrescription {
        var sets = self
        (sets.count, sets.mostCount) = (count, max(count, mostCount))
        return sets
    }

    /// The same sets with the load that the equipment allows.
    public func rounded(to load: Load) -> SetPrescription {
        var sets = self
        (sets.load, sets.exactLoad) = (load, load == self.load ? nil : self.load)
        return sets
    }

    public var single: SetPrescription { with(count: 1, mostCount: 1) }

    /// The sets after the first work set of the exercise: `per rep` gets its number of sets, and `half` its repetitions.
    ///
    /// - Parameter reps: the repetitions of the first work set.
    fileprivate func following(_ reps: Int) -> SetPrescription {
        var sets = self
        switch (technique, target) {
        case (.perRep, _):
            sets.count = min(max(reps, count), mostCount)
            sets.mostCount = sets.count
        case (.half, .range(let least, let most)): sets.target = .reps(min(max(reps / 2, least), most))
        default: return self
        }
        sets.technique = .straight
        return sets
    }
}

extension [SetPrescription] {
    /// The sets of an exercise after its first work set; see `SetTechnique.perRep` and `SetTechnique.half`.
    ///
    /// - Parameter reps: the repetitions of the first work set; nil if they are not known yet.
    public func following(_ reps: Int?) -> [SetPrescription] { reps.map { reps in map { $0.following(reps) } } ?? self }
}

/// How the repetitions of sets are done.
public enum SetTechnique: Sendable, Hashable {
    /// Without interruption, with the usual rest between sets.
    case straight
    /// To failure, then twice more after a few deep breaths; the target is the sum of repetitions.
    case restPause
    /// A set close to failure, then short sets of a few repetitions with a few breaths in between; the target is that of the first.
    case myoReps
    /// A set starts each time that a number of seconds has passed, as in EMOM (every minute on the minute).
    case every(seconds: Int)
    /// As many sets as the first work set had repetitions, within the range of sets.
    case perRep
    /// Half as many repetitions as in the first work set, rounded down, within the range of repetitions.
    case half

    /// The time from the start of a set to the start of the next; nil if it is not fixed.
    public var interval: TimeSpan? {
        if case .every(let seconds) = self { .seconds(Int64(seconds)) } else { nil }
    }

    /// Whether the sets follow from the result of an earlier one.
    public var followsFirstSet: Bool { self == .perRep || self == .half }
}

/// The target of a set.
public enum SetTarget: Sendable, Hashable {
    /// A number of repetitions.
    case reps(Int)
    /// A range of repetitions, inclusive.
    case range(Int, Int)
    /// As many repetitions as possible, at least this many; 0 if no minimum is given.
    case amrap(atLeast: Int)
    /// A number of repetitions in total, over any number of sets.
    case total(Int)
    /// A range of totals, inclusive.
    case totalRange(Int, Int)
    /// A number of repetitions within a time, over any number of sets.
    case within(reps: Int, seconds: Int)
    /// The heaviest possible load for a number of repetitions.
    case repMax(Int)
    /// As many repetitions as possible within a time, at least this many; 0 if no minimum is given.
    case amrapWithin(atLeast: Int, seconds: Int)
    case time(seconds: Int)
    /// A range of times in seconds, inclusive.
    case timeRange(Int, Int)
    case distance(metres: Int)

    public var isRepetitions: Bool {
        switch self {
        case .reps, .range, .amrap, .total, .totalRange, .within, .amrapWithin, .repMax: true
        case .time, .timeRange, .distance: false
        }
    }

    /// Whether it covers a whole exercise, so that it cannot have a number of sets.
    public var isSingle: Bool {
        switch self {
        case .total, .totalRange, .within, .repMax: true
        case .reps, .range, .amrap, .amrapWithin, .time, .timeRange, .distance: false
        }
    }
}

extension SetPrescription {
    /// Sets as lifters write them: equal ones are counted, and `4×3` with a last set of `3+` is `5×3+`.
    public static func merged(_ sets: [SetPrescription]) -> [SetPrescription] {
        sets.reduce(into: []) { merged, set in
            if let last = merged.last, let both = last.merged(with: set) {
                merged[merged.count - 1] = both
            } else {
                merged.append(set)
            }
        }
    }

    /// These sets and the next ones as one prescription; nil if they cannot be counted together.
    private func merged(with next: SetPrescription) -> SetPrescription? {
        guard count == mostCount, next.count == next.mostCount, !target.isSingle else { return nil }
        if single == next.single { return with(count: count + next.count, mostCount: count + next.count) }
        guard case .reps(let reps) = target, next.target == .amrap(atLeast: reps), next.count == 1,
            next.with(target: target) == single
        else { return nil }
        return next.with(count: count + 1, mostCount: count + 1)
    }
}

extension SetTarget {
    /// Whether the user decides how many repetitions a set has.
    package var isOpen: Bool {
        switch self {
        case .amrap, .total, .totalRange, .within, .amrapWithin: true
        case .reps, .range, .repMax, .time, .timeRange, .distance: false
        }
    }

    /// The seconds for which a set is timed, or the maximum of a range; nil if the set is not timed.
    package var countdown: Int? {
        switch self {
        case .time(let seconds), .timeRange(_, let seconds), .amrapWithin(_, let seconds): seconds
        case .reps, .range, .amrap, .total, .totalRange, .within, .repMax, .distance: nil
        }
    }

    package var isRepMax: Bool {
        if case .repMax = self { true } else { false }
    }

    /// Whether it is as many repetitions as possible.
    package var isOpenSet: Bool {
        switch self {
        case .amrap, .amrapWithin: true
        default: false
        }
    }

    /// Whether it is as many repetitions as possible, without a time limit.
    package var isAmrap: Bool {
        if case .amrap = self { true } else { false }
    }

    /// Whether it is a range of repetitions.
    package var isRange: Bool {
        if case .range = self { true } else { false }
    }
}

extension SetPrescription {
    /// The repetitions of work sets whose number is fixed, as in `8x2`; nil for others.
    public var fixedReps: Int? {
        guard kind == .work, count == mostCount, case .reps(let reps) = target else { return nil }
        return reps
    }

    /// The sets with one more repetition in one set, several times; the last of the sets with the fewest gets it.
    ///
    ///     8x2 → 7x2, 3 → 6x2, 2x3 → … → 8x3
    ///
    /// - Parameters:
    ///   - sets: the sets; only work sets with a fixed number of repetitions change.
    ///   - most: the number of repetitions that no set exceeds.
    public static func addingReps(_ count: Int, to sets: [SetPrescription], most: Int) -> [SetPrescription] {
        var singles = sets.flatMap { set in
            set.fixedReps == nil ? [set] : Array(repeating: set.single, count: set.count)
        }
        var left = count
        while left > 0, let fewest = singles.compactMap(\.fixedReps).min(), fewest < most {
            let places = singles.indices.filter { singles[$0].fixedReps == fewest }
            for place in places.suffix(left) { singles[place] = singles[place].with(target: .reps(fewest + 1)) }
            left -= min(left, places.count)
        }
        return singles.reduce(into: []) { result, set in
            guard let last = result.last, last.single == set, set.fixedReps != nil else { return result.append(set) }
            result[result.count - 1] = last.with(count: last.count + 1, mostCount: last.count + 1)
        }
    }

    /// The sets with higher minimums, so that all of them together have at least a number of repetitions.
    ///
    ///     3x8-12, 26 in all → 8-12, 2x9-12
    ///
    /// The lowest minimum grows first; of equal minimums, the last one. Seconds count as repetitions do.
    ///
    /// - Parameters:
    ///   - sets: the sets; only ranges in work sets, up to their top, and work sets of as many repetitions as possible change.
    ///   - total: the repetitions, seconds and metres of all work sets together.
    public static func raising(_ sets: [SetPrescription], toTotal total: Int) -> [SetPrescription] {
        if let first = sets.firstIndex(where: { $0.kind == .work }), sets.contains(where: \.technique.followsFirstSet) {
            return raising(sets, first: first, toTotal: total)
        }
        var missing = total - sets.reduce(0) { $0 + $1.least }
        guard missing > 0 else { return sets }
        var singles = sets.flatMap { set in
            set.rising == nil ? [set] : Array(repeating: set.single, count: set.count)
        }
        while missing > 0, let lowest = singles.compactMap(\.rising?.least).min() {
            let places = singles.indices.filter { singles[$0].rising?.least == lowest }
            // They grow alike up to their top or the next minimum.
            let limits = singles.compactMap(\.rising).map { $0.least > lowest ? $0.least : $0.most }
            let room = (limits.min() ?? lowest + 1) - lowest
            let step = min(missing / places.count, room)
            let further = step < room ? missing - step * places.count : 0
            for (index, place) in places.enumerated() {
                singles[place] = singles[place].raised(by: step + (index < places.count - further ? 0 : 1))
            }
            missing -= step * places.count + further
        }
        return singles.reduce(into: []) { result, set in
            guard let last = result.last, last.single == set, set.count == set.mostCount else {
                return result.append(set)
            }
            result[result.count - 1] = last.with(count: last.count + 1, mostCount: last.count + 1)
        }
    }

    /// The sets with a higher minimum of the first work set, which the others follow.
    private static func raising(_ sets: [SetPrescription], first: Int, toTotal total: Int) -> [SetPrescription] {
        guard let (least, most) = sets[first].rising else { return sets }
        func raised(_ reps: Int) -> [SetPrescription] {
            var result = sets
            result[first] = sets[first].raised(by: reps - least)
            return result
        }
        var reps = least
        while reps < most, raised(reps).following(reps).reduce(0, { $0 + $1.least }) < total { reps += 1 }
        return raised(reps)
    }

    /// The minimum and the top of work sets whose minimum can grow; nil for others.
    private var rising: (least: Int, most: Int)? {
        guard kind == .work, count == mostCount else { return nil }
        switch target {
        case .range(let least, let most), .totalRange(let least, let most), .timeRange(let least, let most):
            return least < most ? (least, most) : nil
        case .amrap(let least), .amrapWithin(let least, _): return (least, .max)
        case .reps, .total, .within, .repMax, .time, .distance: return nil
        }
    }

    private func raised(by more: Int) -> SetPrescription {
        switch target {
        case .range(let least, let most): with(target: least + more < most ? .range(least + more, most) : .reps(most))
        case .totalRange(let least, let most):
            with(target: least + more < most ? .totalRange(least + more, most) : .total(most))
        case .timeRange(let least, let most):
            with(target: least + more < most ? .timeRange(least + more, most) : .time(seconds: most))
        case .amrap(let least): with(target: .amrap(atLeast: least + more))
        case .amrapWithin(let least, let seconds): with(target: .amrapWithin(atLeast: least + more, seconds: seconds))
        case .reps, .total, .within, .repMax, .time, .distance: self
        }
    }

    /// The least repetitions, seconds or metres of all the work sets; 0 for others.
    private var least: Int {
        guard kind == .work else { return 0 }
        switch target {
        case .reps(let least), .range(let least, _), .amrap(let least), .total(let least), .totalRange(let least, _),
            .within(let least, _), .amrapWithin(let least, _), .repMax(let least), .time(let least),
            .timeRange(let least, _), .distance(let least):
            return least * count
        }
    }
}

extension [SetPrescription] {
    /// Whether a work set is a rep max.
    package var hasTest: Bool { contains { $0.kind == .work && $0.target.isRepMax } }
}
