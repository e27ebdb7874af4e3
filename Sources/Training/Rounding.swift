/// How a computed load becomes one that can be put on a bar.
public struct Rounding: Sendable, Hashable {
    /// Which neighbour a load between two steps becomes.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// The nearer one; the heavier of two that are equally near.
        case nearest
        /// The lighter one.
        case down
        /// The heavier one.
        case up
    }

    /// The distance between two loads that can be made.
    public let step: Weight
    /// Which neighbour is taken.
    public let direction: Direction

    /// Creates a rounding; `step` is above zero.
    public init(step: Weight, direction: Direction) {
        self.step = step
        self.direction = direction
    }

    /// The load that a weight becomes.
    public func rounded(_ weight: Weight) -> Weight {
        let size = max(1, step.thousandths)
        let below = weight.thousandths / size * size
        let rest = weight.thousandths - below
        let isUp =
            switch direction {
            case .nearest: rest * 2 >= size
            case .down: false
            case .up: rest > 0
            }
        return Weight(thousandths: isUp ? below + size : below)
    }
}
