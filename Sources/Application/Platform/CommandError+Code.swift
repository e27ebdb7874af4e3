import Files
import Ledger
import SystemPackage
import YAMLSource

extension CommandError {
    /// What is wrong and what to do about it, without the findings in a file, and also if it was already reported.
    package var statement: String {
        switch self {
        case .badFile(let file): "\(file.source.path) has errors; correct them"
        case .badSettings(_, let file):
            "\(file.source.path) has errors; correct them, or move the file away to start with the defaults"
        case .uneditableSettings(_, let file?):
            "\(file.source.path) has errors; correct them first; nothing was changed"
        case .told(let error): error.statement
        default: message
        }
    }

    package var code: ErrorCode {
        switch self {
        case .noHome: .noHome
        case .badNow: .invalidNow
        case .badOption: .invalidOption
        case .misused: .usage
        case .noProgram: .noProgram
        case .notActive: .programNotActive
        case .noExercise: .noExercise
        case .alreadyActive: .programAlreadyActive
        case .otherProgramsActive: .otherProgramsActive
        case .file(let problem): problem.isMissing ? .noFile : .fileFailure
        case .badFile: .fileErrors
        case .badExercises: .exercisesErrors
        case .badSettings: .settingsErrors
        case .uneditableSettings: .settingsNotEditable
        case .zone: .timeZone
        case .ledger(let error): error.code
        case .told(let error): error.code
        case .ledgerInUse: .ledgerUsable
        case .remindersOff: .remindersOff
        case .noNotification: .noNotification
        case .noPluginFile: .noPluginFile
        case .notAllowed, .pluginUndecided: .pluginNotAllowed
        case .unsafeFile: .pluginUnsafe
        case .unusablePlugin: .pluginUnusable
        case .notRun: .pluginNotRun
        case .noPlugin: .noPlugin
        case .noChannel, .channelNotAdded: .noChannel
        case .channelDiffers: .channelPresent
        case .lastChannel: .lastChannel
        case .noChannelValue: .usage
        case .noWorkout: .noWorkout
        case .noReminder, .noReminderOf, .compactedReminder, .noUserReminder, .noDate: .noReminder
        case .nothingToAnswer: .notAWorkout
        case .alreadyAnswered, .dateAnswered: .alreadyAnswered
        case .ambiguous: .ambiguous
        case .mustBeNamed: .mustBeNamed
        case .notAmong: .programWithoutWorkout
        case .notAnswered: .notDone
        case .nothingToResume: .noPause
        case .pausedByFile: .pausedByFile
        case .nothingToUndo: .nothingToUndo
        case .nothingToRedo: .nothingToRedo
        case .noSuchChange: .noSuchChange
        case .olderChange: .olderChange
        case .undoDependsOn: .undoDepends
        case .decisionNotUndone: .decisionNotUndone
        case .settingsChangedSince: .settingsChangedSince
        case .settingsNotKept: .settingsNotKept
        case .settingsElsewhere: .settingsElsewhere
        case .noLogEntry: .noLogEntry
        case .badImport: .importProblems
        case .unreadableImport: .importUnreadable
        case .alreadyLogged: .alreadyLogged
        case .notMoved: .jobNotMoved
        case .triggerUnavailable: .triggerUnavailable
        case .triggerUnclear: .triggerChanged
        case .triggerNotWritten: .triggerNotWritten
        case .notConfirmed: .notConfirmed
        case .daemonRuns: .daemonRunning
        case .calendarEnds: .afterLastDate
        case .handedClock: .clockIsSet
        case .unknownAction: .unknownAction
        case .notShown: .notificationNotShown
        case .notReply: .notReply
        case .replyTooEarly: .replyTooEarly
        case .noMailChannel: .noMailChannel
        case .mailDeferred(let error): error.code
        case .outputLost: .outputFailure
        case .notDeleted: .notDeleted
        case .presetPresent: .presetPresent
        case .presetNotAdded: .presetNotAdded
        case .notSaved: .notSaved
        case .changedMeanwhile: .fileChanged
        case .editorFailed: .editorFailed
        case .notBackedUp: .backupIncomplete
        case .badBackup, .unusableBackup: .backupDamaged
        case .newerBackup: .backupNewer
        case .notRestored: .notRestored
        case .restoreFailed: .restoreFailed
        case .restoreUnfinished, .restoreJournalDamaged: .restoreUnfinished
        case .restoreRuns: .restoreRuns
        case .noRestore: .noRestore
        case .notSyncing: .notSyncing
        case .badSyncKey: .syncKey
        case .system: .systemFailure
        case .folderInUse: .folderNotEmpty
        case .missingPart: .missingPart
        case .damagedPart: .damagedPart
        }
    }

