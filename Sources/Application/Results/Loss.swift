import Platform
package import Ledger
import PrintableText
package import Session

/// Data that a repair of the ledger lost, with the command that adds it again.
package struct Loss: Encodable {
    /// `program`, `reminder`, or `programs` and `reminders` where it is not known which.
    let type: String
    /// The program's id.
    let program: String?
    let number: Int64?
    let name: String?
    let command: String
    /// The loss, and the command that adds the data again.
    package let message: String

    package init(_ loss: LedgerLoss, _ workspace: Workspace) {
        switch loss {
        case .program(let id, let name):
            let (id, name) = (id.printable(upTo: 120), name.printable(upTo: 120))
            // A program of the user's own is activated by its file, whose path was lost, too.
            let isOwn = workspace.installation.program(named: id) == nil
            (type, program, number, self.name) = ("program", id, nil, name)
            command = "antrain program activate \(isOwn ? "FILE" : id)"
            message =
                "the repair of the ledger lost the activation of \(quoted(name)) (\(id)); of its workouts, you only get the reminders that are already pending until you activate it again: \(command)"
                + (isOwn ? ", with the program's file" : "")
        case .reminder(let number, let title):
            let title = title.printable(upTo: 120)
            (type, program, self.number, name) = ("reminder", nil, number, title)
            command = "antrain reminder add TITLE --at TIME"
            message =
                "the repair of the ledger lost your reminder \(number), \(quoted(title)); add it again: \(command)"
        case .programs:
            (type, program, number, name) = ("programs", nil, nil, nil)
            command = "antrain program activate NAME"
            message =
                "the repair of the ledger may have lost active programs; no program is active; activate yours again: \(command)"
        case .reminders:
            (type, program, number, name) = ("reminders", nil, nil, nil)
            command = "antrain reminder add TITLE --at TIME"
            message = "the repair of the ledger may have lost reminders of your own; add them again: \(command)"
        }
    }
}
