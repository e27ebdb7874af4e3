/// A command that makes something run antrain.
package enum TriggerRemedy: String {
    case cron = "antrain install cron"
    case systemd = "antrain install systemd"
    case service = "antrain install systemd --daemon"
    case daemon = "antrain daemon"

    package var purpose: String {
        switch self {
        case .cron: "a line in your crontab, every minute"
        case .systemd: "a systemd timer, every minute"
        case .service: "a systemd service: to the second, with buttons"
        case .daemon: "you keep it running yourself, for example in tmux"
        }
    }
}

/// What antrain offers after a command that promised a reminder.
///
/// The command cannot ask by itself: its own questions and results come first.
package final class TriggerOffer {
    /// What would run antrain; nil unless the command reported that nothing does.
    package var remedy: TriggerRemedy?
}
