public import CivilTime
public import Localization
public import Progress
public import Reminders
public import Training

/// Everything a plan depends on.
public struct PlanInput: Sendable {
    /// The active programs in the order of their activation.
    public let programs: [ActiveProgram]
    /// The programs that were deactivated or replaced since the first of the active ones started.
    public let former: [FormerProgram]
    public let settings: Settings
    /// The time zone, as chosen by the settings.
    public let zone: Zone
    public let now: Instant
    public let cancelled: Set<NotificationID>
    public let answers: [OccurrenceKey: Answer]
    public let snoozes: [Snooze]
    /// The delivered reminders of today and the two days before.
    public let delivered: [DeliveredReminder]
    /// The reminders that a run of the last days found to be missed, because antrain had not run, and that no summary reported.
    public let missed: [MissedReminder]
    /// What became of recent reminders, and of those that are pending today.
    public let fates: [NotificationID: ReminderFate]
    /// The first date that no plan has reached so far; nil if there was no plan yet, or if reminders were off.
    public let unplannedFrom: CivilDate?
    public let reminders: [UserReminder]
    public private(set) var started: [StartedWorkout]
    public let answeredAt: [OccurrenceKey: Instant]
    /// What the athlete set and logged.
    public let athlete: AthleteHistory
    /// The recent part of the training log, as far as notifications about progress need it.
    public let recentLog: RecentLog
    /// What the log shows about workouts that the user did not answer.
    public let evidence: [OccurrenceKey: WorkoutEvidence]
    /// The moves of the time of the settings, in the order in which they were recorded.
    public let timeMoves: [TimeMove]
    /// What logged exercises are called in the user's language.
    let exerciseNames: ExerciseNames
    public let words: MessageCatalog
    /// The language, unless the settings name one.
    public let language: Language
    /// The territory for dates and clocks; nil if unknown.
    public let territory: Territory?
    /// The programs' calendars, in their order.
    let calendars: [TrainingCalendar]
    let loads = ReminderLoads()
    let turns = TextTurns()
    /// The programs in the order in which they get a date, if only one workout a day is planned; otherwise none.
    let ranking: [RankedProgram]
    private let remindersByNumber: [Int64: UserReminder]

    /// - Parameter former: the programs that were deactivated or replaced, in the order in which they had been activated; with one workout a
    ///   day, workouts gave way to theirs.
    public init(
        programs: [ActiveProgram],
        former: [FormerProgram] = [],
        settings: Settings,
        zone: Zone,
        now: Instant,
        cancelled: Set<NotificationID> = [],
        answers: [OccurrenceKey: Answer] = [:],
        snoozes: [Snooze] = [],
        delivered: [DeliveredReminder] = [],
        missed: [MissedReminder] = [],
        fates: [NotificationID: ReminderFate] = [:],
        unplannedFrom: CivilDate? = nil,
        reminders: [UserReminder] = [],
        started: [StartedWorkout] = [],
        answeredAt: [OccurrenceKey: Instant] = [:],
        athlete: AthleteHistory = AthleteHistory(),
        recentLog: RecentLog = RecentLog(),
        evidence: [OccurrenceKey: WorkoutEvidence] = [:],
        timeMoves: [TimeMove] = [],
        exerciseNames: ExerciseNames = .asWritten,
        language: Language = .english,
        territory: Territory? = nil
    ) {
        let today = zone.civil(at: now).date
        (self.programs, ranking) =
            settings.isOneADay ? RankedProgram.arranged(programs, former, today: today, in: zone) : (programs, [])
        self.former = former
        self.settings = settings
        self.zone = zone
        self.now = now
        self.cancelled = cancelled
        self.answers = answers
        self.snoozes = snoozes
        // A reminder that was delivered early because the clock was ahead does not count as delivered.
        let first = today.adding(days: -2)
        self.delivered = delivered.filter { !$0.isPremature(at: now) && $0.notification.fireAt.date >= first }
        self.missed = missed
        self.fates = fates
        self.unplannedFrom = unplannedFrom
        self.reminders = reminders
        self.started = started
        self.answeredAt = answeredAt
        self.athlete = athlete
        self.recentLog = recentLog
        self.evidence = evidence
        self.timeMoves = timeMoves
        self.exerciseNames = exerciseNames
        self.language = language
        self.territory = territory
        words = MessageCatalog(settings.language ?? language, in: territory, snooze: settings.snooze)
        calendars = self.programs.map { $0.calendar(today: today) }
        remindersByNumber = Dictionary(reminders.map { ($0.number, $0) }) { first, _ in first }
    }

    /// The same facts, as if no workout had been started.
    func withoutStarts() -> PlanInput {
        var input = self
        input.started = []
        return input
    }

    public func reminder(_ number: Int64) -> UserReminder? { remindersByNumber[number] }

    public var today: CivilDate { zone.civil(at: now).date }

