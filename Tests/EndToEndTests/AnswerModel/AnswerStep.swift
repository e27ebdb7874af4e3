import TestSupport

/// Something that happens in a simulated life. Each step contains its own randomness, so that a life can be replayed without some
/// of its steps.
struct AnswerStep {
    enum Kind: CaseIterable {
        case pass, command, undo, switchTrigger, fly
    }

    let kind: Kind
    let seed: UInt64

    private static let weights: [(Kind, Int)] = [
        (.pass, 8), (.command, 10), (.undo, 2), (.switchTrigger, 1), (.fly, 1),
    ]

    static func life(seed: UInt64, count: Int) -> [AnswerStep] {
        var random = SplitMix64(seed: seed)
        let kinds = weights.flatMap { Array(repeating: $0.0, count: $0.1) }
        return (0..<count).map { _ in
            AnswerStep(kind: kinds[Int.random(in: 0..<kinds.count, using: &random)], seed: random.next())
        }
    }
}
