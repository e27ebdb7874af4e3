/// What a progression adds to the load, or to the repetitions, times or distances of the sets; it may be negative.
public enum Step: Sendable, Hashable {
    /// What a number of a set counts.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case reps
        case seconds = "s"
        case metres = "m"

        /// The amounts that sets can have: up to 1000 repetitions, 24 hours or 1000 km, as in the notation of sets.
        public var range: ClosedRange<Int> {
            switch self {
            case .reps: 1...1000
            case .seconds: 1...86_400
            case .metres: 1...1_000_000
            }
        }
    }

    /// In the program's unit.
    case weight(Weight)
    /// A share of the load; of the time or the distance if the sets have one and no load.
    case share(Percentage)
    /// Repetitions, seconds or metres.
    case amount(Int, Unit)

    public var isShare: Bool { if case .share = self { true } else { false } }

    /// What it adds to; nil for a load.
    public var unit: Unit? { if case .amount(_, let unit) = self { unit } else { nil } }

    /// By how much failures reduce a load or sets without a `deload`.
    public static let usualDeload = Step.share(Percentage(hundredths: 1000))
    public static let zero = Step.weight(Weight(thousandths: 0))

    /// The sign of what it adds: -1, 0 or 1.
    public var sign: Int {
        switch self {
        case .weight(let weight): weight.thousandths.signum()
        case .share(let share): share.hundredths.signum()
        case .amount(let amount, _): amount.signum()
        }
    }
}

extension Step: CustomStringConvertible {
    /// The step as text without the unit of a weight: `2.5`, `10%`, `5s`.
    public var description: String {
        switch self {
        case .weight(let weight): "\(weight)"
        case .share(let share): "\(share)"
        case .amount(let amount, .reps): "\(amount) reps"
        case .amount(let amount, let unit): "\(amount)\(unit.rawValue)"
        }
    }
}

extension SetTarget {
    /// What the target counts.
    public var unit: Step.Unit {
        switch self {
        case .reps, .range, .amrap, .total, .totalRange, .within, .amrapWithin, .repMax: .reps
        case .time, .timeRange: .seconds
        case .distance: .metres
        }
    }

    /// The number that completes a set: 0 for as many repetitions as possible without a minimum.
    public var minimum: Int {
        switch self {
        case .reps(let least), .range(let least, _), .amrap(let least), .total(let least), .totalRange(let least, _),
            .within(let least, _), .amrapWithin(let least, _), .repMax(let least), .time(let least),
            .timeRange(let least, _), .distance(let least):
            least
        }
    }

    /// A target with more or fewer repetitions, seconds or metres, within `unit.range`; that of a rep max stays, and so do time limits.
    public func adding(_ amount: Int) -> SetTarget {
        func more(_ number: Int) -> Int { min(max(number + amount, unit.range.lowerBound), unit.range.upperBound) }
        return switch self {
        case .reps(let reps): .reps(more(reps))
        case .range(let least, let most): .range(more(least), more(most))
        case .amrap(let least): .amrap(atLeast: least == 0 ? 0 : more(least))
        case .total(let reps): .total(more(reps))
        case .totalRange(let least, let most): .totalRange(more(least), more(most))
        case .within(let reps, let seconds): .within(reps: more(reps), seconds: seconds)
        case .amrapWithin(let least, let seconds):
            .amrapWithin(atLeast: least == 0 ? 0 : more(least), seconds: seconds)
        case .repMax: self
        case .time(let seconds): .time(seconds: more(seconds))
        case .timeRange(let least, let most): .timeRange(more(least), more(most))
        case .distance(let metres): .distance(metres: more(metres))
        }
    }
}
