import Ledger
import Quoting
import Reminders
import SystemPackage
import Training
import YAMLSource

/// The file of the user's own exercises that was edited.
struct ExerciseFileResult: CommandResult {
    static let kind = "exercise-file"

    let action: String
    let path: ResultPath
    /// The path of the previous version; nil if there was none or nothing changed.
    let backup: ResultPath?

    func text(_ style: Style, columns: Int) -> String {
        guard action == "edited" else { return "\(path.shown) is unchanged\n" }
        return "saved \(path.shown)" + (backup.map { "; the previous file is \($0.shown)" } ?? "") + "\n"
    }
}

/// A program file that was written.
struct ProgramFileResult: CommandResult {
    static let kind = "program-file"

    let action: String
    /// The program's id; nil if the file has errors and was not changed.
    let program: String?
    let path: ResultPath
    /// The path of the previous version; nil if there was none or nothing changed.
    let backup: ResultPath?

    func text(_ style: Style, columns: Int) -> String {
        switch action {
        case "copied":
            "copied \(style.bold(program ?? "")) to \(path.shown); to use it: antrain program activate \(ShellText.path(path.shown))\n"
        case "unchanged": "\(path.shown) is unchanged\n"
        default: "saved \(path.shown)" + (backup.map { "; the previous file is \($0.shown)" } ?? "") + "\n"
        }
    }
}

/// The settings file that was edited.
struct SettingsFileResult: CommandResult {
    static let kind = "settings-file"

    let action: String
    let path: ResultPath
    /// The path of the previous version; nil if there was none or nothing changed.
    let backup: ResultPath?

    func text(_ style: Style, columns: Int) -> String {
        guard action == "edited" else { return "\(path.shown) is unchanged\n" }
        return "saved \(path.shown)" + (backup.map { "; the previous file is \($0.shown)" } ?? "") + "\n"
    }
}

/// A ledger file that was written.
struct LedgerFileResult: CommandResult {
    static let kind = "ledger-file"

    let action: String
    let path: ResultPath
    /// The path of the damaged ledger that it replaces; nil if there was none.
    let backup: ResultPath?

    func text(_ style: Style, columns: Int) -> String {
        if action == "copied" { return "copied the ledger to \(path.shown)\n" }
        return (backup.map { "the damaged ledger was kept as \($0.shown)\n" } ?? "")
            + "a new ledger was created: \(path.shown); activate your programs again\n"
    }
}
