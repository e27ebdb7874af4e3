internal import CivilTime
internal import Localization
internal import Reminders
internal import Training

extension PlanInput {
    /// - Parameter turn: the number of the reminder, from 0, which decides between several of the user's own titles.
    func title(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime, turn: Int) -> String {
        ownTitle(of: workouts, on: date, fireAt: fireAt, turn: turn) ?? words.text(.workoutTitle)
    }

    /// The user's own title; nil if there is none, or nothing is left of it.
    func ownTitle(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime, turn: Int) -> String? {
        settings.texts.workoutTitle?.template(turn).title(values(of: workouts, on: date, fireAt: fireAt))
    }

    /// The body of a workout's reminder: the user's own text, or the workouts with a second line of details.
    ///
    /// - Parameter turn: the number of the reminder, from 0, which decides between several of the user's own texts.
    func body(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime, turn: Int) -> String {
        if let text = settings.texts.workoutBody {
            return text.template(turn).filledWithoutGaps(values(of: workouts, on: date, fireAt: fireAt))
        }
        let first = words.workoutBody(workouts.map(words.name), on: date, seenFrom: fireAt.date)
        guard settings.showsDetails, let all = WorkoutDetails(workouts.map { WorkoutDetails($0) }) else { return first }
        let second = words.details(all, topSets: topSetsWithWeight(of: workouts))
        return second.isEmpty ? first : "\(first)\n\(second)"
    }

    func restTexts(on date: CivilDate, fireAt: CivilDateTime) -> (title: String, body: String) {
        let texts = settings.texts
        let values = texts == UserTexts() ? [:] : values(of: [], on: date, fireAt: fireAt)
        let turn = texts.rotateForRestDays ? turns.restDay(on: date, in: self) : 0
        return (
            texts.restTitle?.template(turn).title(values) ?? words.text(.restTitle),
            texts.restBody?.template(turn).filledWithoutGaps(values) ?? words.text(.restBody)
        )
    }

    /// The values of the placeholders in the user's own texts.
    func values(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime) -> [String: String] {
        let exercises = workouts.reduce(0) { $0 + $1.exercises }
        let seconds = workouts.reduce(0) { $0 + ($1.duration?.seconds ?? 0) }
        let week = workouts.first?.week
        let values = [
            "workout": words.joined(workouts.map(words.name)),
            "program": words.joined(workouts.map(\.programName)),
            "date": words.format.statedDate(date, today: fireAt.date),
            "week": week.map { "\($0.number)" } ?? "",
            "weeks": week?.total.map { "\($0)" } ?? "∞",
            "exercises": words.exercises(exercises),
            "duration": seconds > 0 ? "\(TimeSpan(seconds: seconds))" : "",
            "streak": settings.texts.name("streak") ? "\(streak(of: workouts.map(\.programID)))" : "",
        ]
        return values.merging(loadValues(of: workouts)) { first, _ in first }
    }
}
