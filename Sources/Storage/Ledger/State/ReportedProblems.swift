/// Lasting problems, which are reported once under cron.
public enum ReportedProblems: String, Sendable {
    /// Problems of plugins that schedule notifications themselves.
    case held = "held-problems"
    /// Problems of channels' values.
    case values = "value-problems"
    /// Problems of plugins that are not ready.
    case readiness = "readiness-problems"
    /// The channels whose plugins rejected their values when they were asked last.
    case refusals
    /// Channels on which the last reminder was missed.
    case missed = "missed-problems"
    /// Damaged parts of antrain.
    case installation = "installation-problems"
    /// Errors in the settings file.
    case settings = "settings-problems"
    /// Other users can read or write the ledger.
    case access = "access-problems"
    /// The log cannot be written.
    case log = "log-problems"
    /// A snapshot of the ledger could not be made.
    case snapshots = "snapshot-problems"
    /// Old notifications could not be replaced by counts.
    case compaction = "compaction-problems"
    /// Problems of the active programs' files.
    case programs = "program-problems"
    /// Nothing runs antrain; the date on which that was reported after a command.
    case trigger = "trigger-problems"
    /// Nothing runs antrain; whether antrain offered to change that.
    case triggerOffer = "trigger-offer"
    /// The channels whose test notification the user saw.
    case seenChannels = "seen-channels"
    /// The heartbeat file cannot be written.
    case heartbeat = "heartbeat-problems"
    /// A restore that was interrupted can be neither finished nor undone.
    case restore = "restore-problems"
    /// Problems of the calendar file that is kept current.
    case calendar = "calendar-problems"
}
