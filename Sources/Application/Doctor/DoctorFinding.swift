import Platform
import SystemPackage
import YAMLSource

/// A finding of `antrain doctor`: what is wrong, where, and how to fix it.
struct DoctorFinding: Equatable {
    /// The severities in ascending order.
    enum Severity: String, Encodable, Comparable, CaseIterable {
        /// Nothing is wrong, but the user may not expect it.
        case note
        /// Something could not be checked, usually because of another finding.
        case unchecked
        /// Something works now, but may fail or is not as antrain left it.
        case warning
        case error

        static func < (first: Severity, second: Severity) -> Bool {
            let order: [Severity] = [.note, .unchecked, .warning, .error]
            return (order.firstIndex(of: first) ?? 0) < (order.firstIndex(of: second) ?? 0)
        }
    }

    /// A place in a file, or a whole file.
    struct Place: Equatable {
        let path: FilePath
        var line: Int?
        var column: Int?
    }

    let code: DoctorCode
    let severity: Severity
    /// What is wrong, in one line.
    let text: String
    /// The command or the instruction that fixes it.
    var fix: String?
    var place: Place?
    /// The change with which `doctor --fix` fixes it; nil if the user must decide.
    var repair: DoctorRepair?

    init(
        _ severity: Severity,
        _ code: DoctorCode,
        _ text: String,
        fix: String? = nil,
        place: Place? = nil,
        repair: DoctorRepair? = nil
    ) {
        self.severity = severity
        self.code = code
        self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.fix = fix
        self.place = place
        self.repair = repair
    }

    /// A finding with the text of an error, which has the form `PROBLEM; FIX`.
    init(_ severity: Severity, _ code: DoctorCode, splitting message: String, path: FilePath? = nil) {
        let unchanged = "; nothing was changed; "
        let cut = message.firstRange(of: unchanged) ?? message.firstRange(of: "; ")
        self.init(
            severity,
            code,
            cut.map { String(message[..<$0.lowerBound]) } ?? message,
            fix: cut.map { String(message[$0.upperBound...]) },
            place: path.map { Place(path: $0) }
        )
    }

    /// The findings of a reader, with their lines and columns.
    static func of(_ diagnostics: Diagnostics, in source: SourceText?, path: FilePath, _ code: DoctorCode, edit: String)
        -> [DoctorFinding]
    {
        diagnostics.sorted.map { diagnostic in
            let location = source.map { $0.location(of: diagnostic.span.start) }
            let advice = diagnostic.help ?? diagnostic.expected.map { "expected \($0)" }
            return DoctorFinding(
                diagnostic.severity == .error ? .error : .warning,
                code,
                diagnostic.message,
                fix: (advice.map { "\($0); " } ?? "") + "edit the file: \(edit)",
                place: Place(path: path, line: location?.line, column: location?.column)
            )
        }
    }

    /// That something could not be checked.
    static func unchecked(_ reason: String) -> DoctorFinding { DoctorFinding(.unchecked, .unchecked, reason) }
}

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
    case daysOff = "days-off"
    case activityFiles = "activity-files"
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
    case programUpdate = "program-update"
    case noTrigger = "no-trigger"
    case triggerProgramMissing = "trigger-program-missing"
    case triggerAtBoot = "trigger-at-boot"
    case triggerRare = "trigger-rare"
    case serviceStopped = "service-stopped"
    case neverRun = "never-run"
    case triggerStopped = "trigger-stopped"
    case clockInvalid = "clock-invalid"
    case clockSetBack = "clock-set-back"
    case machineClock = "machine-clock"
    case machineSilent = "machine-silent"
    case exchangeStopped = "exchange-stopped"
    case channelMisconfigured = "channel-misconfigured"
    case channelDenied = "channel-denied"
    case channelNotAllowed = "channel-not-allowed"
    case pluginChanged = "plugin-changed"
    case channelNotReady = "channel-not-ready"
    case channelFailing = "channel-failing"
    case answerRefused = "answer-refused"
    case answersLost = "answers-lost"
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
            .heartbeatUnwritable, .calendarFile, .daysOff, .activityFiles, .logUnwritable, .ledgerUnreadable,
            .programUnreadable:
            .inputOutput
        case .ledgerBusy: .tryAgain
        case .partDamaged, .noTrigger, .triggerProgramMissing, .triggerAtBoot, .triggerRare, .serviceStopped,
            .neverRun, .triggerStopped, .clockSetBack, .channelDenied, .channelNotAllowed, .pluginChanged,
            .channelNotReady, .channelFailing, .answersLost, .tzdataOld, .snapshotOld, .heartbeatFailed,
            .machineClock, .machineSilent, .exchangeStopped:
            .unavailable
        case .remindersOff, .zoneChanged, .ledgerOlder, .ledgerNotListed, .otherLedgers, .noProgram, .programUpdate,
            .sandboxWeak, .decisionUnused, .pluginUnused, .variableIgnored, .answerRefused, .unchecked:
            .success
        }
    }
}
