public import CivilTime
package import Progress
public import Training

/// The texts of reminders in the user's language, with dates and times in the format of the user's territory.
public struct MessageCatalog: Sendable, Hashable {
    public let format: LocaleFormat
    /// The lengths of snoozes, which their buttons name.
    public let snooze: SnoozeLengths

    /// English without a territory: for output that must not depend on the locale.
    public static let plain = MessageCatalog(.english)

    /// Creates the catalog of a language, with the formats of a territory if one is known.
    public init(_ language: Language, in territory: Territory? = nil, snooze: SnoozeLengths = .defaults) {
        format = LocaleFormat(language, in: territory)
        self.snooze = snooze
    }

    public var language: Language { format.language }

    /// - Parameter values: the values by the names of the placeholders, without braces.
    public func text(_ key: MessageKey, _ values: [String: String] = [:]) -> String {
        MessageTexts.template(key, language)?.filled(values) ?? "{\(key)}"
    }

    /// The singular or plural form of a text, with the count as `{count}`.
    public func text(_ count: Int, one: MessageKey, other: MessageKey) -> String {
        text(language.isSingular(count) ? one : other, ["count": "\(count)"])
    }

    /// The singular or plural form of a text, with further values.
    public func text(_ count: Int, one: MessageKey, other: MessageKey, _ values: [String: String]) -> String {
        text(language.isSingular(count) ? one : other, values.merging(["count": "\(count)"]) { value, _ in value })
    }

    /// Joins names for a sentence: `A`, `A and B`, `A, B and C`; in Spanish `A e Isométrico`.
    public func joined(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return text(
            language.joinsWithE(last) ? .andBeforeI : .and,
            ["first": names.dropLast().joined(separator: ", "), "last": last]
        )
    }

    /// A number of exercises, such as `6 exercises`.
    package func exercises(_ count: Int) -> String { text(count, one: .exercise, other: .exercises) }

    /// A list of weekdays, or a word for all or none.
    public func list(_ days: WeekdaySet) -> String {
        switch days {
        case .all: text(.allDays)
        case .none: text(.noDays)
        default: format.list(days)
        }
    }

    /// The text for a state or kind in a record; the recorded name if the catalog has no text for it.
    ///
    /// - Parameter group: the prefix of the keys, such as `delivery.state`.
    public func word(_ group: String, _ name: String) -> String {
        MessageKey(rawValue: "\(group).\(name)").map { text($0) } ?? name
    }

    /// How a program's days fall on dates, with the IDs of the days: `Mon push, Wed pull, Fri legs`.
    public func schedule(_ schedule: Schedule, _ days: [ProgramDay]) -> String {
        switch schedule.mode {
        case .weekdays(let week):
            return zip(Weekday.allCases, week).compactMap { weekday, place in
                place.map { "\(format.isPlain ? weekday.abbreviation : format.shortName(weekday)) \(days[$0].id)" }
            }.joined(separator: ", ")
        case .cycle(let cycle):
            let names = cycle.map { $0.map { days[$0].id } ?? text(.calendarRest) }.joined(separator: ", ")
            return text(.scheduleCycle, ["count": "\(cycle.count)", "days": names])
        case .rotation(let rotation, let on, let advance):
            let names = rotation.map { days[$0].id }.joined(separator: ", ")
            let rule =
                (on ?? schedule.defaultDays).map {
                    text(.scheduleRotation, ["days": names, "weekdays": format.list($0)])
                } ?? text(.scheduleOwnDays, ["days": names])
            return advance == .onCompletion ? text(.scheduleAdvancing, ["schedule": rule]) : rule
        }
    }

    /// An exercise and its records: `Squat: heaviest load 82.5 kg, estimated max 96.3 kg`.
    package func newRecords(_ records: [Record], of exercise: String) -> String {
        text(.exerciseRecords, ["exercise": exercise, "records": records.map(newRecord).joined(separator: ", ")])
    }

    private func newRecord(_ record: Record) -> String { text(record.kind.key, ["value": value(record)]) }

    private func value(_ record: Record) -> String {
        switch (record.kind, record.set?.load) {
        case (.addedLoad, .bodyweight(let plus, let unit)?): weight(plus, unit)
        case (.repetitions, let load?):
            text(.repsWithLoad, ["reps": "\(record.set?.amount.reps ?? 0)", "load": self.load(load.prescribed)])
        default: value(of: record)
        }
    }
}

extension PerformedSet.Load {
    fileprivate var prescribed: Load {
        switch self {
        case .weight(let weight, let unit): .weight(weight, unit)
        case .bodyweight(let plus, let unit): .bodyweight(plus: plus.thousandths == 0 ? nil : plus, unit)
        }
    }
}

extension Record.Kind {
    var key: MessageKey {
        switch self {
        case .load: .recordLoad
        case .addedLoad: .recordAddedLoad
        case .repetitions: .recordRepetitions
        case .estimatedMax: .recordEstimatedMax
        case .volume: .recordVolume
        case .time: .recordTime
        case .distance: .recordDistance
        case .timeOverDistance: .recordTimeOverDistance
        }
    }
}

extension MessageCatalog {
    /// The name of a workout's day, marked if the workout is optional.
    public func name(_ workout: Occurrence) -> String {
        workout.isOptional ? text(.optionalWorkout, ["workout": workout.dayName]) : workout.dayName
    }

    /// The first line of a workout's reminder.
    ///
    /// - Parameters:
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
    /// - Parameter topSets: the heaviest sets of the workouts' first exercises, if known.
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

/// The texts of the catalog, with one file per language.
enum MessageTexts {
    /// The text of a language; nil if it has none for the key.
    ///
    /// A command shows few of the texts, so each is parsed when it is used.
    static func template(_ key: MessageKey, _ language: Language) -> TextTemplate? {
        texts(language)[key].map(TextTemplate.init)
    }

    private static func texts(_ language: Language) -> [MessageKey: String] {
        switch language {
        case .english: english
        case .german: german
        case .spanish: spanish
        case .french: french
        case .turkish: turkish
        }
    }
}

/// How long snoozes last.
public struct SnoozeLengths: Sendable, Hashable {
    /// The length for the user's own reminders, which are often about small things.
    public let ownReminders: TimeSpan
    public let others: TimeSpan

    /// The lengths if the settings have none.
    public static let defaults = SnoozeLengths(ownReminders: .minutes(15), others: .hours(1))

    private init(ownReminders: TimeSpan, others: TimeSpan) {
        self.ownReminders = ownReminders
        self.others = others
    }

    /// Creates the same length for all reminders.
    public init(_ span: TimeSpan) { self.init(ownReminders: span, others: span) }
}
