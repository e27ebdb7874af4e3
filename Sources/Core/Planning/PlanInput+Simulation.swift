public import Reminders

extension PlanInput {
    /// The same facts with other programs and reminders of the user's own; snoozes and follow-ups of others are not planned.
    ///
    /// - Parameters:
    ///   - programs: the programs.
    ///   - reminders: the user's own reminders.
    public func simulating(programs: [ActiveProgram], reminders: [UserReminder]) -> PlanInput {
        PlanInput(
            programs: programs,
            settings: settings,
            zone: zone,
            now: now,
            cancelled: cancelled,
            answers: answers,
            snoozes: snoozes,
            delivered: delivered,
            reminders: reminders,
            started: started,
            answeredAt: answeredAt,
            athlete: athlete,
            recentLog: recentLog,
            timeMoves: timeMoves,
            language: language,
            territory: territory
        )
    }
}
