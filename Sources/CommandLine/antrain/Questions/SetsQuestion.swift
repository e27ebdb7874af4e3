import Platform
import Session

extension Context {
    /// Asks on a terminal whether the user means unlikely sets.
    ///
    /// - Returns: whether they are meant; false without a terminal.
    func areMeant(_ sets: String) -> Bool {
        guard let question = UnlikelySets.question(sets) else { return true }
        return agrees(to: question) == true
    }
}

extension WorkoutResults {
    /// The results, after questions about unlikely sets.
    func confirmed(_ context: Context) -> WorkoutResults {
        var results = self
        for place in results.entries.indices {
            results.entries[place].isMeant = results.entries[place].sets.map(context.areMeant) ?? true
        }
        return results
    }
}
