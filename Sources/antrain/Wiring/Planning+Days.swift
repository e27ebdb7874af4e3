import CivilTime
import Reminders
import Training

extension Planning {
    /// Warns of programs whose workouts all fall on weekdays that the user leaves out.
    func warnOfDaysInVain(_ programs: [ActiveProgram]) {
        for active in programs {
            guard let days = active.daysInVain(settings, today: today) else { continue }
            let values = ["program": active.program.name, "days": words.list(days), "option": "--days"]
            workspace.warn(words.text(.daysInVain, values))
        }
    }
}
