import CivilTime
package import Platform
package import Ledger
package import Localization

/// An action that can be undone, or was.
package struct UndoableAction: Encodable {
    /// The action, as in the result of the command that performed it.
    let action: String
    package let subjects: [ActionSubject]
    let at: String
    package let text: String
    /// The parts of the text: what was done, and to what.
    package let kind: String
    package let what: String
    /// The day on which the user did it; nil for today.
    let day: String?

    private enum CodingKeys: String, CodingKey { case action, subjects, at, text }

    package init(
        _ action: JournalAction,
        _ subjects: [ActionSubject],
        kind: String,
        what: String,
        _ words: MessageCatalog,
        day: String?
    ) {
        self.action =
            switch action.kind {
            case .completed: "done"
            case .deleted: "reminder-deleted"
            case .unanswered: "reminder-undone"
            case .preset: "preset-added"
            case .settings: "settings-changed"
            default: action.kind.rawValue
            }
        self.subjects = subjects
        at = action.at.description
        self.kind = kind
        self.what = what
        self.day = day
        text = words.text(.labeled, ["label": kind, "value": what])
    }
}

/// The changes that can be undone, the last one first.
package struct UndoListResult: CommandResult {
    package static let kind = "undo-list"

    let actions: [UndoableAction]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case actions }

    package init(_ actions: [UndoableAction], _ words: MessageCatalog) {
        self.actions = actions
        self.words = words
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !actions.isEmpty else { return words.text(.undoNone, ["command": "'antrain done'"]) + "\n" }
        let rows = actions.enumerated().map { index, action in
            [style.dim("\(index + 1)"), action.text] + [action.day.map(style.dim)].compactMap { $0 }
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