    /// Today's unanswered workout of a program, if all of its reminders' times have passed; with the last of these times.
    public func passedToday(_ programID: String) -> (workout: Occurrence, time: TimeOfDay)? {
        guard settings.isEnabled, let active = programs.first(where: { $0.program.id == programID }),
            let workout = occurrence(OccurrenceKey(.program(programID), on: today)), active.isTrained(workout),
            answers[workout.key] == nil
        else { return nil }
        let times = moments(of: active, workout).map { zone.shown($0.fireAt(on: today)) }
        guard let last = times.max(), zone.instant(of: last) < now else { return nil }
        return (workout, last.time)
    }

    /// The time of reminders on a date according to the settings: fixed, or derived from when the workouts begin.
    public func usualTime(on date: CivilDate) -> TimeOfDay {
        settings.autoTime?.time(on: date, timeMoves) ?? settings.time
    }

    /// The move that the reminder of a date reports; only the first workout reminder after a move reports it.
    func announcedMove(on date: CivilDate) -> TimeMove? {
        guard let move = usualMove(on: date), move.date.days(until: date) < 2 * TimeMove.leastDays else { return nil }
        let earlier = move.date..<date
        let hasEarlier = zip(programs, calendars).contains { active, calendar in
            calendar.days(earlier).compactMap(\.occurrence).contains {
                active.isTrained($0) && active.followsSettings(onDay: $0.dayID)
            }
        }
        return hasEarlier ? nil : move
    }

    /// The last move of the time of the settings that applies on a date; nil if that time is fixed.
    public func usualMove(on date: CivilDate) -> TimeMove? {
        settings.autoTime == nil ? nil : timeMoves.last(on: date)
    }

    /// The same facts with other programs and reminders of the user's own; snoozes and follow-ups of others are not planned.
    public func simulating(programs: [ActiveProgram], reminders: [UserReminder]) -> PlanInput {
        PlanInput(
            programs: programs,
            settings: settings,
            zone: zone,
            now: now,
            cancelled: cancelled,
            answers: answers,
            snoozes: snoozes,
            delivered: delivered,
            reminders: reminders,
            started: started,
            answeredAt: answeredAt,
            athlete: athlete,
            recentLog: recentLog,
            evidence: evidence,
            timeMoves: timeMoves,
            language: language,
            territory: territory
        )
    }

    /// An unanswered workout with its loads; nil if its program no longer has the day.
    ///
    /// The loads of a workout that is ahead assume that those before it succeed.
    public func plannedWorkout(_ occurrence: Occurrence) -> PlannedWorkout? {
        loads.workout(occurrence, in: self, isWeightNeeded: false)
    }

    /// The values of the placeholders about loads that the user's texts have, each for the first exercises of workouts.
    func loadValues(of workouts: [Occurrence]) -> [String: String] {
        guard settings.texts.nameLoads else { return [:] }
        let main = mainExercises(of: workouts, isWeightNeeded: false)
        let changes = main.compactMap { item, unit in item.change.map { words.loadChange($0, unit) } }
        return [
            "top_set": words.joined(main.compactMap { words.topSet($0.item) }),
            "first_set": words.joined(main.compactMap { words.firstSet($0.item) }),
            "change": changes.joined(separator: ", "),
        ]
    }

    /// The heaviest sets of workouts' first exercises in words, of those with a weight.
    func topSetsWithWeight(of workouts: [Occurrence]) -> [String] {
        mainExercises(of: workouts, isWeightNeeded: true).compactMap { item, _ in
            item.heaviestSets?.load?.isWeight ?? false ? words.topSet(item) : nil
        }
    }

    func bodyNamesLoads(of workouts: [Occurrence]) -> Bool {
        if let body = settings.texts.workoutBody { return body.namesLoads }
        return settings.showsDetails && !topSetsWithWeight(of: workouts).isEmpty
    }

    private func mainExercises(
        of workouts: [Occurrence],
        isWeightNeeded: Bool
    ) -> [(item: PlannedWorkout.Item, unit: WeightUnit)] {
        workouts.compactMap { workout in
            guard let item = loads.workout(workout, in: self, isWeightNeeded: isWeightNeeded)?.items.first,
                let program = programs.first(where: { $0.program.id == workout.programID })?.program
            else { return nil }
            return (item, program.units)
        }
    }

    /// - Parameter turn: the number of the reminder, from 0, which decides between several of the user's own titles.
    func title(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime, turn: Int) -> String {
        ownTitle(of: workouts, on: date, fireAt: fireAt, turn: turn) ?? words.text(.workoutTitle)
    }

    /// The user's own title; nil if there is none, or nothing is left of it.
    func ownTitle(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime, turn: Int) -> String? {
        settings.texts.workoutTitle?.template(turn).title(values(of: workouts, on: date, fireAt: fireAt))
    }

    /// The body of a workout's reminder: the user's own text, or the workouts with a second line of details; and what is logged so far.
    ///
    /// - Parameter turn: the number of the reminder, from 0, which decides between several of the user's own texts.
    func body(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime, turn: Int) -> String {
        let text = text(of: workouts, on: date, fireAt: fireAt, turn: turn)
        return [text, progress(of: workouts)].compactMap(\.self).joined(separator: "\n")
    }

    private func text(of workouts: [Occurrence], on date: CivilDate, fireAt: CivilDateTime, turn: Int) -> String {
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
