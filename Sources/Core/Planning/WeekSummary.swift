internal import CivilTime
internal import Localization
internal import Progress
internal import Reminders
internal import Training

extension Plan {
    /// The summaries of weeks that end in a range of dates, or yesterday's if quiet hours hold it.
    static func summaries(_ input: PlanInput, _ range: Range<CivilDate>) -> [PlannedNotification] {
        guard let schedule = input.settings.summary else { return [] }
        let first = input.today > .earliest ? input.today.adding(days: -1) : input.today
        return (first..<range.upperBound).compactMap { date in
            guard date.weekday == schedule.weekday, input.zone.has(date) else { return nil }
            let asked = input.zone.shown(CivilDateTime(date: date, time: schedule.time))
            let instant = input.zone.instant(of: asked)
            guard let body = input.summary(of: schedule.week(on: date), on: date) else { return nil }
            return input.news(
                // Without the time: a week is summed up once, even if the time changes.
                NotificationID(rawValue: "summary/\(date)/week"),
                .summary,
                on: date,
                at: instant,
                title: input.words.text(.summaryTitle),
                body: body
            )
        }
    }
}

extension PlanInput {
    /// A week in words; nil if nothing was planned or logged, and nothing is planned for the next one.
    fileprivate func summary(of week: Range<CivilDate>, on date: CivilDate) -> String? {
        let coming = coming(week.upperBound..<week.upperBound.adding(days: 7))
        // The log of a week is read on the day of its summary.
        var lines = workouts(in: week) + (date <= today ? training(in: week) : [])
        guard !lines.isEmpty || !coming.isEmpty else { return nil }
        if date <= today { lines += streakLines }
        let next = coming.isEmpty ? [] : [words.text(.summaryNext, ["workouts": coming.joined(separator: ", ")])]
        return (lines + next).joined(separator: "\n")
    }

    /// The numbers of completed and planned workouts of the week; open workouts count as planned.
    private func workouts(in week: Range<CivilDate>) -> [String] {
        let past = Adherence(pastWorkouts(week.lowerBound...week.upperBound.adding(days: -1)))
        let open = openWorkouts(in: week.clamped(to: today..<max(today, week.upperBound)))
        let ahead = open.count { !$0.isOptional }
        let planned = past.planned + ahead
        guard planned > 0 else { return [] }
        let values = ["done": "\(past.done)", "planned": "\(planned)"]
        return [words.text(planned == 1 ? .summaryDoneOfOne : .summaryDone, values)]
    }

    /// The volume and the records of the week.
    private func training(in week: Range<CivilDate>) -> [String] {
        let log = recentLog.entries.filter { week.contains($0.date) }
        var lines: [String] = []
        if let (mass, unit) = log.volume {
            let volume = mass.weight(in: unit).text(unit, step: 1000)
            lines.append(words.text(.summaryVolume, ["volume": words.format.numbers(volume)]))
        }
        let numbers = Set(log.map(\.number))
        let improved = ExerciseRecords.all(recentLog.entries, .epley).filter { !$0.news(in: numbers.contains).isEmpty }
        if !improved.isEmpty {
            lines.append(
                words.text(
                    .summaryRecords,
                    ["exercises": words.joined(improved.map { exerciseNames.name($0.name, of: $0.exercise) })]
                )
            )
        }
        return lines
    }

    private var streakLines: [String] {
        let names = Dictionary(programs.map { ($0.program.id, $0.program.name) }) { first, _ in first }
        return streaks.filter { $0.current > 1 }.map { streak in
            let text = words.text(.milestoneTitle, ["count": "\(streak.current)"])
            let name = names[streak.program] ?? streak.program
            return programs.count == 1 ? text : words.text(.labeled, ["label": name, "value": text])
        }
    }

    /// The workouts of coming dates with their weekdays.
    private func coming(_ range: Range<CivilDate>) -> [String] {
        openWorkouts(in: range).map { "\(words.format.shortName($0.date.weekday)) \(words.name($0))" }
    }

    /// The unanswered workouts that the user trains, by date.
    private func openWorkouts(in range: Range<CivilDate>) -> [Occurrence] {
        let all = zip(programs, calendars).flatMap { active, calendar in
            calendar.days(range).compactMap(\.occurrence).filter { active.isTrained($0) && answers[$0.key] == nil }
        }
        return all.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    }
}
