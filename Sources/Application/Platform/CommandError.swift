package import CivilTime
package import Delivery
package import Files
package import Ledger
import PrintableText
import Quoting
package import SystemPackage
package import YAMLSource

/// The reason why a command fails.
package enum CommandError: Error {
    /// There is no home folder to keep files in; the value of `HOME`, if it has one.
    case noHome(String?)
    /// `ANTRAIN_NOW` is not a time.
    case badNow(CivilTimeError)
    case badOption(name: String, value: String, reason: String)
    /// The combination of options and arguments is wrong.
    case misused(String)
    case noProgram(String, near: String?)
    case notActive(String, near: String?)
    case noExercise(String, near: String?)
    case alreadyActive(String)
    /// Other programs, by their ids, are active; with the name that the user gave the new one.
    case otherProgramsActive([String], String)
    case file(FileProblem)
    /// A file has errors, which were already reported as text.
    case badFile(BadFile)
    /// The user's exercises have errors, which were already reported as text.
    case badExercises(BadFile)
    /// The settings file has errors, and there are no last good settings; the report is empty if an earlier run reported it.
    case badSettings(report: String, BadFile)
    /// The settings file cannot be changed; it has errors, or there is another reason.
    case uneditableSettings(report: String, BadFile?)
    case zone(CivilTimeError, origin: String)
    case ledger(LedgerError)
    /// A new ledger was requested although there is a usable one.
    case ledgerInUse(path: String)
    /// Reminders are off, so reminders moved to antrain would not be sent.
    case remindersOff
    case noNotification(String)
    /// A plugin's file is missing or not a library.
    case noPluginFile(String)
    /// The user answered no to a question about a plugin.
    case notAllowed(String)
    /// Another user could have put the library there or could change it.
    case unsafeFile(String)
    /// A plugin cannot describe itself.
    case unusablePlugin(String)
    /// A check would run a library that was not allowed.
    case notRun(String)
    case noPlugin(String, near: String?)
    case noChannel(String, near: String?)
    /// A service, such as ntfy, is not a channel yet.
    case channelNotAdded(String)
    /// A channel already has other values; the keys whose values differ.
    case channelDiffers(String, keys: [String])
    /// The value that a kind of channel takes is missing; its key, and what it is for.
    case noChannelValue(kind: String, key: String, text: String)
    case lastChannel(String)
    /// A channel was added, but its plugin may not run yet.
    case pluginUndecided(String)
    case noWorkout(CivilDate)
    /// No reminder, past or pending, has that id.
    case noReminder(String)
    /// Only counts of the reminders before a date are left, and that id is of such a date.
    case compactedReminder(String, before: CivilDate)
    case nothingToAnswer(String)
    /// No reminder of a workout was delivered or is pending; its name and date.
    case noReminderOf(String, CivilDate)
    case alreadyAnswered(String)
    /// All workouts of a date are answered; their names.
    case dateAnswered(String, CivilDate)
    /// Several workouts, reminders or exercises match; the commands that name each, and the one for all of them.
    case ambiguous([String], all: String? = nil)
    /// Nothing clearly matches; what may be meant, each with the command that answers it.
    case mustBeNamed([String])
    /// No matching workout belongs to that program; the ids of the programs that have one.
    case notAmong(String, [String])
    case noUserReminder(Int64)
    /// A preset was already added; the numbers of its reminders.
    case presetPresent(String, numbers: [Int64])
    /// The user did not want to add a preset.
    case presetNotAdded(String)
    /// One of the user's own reminders has no date, because it follows programs without such a day.
    case noDate(Int64)
    /// The reminder has no answer to undo; its title.
    case notAnswered(String)
    case nothingToResume(CivilDate)
    case pausedByFile(program: String, path: String)
    case nothingToUndo, nothingToRedo
    /// There is no change with this number in the list of changes that can be undone.
    case noSuchChange(Int, count: Int)
    /// A change was not recorded today, and antrain cannot ask the user.
    case olderChange(String, CivilDate)
    /// Later changes depend on the change.
    case undoDependsOn(String, [String])
    /// A change of the settings file cannot be undone or redone, because the file was changed since.
    ///
    /// The command undoes the change before it, if there is one.
    case settingsChangedSince(path: String, next: String?)
    /// A change of the settings file cannot be undone or redone, because its texts were not stored.
    ///
    /// The command undoes the change before it, if there is one.
    case settingsNotKept(path: String, next: String?)
    /// Another machine changed settings that were or are its own, which this one cannot change.
    ///
    /// The command undoes the change before it, if there is one.
    case settingsElsewhere(next: String?)
    /// The last change is a decision about a channel; whether it is the only change.
    case decisionNotUndone(channel: String, isLast: Bool)
    case noLogEntry(Int64)
    /// Lines of a file cannot be imported, which were already reported.
    case badImport(path: String, lines: Int)
    case unreadableImport(path: String, reason: String)
    /// An exercise of a workout already has entries; their numbers.
    case alreadyLogged(exercise: String, entries: [Int64])
    /// A crontab line or at job could not be removed, so its reminder was not moved.
    case notMoved(String, reason: String, aftermath: String)
    /// cron or systemd cannot be used.
    case triggerUnavailable(String)
    /// The user changed what antrain would replace or remove.
    case triggerUnclear(String, reason: String)
    /// The crontab or a unit could not be changed.
    case triggerNotWritten(String, reason: String)
    /// The user did not confirm a change, or could not be asked.
    case notConfirmed(wasAsked: Bool)
    case daemonRuns(process: Int?, lock: String)
    case calendarEnds
    /// `ANTRAIN_NOW` is set for the daemon, which needs a running clock.
    case handedClock
    /// A plugin reported an action that was not offered.
    case unknownAction(String)
    /// A plugin reported an answer to a notification that it never displayed.
    case notShown(String)
    /// A mail is not a reply to a reminder.
    case notReply
    /// A reply came before the time of its reminder, by this machine's clock.
    case replyTooEarly(CivilDateTime)
    /// No channel takes answers by mail.
    case noMailChannel
    /// A reply cannot be recorded now; the mail system must pass it again.
    indirect case mailDeferred(CommandError)
    case outputLost(String)
    /// The user did not want to delete a reminder.
    case notDeleted(Int64)
    /// An edited file has errors, and the user gave up; the edited text is kept in the copy.
    case notSaved(path: String, copy: String)
    /// A file changed while it was edited; the edited text is kept in the copy.
    case changedMeanwhile(path: String, copy: String)
    /// The editor failed, or there is none; the edited text, if any, is kept in the copy.
    case editorFailed(String, status: Int32, copy: String?)
    /// One of the user's files cannot be backed up without its secrets.
    case notBackedUp(path: String, reason: String)
    case badBackup(path: String, reason: String)
    /// A backup was not written, because it could not be restored.
    case unusableBackup(reason: String)
    /// A backup was written by a newer antrain; its version.
    case newerBackup(path: String, version: String)
    /// The user declined to restore a backup.
    case notRestored
    /// A file cannot be replaced, so no file of a backup was restored.
    case restoreFailed(FileProblem)
    /// A restore that was interrupted can be neither finished nor undone.
    case restoreUnfinished(FileProblem)
    case restoreJournalDamaged(path: FilePath)
    /// Another process has been restoring a backup for too long.
    case restoreRuns
    /// There is no restore to abort; where the backups of replaced files are.
    case noRestore(kept: String)
    /// This machine does not exchange changes with others.
    case notSyncing
    /// What was given as the key of a sync folder is not it; the reason does not contain the key.
    case badSyncKey(String)
    case system(String)
    case folderInUse(FilePath)
    case missingPart(String, looked: [FilePath])
    /// No plugin can be started.
    case damagedPart(DamagedPart)
    /// An earlier run already reported the error.
    indirect case told(CommandError)

    package var status: ExitStatus {
        switch self {
        case .badNow, .badOption, .misused, .notRun, .alreadyActive, .otherProgramsActive, .ambiguous, .mustBeNamed,
            .notAmong, .alreadyAnswered, .alreadyLogged, .presetPresent, .handedClock, .calendarEnds, .unknownAction,
            .notShown, .folderInUse, .settingsChangedSince, .settingsNotKept, .settingsElsewhere, .olderChange,
            .undoDependsOn, .decisionNotUndone, .notConfirmed(wasAsked: false), .channelDiffers, .noChannelValue,
            .lastChannel:
            .usage
        case .noHome, .badSettings, .uneditableSettings, .zone, .notBackedUp, .newerBackup: .configuration
        case .noProgram, .notActive, .noExercise, .noNotification, .noPlugin, .noPluginFile, .noChannel,
            .channelNotAdded,
            .noWorkout,
            .noReminder,
            .nothingToAnswer, .noReminderOf, .dateAnswered, .nothingToUndo, .nothingToRedo, .noSuchChange,
            .nothingToResume,
            .pausedByFile, .noUserReminder, .noDate,
            .compactedReminder, .notAnswered, .noLogEntry, .noRestore, .notSyncing:
            .missingInput
        case .file(let problem): problem.isMissing ? .missingInput : .inputOutput
        case .restoreFailed, .restoreUnfinished, .restoreJournalDamaged: .inputOutput
        case .badFile, .badExercises, .notSaved, .badImport, .unreadableImport, .triggerUnclear, .badBackup,
            .unusableBackup, .badSyncKey:
            .badData
        case .notReply: .badData
        case .changedMeanwhile, .restoreRuns, .replyTooEarly, .noMailChannel,
            .mailDeferred:
            .tryAgain
        case .notDeleted, .notConfirmed(wasAsked: true), .triggerUnavailable, .notRestored, .presetNotAdded:
            .unavailable
        case .editorFailed: .unavailable
        case .ledger(.newer): .configuration
        case .ledger(.damaged), .ledger(.irreparable), .ledger(.badValue), .ledger(.foreign), .ledger(.empty),
            .ledger(.tooOld):
            .badData
        case .ledger(.absent), .ledger(.missing), .ledger(.danglingLink): .missingInput
        case .told(let error): error.status
        case .ledgerInUse: .usage
        case .remindersOff: .configuration
        case .ledger(.busy), .ledger(.replaced): .tryAgain
        case .ledger: .inputOutput
        case .notMoved, .triggerNotWritten, .outputLost, .system: .inputOutput
        case .daemonRuns: .tryAgain
        case .missingPart, .damagedPart, .notAllowed, .pluginUndecided, .unusablePlugin, .unsafeFile: .unavailable
        }
    }

    /// What is wrong and how to fix it; empty if that was already reported.
    package var message: String {
        switch self {
        case .noHome(let home?):
            "HOME is \(quoted(home)), which is not an absolute path; set it to your home folder, or use --config and --data-dir"
        case .noHome(nil):
            "HOME is not set, so there is no place for settings and data; set HOME, or use --config and --data-dir"
        case .badNow(let error): "ANTRAIN_NOW: \(error)"
        case .badOption(let name, let value, let reason):
            // A reason that already quotes the value must not repeat it.
            reason.contains(quoted(value)) ? "\(name): \(reason)" : "invalid \(name) \(quoted(value)): \(reason)"
        case .noProgram(let name, let near):
            "no such file or shipped program \(quoted(name))"
                + (near.map { "; did you mean \(quoted($0))?" } ?? "; list the shipped programs: antrain program list")
        case .notActive(let name, let near):
            "the program \(quoted(name)) is not active"
                + (near.map { "; did you mean \(quoted($0))?" } ?? "; list the active programs: antrain program list")
        case .noExercise(let name, let near):
            "no such exercise \(quoted(name))"
                + (near.map { "; did you mean \(quoted($0))?" } ?? "; list the exercises: antrain exercise list")
        case .alreadyActive(let name):
            "the program \(quoted(name)) is already active; add --replace to activate it again"
        case .otherProgramsActive(let ids, let name):
            "already active: \(ids.joined(separator: ", ")); to replace: antrain program activate \(ShellText.path(name)) --replace; to train both: antrain program activate \(ShellText.path(name)) --add"
        case .file(let problem):
            "\(problem.path.string.printable(upTo: 400)): "
                + [problem.reason, problem.remedy].compactMap(\.self).joined(separator: "; ")
        case .badExercises(let file): "\(file.source.path) has errors; correct them: antrain exercise edit"
        case .badFile, .told: ""
        case .ledgerInUse(let path):
            "the ledger \(path) is usable, so no new one was created; to create one anyway, move that file away first"
        case .remindersOff:
            "reminders are off, so nothing would be sent; nothing was changed; turn them on first: antrain settings --on"
        case .badSettings(let report, _), .uneditableSettings(let report, _): report
        case .zone(let error, let origin): "\(origin): \(error)"
        case .ledger(let error): error.description
        case .noNotification(let id): "no pending reminder has the id \(quoted(id)); list them: antrain pending"
        case .noPluginFile(let reason), .unusablePlugin(let reason), .unsafeFile(let reason), .misused(let reason):
            reason
        case .notAllowed(let name): "\(quoted(name)) was not allowed; nothing was changed"
        case .notRun(let library):
            "checking runs the code of \(library), which does not ship with antrain and was not allowed; review it, then add --run"
        case .noPlugin(let name, let near):
            "no such channel or plugin \(quoted(name))"
                + (near.map { "; did you mean \(quoted($0))?" }
                    ?? "; list them: antrain channel list, antrain plugin list")
        case .noChannel(let name, let near):
            "no such channel \(quoted(name))"
                + (near.map { "; did you mean \(quoted($0))?" } ?? "; list them: antrain channel list")
        case .channelNotAdded(let kind):
            "the channel \(quoted(kind)) is not added yet; add it: antrain channel add \(kind)"
        case .channelDiffers(let name, let keys):
            "the channel \(quoted(name)) already exists with other values (\(keys.joined(separator: ", "))); nothing was changed; to add another channel, use --name NAME; to replace the values, add --replace"
        case .noChannelValue(let kind, let key, let text):
            "a channel of the kind \(quoted(kind)) needs a value for '\(key)' (\(text)): antrain channel add \(ShellText.word(kind)) \(key.uppercased())"
        case .lastChannel(let name):
            "\(quoted(name)) is the only channel, so no reminder could be delivered without it; nothing was changed; add another first (antrain channel add KIND), or turn reminders off: antrain settings --off"
        case .pluginUndecided(let name):
            "the channel \(quoted(name)) was added, but delivers nothing until you allow its plugin: antrain channel allow \(name)"
        case .noWorkout(let date): "no active program has a workout on \(date); see the coming days: antrain week"
        case .noReminder(let id): "no such reminder \(quoted(id)); 'antrain pending' and 'antrain history' list the ids"
        case .compactedReminder(let id, let limit):
            "no reminder \(quoted(id)) is kept: reminders before \(limit) were replaced by counts ('keep' in the settings)"
        case .nothingToAnswer(let id):
            "the reminder \(quoted(id)) is not about a workout that is planned; to see why: antrain why \(ShellText.word(id))"
        case .noReminderOf(let name, let date):
            "\(quoted(name)) on \(date) has no delivered or pending reminder; to be reminded anyway: antrain reminder add \(ShellText.word(name)) --in 1h"
        case .dateAnswered(let name, let date):
            "\(quoted(name)) on \(date) is already answered; to undo the answer, find its number: antrain undo --list"
        case .alreadyAnswered(let id):
            "the reminder \(quoted(id)) is already answered; to undo the answer, find its number: antrain undo --list"
        case .ambiguous(let commands, let all):
            "several match; choose one: \(commands.joined(separator: "; "))\(all.map { "; or all: \($0)" } ?? "")"
        case .mustBeNamed(let commands):
            "no unanswered workout or reminder clearly matches; choose one: \(commands.joined(separator: "; "))"
        case .notAmong(let name, let programs):
            "the program \(quoted(name)) has no matching workout; these programs have one: \(programs.joined(separator: ", "))"
        case .noUserReminder(let number): "you have no reminder \(number); list yours: antrain reminder list"
        case .presetPresent(let name, let numbers):
            "the preset \(quoted(name)) was already added, as \(numbers.count == 1 ? "reminder" : "reminders") \(numbers.map(String.init).joined(separator: ", ")); change them: antrain reminder edit \(numbers.first ?? 0) --at TIME; or delete them first: antrain reminder delete \(numbers.first ?? 0)"
        case .presetNotAdded(let name): "the preset \(quoted(name)) was not added"
        case .noDate(let number):
            "reminder \(number) has no date, because your programs have no such day; see the coming days: antrain week"
        case .notAnswered(let title): "\(quoted(title)) is not done, so there is nothing to undo"
        case .nothingToResume(let date): "no program is paused on \(date) or later; see the coming days: antrain week"
        case .pausedByFile(let program, let path):
            "\(quoted(program)) is paused by its own file \(path); to change that, edit 'exceptions' there"
        case .badImport(let path, let lines):
            "\(path.printable(upTo: 400)) has \(lines == 1 ? "a line" : "\(lines) lines") with problems, so nothing was imported; correct \(lines == 1 ? "it, or leave it" : "them, or leave them") out with --skip-bad"
        case .unreadableImport(let path, let reason): "\(path.printable(upTo: 400)): \(reason)"
        case .noLogEntry(let number): "the training log has no entry \(number); list the entries: antrain log list"
        case .alreadyLogged(let exercise, let entries):
            "\(quoted(exercise)) is already logged for this workout; correct it: antrain log edit \(entries.first ?? 0) SETS"
        case .nothingToUndo: "there is nothing to undo: no change is recorded, or all changes were undone"
        case .nothingToRedo: "there is nothing to redo: nothing was undone, or something was changed since"
        case .noSuchChange(let number, let count):
            count == 0
                ? "there is no change \(number): no change is recorded, or all changes were undone"
                : "there is no change \(number); 'antrain undo --list' shows \(count)"
        case .olderChange(let change, let date):
            "the last change (\(change)) was recorded on \(date), not today; to undo it anyway: antrain undo 1"
        case .undoDependsOn(let change, let others):
            "\(quoted(change)) cannot be undone yet, because later changes depend on it; undo these first, in this order: \(others.map(quoted).joined(separator: ", ")); to see their numbers: antrain undo --list"
        case .settingsChangedSince(let path, let next):
            "\(path) was changed after antrain wrote it, so its former text cannot be restored; nothing was changed; change the settings yourself with 'antrain settings'"
                + (next.map { ", or undo the change before it: \($0)" } ?? "")
        case .settingsNotKept(let path, let next):
            "this change of \(path) cannot be undone or redone: it contains values of channels, which may be secrets and are not stored; nothing was changed; set the values again with 'antrain settings' or 'antrain channel add', or restore the file yourself (after 'antrain settings edit', its former text is \(path)~)"
                + (next.map { "; to undo the change before it: \($0)" } ?? "")
        case .settingsElsewhere(let next):
            "another machine changed its own settings, such as its channels, or changed them before it joined; undo this on that machine"
                + (next.map { ", or undo the change before it: \($0)" } ?? "")
        case .decisionNotUndone(let channel, let isLast):
            "the last change is a decision about the channel \(quoted(channel)), which 'antrain undo' does not change; change it with 'antrain channel allow' or 'antrain channel deny'"
                + (isLast ? "" : "; to undo the change before it: antrain undo 1")
        case .notMoved(let place, let reason, let aftermath): "\(place): \(reason); \(aftermath)"
        case .triggerUnavailable(let reason): reason
        case .triggerUnclear(let place, let reason): "\(place): \(reason); nothing was changed"
        case .triggerNotWritten(let place, let reason): "\(place): \(reason)"
        case .notConfirmed(wasAsked: true): "nothing was changed"
        case .notConfirmed(wasAsked: false):
            "nothing was changed, because antrain asks only on a terminal and without --json; to make this change, add --yes"
        case .daemonRuns(let process, let lock):
            "another antrain daemon is already running"
                + (process.map { " (process \($0)); to stop it: kill \($0)" } ?? "; it holds the lock \(lock)")
        case .calendarEnds: "dates end at \(CivilDate.lastPlanned); choose an earlier date"
        case .handedClock: "ANTRAIN_NOW is set, but the daemon always uses the system clock; unset it"
        case .unknownAction(let action): "unknown action \(quoted(action)); expected start, done, snooze or skip"
        case .notShown(let reference):
            "the plugin answered \(quoted(reference)), which its channel neither delivered nor scheduled; nothing was changed"
        case .notReply:
            "this mail is not a reply to a reminder, and was not read; pass only mail to addresses with '+antrain-' to antrain"
        case .replyTooEarly(let time):
            "it answers a reminder of \(time), which is in the future; check this machine's clock with: date"
        case .noMailChannel:
            "no channel takes answers by mail; set your address: antrain settings configure.mail.reply-to me@example.org"
        case .mailDeferred(let error): "the answer was not recorded; pass the mail again later: \(error.message)"
        case .outputLost(let reason): "cannot write to standard output: \(reason); changes already made were kept"
        case .notDeleted(let number): "reminder \(number) was not deleted"
        case .notSaved(let path, let copy):
            "\(path) was not changed; the edited text is kept in \(copy)"
        case .changedMeanwhile(let path, let copy):
            "\(path) changed while you edited it, and was not replaced; the edited text is kept in \(copy)"
        case .editorFailed(let editor, 127, nil):
            "no editor \(quoted(editor)) was found, so nothing was changed; set VISUAL or EDITOR to one, as in EDITOR=nano"
        case .editorFailed(let editor, let status, let copy):
            "the editor \(quoted(editor)) ended with exit code \(status), so nothing was changed"
                + (copy.map { "; the edited text is kept in \($0)" } ?? "")
        case .notBackedUp(let path, let reason): "\(path) cannot be backed up without its secrets: \(reason)"
        case .badBackup(let path, let reason):
            "\(path.printable(upTo: 400)) cannot be restored: \(reason); nothing was changed"
        case .unusableBackup(let reason):
            "no backup was written, because it could not be restored: \(reason); if the ledger is damaged, repair it: antrain repair"
        case .newerBackup(let path, let version):
            "\(path.printable(upTo: 400)) was written by a newer antrain (\(version.printable(upTo: 40))); update antrain; nothing was changed"
        case .notRestored: "nothing was restored"
        case .restoreFailed(let problem):
            "\(problem.path.string.printable(upTo: 400)): \(problem.reason); nothing was restored, and all files are as before"
        case .restoreUnfinished(let problem):
            "\(problem.path.string.printable(upTo: 400)): \(problem.reason); because of this, a restore that was interrupted can be neither finished nor undone; fix this problem, then run: antrain restore --abort"
        case .restoreJournalDamaged(let path):
            "\(path.string.printable(upTo: 400)) is damaged; because of this, a restore that was interrupted can be neither finished nor undone; remove this file, then restore the backup again"
        case .restoreRuns: "another antrain process is restoring a backup; wait until it has finished, then try again"
        case .noRestore(let kept):
            "no restore was interrupted, so there is nothing to abort; to undo a finished restore, restore the latest backup of replaced files: \(kept)"
        case .notSyncing:
            "this machine does not exchange changes with others; to begin, choose a folder that another program synchronizes: antrain sync folder PATH"
        case .badSyncKey(let reason): reason
        case .system(let reason): reason
        case .folderInUse(let folder): "\(folder) is not empty; choose another name, or another folder with --into"
        case .damagedPart(let damage): damage.words
        case .missingPart(let name, let looked):
            "a part of antrain is missing: \(name); looked in \(looked.map(\.string).joined(separator: ", ")); reinstall antrain"
        }
    }
}

extension FileAccess {
    /// Runs a closure while no other antrain process does the same with the subject of a lock.
    ///
    /// - Parameter folder: antrain's folder with the lock. As long as it is missing, no process has anything to protect.
    package func locked<Value>(
        _ subject: FileLock.Subject,
        in folder: FilePath,
        _ body: () throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        let lock: FileLock?
        do throws(FileProblem) { lock = try exists(folder) ? LiveFiles.lock(subject, in: folder) : nil } catch {
            throw .file(error)
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}

/// Quotes text from outside for a message: only printable characters, and at most the first 120.
package func quoted(_ text: String) -> String { "'\(text.printable(upTo: 120))'" }

/// A file with errors, and what is wrong with it.
package struct BadFile {
    /// The absolute path.
    package let path: FilePath
    /// The text, whose path is the one shown to people.
    package let source: SourceText
    package let diagnostics: Diagnostics

    package init(path: FilePath, source: SourceText, diagnostics: Diagnostics) {
        (self.path, self.source, self.diagnostics) = (path, source, diagnostics)
    }
}
