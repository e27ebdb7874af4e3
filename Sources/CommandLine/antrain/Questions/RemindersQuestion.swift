import CivilTime
import Ledger
import Localization
import Planning
import Platform
import Reminders
import Results
import Session
import UseCases

extension Store {
    /// Asks whether to turn reminders on, once and only on a terminal; the answer holds until the user changes it.
    ///
    /// - Parameters:
    ///   - activation: the program that was just activated.
    ///   - isJSON: whether the output is JSON; then antrain does not ask.
    func askForReminders(of activation: Activation, asJSON isJSON: Bool) throws(CommandError) {
        let words = session.words
        let enable = "antrain settings --on"
        guard !isJSON, let ask = workspace.context.ask, !session.facts.wasAsked else {
            workspace.talk(
                activation.time == nil
                    ? words.text(.offHint, ["command": "antrain settings --time 07:30"])
                    : words.text(.offWarning, ["command": enable])
            )
            return
        }
        let time = activation.time ?? session.input.usualTime(on: session.today)
        let question =
            "\(words.text(.question))\n  e  \(words.text(.enable, ["at": words.at(time)]))\n  n  \(words.text(.notNow))\n> "
        var answer = RemindersAnswer(ask(question))
        while case .unclear(let reason) = answer {
            workspace.talk("\(reason), or answer e or n")
            answer = RemindersAnswer(ask("> "))
        }
        let chosen: TimeOfDay? =
            switch answer {
            case .enable: time
            case .at(let other): other
            case .notNow, .unclear: nil
            }
        let decided = try DecidingOnReminders(self, activation, at: chosen).run()
        guard let chosen, let (outcome, difference) = decided else {
            let command = activation.time == nil ? "antrain settings --time \(time)" : enable
            return workspace.talk(words.text(.notNowHint, ["command": command]))
        }
        workspace.confirm(words.text(.onAt, ["at": words.at(chosen)]))
        workspace.confirm(outcome.chosen, words)
        workspace.reportNextReminder(words, saysNone: true, beyond: try Store(workspace))
        if workspace.isVerbose { workspace.talk(difference.inWords(words)) }
    }
}

/// The answer to the question whether to turn reminders on.
private enum RemindersAnswer {
    case enable
    case at(TimeOfDay)
    case notNow
    case unclear(String)

    init(_ text: String?) {
        let answer = (text ?? "").split(whereSeparator: \.isWhitespace).joined().lowercased()
        if ["e", "y", "yes", "enable"].contains(answer) {
            self = .enable
        } else if ["", "n", "no", "notnow"].contains(answer) {
            self = .notNow
        } else {
            do { self = .at(try TimeOfDay(typed: answer)) } catch {
                self = .unclear("invalid time \(quoted(answer)): \(error)")
            }
        }
    }
}
