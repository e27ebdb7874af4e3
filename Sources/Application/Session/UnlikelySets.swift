import Ledger
package import Planning
package import Platform
package import Progress
import Training

/// Sets as typed that probably mean something else: `40x5` for five repetitions with 40 kg, `5x5 80` for 5x5 with 80 kg, or `80` for the
/// planned sets with 80 kg.
package struct UnlikelySets {
    /// Sets that an exercise with a load usually has.
    package struct Usual {
        let count: Int
        let reps: Int
    }

    /// The number of sets, or of repetitions in a single set, above which a load was probably meant.
    private static let most = 12

    let meaning: String
    /// The sets that were probably meant.
    let likely: String
    /// The sets as typed, in an unambiguous notation.
    let clear: String

    /// Returns nil if the sets are not unlikely.
    ///
    /// - Parameter usual: the usual sets of the exercise; nil if they are not known, or if it has no load.
    init?(_ text: String, _ usual: Usual?) {
        let words = text.lowercased().split { $0 == " " || $0 == "," }
        if words.count == 1, let number = Int(words[0]), let usual, number >= 20, number > 2 * usual.reps {
            meaning = "one set of \(number) repetitions"
            likely = "\(usual.count)x\(usual.reps)@\(number)"
            clear = "1x\(number)"
            return
        }
        guard let first = words.first, let (sets, reps) = UnlikelySets.group(first) else { return nil }
        if words.count == 1, sets > UnlikelySets.most {
            meaning = "\(sets) sets of \(reps) repetitions"
            likely = "\(reps)@\(sets)"
            let half = sets / 2
            clear = "\(half)x\(reps) \(sets - half)x\(reps)"
        } else if words.count == 2, let load = Int(words[1]), load > UnlikelySets.most {
            meaning = "\(sets) sets of \(reps) repetitions and one of \(load)"
            likely = "\(first)@\(load)"
            clear = "\(first) 1x\(load)"
        } else {
            return nil
        }
    }

    /// The numbers of a word such as `5x5`.
    private static func group(_ word: Substring) -> (sets: Int, reps: Int)? {
        let parts = word.split(whereSeparator: { "x×*".contains($0) }).compactMap { Int($0) }
        return word.split(whereSeparator: { "x×*".contains($0) }).count == 2 && parts.count == 2
            ? (parts[0], parts[1]) : nil
    }

    /// The question whether the sets are meant as typed.
    package static func question(_ text: String, _ usual: Usual?) -> String? {
        UnlikelySets(text, usual).map { "\(quoted(text)) means \($0.meaning). Log that?" }
    }

    /// Fails for unlikely sets.
    ///
    /// - Parameters:
    ///   - text: the sets as typed.
    ///   - usual: the usual sets of the exercise.
    ///   - name: the name of the option or argument.
    ///   - command: the command up to the sets, which the error completes.
    package static func check(_ text: String, _ usual: Usual?, _ name: String, command: String) throws(CommandError) {
        guard let unlikely = UnlikelySets(text, usual) else { return }
        throw .badOption(
            name: name,
            value: text,
            reason:
                "it means \(unlikely.meaning); to log a load: \(command)\(unlikely.likely); to log the sets as typed: \(command)\(unlikely.clear)"
        )
    }
}

extension UnlikelySets.Usual {
    /// The work sets of a planned exercise; nil unless all have a load and a number of repetitions, or a load is missing.
    package init?(_ item: PlannedWorkout.Item) {
        let work = item.sets.filter { $0.kind == .work }
        let reps = work.compactMap { $0.target.usualReps }
        guard item.missing != nil || work.contains(where: { $0.load?.isBodyweight == false }), reps.count == work.count,
            let most = reps.max()
        else { return nil }
        self.init(count: work.reduce(0) { $0 + $1.count }, reps: most)
    }

    /// The work sets of an entry; nil if they have no load.
    package init?(_ entry: LogEntry) {
        let work = entry.sets.filter { $0.kind == .work }
        let isLoaded = work.contains { set in
            if case .weight = set.load { true } else { false }
        }
        guard isLoaded, let most = work.compactMap(\.amount.reps).max() else { return nil }
        self.init(count: work.count, reps: most)
    }
}

extension Load {
    fileprivate var isBodyweight: Bool {
        if case .bodyweight = self { true } else { false }
    }
}

extension SetTarget {
    /// The most repetitions of a set; nil if it has none, or any number of them.
    fileprivate var usualReps: Int? {
        switch self {
        case .reps(let reps), .range(_, let reps), .repMax(let reps), .amrap(let reps): reps
        case .total, .totalRange, .within, .amrapWithin, .time, .timeRange, .distance: nil
        }
    }
}

extension Session {
    /// The usual sets of a logged exercise: the planned sets, or else the sets logged last.
    package func usualSets(of exercise: LoggedExercise) -> UnlikelySets.Usual? {
        if let planned = exercise.planned { return UnlikelySets.Usual(planned.item) }
        return facts.log.last { $0.exercise == exercise.exercise }.flatMap { UnlikelySets.Usual($0) }
    }

    /// The usual sets of an exercise of some workouts, as a user names it.
    package func usualSets(of name: String, in meant: [Answerable]) -> UnlikelySets.Usual? {
        let all = meant.compactMap(\.occurrence).flatMap { workout in
            (plannedExercises(workout) ?? []).map { (workout, $0) }
        }
        let found = matching(name, among: all)
        return found.count == 1 ? found.first.flatMap { UnlikelySets.Usual($0.1.item) } : nil
    }
}
