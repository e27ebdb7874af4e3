internal import CivilTime
internal import Localization
internal import Reminders

extension Plan {
    /// The largest number of missed workouts and reminders that are listed.
    fileprivate static let mostListed = 7

    /// The notification about the reminders that were missed because antrain did not run and that none has reported yet.
    ///
    /// Its identifier is made of the dates, and its time is that of the last command that noticed a missed reminder, so every later
    /// plan has the same notification. A missed reminder that is noticed before it is sent becomes part of it.
    static func missedSummary(_ input: PlanInput) -> PlannedNotification? {
        guard input.settings.isEnabled else { return nil }
        let reminders = input.missed.filter {
            let delay = $0.notification.date.days(until: input.zone.civil(at: $0.noticedAt).date)
            return !$0.notification.isNews && !ClockStep.isAhead($0.noticedAt, of: input.now) && delay <= longestSilence
        }
        let missed = reminders.map(\.notification).sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
        guard missed.contains(where: { !$0.items.isEmpty }), let noticedAt = reminders.map(\.noticedAt).max(),
            let from = missed.map(\.date).min(), let through = missed.map(\.date).max()
        else { return nil }
        return input.news(
            .missed(from: from, through: through),
            .summary,
            on: through,
            at: noticedAt,
            title: input.words.text(missed.count, one: .missedTitleOne, other: .missedTitle),
            body: input.body(of: missed, from, through, noticedAt)
        )
    }
}

extension PlanInput {
    fileprivate func body(
        of missed: [PlannedNotification],
        _ from: CivilDate,
        _ through: CivilDate,
        _ noticedAt: Instant
    ) -> String {
        let today = zone.civil(at: noticedAt).date
        func shown(_ date: CivilDate) -> String { words.format.date(date, today: today) }
        var seen: Set<String> = []
        // A rest day has nothing to list, and a follow-up would list the same workout again.
        let named = missed.filter { !$0.items.isEmpty }.map { one in
            "\(words.joined(one.items.map(\.name))) (\(shown(one.date)))"
        }.filter { seen.insert($0).inserted }
        let list = named.prefix(Plan.mostListed).joined(separator: ", ") + (named.count > Plan.mostListed ? ", …" : "")
        let values = ["from": shown(from), "until": shown(through), "list": list]
        let what = words.text(from == through ? .missedBodyOne : .missedBody, values)
        guard let first = missed.first(where: { !$0.items.isEmpty }) else { return what }
        let commands = ["history": "antrain history --state missed", "open": "antrain open \(first.id)"]
        return what + "\n" + words.text(.missedCommands, commands)
    }
}
