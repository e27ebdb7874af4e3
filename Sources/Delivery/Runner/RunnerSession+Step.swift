internal import RunnerWire

extension RunnerSession {
    /// What a session is waiting for.
    enum Step {
        case load, open, probe, deliver, cancel, schedule, unschedule, list, inspect, finish, close
        /// Nothing: the session is kept for what comes.
        case rest

        /// How long the step may take, in seconds; as `antrain_plugin.h` promises.
        var limit: Double {
            switch self {
            case .load, .open, .probe, .inspect: 5
            case .deliver, .cancel, .schedule, .unschedule, .list: 30
            case .finish, .close: 1
            case .rest: .infinity
            }
        }

        var words: String {
            switch self {
            case .load: "loading"
            case .open: "opening"
            case .probe: "probing"
            case .deliver: "delivering"
            case .cancel: "cancelling a delivered notification"
            case .schedule: "scheduling"
            case .unschedule: "cancelling"
            case .inspect: "being inspected"
            case .list: "listing scheduled notifications"
            case .finish, .close: "closing"
            case .rest: "waiting"
            }
        }
    }

    /// What a session has come to.
    enum Event {
        case loaded(WireDescription)
        case result(Step, WireResult)
        case held([WireHeld])
        case inspected(WireInspection)
        case print(String)
        /// The user answered to a notification through the plugin.
        case act(notification: String, action: String)
        /// The session is over; why, where it did not end as asked.
        case over(String?)
    }
}
