import CivilTime
import Ledger
import PrintableText
import YAMLSource

/// Why a command cannot do what it was asked to.
enum CommandError: Error {
    /// There is no home folder to keep files in; what stands for it, if anything does.
    case noHome(String?)
    /// `ANTRAIN_NOW` is no time.
    case badNow(CivilTimeError)
    /// An option's value is wrong.
    case badOption(name: String, value: String, reason: String)
    /// Options or arguments do not go together.
    case misused(String)
    /// No program file or shipped program has that name.
    case noProgram(String, near: String?)
    /// No program of that id is active.
    case notActive(String, near: String?)
    /// A program of that id is active already.
    case alreadyActive(String)
    /// A file cannot be read or written.
    case file(FileProblem)
    /// Files have errors, which were shown.
    case badFiles(count: Int)
    /// The settings file has errors, and no good one is remembered.
    case badSettings(String)
    /// The settings file cannot be edited as it is.
    case uneditableSettings(String)
    /// The time zone cannot be found.
    case zone(CivilTimeError, origin: String)
    /// The ledger cannot be used.
    case ledger(LedgerError)
    /// The ledger cannot be used, which was reported before.
    case toldLedger(LedgerError)
    /// There is a ledger with data where a new one was to be begun.
    case ledgerInUse(path: String)
    /// Reminders are off, so that what is moved to antrain would not come.
    case remindersOff
    /// No pending notification has that id.
    case noNotification(String)
    /// A channel's plugin has no file that could be allowed.
    case noPluginFile(String)
    /// The user did not want to allow a channel.
    case notAllowed(String)
    /// A library could have been put there by someone else.
    case unsafeFile(String)
    /// A plugin's file does not show what it is.
    case unusablePlugin(String)
    /// A library that nobody allowed is not run to check it.
    case notRun(String)
    /// There is no plugin of that name.
    case noPlugin(String, near: String?)
    /// No workout to complete is there on that date.
    case noWorkout(CivilDate)
    /// No reminder has that id, whatever became of it.
    case noReminder(String)
    /// The reminder is about nothing that can be answered.
    case nothingToAnswer(String)
    /// The reminder has its answer.
    case alreadyAnswered(String)
    /// All workouts of a date have their answers; one of them.
    case dateAnswered(String, CivilDate)
    /// Several workouts could be meant; the programs' ids.
    case ambiguous([String])
    /// Workouts of several days could be meant, or only older ones: each with the command that answers it.
    case mustBeNamed([String])
    /// None of the workouts that could be meant is of that program.
    case notAmong(String, [String])
    /// The user has no reminder of that number.
    case noUserReminder(Int64)
    /// There is no answer to take back.
    case notAnswered(String)
    /// No pause of the user's own holds on that date or later.
    case nothingToResume(CivilDate)
    /// The program's own file pauses it.
    case pausedByFile(program: String, path: String)
    /// There is no action to take back.
    case nothingToUndo
    /// A home-made reminder could not be taken away, so that it was not moved.
    case notMoved(String, reason: String, aftermath: String)
    /// Another daemon holds the lock.
    case daemonRuns(process: Int?, lock: String)
    /// The date is after the calendar's last date.
    case calendarEnds
    /// A daemon cannot live by a clock that stands still.
    case handedClock
    /// A plugin knows of an answer that antrain does not know.
    case unknownAction(String)
    /// A plugin tells of an answer to what it has not shown.
    case notShown(String)
    /// What the command found could not be written.
    case outputLost(String)
    /// The system refuses what is needed.
    case system(String)
    /// The folder of a new plugin has something in it already.
    case folderInUse(String)
    /// A part of the installation is missing.
    case missingPart(String, looked: [String])
}

extension CommandError {
    /// The exit code that goes with it.
    var status: ExitStatus {
        switch self {
        case .badNow, .badOption, .misused, .notRun, .alreadyActive, .ambiguous, .mustBeNamed, .notAmong,
            .alreadyAnswered, .handedClock, .calendarEnds, .unknownAction, .notShown, .folderInUse:
            .usage
        case .noHome, .badSettings, .uneditableSettings, .zone: .configuration
        case .noProgram, .notActive, .noNotification, .noPlugin, .noPluginFile, .noWorkout, .noReminder,
            .nothingToAnswer, .dateAnswered, .nothingToUndo, .nothingToResume, .pausedByFile, .noUserReminder,
            .notAnswered:
            .missingInput
        case .file(let problem): problem.isMissing ? .missingInput : .inputOutput
        case .badFiles: .badData
        case .ledger(.newer): .configuration
        case .ledger(.damaged), .ledger(.irreparable), .ledger(.badValue), .ledger(.foreign), .ledger(.empty): .badData
        case .ledger(.missing): .missingInput
        case .toldLedger(let error): CommandError.ledger(error).status
        case .ledgerInUse: .usage
        case .remindersOff: .configuration
        case .ledger(.busy): .tryAgain
        case .ledger: .inputOutput
        case .notMoved, .outputLost, .system: .inputOutput
        case .daemonRuns: .tryAgain
        case .missingPart, .notAllowed, .unusablePlugin, .unsafeFile: .unavailable
        }
    }

