/// What a command does when its work is done and reported.
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
