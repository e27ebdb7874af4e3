package import CivilTime
import History
import Ledger
package import Localization
import Planning
package import Platform
package import Reminders

/// The next reminder in a sentence.
package struct NextReminder {
    package let sentence: String
    /// When it is due; nil if no reminder is planned.
    package let instant: Instant?

    package var isKnown: Bool { instant != nil }
}

extension MessageCatalog {
    /// The next reminder as a sentence.
    package func next(_ reminder: PlannedNotification, today: CivilDate) -> String {
        let values = [
            "what": reminder.summary(on: today, self, isDated: true), "when": moment(reminder.fireAt, today: today),
        ]
        return text(.nextReminder, values)
    }
}

extension Session {
    /// The first reminder within a year, for when none is planned within the horizon.
    package var distantReminder: PlannedNotification? {
        guard settings.isEnabled else { return nil }
        return Plan(input, days: 366).notifications.first { $0.instant > now && !$0.isNews }
    }
}

extension Workspace {
    /// The next reminder; nil if the ledger cannot be read.
    package func nextReminder(_ words: MessageCatalog) -> NextReminder? {
        let pending = try? withLedger { (ledger) throws(LedgerError) in try ledger.pending(limit: 10) }
        guard let pending, let now = try? now() else { return nil }
        guard let next = pending.map(\.notification).first(where: { $0.instant > now && !$0.isNews }),
            let zone = (try? zone(.named(next.zone))) ?? (try? zone(.system))
        else { return NextReminder(sentence: words.text(.noNextReminder), instant: nil) }
        return NextReminder(sentence: words.next(next, today: zone.civil(at: now).date), instant: next.instant)
    }
}

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
