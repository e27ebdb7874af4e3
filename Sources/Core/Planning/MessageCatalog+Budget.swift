public import CivilTime
public import Localization

extension MessageCatalog {
    /// The number of notifications that a channel may hold.
    public func limit(of budget: ChannelBudget) -> String {
        budget.limit.map { text(.planHolds, ["count": "\($0)"]) } ?? text(.planNoLimit)
    }

    /// The number of days ahead for which a channel has room for every reminder.
    public func reach(of budget: ChannelBudget, today: CivilDate) -> String {
        guard budget.coverage > 0 else { return text(.planReachNone) }
        let last = format.date(today.adding(days: budget.coverage - 1), today: today)
        return text(.planReach, ["days": days(budget.coverage), "date": last])
    }

    /// The number of reminders that a channel holds, and of those over its limit or later.
    public func share(of budget: ChannelBudget) -> String {
        var parts = [reminders(budget.fitting.count)]
        if !budget.overflow.isEmpty { parts.append(text(.planOverflow, ["count": "\(budget.overflow.count)"])) }
        if !budget.beyond.isEmpty { parts.append(text(.planBeyond, ["count": "\(budget.beyond.count)"])) }
        return parts.joined(separator: ", ")
    }

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
