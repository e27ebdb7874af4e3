package import CivilTime
package import Ledger
import Localization
package import Planning
package import Platform
package import Progress
import Reminders
package import Results
package import Session
package import Training

/// Activates a program, in addition to the active ones or instead of them.
package struct Activating {
    private let store: Store
    private let program: Program
    private let activation: Activation
    private let replaced: [Program]
    private let values: [AthleteValue]
    private let week: Int
    private let isStartNamed: Bool
    private let isPostponed: Bool

    /// - Parameters:
    ///   - store: the store.
    ///   - program: the program.
    ///   - activation: its activation.
    ///   - replaced: the programs that it replaces.
    ///   - values: the maxes and loads for it.
    ///   - week: the week with which it begins.
    ///   - isStartNamed: whether the user named the date of its start.
    ///   - isPostponed: whether it starts later than today so that its weeks are complete.
    package init(
        _ store: Store,
        _ program: Program,
        _ activation: Activation,
        replacing replaced: [Program],
        values: [AthleteValue],
        week: Int,
        isStartNamed: Bool,
        isPostponed: Bool = false
    ) {
        (self.store, self.program, self.activation) = (store, program, activation)
        (self.replaced, self.values, self.week) = (replaced, values, week)
        self.isStartNamed = isStartNamed
        self.isPostponed = isPostponed
    }

    package func run() throws(CommandError) -> ActionResult {
        let (session, words) = (store.session, store.session.words)
        let start = activation.start
        store.noteTooLight(values, in: program)
        let difference = try store.commit(
            replaced.map { .deactivated(programID: $0.id) } + [.activated(activation)]
                + values.map(LedgerEvent.valueSet) + jump
        )
        let day = isStartNamed ? words.onDate(start, today: session.today) : words.onDay(start, today: session.today)
        let sentence = words.text(
            replaced.isEmpty ? .activated : .activatedInstead,
            ["program": program.name, "day": day, "others": words.joined(replaced.map(\.name)), "week": "\(week)"]
        )
        let subject = ActionSubject(program: program.id, name: program.name)
        var result = ActionResult("activated", [subject], sentence: sentence, difference, words)
        result.start = start.description
        result.week = week
        result.hint = hint
        result.replaced = replaced.isEmpty ? nil : replaced.map { ActionSubject(program: $0.id, name: $0.name) }
        return result
    }

    /// The jump to the week with which it begins; also to week 1 if an earlier activation left jumps that it would follow.
    private var jump: [LedgerEvent] {
        let isLeft = store.session.facts.exceptions.of(program.id).contains { exception in
            if case .jump(let date, _) = exception { date >= activation.start } else { false }
        }
        guard week > 1 || isLeft else { return [] }
        return [.jumped(programID: program.id, to: ProgramPlace(week: week), on: activation.start)]
    }

    /// How to begin with the first workout of the program's week, or at once if it waits for that.
    private var hint: String? {
        let (session, words) = (store.session, store.session.words)
        let days = activation.days ?? session.settings.days
        let asked = isPostponed ? session.today : activation.start
        guard let (first, inOrder) = program.midweekStart(on: asked, days),
            isPostponed || first.dayID != inOrder.dayID
        else { return nil }
        let restart = "antrain program activate \(program.id) --replace --start "
        if isPostponed {
            let values = ["program": program.name, "first": inOrder.dayName, "command": restart + "today"]
            return words.text(.weeksBeginWith, values)
        }
        return words.text(
            .beginsMidweek,
            [
                "workout": first.dayName, "day": words.onDay(first.date, today: session.today),
                "first": inOrder.dayName, "start": words.onDate(inOrder.date, today: session.today),
                "command": restart + inOrder.date.description,
            ]
        )
    }
}

