import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Progress
package import Reminders
import Results
package import Session
package import Training

/// The actions on a reminder, shared by commands and buttons.
extension Session {
    /// The earlier answer that another one replaces, in words; nil if there is none.
    func replaced(_ one: Answerable, by answer: Answer) -> String? {
        guard let former = facts.answers[one.key], former != answer else { return nil }
        return words.text(former == .completed ? .wasDone : .wasSkipped)
    }

    /// What an entry replaces that was logged as planned, in words; nil if there is no such entry.
    func replaced(by entry: LogEntry) -> String? {
        guard let former = facts.log.first(where: { $0.number == entry.number }), former.outcome == .planned,
            former.sets != entry.sets
        else { return nil }
        return words.text(.replacesPlanned, ["sets": words.notation(former.sets)])
    }

    /// How much of a workout is logged, and the command that finishes it; nil if it is answered or has no exercises.
    ///
    /// - Parameter entry: an entry that is not yet among the known ones.
    func progress(of entry: LogEntry) -> String? {
        guard let key = entry.workout.map({ OccurrenceKey(.program($0.program), on: entry.date) }),
            facts.answers[key] == nil, let occurrence = occurrence(key), occurrence.dayID == entry.workout?.day,
            let exercises = plannedExercises(occurrence)?.filter({ !$0.item.exercise.isOptional }), !exercises.isEmpty
        else { return nil }
        let logged = exercises.count { one in
            (entries(of: one.workout, on: entry.date) + [entry]).contains { known in
                known.workout == one.workout && known.sets.contains { $0.kind == .work }
            }
        }
        let values = [
            "count": "\(logged)", "total": "\(exercises.count)", "command": commandTo(.done, occurrence),
        ]
        return words.text(.exercisesLogged, values)
    }

    /// The shortest command that is about exactly one workout.
    package func commandTo(_ verb: AnswerVerb, _ workout: Occurrence) -> String {
        let bare = "antrain \(verb.rawValue)"
        let date = "\(bare) --date \(workout.date)"
        let commands: [(AnswerRequest.Reference, String)] = [(.unnamed, bare), (.date(workout.date), date)]
        let fitting = commands.first { reference, _ in
            guard case .meant(let found)? = try? resolver.meaning(of: AnswerRequest(verb, reference)) else {
                return false
            }
            return found.flatMap(\.subjects).map(\.key) == [workout.key]
        }
        return fitting?.1 ?? "\(date) --program \(workout.programID)"
    }
}
