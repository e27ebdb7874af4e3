public import Training

extension Record {
    /// The value as text: `100 kg`, `8 @ 90 kg`, `116.7 kg`; computed weights are rounded to a tenth.
    public var valueText: String {
        let isLoad = kind == .load || kind == .addedLoad
        if isLoad, let load = set?.load { return "\(load)" }
        if let mass, let unit { return mass.weight(in: unit).text(unit, step: 100) }
        return set.map { PerformedSet.text([PerformedSet(amount: $0.amount, load: $0.load)]) } ?? ""
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
