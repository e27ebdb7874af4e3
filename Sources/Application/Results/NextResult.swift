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

        /// - Parameters:
        ///   - known: the present progress; changes of loads that do not follow from it are assumed.
        ///   - today: for the date in words.
        init(
            _ coming: ComingWorkout,
            of program: Program,
            after known: ProgramProgress? = nil,
            today: CivilDate? = nil,
            _ words: MessageCatalog
        ) {
            let occurrence = coming.occurrence
            date = occurrence.date.description
            self.program = program.id
            programName = program.name
            day = occurrence.dayID
            name = occurrence.dayName
            week = occurrence.week.shown
            optional = occurrence.isOptional
            exercises = coming.lines(of: program, after: known, words)
            when = words.format.statedDate(occurrence.date, today: today ?? occurrence.date)
            titled = words.name(occurrence)
            place = "\(program.name), \(words.text(.week, ["week": "\(occurrence.week.shown)"]))"
        }
    }

    let workouts: [Workout]
    private let plans: [(program: String, items: [PlannedWorkout.Item])]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case workouts }

    /// - Parameters:
    ///   - coming: the workouts, each with its program.
    ///   - session: the session.
    package init(_ coming: [(program: Program, workout: ComingWorkout)], _ session: Session) {
        let known = Dictionary(session.programs.map { ($0.program.id, session.progress(of: $0)) }) { $1 }
        let words = session.words
        self.words = words
        workouts = coming.map { program, coming in
            Workout(coming, of: program, after: known[program.id], today: session.today, words)
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
                ["  " + line.titled, style.bold(line.setsWithoutWarmUps), style.dim(line.change?.stated(words) ?? "")]
            }
            return ([title] + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
        }
        let hint = MissingValueHint.lines(plans, words, columns: columns).map { $0 + "\n" }.joined()
        return blocks.joined(separator: "\n") + (hint.isEmpty ? "" : "\n" + hint)
    }
}

extension ComingWorkout {
    /// The exercises; their changes of loads are assumed unless they follow from the present progress.
    fileprivate func lines(of program: Program, after known: ProgramProgress?, _ words: MessageCatalog)
        -> [ProgramResult.Line]
    {
        let present =
            known?.workout(occurrence.dayID, week: occurrence.week.number, chosen: workout.chosen)?.items ?? []
        return workout.items.map { item in
            var line = ProgramResult.Line(item, units: program.units, words)
            let isKnown = present.contains {
                $0.exercise.id == item.exercise.id && $0.change == item.change && $0.sets == item.sets
            }
            if !isKnown { line.change?.assumed = true }
            return line
        }
    }
}

extension LoadChangeResult {
    /// The change in words, with a note if it is assumed.
    fileprivate func stated(_ words: MessageCatalog) -> String {
        assumed == true ? words.text(.changeAssumed, ["change": text]) : text
    }
}
