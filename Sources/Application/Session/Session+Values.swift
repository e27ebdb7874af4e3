import CivilTime
import Delivery
import Platform
import Planning
package import Progress
import Reminders
import Training
import YAMLSource

extension Session {
    /// The name of a lift or of a program's exercise in the user's language; its ID if it has none.
    package func title(of subject: AthleteValue.Subject) -> String {
        if case .load(let id, let exercise) = subject,
            let own = programs.first(where: { $0.program.id == id })?.program.exercise(exercise),
            own.title != own.name
        {
            return own.title
        }
        return exerciseNames.name(subject.exercise, of: subject.exercise)
    }
}
