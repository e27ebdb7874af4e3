import Platform

/// The kinds of findings of `antrain doctor`: the codes in its JSON, which are the same in every language.
enum DoctorCode: String, Encodable, CaseIterable {
    case noHome = "no-home"
    case partDamaged = "part-damaged"
    case foreignOwner = "foreign-owner"
    case notAFolder = "not-a-folder"
    case noAccess = "no-access"
    case openToOthers = "open-to-others"
    case danglingLink = "dangling-link"
    case leftover
    case restoreUnfinished = "restore-unfinished"
    case variableIgnored = "variable-ignored"
    case diskLow = "disk-low"
    case settingsMissing = "settings-missing"
    case settingsEmpty = "settings-empty"
    case settingsUnreadable = "settings-unreadable"
    case settingsErrors = "settings-errors"
    case exercisesErrors = "exercises-errors"
    case heartbeatUnwritable = "heartbeat-unwritable"
    case heartbeatFailed = "heartbeat-failed"
    case calendarFile = "calendar-file"
    case logUnwritable = "log-unwritable"
    case remindersOff = "reminders-off"
    case zoneUnknown = "zone-unknown"
    case zoneChanged = "zone-changed"
    case tzdataOld = "tzdata-old"
    case ledgerMissing = "ledger-missing"
    case ledgerEmpty = "ledger-empty"
    case ledgerDamaged = "ledger-damaged"
    case ledgerForeign = "ledger-foreign"
    case ledgerNewer = "ledger-newer"
    case ledgerOlder = "ledger-older"
    case ledgerTooOld = "ledger-too-old"
    case ledgerBusy = "ledger-busy"
    case ledgerUnreadable = "ledger-unreadable"
    case ledgerNotListed = "ledger-not-listed"
    case otherLedgers = "other-ledgers"
    case dataLost = "data-lost"
    case snapshotDamaged = "snapshot-damaged"
    case snapshotOld = "snapshot-old"
    case decisionUnused = "decision-unused"
    case pluginUnused = "plugin-unused"
    case noProgram = "no-program"
    case programMissing = "program-missing"
    case programUnreadable = "program-unreadable"
    case programErrors = "program-errors"
    case programReplaced = "program-replaced"
    case noTrigger = "no-trigger"
    case triggerProgramMissing = "trigger-program-missing"
    case triggerAtBoot = "trigger-at-boot"
    case triggerRare = "trigger-rare"
    case serviceStopped = "service-stopped"
    case neverRun = "never-run"
    case triggerStopped = "trigger-stopped"
    case clockInvalid = "clock-invalid"
    case clockSetBack = "clock-set-back"
    case channelMisconfigured = "channel-misconfigured"
    case channelDenied = "channel-denied"
    case channelNotAllowed = "channel-not-allowed"
    case pluginChanged = "plugin-changed"
    case channelNotReady = "channel-not-ready"
    case channelFailing = "channel-failing"
    case sandboxWeak = "sandbox-weak"
    case unchecked

    /// The exit code of a warning or an error of this kind.
    var status: ExitStatus {
        switch self {
        case .noHome, .settingsEmpty, .settingsErrors, .zoneUnknown, .clockInvalid, .channelMisconfigured, .ledgerNewer:
            .configuration
        case .exercisesErrors, .ledgerEmpty, .ledgerDamaged, .ledgerForeign, .ledgerTooOld, .dataLost, .snapshotDamaged,
            .programErrors, .programReplaced:
            .badData
        case .danglingLink, .settingsMissing, .ledgerMissing, .programMissing: .missingInput
        case .foreignOwner, .notAFolder, .noAccess, .openToOthers, .leftover, .restoreUnfinished, .diskLow,
            .settingsUnreadable,
            .heartbeatUnwritable, .calendarFile, .logUnwritable, .ledgerUnreadable, .programUnreadable:
            .inputOutput
        case .ledgerBusy: .tryAgain
        case .partDamaged, .noTrigger, .triggerProgramMissing, .triggerAtBoot, .triggerRare, .serviceStopped,
            .neverRun, .triggerStopped, .clockSetBack, .channelDenied, .channelNotAllowed, .pluginChanged,
            .channelNotReady, .channelFailing, .tzdataOld, .snapshotOld, .heartbeatFailed:
            .unavailable
        case .remindersOff, .zoneChanged, .ledgerOlder, .ledgerNotListed, .otherLedgers, .noProgram, .sandboxWeak,
            .decisionUnused, .pluginUnused, .variableIgnored, .unchecked:
            .success
        }
    }
}
