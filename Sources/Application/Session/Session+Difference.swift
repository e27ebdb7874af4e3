package import CivilTime
import Ledger
import Localization
package import Planning
package import Progress
import Reminders
package import Training

/// What another text of a program changes for the athlete.
extension Session {
    /// Compares two programs; the second one continues the history of the first.
    ///
    /// A program that is not active is planned as if it started today.
    ///
    /// - Parameters:
    ///   - weeks: the number of weeks to compare, from today on.
    ///   - assumption: how the workouts go.
    package func difference(
        from former: Program,
        to program: Program,
        weeks: Int = 4,
        assuming assumption: OutcomeAssumption = .success
    ) -> ProgramDifference {
        let (before, after) = (translated(former), translated(program.with(id: former.id)))
        return ProgramDifference(
            from: formerly(before),
            to: active(after, from: today),
            in: input,
            days: weeks * 7,
            assuming: assumption
        )
    }

    /// A program with its activation, as if its file had this text from today on, or activated on a date.
    package func active(_ program: Program, from start: CivilDate) -> ActiveProgram {
        guard let known = programs.first(where: { $0.program.id == program.id }) else {
            let days = TrainingDays(settings.days)
            return ActiveProgram(program: program, start: start, trainingDays: days, completions: [])
        }
        guard known.program != program else { return known }
        let last = today > known.start ? [EarlierProgram(known.program, until: today)] : []
        return known.with(program, after: known.earlier + last)
    }

    /// A program with its activation, as if its file still had a former text.
    private func formerly(_ program: Program) -> ActiveProgram {
        guard let known = programs.first(where: { $0.program.id == program.id }), known.program != program,
            known.earlier.last?.program == program
        else { return active(program, from: today) }
        return known.with(program, after: known.earlier.dropLast())
    }

    /// The text that an active program had before the text in its file, and since when antrain uses the latter.
    ///
    /// - Parameter present: the program as it is in its file.
    /// - Returns: nil if the program is not active, or its file has not changed since it was activated; without a date if the text in the
    ///   file is not in force yet.
    package func formerText(of present: Program) -> (program: Program, replacedAt: Instant?)? {
        guard let activation = facts.activations.last(where: { $0.programID == present.id }) else { return nil }
        let present = translated(present)
        if let stored = origin.programs.stored(activation), stored != present { return (stored, nil) }
        return origin.programs.replaced(activation, facts, in: zone).map { ($0.program, $0.at) }
    }

    /// A sentence for each edited program that was not planned yet, about what the edit changes.
    ///
    /// - Parameter known: the program whose edit the user has seen.
    func editedPrograms(but known: String?) -> [String] {
        origin.programs.news.compactMap { news in
            guard case .programRead(let id, _) = news, id != known,
                let program = programs.first(where: { $0.program.id == id })?.program,
                let former = formerText(of: program)?.program
            else { return nil }
            let amount =
                difference(from: former, to: program).amount.map { "\($0) of the next four weeks" }
                ?? "nothing in the next four weeks"
            return "the program '\(id)' was edited, which changes \(amount); to see it: antrain program diff \(id)"
        }
    }

    private func translated(_ program: Program) -> Program { origin.programs.names.translated(program) }
}

extension ProgramDifference {
    /// How much changes, in words: `3 workouts, 1 max and 2 reminders`; nil if nothing does.
    package var amount: String? {
        let parts =
            [(days.count, "workout", "workouts"), (maxes.count, "max", "maxes")]
            + [(reminders.count, "reminder", "reminders")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        guard let last = words.last else { return nil }
        return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
    }
}
