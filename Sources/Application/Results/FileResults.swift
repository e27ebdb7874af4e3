package import Platform
import Quoting
import SystemPackage

/// A file of the user that was edited, or left unchanged.
package protocol EditedFileResult: CommandResult {
    var action: String { get }
    var path: ResultPath { get }
    /// The path of the previous version; nil if there was none or nothing changed.
    var backup: ResultPath? { get }
}

extension EditedFileResult {
    fileprivate var savedText: String {
        guard action != "unchanged" else { return "\(path.shown) is unchanged\n" }
        return "saved \(path.shown)" + (backup.map { "; the previous file is \($0.shown)" } ?? "") + "\n"
    }

    package func text(_ style: Style, columns: Int) -> String { savedText }
}

/// The file of the user's own exercises that was edited.
package struct ExerciseFileResult: EditedFileResult {
    package static let kind = "exercise-file"

    package let action: String
    package let path: ResultPath
    /// The path of the previous version; nil if there was none or nothing changed.
    package let backup: ResultPath?

    package init(action: String, path: ResultPath, backup: ResultPath?) {
        (self.action, self.path, self.backup) = (action, path, backup)
    }
}

/// A program file that was written.
package struct ProgramFileResult: EditedFileResult {
    package static let kind = "program-file"

    package let action: String
    /// The program's id; nil if the file has errors and was not changed.
    package let program: String?
    package let path: ResultPath
    /// The path of the previous version; nil if there was none or nothing changed.
    package let backup: ResultPath?

    package init(action: String, program: String?, path: ResultPath, backup: ResultPath?) {
        (self.action, self.program, self.path, self.backup) = (action, program, path, backup)
    }

    package func text(_ style: Style, columns: Int) -> String {
        switch action {
        case "copied":
            "copied \(style.bold(program ?? "")) to \(path.shown); to use it: antrain program activate \(ShellText.path(path.shown))\n"
        default: savedText
        }
    }
}

/// The settings file that was edited.
package struct SettingsFileResult: EditedFileResult {
    package static let kind = "settings-file"

    package let action: String
    package let path: ResultPath
    /// The path of the previous version; nil if there was none or nothing changed.
    package let backup: ResultPath?

    package init(action: String, path: ResultPath, backup: ResultPath?) {
        (self.action, self.path, self.backup) = (action, path, backup)
    }
}

/// A ledger file that was written.
package struct LedgerFileResult: CommandResult {
    package static let kind = "ledger-file"

    package let action: String
    package let path: ResultPath
    /// The path of the damaged ledger that it replaces; nil if there was none.
    package let backup: ResultPath?

    package init(action: String, path: ResultPath, backup: ResultPath?) {
        (self.action, self.path, self.backup) = (action, path, backup)
    }

    package func text(_ style: Style, columns: Int) -> String {
        if action == "copied" { return "copied the ledger to \(path.shown)\n" }
        return (backup.map { "the damaged ledger was kept as \($0.shown)\n" } ?? "")
            + "a new ledger was created: \(path.shown); activate your programs again\n"
    }
}