    /// The file with the errors.
    package var badFile: BadFile? {
        switch self {
        case .badFile(let file), .badExercises(let file), .badSettings(_, let file): file
        case .uneditableSettings(_, let file): file
        default: nil
        }
    }

    /// The path of the file that the error is about; nil if it is about none.
    package var path: String? {
        switch self {
        case .file(let problem), .restoreFailed(let problem), .restoreUnfinished(let problem): problem.path.string
        case .ledger(let error): error.path.string
        case .told(let error): error.path
        case .ledgerInUse(let path), .badImport(let path, _), .unreadableImport(let path, _), .notSaved(let path, _),
            .changedMeanwhile(let path, _), .settingsChangedSince(let path, _), .settingsNotKept(let path, _),
            .pausedByFile(_, let path), .notBackedUp(let path, _),
            .badBackup(let path, _),
            .newerBackup(let path, _):
            path
        case .folderInUse(let folder): folder.string
        default: badFile?.path.string
        }
    }

    /// A known name that is similar to the unknown one.
    package var suggestion: String? {
        switch self {
        case .noProgram(_, let near), .notActive(_, let near), .noExercise(_, let near), .noPlugin(_, let near),
            .noChannel(_, let near):
            near
        default: nil
        }
    }

    /// The commands that the user may have meant.
    package var commands: [String]? {
        switch self {
        case .ambiguous(let commands, let all): commands + [all].compactMap(\.self)
        case .mustBeNamed(let commands): commands
        default: nil
        }
    }
}

extension LedgerError {
    fileprivate var code: ErrorCode {
        switch self {
        case .folder: .ledgerFolder
        case .file: .ledgerFile
        case .inputOutput: .ledgerInputOutput
        case .damaged: .ledgerDamaged
        case .irreparable: .ledgerIrreparable
        case .badValue: .ledgerInvalidValue
        case .absent, .missing, .danglingLink: .ledgerMissing
        case .empty: .ledgerEmpty
        case .foreign: .ledgerForeign
        case .irregular: .ledgerIrregular
        case .newer: .ledgerNewer
        case .older: .ledgerOlder
        case .tooOld: .ledgerTooOld
        case .busy, .replaced: .ledgerBusy
        case .full: .ledgerFull
        }
    }

    fileprivate var path: FilePath {
        switch self {
        case .folder(let path, _), .file(let path, _), .inputOutput(let path, _), .damaged(let path, _),
            .irreparable(let path, _), .badValue(let path, _), .missing(let path, _), .empty(let path, _),
            .foreign(let path), .irregular(let path, _), .newer(let path, _, _), .older(let path, _),
            .tooOld(let path, _), .busy(let path),
            .full(let path), .danglingLink(let path, _), .absent(let path), .replaced(let path):
            path
        }
    }
}

