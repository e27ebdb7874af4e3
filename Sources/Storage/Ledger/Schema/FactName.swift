/// The names of facts, apart from those of `ReportedProblems`.
package enum FactName: String, CaseIterable {
    /// The files of recorded activities that were read; see `ReadActivityFile`.
    case activities
    /// The key for the tokens of notifications; see `AnswerSigner` in Delivery.
    case answerSecret = "answer-secret"
    /// For how many seconds the plugins of channels keep answers.
    case answersKept = "answers-kept"
    /// The user was asked whether to turn on reminders.
    case asked
    /// The time of the last run that changed the queue.
    case clock
    /// The time before which counts replaced details.
    case compactedBefore = "compacted-before"
    /// The start, and once known the end, of the time that a restored copy or a repaired ledger has no record of.
    case copied
    /// What the last exchange with other machines wrote and read.
    case exchange
    /// The name that the machines of a person share in the keys of deliveries.
    case group
    /// The last request of the heartbeat's URL.
    case heartbeat
    /// The channels whose plugins schedule notifications.
    case holding
    /// The plugins of these channels.
    case holdingPlugins = "holding-plugins"
    /// The last known language of the locale.
    case language
    /// When antrain last ran to deliver.
    case lastRun = "last-run"
    /// See `LedgerLineage`.
    case lineage
    /// What a repair lost.
    case losses
    /// See `LedgerOwner`.
    case owner
    /// The number of the last event that a plan knew, if other machines take part.
    case plannedEvents = "planned-events"
    /// The first date after the last plan.
    case plannedThrough = "planned-through"
    /// When plugins were last asked whether they are ready.
    case readinessAsked = "readiness-asked"
    /// The last explicit value of `enabled` in the settings.
    case reminders
    case retentionClock = "retention-clock"
    /// What other machines sent recently; see `SentElsewhere`.
    case sentElsewhere = "sent-elsewhere"
    /// The last valid text of the settings file.
    case settings
    /// The settings shared with other machines that the file had when it was last compared with theirs.
    case sharedSettings = "shared-settings"
    /// The channels for which antrain has reported that they cover few days.
    case shortage
    /// The dates that no plan covered.
    case skipped
    /// How this machine takes part in an exchange with other machines, with the key.
    case sync
    /// The last known territory of the locale.
    case territory
    /// The digests of the workout details that plugins with answers last received.
    case toldDetails = "told-details"
    /// When a trigger was installed last.
    case triggerInstalled = "trigger-installed"
    /// The name of the ledger in events after a repair that lost rows; see `EventLog`.
    case machine
    /// The time zone of the last planning.
    case zone
}
