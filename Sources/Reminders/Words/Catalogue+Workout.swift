internal import CivilTime

extension Catalogue {
    /// What a workout's reminder says first.
    ///
    /// - Parameters:
    ///   - names: the program days' names.
    ///   - daysAhead: how many days before the workout the reminder comes; negative where it comes after.
    ///   - date: the workout's date, where it is neither today, tomorrow nor yesterday.
    func workoutBody(_ names: [String], daysAhead: Int, date: String) -> String {
        let key: CatalogueKey =
            switch daysAhead {
            case 0: .workoutBody
            case 1: .workoutBodyTomorrow
            case -1: .workoutBodyYesterday
            default: .workoutBodyLater
            }
        return text(key, ["workout": joined(names), "date": date])
    }

    /// The first line of a workout's reminder on a given day.
    func workoutBody(_ names: [String], on date: CivilDate, seenFrom today: CivilDate) -> String {
        workoutBody(names, daysAhead: today.days(until: date), date: format.statedDate(date, today: today))
    }

    /// What is known of workouts beside their names: `6 exercises, about 60 min, week 3 of 8`; empty where nothing is.
    func details(_ details: WorkoutDetails) -> String {
        var parts: [String] = []
        if details.exercises > 0 { parts.append(exercises(details.exercises)) }
        if let span = details.duration, span.seconds >= 60 {
            parts.append(text(.aboutDuration, ["span": minutes(span.seconds)]))
        }
        if let week = details.week, let weeks = details.weeks {
            parts.append(text(.weekOf, ["week": "\(week)", "weeks": "\(weeks)"]))
        }
        if details.isDeload { parts.append(text(.deloadWeek)) }
        return parts.joined(separator: ", ")
    }
}