/// The codes of errors in JSON; a code never changes its meaning.
package enum ErrorCode: String, CaseIterable, Encodable {
    case usage
    case invalidOption = "invalid-option"
    case noHome = "no-home"
    case invalidNow = "invalid-now"
    case timeZone = "time-zone"
    case clockIsSet = "clock-is-set"
    case afterLastDate = "after-last-date"
    case noFile = "no-file"
    case fileFailure = "file-failure"
    case fileErrors = "file-errors"
    case fileChanged = "file-changed"
    case folderNotEmpty = "folder-not-empty"
    case notSaved = "not-saved"
    case editorFailed = "editor-failed"
    case settingsErrors = "settings-errors"
    case settingsNotEditable = "settings-not-editable"
    case remindersOff = "reminders-off"
    case noProgram = "no-program"
    case programNotActive = "program-not-active"
    case programAlreadyActive = "program-already-active"
    case otherProgramsActive = "other-programs-active"
    case programWithoutWorkout = "program-without-workout"
    case noExercise = "no-exercise"
    case exercisesErrors = "exercises-errors"
    case noWorkout = "no-workout"
    case notAWorkout = "not-a-workout"
    case ambiguous
    case mustBeNamed = "must-be-named"
    case alreadyAnswered = "already-answered"
    case notDone = "not-done"
    case noPause = "no-pause"
    case pausedByFile = "paused-by-file"
    case nothingToUndo = "nothing-to-undo"
    case nothingToRedo = "nothing-to-redo"
    case noSuchChange = "no-such-change"
    case olderChange = "older-change"
    case undoDepends = "undo-depends"
    case decisionNotUndone = "decision-not-undone"
    case settingsChangedSince = "settings-changed-since"
    case settingsNotKept = "settings-not-kept"
    case settingsElsewhere = "settings-elsewhere"
    case noReminder = "no-reminder"
    case noNotification = "no-notification"
    case notDeleted = "not-deleted"
    case presetPresent = "preset-present"
    case presetNotAdded = "preset-not-added"
    case notReply = "not-reply"
    case replyTooEarly = "reply-too-early"
    case noMailChannel = "no-mail-channel"
    case unknownAction = "unknown-action"
    case notificationNotShown = "notification-not-shown"
    case noLogEntry = "no-log-entry"
    case alreadyLogged = "already-logged"
    case importProblems = "import-problems"
    case importUnreadable = "import-unreadable"
    case jobNotMoved = "job-not-moved"
    case noChannel = "no-channel"
    case channelPresent = "channel-present"
    case lastChannel = "last-channel"
    case noPlugin = "no-plugin"
    case noPluginFile = "no-plugin-file"
    case pluginNotAllowed = "plugin-not-allowed"
    case pluginUnsafe = "plugin-unsafe"
    case pluginUnusable = "plugin-unusable"
    case pluginNotRun = "plugin-not-run"
    case ledgerFolder = "ledger-folder"
    case ledgerFile = "ledger-file"
    case ledgerInputOutput = "ledger-input-output"
    case ledgerDamaged = "ledger-damaged"
    case ledgerIrreparable = "ledger-irreparable"
    case ledgerInvalidValue = "ledger-invalid-value"
    case ledgerMissing = "ledger-missing"
    case ledgerEmpty = "ledger-empty"
    case ledgerForeign = "ledger-foreign"
    case ledgerIrregular = "ledger-irregular"
    case ledgerNewer = "ledger-newer"
    case ledgerOlder = "ledger-older"
    case ledgerTooOld = "ledger-too-old"
    case ledgerBusy = "ledger-busy"
    case ledgerFull = "ledger-full"
    case ledgerUsable = "ledger-usable"
    case triggerUnavailable = "trigger-unavailable"
    case triggerChanged = "trigger-changed"
    case triggerNotWritten = "trigger-not-written"
    case notConfirmed = "not-confirmed"
    case backupIncomplete = "backup-incomplete"
    case backupDamaged = "backup-damaged"
    case backupNewer = "backup-newer"
    case notRestored = "not-restored"
    case restoreFailed = "restore-failed"
    case restoreUnfinished = "restore-unfinished"
    case restoreRuns = "restore-runs"
    case noRestore = "no-restore"
    case notSyncing = "not-syncing"
    case syncKey = "sync-key"
    case daemonRunning = "daemon-running"
    case missingPart = "missing-part"
    case damagedPart = "damaged-part"
    case outputFailure = "output-failure"
    case systemFailure = "system-failure"
}

/// A command's exit code, following sysexits(3).
package enum ExitStatus: Int32 {
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// A file has errors.
    case badData = 65
    /// A file or name does not exist.
    case missingInput = 66
    /// A channel failed permanently, or a part of antrain is missing.
    case unavailable = 69
    /// A file cannot be read or written.
    case inputOutput = 74
    /// A delivery will be retried, or another process holds a lock.
    case tryAgain = 75
    case configuration = 78
}
