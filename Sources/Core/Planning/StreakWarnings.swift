internal import CivilTime
internal import Localization
internal import Reminders
internal import Training

extension Plan {
    /// The fewest workouts in a row that are worth a warning.
    fileprivate static let leastStreak = 3

    /// A warning for each date with an open workout whose streak would end.
    ///
    /// The streaks of coming dates assume that the open workouts before them will be done. Workouts that are reminded of at the time
    /// of the warning or later need none.
    static func streakWarnings(_ input: PlanInput, _ range: Range<CivilDate>) -> [PlannedNotification] {
        guard let time = input.settings.streakWarning else { return [] }
        var counts = input.streaks.map(\.current)
        let calendars = input.calendars.map { $0.days(range) }
        return range.enumerated().compactMap { place, date in
            var open: [(workout: Occurrence, count: Int)] = []
            for (index, active) in input.programs.enumerated() {
                guard let workout = calendars[index][place].occurrence, active.isTrained(workout) else { continue }
                switch input.answers[workout.key] {
                case .completed: counts[index] += date == input.today ? 0 : 1
                case .skipped: if !workout.isOptional { counts[index] = 0 }
                case nil where workout.isOptional: break
                case nil:
                    let isRemindedLater = input.time(of: active, on: date) >= time
                    if counts[index] >= leastStreak, !isRemindedLater { open.append((workout, counts[index])) }
                    counts[index] += 1
                }
            }
            return open.isEmpty ? nil : input.streakWarning(open, on: date, at: time)
        }
    }
}

extension PlanInput {
    /// A warning as it reads now; nil if its date is over, or if no streak would end.
    func streakWarning(_ notification: PlannedNotification, about workouts: [Occurrence]) -> PlannedNotification? {
        guard notification.date > today else {
            let counts = Dictionary(streaks.map { ($0.program, $0.current) }) { first, _ in first }
            let open = workouts.map { (workout: $0, count: counts[$0.programID] ?? 0) }.filter {
                $0.count >= Plan.leastStreak
            }
            guard notification.date == today, !open.isEmpty else { return nil }
            let note = notification.body.split(separator: "\n").dropFirst(notification.items.count)
            return notification.with(
                body: (open.map(line) + note.map(String.init)).joined(separator: "\n"),
                items: open.map { .workout(WorkoutItem($0.workout)) }
            )
        }
        return workouts.isEmpty ? nil : notification
    }

    private func line(_ open: (workout: Occurrence, count: Int)) -> String {
        words.text(.streakWarningBody, ["workout": open.workout.dayName, "count": "\(open.count)"])
    }

    fileprivate func streakWarning(
        _ open: [(workout: Occurrence, count: Int)],
        on date: CivilDate,
        at time: TimeOfDay
    ) -> PlannedNotification? {
        let asked = CivilDateTime(date: date, time: time)
        guard zone.has(date), let arrival = arrival(asked) else { return nil }
        let lines = open.map(line)
        return PlannedNotification(
            id: NotificationID(.streakWarning, on: date, at: time),
            category: .streakWarning,
            date: date,
            fireAt: arrival.fireAt,
            zone: zone.identifier,
            instant: arrival.instant,
            title: words.text(.streakWarningTitle),
            body: noted(lines.joined(separator: "\n"), asked: asked, fireAt: arrival.fireAt),
            items: open.map { .workout(WorkoutItem($0.workout)) }
        )
    }
}
