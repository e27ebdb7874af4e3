import CivilTime
import Reminders
import Training

extension Planning {
    /// Warns about programs that have workouts only on weekdays excluded by the settings.
    func warnOfDaysInVain(_ programs: [ActiveProgram]) {
        for active in programs {
            guard let days = active.daysInVain(settings, today: today) else { continue }
            let values = ["program": active.program.name, "days": words.list(days), "option": "--days"]
            workspace.warn(words.text(.daysInVain, values))
        }
    }
}
