import Localization
import Planning
import Platform
import Reminders
import Session

/// Asks on a terminal which workouts or reminders an answer is about, if that is unclear.
struct AnswerQuestion {
    private let session: Session
    private let ask: (String) -> String?

    /// What the user means; without a terminal, it is an error if that is unclear.
    static func meant(by request: AnswerRequest, _ store: Store) throws(CommandError) -> [AnswerCandidate] {
        let session = store.session
        guard let ask = store.workspace.context.ask else { return try session.meant(by: request) }
        let question = AnswerQuestion(session: session, ask: ask)
        switch try session.meaning(of: request) {
        case .meant(let candidates): return candidates
        case .several(let candidates):
            guard let choice = question.choose(among: candidates) else { throw session.ambiguous(candidates, request) }
            return choice
        case .older(let candidates):
            let choice =
                candidates.count > 1
                ? question.choose(among: candidates)
                : question.confirms(candidates[0], request.verb) ? candidates : nil
            guard let choice else { throw session.mustBeNamed(candidates, request) }
            return choice
        }
    }

    private func choose(among candidates: [AnswerCandidate]) -> [AnswerCandidate]? {
        let list = candidates.enumerated().map { place, one in
            let programs = session.words.joined(one.subjects.map(\.program))
            let date = one.subjects.first?.key.date
            return
                "  \(place + 1)  \(session.name(one)) (\(programs)\(date == session.today ? "" : ", " + session.day(one)))\n"
        }.joined()
        let answer = ask("\(session.words.text(.whichOne))\n\(list)  a  \(session.words.text(.allOfThem))\n> ") ?? ""
        if answer == "a" || answer == "all" { return candidates }
        guard let number = Int(answer), candidates.indices.contains(number - 1) else { return nil }
        return [candidates[number - 1]]
    }

    /// Asks whether the only candidate is meant; Enter agrees.
    private func confirms(_ one: AnswerCandidate, _ verb: AnswerVerb) -> Bool {
        let question: MessageKey =
            switch verb {
            case .done: .confirmDone
            case .skip, .move: .confirmSkip
            case .start: .confirmStart
            case .snooze: .confirmSnooze
            }
        guard
            let answer = ask(session.words.text(question, ["what": "\(session.name(one)), \(session.day(one))"]) + " ")
        else { return false }
        // Yes, ja, oui, sí and evet.
        return answer.isEmpty || answer.lowercased().first.map("yjose".contains) ?? false
    }
}
