internal import RunnerProtocol

extension RunnerSession {
    /// The message that a session is waiting for.
    enum Step {
        /// The runner starts and confines itself; then the plugin's own time begins.
        case start
        case load, open, probe, deliver, cancel, schedule, unschedule, list, collect, settle, inspect, finish, close
        /// Nothing: the session is kept for later.
        case rest

        /// The time limit of the step in seconds, as promised by `antrain_plugin.h`.
        var limit: Double {
            switch self {
            case .start: 30
            case .load, .open, .probe, .inspect: 5
            case .deliver, .cancel, .schedule, .unschedule, .list, .collect, .settle: 30
            case .finish, .close: 1
            case .rest: .infinity
            }
        }

        var words: String {
            switch self {
            case .start: "starting"
            case .load: "loading"
            case .open: "opening"
            case .probe: "probing"
            case .deliver: "delivering"
            case .cancel: "cancelling a delivered notification"
            case .schedule: "scheduling"
            case .unschedule: "cancelling"
            case .inspect: "being inspected"
            case .list: "listing scheduled notifications"
            case .collect: "reporting answers"
            case .settle: "settling an answer"
            case .finish, .close: "closing"
            case .rest: "waiting"
            }
        }
    }

    /// An event in a session.
    enum Event {
        case loaded(WireDescription)
        case result(Step, WireResult)
        case held([WireScheduled])
        case inspected(WireInspection)
        case print(String)
        /// The answers that the host asked for, and for how many seconds the plugin keeps them; 0 for no limit.
        case answers([WireAnswer], keptFor: Int64)
        /// The plugin reported answers unasked.
        case reported([WireAnswer])
        /// The session ended; the reason, if it did not end as requested.
        case over(String?)
    }
}
