package import Platform
import Ledger
package import Localization
import Planning
import Reminders

extension Session {
    /// Whether nothing can be sent: no active program, and no user reminder.
    package var isEmptyHome: Bool { programs.isEmpty && facts.reminders.isEmpty }
}

extension Store {
    /// Suggests the next step for an empty list: activate a program, turn reminders on, or look elsewhere.
    package static func reportNextStep(_ workspace: Workspace, _ command: String, _ key: MessageKey)
        throws(CommandError)
    {
        guard workspace.hasLedger else {
            workspace.reportNoProgram(try workspace.words())
            return
        }
        let store = try Store(workspace)
        let session = store.session
        let words = session.words
        if session.isEmptyHome {
            store.reportNoProgram()
        } else if !session.settings.isEnabled {
            workspace.talk(words.text(.offStatus, ["command": "antrain settings --time 07:30"]))
        } else {
            workspace.talk(words.text(key, ["command": "'\(command)'"]))
        }
    }

    /// Suggests the next step for programs that have ended.
    package func reportEndings() {
        for ending in session.input.endings { workspace.talk(session.words.line(ending)) }
    }

    /// Suggests the next step if no program is active.
    package func reportNoProgram() { workspace.reportNoProgram(session.words) }
}

extension Workspace {
    fileprivate func reportNoProgram(_ words: MessageCatalog) {
        let values = ["list": "'antrain program list'", "activate": "'antrain program activate NAME'"]
        talk(words.text(.noProgram, values))
    }
}
