import Ledger
import Reminders

extension Planning {
    /// Whether there is nothing to be reminded of: no active program, and no reminder of the user's own.
    var isEmptyHome: Bool { programs.isEmpty && facts.reminders.isEmpty }

    /// Says what to do where a list is empty: activate a program, turn reminders on, or look elsewhere.
    static func tellOfNextStep(_ workspace: Workspace, _ command: String, _ key: CatalogueKey) throws(CommandError) {
        guard workspace.hasLedger else {
            workspace.talkOfNoProgram(try workspace.words())
            return
        }
        let planning = try Planning(workspace)
        let words = planning.words
        if planning.isEmptyHome {
            planning.tellOfNoProgram()
        } else if !planning.settings.isEnabled {
            workspace.talk(words.text(.offStatus, ["command": "antrain settings --time 07:30"]))
        } else {
            workspace.talk(words.text(key, ["command": "'\(command)'"]))
        }
    }

    /// Says what to do where no program is active.
    func tellOfNoProgram() { workspace.talkOfNoProgram(words) }
}

extension Workspace {
    fileprivate func talkOfNoProgram(_ words: Catalogue) {
        let values = ["list": "'antrain program list'", "activate": "'antrain program activate NAME'"]
        talk(words.text(.noProgram, values))
    }
}