    /// What is wrong and the way out; empty where that was told before.
    var message: String {
        switch self {
        case .noHome(let home?):
            "HOME is \(quoted(home)), which is not an absolute path; set it to your home folder, or use --config and --data-dir"
        case .noHome(nil):
            "HOME is not set, so there is no place for settings and data; set HOME, or use --config and --data-dir"
        case .badNow(let error): "ANTRAIN_NOW: \(error)"
        case .badOption(let name, let value, let reason):
            "invalid \(name) \(quoted(value)): \(reason)"
        case .noProgram(let name, let near):
            "no file and no shipped program named \(quoted(name))"
                + (near.map { "; did you mean \(quoted($0))?" } ?? "; list the shipped programs: antrain program list")
        case .notActive(let name, let near):
            "the program \(quoted(name)) is not active"
                + (near.map { "; did you mean \(quoted($0))?" } ?? "; list the active programs: antrain program list")
        case .alreadyActive(let name):
            "the program \(quoted(name)) is already active; add --replace to activate it again"
        case .file(let problem): "\(problem.path.printable(upTo: 400)): \(problem.reason)"
        case .badFiles, .badSettings(""), .toldLedger: ""
        case .ledgerInUse(let path):
            "the ledger \(path) is usable, so no new one was created; to create one anyway, move that file away first"
        case .remindersOff:
            "reminders are off, so moved reminders would not be sent; nothing was changed; turn them on first: antrain settings --enable"
        case .badSettings(let text): text
        case .uneditableSettings(let text): text
        case .zone(let error, let origin): "\(origin): \(error)"
        case .ledger(let error): error.description
        case .noNotification(let id): "no pending reminder has the id \(quoted(id)); list them: antrain pending"
        case .noPluginFile(let reason), .unusablePlugin(let reason), .unsafeFile(let reason), .misused(let reason):
            reason
        case .notAllowed(let name): "\(quoted(name)) was not allowed; nothing was changed"
        case .notRun(let library):
            "checking runs the code of \(library), which does not ship with antrain and was not allowed; review it, then add --run"
        case .noPlugin(let name, let near):
            "no such plugin \(quoted(name))"
                + (near.map { "; did you mean \(quoted($0))?" } ?? "; list them: antrain plugin list")
        case .noWorkout(let date): "no active program has a workout on \(date); see the coming days: antrain week"
        case .noReminder(let id):
            "no such reminder \(quoted(id)); 'antrain pending' and 'antrain history' list the ids"
        case .nothingToAnswer(let id):
            "the reminder \(quoted(id)) is not about a workout of an active program; see the coming days: antrain week"
        case .dateAnswered(let name, let date):
            "\(quoted(name)) on \(date) is already answered; undo the last answer: antrain undo"
        case .alreadyAnswered(let id):
            "the reminder \(quoted(id)) is already answered; undo the last answer: antrain undo"
        case .ambiguous(let programs):
            "several workouts match; add --program \(programs.joined(separator: " or --program ")), or --all"
        case .mustBeNamed(let commands):
            "several workouts, or only older ones, are unanswered; choose one: \(commands.joined(separator: "; "))"
        case .notAmong(let name, let programs):
            "the program \(quoted(name)) has no matching workout; these programs have one: \(programs.joined(separator: ", "))"
        case .noUserReminder(let number):
            "you have no reminder \(number); list yours: antrain reminder list"
        case .notAnswered(let title): "\(quoted(title)) is not done, so there is nothing to undo"
        case .nothingToResume(let date):
            "you have no pause on \(date) or later; see the coming days: antrain week"
        case .pausedByFile(let program, let path):
            "\(quoted(program)) is paused by its own file \(path); to change that, edit 'exceptions' there"
        case .nothingToUndo:
            "there is nothing to undo; 'antrain undo' undoes answers, snoozes, cancellations, pauses and moves"
        case .notMoved(let place, let reason, let aftermath): "\(place): \(reason); \(aftermath)"
        case .daemonRuns(let process, let lock):
            "another antrain daemon is already running"
                + (process.map { " (process \($0)); to stop it: kill \($0)" } ?? "; it holds the lock \(lock)")
        case .calendarEnds: "dates end at \(CivilDate.latest.adding(days: -1)); choose an earlier date"
        case .handedClock: "ANTRAIN_NOW is set, but the daemon always uses the system clock; unset it"
        case .unknownAction(let action):
            "unknown action \(quoted(action)); expected start, done, snooze or skip"
        case .notShown(let reference):
            "the plugin answered \(quoted(reference)), which it never displayed; nothing was changed"
        case .outputLost(let reason): "cannot write to standard output: \(reason); changes already made were kept"
        case .system(let reason): reason
        case .folderInUse(let folder):
            "\(folder) is not empty; choose another name, or another folder with --into"
        case .missingPart(let name, let looked):
            "a part of antrain is missing: \(name); looked in \(looked.joined(separator: ", ")); reinstall antrain"
        }
    }
}

/// Text from outside in quotes, for messages: printable, and of an argument of any length only the beginning.
func quoted(_ text: String) -> String { "'\(text.printable(upTo: 120))'" }
