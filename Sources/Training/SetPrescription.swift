public import CivilTime

/// The prescription of one or more identical sets.
public struct SetPrescription: Sendable, Hashable {
    /// The kind of the sets.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Warm-up sets.
        case warmUp = "warm-up"
        /// Work sets.
        case work
        /// Drop sets: right after a set, with less weight and no rest.
        case drop
        /// Back-off sets: lighter sets after the work sets.
        case backOff = "back-off"
    }

    /// The number of identical sets, 1 to 50.
    public let count: Int
    /// The target of each set.
    public let target: SetTarget
    /// The load, if prescribed.
    public let load: Load?
    /// The load before it was rounded to the equipment; nil if it was not rounded.
    public let exactLoad: Load?
    /// The percentage of an earlier set that the load follows from; nil if it does not.
    public let relativeLoad: Load?
    /// The kind of the sets.
    public let kind: Kind
    /// The rest after each set, if it differs from the exercise's.
    public let rest: TimeSpan?
    /// Notes for the athlete.
    public let notes: String?

    /// Creates a prescription.
    public init(
        count: Int,
        target: SetTarget,
        load: Load? = nil,
        exactLoad: Load? = nil,
        relativeLoad: Load? = nil,
        kind: Kind = .work,
        rest: TimeSpan? = nil,
        notes: String? = nil
    ) {
        self.count = count
        self.target = target
        self.load = load
        self.exactLoad = exactLoad
        self.relativeLoad = relativeLoad ?? (load?.isRelative ?? false ? load : nil)
        self.kind = kind
        self.rest = rest
        self.notes = notes
    }

    /// The load that progress is computed from: the exact one.
    public var decisiveLoad: Load? { exactLoad ?? load }

    /// The same sets with another load.
    public func with(load: Load?) -> SetPrescription { with(count: count, load: load, exactLoad: nil) }

    /// The same sets with the load that the equipment allows.
    public func rounded(to load: Load) -> SetPrescription {
        with(count: count, load: load, exactLoad: load == self.load ? nil : self.load)
    }

    /// One of the sets.
    public var single: SetPrescription { with(count: 1, load: load, exactLoad: exactLoad) }

    private func with(count: Int, load: Load?, exactLoad: Load?) -> SetPrescription {
        SetPrescription(
            count: count,
            target: target,
            load: load,
            exactLoad: exactLoad,
            relativeLoad: relativeLoad,
            kind: kind,
            rest: rest,
            notes: notes
        )
    }
}

/// The target of a set.
public enum SetTarget: Sendable, Hashable {
    /// A number of repetitions.
    case reps(Int)
    /// A range of repetitions, inclusive.
    case range(Int, Int)
    /// As many repetitions as possible, at least this many; 0 if no minimum is given.
    case amrap(atLeast: Int)
    /// A time in seconds.
    case time(seconds: Int)
    /// A distance in metres.
    case distance(metres: Int)

    /// Whether repetitions are counted.
    public var isRepetitions: Bool {
        switch self {
        case .reps, .range, .amrap: true
        case .time, .distance: false
        }
    }
}
