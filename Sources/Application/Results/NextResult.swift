import CivilTime
package import Platform
import Localization
package import Planning
import Progress
package import Session
package import Training

/// The coming workouts with their loads.
package struct NextResult: CommandResult {
    package static let kind = "next"

    /// A coming workout.
    struct Workout: Encodable {
        let date: String
        let program: String
        let programName: String
        let day: String
        let name: String
        let week: Int
        let optional: Bool
        let exercises: [ProgramResult.Line]
        fileprivate let when: String
        fileprivate let titled: String
        fileprivate let place: String

        private enum CodingKeys: String, CodingKey {
            case date, program, programName = "program_name", day, name, week, optional, exercises
        }
    }

    let workouts: [Workout]
    private let plans: [(program: String, items: [PlannedWorkout.Item])]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case workouts }

    package init(_ coming: [(program: Program, workout: ComingWorkout)], _ session: Session) {
        let words = session.words
        self.words = words
        workouts = coming.map { program, coming in
            let occurrence = coming.occurrence
            return Workout(
                date: occurrence.date.description,
                program: program.id,
                programName: program.name,
                day: occurrence.dayID,
                name: occurrence.dayName,
                week: occurrence.week.shown,
                optional: occurrence.isOptional,
                exercises: coming.workout.items.map { ProgramResult.Line($0, units: program.units, words) },
                when: words.format.statedDate(occurrence.date, today: session.today),
                titled: words.name(occurrence),
                place: "\(program.name), \(words.text(.week, ["week": "\(occurrence.week.shown)"]))"
            )
        }
        plans = coming.map { ($0.program.id, $0.workout.workout.items) }
    }

    package func text(_ style: Style, columns: Int) -> String {
        guard !workouts.isEmpty else { return words.text(.noComing) + "\n" }
        let blocks = workouts.map { workout in
            let details = style.dim("  " + workout.place)
            let title = TextWrap.paragraphs(
                words.text(.headline, ["day": workout.when, "summary": style.bold(workout.titled)]) + details,
                columns: columns
            )
            let rows = workout.exercises.map { line in
                ["  " + line.titled, style.bold(line.setsWithoutWarmUps), style.dim(line.change?.text ?? "")]
            }
            return ([title] + TextTable.lines(rows, columns: columns))
                .joined(separator: "\n") + "\n"
        }
        let hint = MissingValueHint.lines(plans, words, columns: columns).map { $0 + "\n" }.joined()
        return blocks.joined(separator: "\n") + (hint.isEmpty ? "" : "\n" + hint)
    }
}
