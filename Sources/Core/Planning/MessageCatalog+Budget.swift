public import Localization

extension MessageCatalog {
    /// The warning that few days are covered, with remedies.
    public func shortage(of budget: ChannelBudget) -> String {
        let shortage = text(
            .planShort,
            ["channel": budget.channel, "limit": reminders(budget.limit ?? 0), "days": days(budget.coverage)]
        )
        return budget.hasFollowUps ? text(.planShortFollowUps, ["shortage": shortage]) : shortage
    }

    private func days(_ count: Int) -> String { text(count, one: .planDay, other: .planDays) }

    private func reminders(_ count: Int) -> String { text(count, one: .planReminder, other: .planReminders) }
}
