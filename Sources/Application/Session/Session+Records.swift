import Ledger
import Localization
package import Platform
package import Progress
import Training
import YAMLSource

extension Session {
    /// The IDs of the logged exercises that a name refers to, and the ID and the name of the latest.
    ///
    /// - Returns: no IDs for an exercise of the catalogue that was never logged.
    /// - Throws: `noExercise` for an unknown name.
    package func loggedExercises(_ name: String, in log: [LogEntry]) throws(CommandError)
        -> (ids: Set<String>, latest: (id: String, name: String))
    {
        let catalog = exercises
        let known = catalog.exercise(named: name)
        let keys = Set([name, known?.id ?? name].map(NameKey.of))
        let matching = log.filter { entry in
            [entry.exercise, entry.name, entry.workout?.exercise ?? ""].contains { keys.contains(NameKey.of($0)) }
        }
        if let last = matching.last {
            let name = exerciseNames.name(last.name, of: last.exercise)
            return (Set(matching.map(\.exercise)), (last.exercise, name))
        }
        if let known { return ([], (known.id, known.name(in: words.language.ofNames))) }
        let logged = log.flatMap { [$0.exercise, $0.name] }
        throw .noExercise(name, near: Suggestion.nearest(to: name, among: logged) ?? catalog.nearestName(to: name))
    }
}

extension Store {
    /// The entries of the whole training log that count.
    package func countedLog() throws(CommandError) -> [LogEntry] {
        let log = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log() }
        return log.counted(session.facts.completions)
    }
}
