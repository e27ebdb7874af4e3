package import CivilTime
public import Training

extension MessageCatalog {
    /// The name of a workout's day, marked if the workout is optional.
    public func name(_ workout: Occurrence) -> String {
        workout.isOptional ? text(.optionalWorkout, ["workout": workout.dayName]) : workout.dayName
    }

    /// The first line of a workout's reminder.
    ///
    /// - Parameters:
    ///   - names: the program days' names.
    ///   - daysAhead: how many days before the workout the reminder is due; negative if it is due after.
    ///   - date: the workout's date, used if it is neither today, tomorrow nor yesterday.
    func workoutBody(_ names: [String], daysAhead: Int, date: String) -> String {
        let key: MessageKey =
            switch daysAhead {
            case 0: .workoutBody
            case 1: .workoutBodyTomorrow
            case -1: .workoutBodyYesterday
            default: .workoutBodyLater
            }
        return text(key, ["workout": joined(names), "date": date])
    }

    /// The first line of a workout's reminder, as read on a given day.
    package func workoutBody(_ names: [String], on date: CivilDate, seenFrom today: CivilDate) -> String {
        workoutBody(names, daysAhead: today.days(until: date), date: format.statedDate(date, today: today))
    }

    /// The details of workouts: `Squat 5×5 at 82.5 kg, 6 exercises, about 60 min, week 3 of 8`; empty if nothing is known.
    ///
    /// - Parameters:
    ///   - details: the details.
    ///   - topSets: the heaviest sets of the workouts' first exercises, if known.
    package func details(_ details: WorkoutDetails, topSets: [String]) -> String {
        var parts = topSets.isEmpty ? [] : [joined(topSets)]
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
