/// A task that runs after the command has reported its result.
package final class ClosingTask {
    package var task: (() -> Void)?

    package init() {}

    /// Runs the task, once.
    package func run() {
        let task = task
        self.task = nil
        task?()
    }
}
