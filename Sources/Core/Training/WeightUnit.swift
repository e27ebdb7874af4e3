/// The unit in which a program writes its loads.
public enum WeightUnit: String, Sendable, Hashable, CaseIterable {
    case kilograms = "kg"
    case pounds = "lb"

    /// The heaviest load that is accepted as typed, in thousandths: 1,000 kg or 2,000 lb.
    var mostThousandths: Int { self == .kilograms ? 1_000_000 : 2_000_000 }
}

extension Weight {
    /// The weight in another unit, rounded to the nearest thousandth, ties away from zero.
    ///
    /// A pound is exactly 0.45359237 kg (international yard and pound agreement, 1959).
    public func converted(from unit: WeightUnit, to other: WeightUnit) -> Weight {
        guard unit != other else { return self }
        let (multiplier, divisor) = unit == .pounds ? (45_359_237, 100_000_000) : (100_000_000, 45_359_237)
        // Beyond this bound, which is far above what can be lifted, the multiplication could overflow.
        let bounded = min(thousandths.magnitude, 1 << 36)
        let magnitude = (Int(bounded) * multiplier + divisor / 2) / divisor
        return Weight(thousandths: thousandths < 0 ? -magnitude : magnitude)
    }
}
