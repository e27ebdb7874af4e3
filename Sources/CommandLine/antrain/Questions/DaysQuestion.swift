import CivilTime
import Localization
import Platform
import Session
import Training

/// The answer to the question whether to train on other weekdays.
enum DaysAnswer {
    case unasked
    case keep
    case other(WeekdaySet)
    case cancel
}

extension Store {
    /// Asks on a terminal for other weekdays, if programs have workouts on days that the user did not choose.
    ///
    /// Without a terminal, or if the user chooses nothing, the programs keep their own days.
    ///
    /// - Parameters:
    ///   - programs: the programs and the days chosen for them.
    ///   - isSilent: whether standard output is for data, so that nothing is asked.
    func askForDays(_ programs: [DaysChoice], isSilent: Bool) -> DaysAnswer {
        let conflicts = programs.compactMap { one -> (one: DaysChoice, reason: DaysConflict)? in
            guard case .untrained? = one.conflict else { return nil }
            return one.conflict.map { (one, $0) }
        }
        guard !isSilent, let ask = workspace.context.ask, let first = conflicts.first else { return .unasked }
        let reasons = conflicts.map { $0.one.inWords($0.reason, session.words) }.joined(separator: "\n")
        let count = first.one.program.schedule.ownDays?.count ?? 0
        let question = session.words.text(.otherDays, ["count": "\(count)"])
        var typed = ask("\(reasons)\n\(question)\n> ")
        while let text = typed?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !text.isEmpty {
            if ["c", "cancel"].contains(text.lowercased()) { return .cancel }
            do { return .other(try WeekdaySet(typed: text)) } catch { workspace.talk("\(error)") }
            typed = ask("> ")
        }
        return .keep
    }
}
