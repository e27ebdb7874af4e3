package import Planning
package import Platform
package import Reminders
package import Session

/// Brings the queue in line with the plan, and moves the time of reminders by a step if it follows the workouts.
package struct Replanning {
    /// What a plan did.
    package struct Outcome {
        /// The store whose plan is in the queue.
        package let store: Store
        package let difference: QueueDifference
        /// The move of the time; nil if it stays.
        package let move: TimeMove?
    }

    private let store: Store

    package init(_ store: Store) { self.store = store }

    package func run() throws(CommandError) -> Outcome {
        let difference = try store.commit()
        guard let move = try store.followHabit() else {
            return Outcome(store: store, difference: difference, move: nil)
        }
        let moved = try Store(store.workspace)
        return Outcome(store: moved, difference: difference.followed(by: try moved.commit()), move: move)
    }
}
