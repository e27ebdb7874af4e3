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
