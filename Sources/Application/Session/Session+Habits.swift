import CivilTime
import Platform
import Ledger
package import Planning
package import Reminders
import Training

/// When workouts really begin, and the time of reminders that follows it.
extension Session {
    /// The programs whose workouts count for the time of the settings: all except the active ones with a time of their own.
    func counts(_ programID: String) -> Bool {
        programs.first { $0.program.id == programID }?.followsSettings ?? true
    }

    /// The active programs with a time of their own.
    package var programsWithOwnTime: [ActiveProgram] { programs.filter { !$0.followsSettings } }

    // MARK: A time that follows the workouts

    /// The last move of the time, which may apply from tomorrow on; nil if the time is fixed.
    package var shownMove: TimeMove? { input.usualMove(on: today.adding(days: 1)) }

    /// The rule in the settings if it begins with this run, because the last good settings had a fixed time or another start.
    var newAutoTime: AutoTime? {
        guard let auto = settings.autoTime else { return nil }
        let before = lastSettings?.autoTime
        return before.map { $0.start == auto.start } ?? false ? nil : auto
    }
}
