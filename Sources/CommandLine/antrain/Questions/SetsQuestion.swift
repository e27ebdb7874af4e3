import Planning
import Platform
import Session

extension Context {
    /// Asks on a terminal whether the user means unlikely sets.
    ///
    /// - Returns: whether the user said so; false without a terminal, and for sets that are not unlikely.
    func areMeant(_ sets: String, _ usual: UnlikelySets.Usual?) -> Bool {
        guard let question = UnlikelySets.question(sets, usual) else { return false }
        return agrees(to: question) == true
    }
}

extension WorkoutResults {
    /// The results of some workouts, after questions about unlikely sets.
    func confirmed(_ store: Store, _ meant: [Answerable]) -> WorkoutResults {
        var results = self
        for (place, entry) in results.entries.enumerated() {
            guard let sets = entry.sets else { continue }
            let usual = store.session.usualSets(of: entry.exercise, in: meant)
            results.entries[place].isMeant = store.workspace.context.areMeant(sets, usual)
        }
        return results
    }
}
