package import Planning
package import Platform
package import Reminders
package import Session

/// Changes the settings file, and updates the queue.
package struct ChangingSettings {
    /// What a change of the settings did.
    package struct Outcome {
        package let store: Store
        package let settings: SettingsOutcome
        /// The changes of the queue; if they could not be made, they follow with the next run.
        package let difference: Result<QueueDifference, CommandError>
    }

    private let workspace: Workspace
    private let changes: [SettingsChange]

    package init(_ workspace: Workspace, _ changes: [SettingsChange]) {
        (self.workspace, self.changes) = (workspace, changes)
    }

    /// - Throws: if the file was not changed.
    package func run() throws(CommandError) -> Outcome {
        try Self.committing(try workspace.changeSettings(changes), workspace)
    }

    /// Updates the queue after the settings were written.
    static func committing(_ settings: SettingsOutcome, _ workspace: Workspace) throws(CommandError) -> Outcome {
        let store = try Store(workspace)
        let difference: Result<QueueDifference, CommandError>
        do throws(CommandError) { difference = .success(try store.commit(isChange: true)) } catch {
            difference = .failure(error)
        }
        return Outcome(store: store, settings: settings, difference: difference)
    }
}

/// Exchanges changes with other machines, collects answers, brings the queue in line with the plan, and moves the time of reminders by a step if it follows the workouts.
package struct Replanning {
    /// What a plan did.
    package struct Outcome {
        /// The store whose plan is in the queue.
        package let store: Store
        package let difference: QueueDifference
        /// The move of the time; nil if it stays.
        package let move: TimeMove?
        /// Whether files of recorded activities are still being written.
        package var isWaiting = false
    }

    private let store: Store

    package init(_ store: Store) { self.store = store }

    /// What `run()` would change, without moving the time.
    package func preview() throws(CommandError) -> Outcome {
        Outcome(store: store, difference: try store.preview(), move: nil)
    }

    package func run() throws(CommandError) -> Outcome {
        // Even without news, another machine may have to send the reminders now.
        let isMember = try store.workspace.exchange() != nil
        var store = try CollectingAnswers(isMember ? Store(store.workspace) : store).run()
        var reading = ReadingActivities(store)
        let isWaiting = try reading?.run() ?? false
        if reading != nil { store = try Store(store.workspace) }
        let difference = try store.commit()
        guard let move = try store.followHabit() else {
            return Outcome(store: store, difference: difference, move: nil, isWaiting: isWaiting)
        }
        let moved = try Store(store.workspace)
        return Outcome(
            store: moved,
            difference: difference.followed(by: try moved.commit()),
            move: move,
            isWaiting: isWaiting
        )
    }
}
