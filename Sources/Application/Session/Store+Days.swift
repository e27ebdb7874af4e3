import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Reminders
import Training

extension Store {
    /// Reports programs whose workouts are not on the chosen weekdays.
    package func warnOfDays(_ programs: [DaysChoice]) {
        for one in programs { one.conflict.map { workspace.warn(one.inWords($0, session.words), session.words) } }
    }
}
