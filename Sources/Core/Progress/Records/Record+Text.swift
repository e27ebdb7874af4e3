public import Training

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
