import Ledger

/// An action that can be undone, or was.
struct UndoableAction: Encodable {
    /// The action, as in the result of the command that performed it.
    let action: String
    let subjects: [ActionSubject]
    /// The action in words.
    let text: String

    init(_ action: JournalAction, _ subjects: [ActionSubject], text: String) {
        self.action =
            switch action.kind {
            case "completed": "done"
            case "deleted": "reminder-deleted"
            case "preset": "preset-added"
            default: action.kind
            }
        self.subjects = subjects
        self.text = text
    }
}
