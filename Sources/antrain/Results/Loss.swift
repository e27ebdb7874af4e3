import Ledger
import PrintableText

/// Data that a repair of the ledger lost, with the command that adds it again.
struct Loss: Encodable {
    /// `program` or `reminder`; `programs` or `reminders` if it is unknown which.
    let kind: String
    /// A program's id, or a reminder's number.
    let id: String?
    let name: String?
    let command: String

    init(_ loss: LedgerLoss, _ workspace: Workspace) {
        switch loss {
        case .program(let id, let name):
            kind = "program"
            self.id = id.printable(upTo: 120)
            self.name = name.printable(upTo: 120)
            // A user's program is activated by its file, whose path was lost, too.
            command =
                workspace.installation.program(named: id) == nil
                ? "antrain program activate FILE" : "antrain program activate \(id)"
        case .reminder(let number, let title):
            kind = "reminder"
            id = "\(number)"
            name = title.printable(upTo: 120)
            command = "antrain reminder add TITLE --at TIME"
        case .programs:
            kind = "programs"
            (id, name) = (nil, nil)
            command = "antrain program activate NAME"
        case .reminders:
            kind = "reminders"
            (id, name) = (nil, nil)
            command = "antrain reminder add TITLE --at TIME"
        }
    }

    /// The lost data, and the commands that add it again.
    var text: String {
        let name = quoted(name ?? "")
        return switch kind {
        case "program":
            "the repair of the ledger lost the activation of \(name) (\(id ?? "")); no workout of it comes until you activate it again: \(command)"
                + (command.hasSuffix("FILE") ? ", with the program's file" : "")
        case "reminder": "the repair of the ledger lost your reminder \(id ?? ""), \(name); add it again: \(command)"
        case "programs":
            "the repair of the ledger may have lost active programs; no program is active; activate yours again: \(command)"
        default: "the repair of the ledger may have lost reminders of your own; add them again: \(command)"
        }
    }
}
