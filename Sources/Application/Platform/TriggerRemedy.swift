/// A command that makes something run antrain.
package enum TriggerRemedy: String {
    case cron = "antrain install cron"
    case systemd = "antrain install systemd"
    case daemon = "antrain daemon"
}

/// What antrain offers after a command that promised a reminder.
///
/// The command cannot ask by itself: its own questions and results come first.
package final class TriggerOffer {
    /// What would run antrain; nil unless the command reported that nothing does.
    package var remedy: TriggerRemedy?
}
