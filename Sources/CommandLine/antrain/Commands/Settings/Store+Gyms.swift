import Planning
import Platform
import Reminders
import Results
import Session
import Training
import YAMLSource

extension Store {
    /// Warns about loads of exercises that neither the catalogue nor an active program has; they have no effect.
    func warnOfUnknownExercises() {
        let gyms = session.settings.gyms
        let own = [(Gyms.defaultName, gyms.equipment)] + gyms.others.map { ($0.name, $0.equipment) }
        let named = own.flatMap { gym, equipment in (equipment?.exercises ?? []).map { (gym, $0.exercise) } }
        guard !named.isEmpty else { return }
        let catalog = workspace.exercisesForNames
        let planned = session.programs.flatMap(\.program.allExercises)
        let keys = Set(planned.flatMap { [NameKey.of($0.id), NameKey.of($0.name)] })
        for (gym, name) in named where catalog.exercise(named: name) == nil && !keys.contains(NameKey.of(name)) {
            let help = catalog.nearestName(to: name).map(Suggestion.help) ?? "see antrain exercise list"
            workspace.warn("gym '\(gym)': no exercise has the name '\(name)'; \(help)")
        }
    }
}