/// Records the answer to the question whether to turn reminders on for a program that was just activated.
package struct DecidingOnReminders {
    private let store: Store
    private let activation: Activation
    private let time: TimeOfDay?

    /// - Parameter time: the time of its reminders; nil to leave them off.
    package init(_ store: Store, _ activation: Activation, at time: TimeOfDay?) {
        (self.store, self.activation, self.time) = (store, activation, time)
    }

    /// - Returns: what turning them on, as a part of the activation, changed; nil if they stay off.
    package func run() throws(CommandError) -> (settings: SettingsOutcome, difference: QueueDifference)? {
        _ = try store.commit([.askedForReminders])
        guard let time else { return nil }
        let workspace = store.workspace
        var changes: [SettingsChange] = [.enabled(true)]
        // The time of a program that has its own is not written to the settings.
        var news: [LedgerEvent] = []
        if let own = activation.time {
            if time != own { news.append(.activated(activation.with(time: time))) }
        } else {
            // A time that follows the workouts is replaced only by another one.
            let isUsual = time == store.session.input.usualTime(on: store.session.today)
            if store.session.settings.autoTime == nil || !isUsual { changes.append(.time(time)) }
        }
        let outcome = try workspace.changeSettings(changes, continues: true)
        return (outcome, try Store(workspace).commit(news, continues: true))
    }
}

extension Session {
    /// The start of a program whose last workout is to fall on a date.
    ///
    /// - Parameters:
    ///   - days: the training days.
    ///   - race: the date of the last workout.
    ///   - week: the week with which it begins; nil for the first, unless it is too late for that.
    package func start(
        of program: Program,
        on days: WeekdaySet,
        endingOn race: CivilDate,
        from week: Int?
    )
        throws(CommandError) -> CivilDate
    {
        func refusal(_ reason: String) -> CommandError {
            .badOption(name: "--race", value: race.description, reason: reason)
        }
        guard race >= today, race.isWithinTenYears(of: today) else {
            throw refusal("expected today (\(today)) or a later date within ten years")
        }
        let plain = facts.exceptions.of(program.id).filter { exception in
            if case .jump = exception { false } else { true }
        }
        let search = RaceStart(program, on: days, plain, from: today)
        let start: CivilDate
        do throws(RaceStart.Failure) { start = try search.start(endingOn: race, from: week ?? 1) } catch {
            throw refusal(reason(error, program))
        }
        guard start < today else { return start }
        let late = "too near: week \(week ?? 1) would have to begin on \(start)"
        // A later week begins later.
        var (first, last) = ((week ?? 1) + 1, program.schedule.countOfWeeks ?? program.weeks.count)
        func isPossible(_ week: Int) -> Bool {
            (try? search.start(endingOn: race, from: week)).map { $0 >= today } ?? false
        }
        guard first <= last, isPossible(last) else {
            throw refusal("\(late), and no later week fits; choose a later date")
        }
        while first < last {
            let middle = (first + last) / 2
            if isPossible(middle) { last = middle } else { first = middle + 1 }
        }
        throw refusal(
            "\(late); it can begin with week \(first): add --week \(first)"
        )
    }

    private func reason(_ failure: RaceStart.Failure, _ program: Program) -> String {
        switch failure {
        case .endless:
            return
                "'\(program.id)' has no last workout; give it a 'length' of weeks or workouts in its schedule, or use --start"
        case .fixed(let last): return "the file of '\(program.id)' ends it on \(last); use --start"
        case .otherDays(let others):
            let dates = others.map { words.format.date($0, today: today) }.joined(separator: " or ")
            return "its last workout cannot be on that date; expected \(dates), or other training days with --days"
        }
    }
}

extension Activation {
    /// The same with another start, with reminders at another time, or with other training days.
    package func with(start: CivilDate? = nil, time: TimeOfDay? = nil, days: WeekdaySet? = nil) -> Activation {
        Activation(
            programID: programID,
            path: path,
            start: start ?? self.start,
            source: source,
            time: time ?? self.time,
            days: days ?? self.days,
            channels: channels,
            priority: priority
        )
    }
}
