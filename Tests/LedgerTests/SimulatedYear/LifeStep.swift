import TestSupport

/// Something that happens in a simulated life. Each step contains its own randomness, so that a life can be replayed without some
/// of its steps.
struct LifeStep: CustomStringConvertible {
    enum Kind: String, CaseIterable {
        // Time.
        case pass, sleep, stepClock, correctClock, reboot, fly
        // The user.
        case answer, snooze, undo, cancel, pause, resume, addReminder, deleteReminder
        // Hand edits of the settings.
        case time, days, followUp, turnOff, turnOn, restDays, quietHours, grace, horizon, channels
        // Another set of active programs.
        case program
    }

    /// How a trigger runs after the step.
    enum Trigger: String, CaseIterable {
        /// `schedule-next`: plan and deliver.
        case planAndDeliver
        /// `deliver`: deliver, and plan only if the plan is stale.
        case deliver
        /// Two triggers at once, the second with its own clock.
        case both
        /// None.
        case none
    }

    let kind: Kind
    let trigger: Trigger
    /// The seed of the step's randomness.
    let seed: UInt64

    var description: String { "\(kind.rawValue) \(trigger.rawValue) \(seed)" }

    private static let weights: [(Kind, Int)] = [
        (.pass, 90), (.sleep, 1), (.stepClock, 2), (.correctClock, 20), (.reboot, 1), (.fly, 1), (.answer, 8),
        (.snooze, 4),
        (.undo, 1), (.cancel, 1), (.pause, 1), (.resume, 1), (.addReminder, 1), (.deleteReminder, 1), (.time, 1),
        (.days, 1),
        (.followUp, 1), (.turnOff, 1), (.turnOn, 10), (.restDays, 1), (.quietHours, 1), (.grace, 1), (.horizon, 1),
        (.channels, 1), (.program, 1),
    ]

    /// The steps of a life.
    static func life(seed: UInt64, count: Int) -> [LifeStep] {
        var random = SplitMix64(seed: seed)
        let kinds = weights.flatMap { Array(repeating: $0.0, count: $0.1) }
        let triggers: [Trigger] = [.planAndDeliver, .planAndDeliver, .deliver, .deliver, .deliver, .both, .none]
        return (0..<count).map { _ in
            LifeStep(
                kind: kinds[Int.random(in: 0..<kinds.count, using: &random)],
                trigger: triggers[Int.random(in: 0..<triggers.count, using: &random)],
                seed: UInt64.random(in: 0...UInt64.max, using: &random)
            )
        }
    }
}
