/// How computed loads are rounded to loads that can be put on a bar.
public struct Rounding: Sendable, Hashable {
    /// The rounding direction.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// To the nearest step; ties round up.
        case nearest
        case down
        case up
    }

    /// The step between possible loads.
    public let step: Weight
    public let direction: Direction

    /// Creates a rounding; `step` must be above zero.
    public init(step: Weight, direction: Direction) {
        self.step = step
        self.direction = direction
    }

    /// A rounded weight.
    ///
    /// Rounding down reduces the weight, so it increases assistance.
    public func rounded(_ weight: Weight) -> Weight {
        let size = max(1, step.thousandths)
        // Assistance is a negative weight.
        let rest = weight.thousandths % size
        let remainder = rest < 0 ? rest + size : rest
        let below = weight.thousandths - remainder
        let isUp =
            switch direction {
            case .nearest: remainder * 2 >= size
            case .down: false
            case .up: remainder > 0
            }
        return Weight(thousandths: isUp ? below + size : below)
    }
}
