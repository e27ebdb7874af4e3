package import ArgumentParser

/// A kind of argument whose values depend on the user's files or on what is typed.
///
/// Fixed values are `CompletionKind.list`, and paths are `.file` and `.directory`.
package enum ValueKind: String {
    /// A program file, or a shipped program.
    case program
    /// A program file, or a shipped or active program.
    case knownProgram = "known-program"
    /// A program file, or an active program.
    case editableProgram = "editable-program"
    case activeProgram = "active-program"
    /// The ID of an exercise, or its name.
    case exercise
    case gym
    case muscle
    case equipment
    /// A channel, or an installed plugin.
    case channel
    /// What a channel can be added from: a plugin, a preset of one, a channel, or a library.
    case channelKind = "channel-kind"
    /// A channel in the settings.
    case configuredChannel = "configured-channel"
    /// Channels or plugins, separated by commas.
    case channels
    /// A plugin in the user's folder.
    case ownPlugin = "own-plugin"
    /// A channel, an installed plugin, or a library.
    case pluginOrLibrary = "plugin-or-library"
    /// The number of one of the user's own reminders.
    case ownReminder = "own-reminder"
    /// A reminder that can be answered.
    case openReminder = "open-reminder"
    case pendingReminder = "pending-reminder"
    /// Any reminder, including answered ones.
    case anyReminder = "any-reminder"
    /// A lift of an active or shipped program.
    case lift
    case programDay = "program-day"
    /// An exercise of an active program.
    case programExercise = "program-exercise"
    /// An exercise of an active program, followed by an equals sign.
    case workoutExercise = "workout-exercise"
    /// An exercise of an active program that has alternatives or a rotation.
    case replaceableExercise = "replaceable-exercise"
    /// An alternative to an exercise of an active program, or the exercise itself.
    case alternative
    /// The number of an entry of the training log.
    case logEntry = "log-entry"
    case date
    case timeOfDay = "time-of-day"
    /// A date and a time, or only a time.
    case moment
    /// A length of time.
    case span
    /// Weekdays, separated by commas.
    case weekdays
    case zone
    case repetition
    /// A key of the settings file.
    case setting
    /// A value of the setting in the word before.
    case settingValue = "setting-value"
    /// A key of the settings file with a value: `horizon=14`.
    case settingAssignment = "setting-assignment"
    case crontabLine = "crontab-line"
    case atJob = "at-job"

    /// The extensions of the files that are values of this kind; empty if no files are.
    var extensions: [String] {
        switch self {
        case .program, .knownProgram, .editableProgram: ["yaml", "yml"]
        case .pluginOrLibrary, .channelKind: ["so"]
        default: []
        }
    }

    /// Whether a value is a list, so that a comma may follow each candidate.
    var isList: Bool { self == .channels || self == .weekdays }
}

extension CompletionKind {
    /// A kind of value that antrain completes.
    ///
    /// `shellCommand` is the only case whose text appears in the parser's description of a command's arguments. No shell ever runs
    /// this text, because antrain has its own completion scripts (`CompletionScript`).
    package static func values(_ kind: ValueKind) -> CompletionKind { .shellCommand(kind.rawValue) }
}
