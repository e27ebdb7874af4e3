public import CivilTime
public import Training

/// The best of its kind that the athlete achieved with an exercise, up to its date.
public struct Record: Sendable, Hashable {
    /// What a record is about.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The heaviest external load of a set.
        case load
        /// The most weight added to the body; less assistance is more.
        case addedLoad = "added-load"
        /// The most repetitions in a set with a load or a heavier one.
        case repetitions
        /// The highest one-rep max that a set lets expect.
        case estimatedMax = "estimated-max"
        /// The highest sum of repetitions times load on a date.
        case volume
        /// The longest time of a set without a distance.
        case time
        /// The longest distance of a set.
        case distance
        /// The shortest time over a distance or a longer one.
        case timeOverDistance = "time-over-distance"
    }

    public let kind: Kind
    public let date: CivilDate
    /// The numbers of the log entries: one, or for a volume all that contribute to it.
    public let entries: [Int64]
    /// The set; nil for a volume.
    public let set: PerformedSet?
    /// The estimated max or the volume; nil for other kinds.
    public let mass: Mass?
    /// The unit in which the set was logged, or for the body without an added weight, that of its weight; for a volume, the first set.
    public let unit: WeightUnit?

    /// Whether the record leaves no room for another one: it is at least as good in everything that counts.
    ///
    /// The first of equal sets keeps the record. Repetitions are compared among sets with an external load, among sets with the body
    /// as the load, and among sets without a load.
    func covers(_ other: Record) -> Bool {
        guard kind == other.kind else { return false }
        if let mass, let otherMass = other.mass { return mass >= otherMass }
        guard let set, let otherSet = other.set else { return false }
        return switch kind {
        case .load, .addedLoad: Record.isAtLeast(set.load?.mass, otherSet.load?.mass)
        case .repetitions:
            set.load.hasSameForm(as: otherSet.load) && Record.isAtLeast(set.load?.mass, otherSet.load?.mass)
                && Record.isAtLeast(set.amount.reps, otherSet.amount.reps)
        case .time: Record.isAtLeast(set.amount.seconds, otherSet.amount.seconds)
        case .distance: Record.isAtLeast(set.amount.metres, otherSet.amount.metres)
        case .timeOverDistance:
            Record.isAtLeast(set.amount.metres, otherSet.amount.metres)
                && Record.isAtLeast(otherSet.amount.seconds, set.amount.seconds)
        case .estimatedMax, .volume: false
        }
    }

    /// Whether the record is better than an earlier one of its kind.
    func surpasses(_ other: Record) -> Bool {
        guard kind == other.kind else { return false }
        return switch kind {
        case .estimatedMax, .volume: (mass ?? .zero) > (other.mass ?? .zero)
        default: covers(other)
        }
    }

    private static func isAtLeast<Value: Comparable>(_ value: Value?, _ other: Value?) -> Bool {
        guard let other else { return true }
        return value.map { $0 >= other } ?? false
    }
}

extension PerformedSet.Load? {
    fileprivate func hasSameForm(as other: PerformedSet.Load?) -> Bool {
        switch (self, other) {
        case (.weight, .weight), (.bodyweight, .bodyweight), (nil, nil): true
        default: false
        }
    }
}

extension Record {
    /// The computed weight as text, rounded to a tenth: `116.7 kg`; nil if the record is that of a set.
    public var computedText: String? {
        guard let mass, let unit else { return nil }
        return mass.weight(in: unit).text(unit, step: 100)
    }
}

extension Weight {
    /// A computed weight as text, rounded to a step in thousandths of its unit, ties away from zero: `116.7 kg`.
    public func text(_ unit: WeightUnit, step: Int) -> String {
        let steps = (thousandths.magnitude + UInt(max(step, 1)) / 2) / UInt(max(step, 1))
        let (size, overflow) = Int(clamping: steps).multipliedReportingOverflow(by: max(step, 1))
        let shown = Weight(thousandths: overflow ? thousandths : size * thousandths.signum())
        return "\(shown) \(unit.rawValue)"
    }
}
