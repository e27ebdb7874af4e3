import CivilTime
package import Platform
package import Localization
package import Planning
import Progress
package import Session
import Training

/// The exercises of a program that have alternatives, and what the user chose.
package struct ChoicesResult: CommandResult {
    package static let kind = "choices"

    /// An exercise with alternatives or a rotation.
    struct Slot: Encodable {
        let id: String
        let name: String
        /// The exercise that is done from today on.
        let current: NamedExercise
        let alternatives: [NamedExercise]
    }

    /// A choice that the user made.
    struct Choice: Encodable {
        let exercise: String
        let alternative: String
        let date: String
        let oneDay: Bool
        fileprivate let text: String

        private enum CodingKeys: String, CodingKey { case exercise, alternative, date, oneDay = "one_day" }
    }

    let program: String
    let programName: String
    let exercises: [Slot]
    /// The choices in the order in which they were made.
    let choices: [Choice]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case program, programName = "program_name", exercises, choices }

    /// - Parameter only: the ID of the exercise to show; nil for all.
    package init(_ active: ActiveProgram, _ session: Session, only: String?) {
        let program = active.program
        self.program = program.id
        programName = program.name
        // Choices for a single day do not count.
        let lasting = ExerciseChoices(active.choices.all.filter { !$0.isForOneDay }).chosen(on: session.today)
        var slots: [String: [Exercise]] = [:]
        var order: [String] = []
        for exercise in program.days.flatMap(\.exercises) where !exercise.substitutes.isEmpty {
            if only.map({ $0 == exercise.id }) ?? true {
                if slots[exercise.id] == nil { order.append(exercise.id) }
                slots[exercise.id, default: []].append(exercise)
            }
        }
        let turns = session.progress(of: active)
        exercises = order.compactMap { id in
            guard let same = slots[id], let own = same.first else { return nil }
            var seen: Set<String> = []
            let others = same.flatMap(\.substitutes).map(\.exercise).filter { seen.insert($0.id).inserted }
            let chosen = own.rotation.isEmpty ? lasting[id] : turns.turn(of: own)
            let current = others.first { $0.id == chosen } ?? own
            return Slot(
                id: id,
                name: own.title,
                current: NamedExercise(current),
                alternatives: others.map(NamedExercise.init)
            )
        }
        let words = session.words
        self.words = words
        func name(_ id: String) -> String { program.exercise(id)?.title ?? id }
        // What the current exercise of a rotation was before says nothing about the future.
        let rotations = Set(program.days.flatMap(\.exercises).filter { !$0.rotation.isEmpty }.map(\.id))
        let last = Dictionary(active.choices.all.map { ($0.exercise, $0) }) { $1 }
        let shown = active.choices.all.filter { choice in
            (only == nil || choice.exercise == only)
                && (!rotations.contains(choice.exercise) || last[choice.exercise] == choice)
        }
        choices = shown.map { choice in
            let date = ["date": words.format.statedDate(choice.date, today: session.today)]
            let when = words.text(choice.isForOneDay ? .choiceOn : .choiceFrom, date)
            let other = choice.alternative == choice.exercise ? nil : name(choice.exercise)
            return Choice(
                exercise: choice.exercise,
                alternative: choice.alternative,
                date: choice.date.description,
                oneDay: choice.isForOneDay,
                text: words.choice(of: name(choice.alternative), insteadOf: other, when)
            )
        }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !exercises.isEmpty else {
            let values = ["program": programName, "command": "antrain program edit \(program)"]
            return words.text(.noChoices, values) + "\n"
        }
        let rows = exercises.map { slot in
            let others = ([NamedExercise(id: slot.id, name: slot.name)] + slot.alternatives).filter {
                $0.id != slot.current.id
            }
            let list = others.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
            return [slot.id, style.bold(slot.current.name), style.dim(words.text(.orExercises, ["exercises": list]))]
        }
        let lines = TextTable.lines(rows, columns: columns) + choices.map { style.dim($0.text) }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension MessageCatalog {
    /// A choice of an exercise: `Front Squat instead of Squat, from now on`.
    ///
    /// - Parameter other: what it replaces; nil for the program's own exercise.
    package func choice(of exercise: String, insteadOf other: String?, _ when: String) -> String {
        text(other == nil ? .chosenAgain : .chosenInstead, ["exercise": exercise, "other": other ?? "", "when": when])
    }
}
