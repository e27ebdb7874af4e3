internal import CivilTime

extension Plan {
    /// The largest number of missed workouts and reminders that are listed.
    fileprivate static let mostListed = 7

    /// The notifications about reminders of several days that were missed because antrain did not run.
    ///
    /// There is one for each run that noticed missed reminders. Its identifier is made of the dates, and its time is that of the
    /// run, so every later plan has the same notification.
    static func missedSummaries(_ input: PlanInput) -> [PlannedNotification] {
        guard input.settings.isEnabled else { return [] }
        let reminders = input.missed.filter {
            !$0.notification.isNews && !ClockStep.isAhead($0.noticedAt, of: input.now)
        }
        return Dictionary(grouping: reminders, by: \.noticedAt).compactMap { noticedAt, together in
            let missed = together.map(\.notification).sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
            guard let first = missed.first, missed.contains(where: { !$0.items.isEmpty }),
                let from = missed.map(\.date).min(), let through = missed.map(\.date).max(),
                from < through, first.date.days(until: input.zone.civil(at: noticedAt).date) <= longestSilence
            else { return nil }
            return input.news(
                .missed(from: from, through: through),
                .summary,
                on: through,
                at: noticedAt,
                title: input.words.text(.missedTitle, ["count": "\(missed.count)"]),
                body: input.body(of: missed, from, through, noticedAt)
            )
        }
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
        let what = words.text(.missedBody, ["from": shown(from), "until": shown(through), "list": list])
        guard let first = missed.first(where: { !$0.items.isEmpty }) else { return what }
        let commands = ["history": "antrain history --state missed", "open": "antrain open \(first.id)"]
        return what + "\n" + words.text(.missedCommands, commands)
    }
}
