import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Progress
import Reminders
import Results
import Session
import Training
import YAMLSource

/// The user's actions in words, as `undo` and `redo` show them.
extension Session {
    /// The names with their dates; a common date is given once, at the end.
    func what(_ action: JournalAction, _ names: [String]) -> String {
        func stated(_ date: CivilDate) -> String { words.format.statedDate(date, today: today) }
        return action.date.map { words.joined(names) + ", " + stated($0) }
            ?? words.joined(
                zip(names, action.dates).map { name, date in date.map { "\(name) (\(stated($0)))" } ?? name }
            )
    }
}

extension JournalAction {
    /// What the subjects of an action are.
    enum SubjectKind {
        /// A program, one of the user's own reminders, or all programs.
        case occurrence
        case notification
        case exercise
        case measure
        /// A program and an exercise.
        case choice
        /// A lift, or a program and an exercise.
        case value
        /// Something that has only a name.
        case name
    }

    var subjectKind: SubjectKind {
        switch kind {
        case .logged, .relogged, .unlogged: .exercise
        case .imported, .preset, .settings: .name
        case .measured: .measure
        case .chosen: .choice
        case .oneRepMax, .trainingMax, .load: .value
        case .cancelled, .snoozed: .notification
        default: .occurrence
        }
    }
}
