package import CivilTime
package import Ledger
package import Localization
package import Planning
package import Platform
package import Progress
package import Reminders
import SystemPackage
package import Training
import YAMLSource

/// What a command knows: the settings in force, the time and the contents of the ledger, which a `Store` reads once.
///
/// It never changes, and nothing in it reads or writes anything, except that the catalogue of exercises is read when it is first needed.
/// It is a class only because copies of its many parts took a megabyte of code.
package final class Session {
    let origin: SessionOrigin
    package let facts: PlanningSnapshot
    package let words: MessageCatalog
    package let input: PlanInput

    /// - Parameter hasFormer: whether the input includes the formerly active programs in the facts, which a plan needs only for one workout a day.
    init(_ origin: SessionOrigin, _ recorded: PlanningSnapshot, hasFormer: Bool = false) {
        self.origin = origin
        let facts = origin.judging(recorded)
        self.facts = facts
        words = origin.words(facts)
        input = origin.input(facts, words, origin.settings, hasFormer: hasFormer)
    }

    /// The same session with other contents of the ledger.
    package func with(_ facts: PlanningSnapshot, hasFormer: Bool = false) -> Session {
        Session(origin, facts, hasFormer: hasFormer)
    }

    package var loaded: LoadedSettings { origin.loaded }
    package var settings: Settings { origin.settings }
    package var zone: Zone { origin.zone }
    package var now: Instant { origin.now }
    package var paths: Paths { origin.paths }

    package var today: CivilDate { origin.today }

    /// Which machine sends the reminders; nil if this one exchanges nothing with others.
    package var machine: MachineRole? { origin.role.label.isEmpty ? nil : origin.role }

    /// The exercises for looking up names.
    package var exercises: ExerciseCatalog { origin.exercises.catalog }

    /// What logged exercises are called in the user's language.
    package var exerciseNames: ExerciseNames { ExerciseNames(exercises, words.language.ofNames) }

    package var programs: [ActiveProgram] { input.programs }

    /// What decides the athlete's loads besides the programs.
    package var athlete: AthleteHistory { input.athlete }

    /// The active programs with a newer shipped version that is not in use yet.
    package var updatablePrograms: [Program] {
        programs.map(\.program).filter { origin.programs.updates.contains($0.id) }
    }

    /// The part of the training log that plans need.
    var recent: RecentScope? { origin.recent }

    /// The new texts of programs, for the ledger to store.
    var readPrograms: [LedgerEvent] { origin.programs.news }

    /// Plans for a number of days; by default, for the horizon in the settings.
    package func plan(days: Int? = nil) -> Plan { Plan(input, days: days) }

    /// Missed workouts, and their handling by the programs' policies.
    package var missedDays: [MissedDay] { input.missedDays }

    /// A notification without subjects that were answered or changed since; nil if none is left.
    package func open(_ notification: PlannedNotification) -> PlannedNotification? { input.open(notification) }

    // MARK: Channels

    package var routes: ChannelRoutes { ChannelRoutes(settings, facts.activations) }

    package var channelsInUse: [String] { routes.all }

    /// How far ahead each channel's limit of pending notifications reaches.
    func budgets(_ limits: [String: Int]) -> [ChannelBudget] {
        let routes = routes
        // One day more than the horizon, so that the days counted start tomorrow.
        let planned = Plan(input, days: settings.horizon + 1).notifications
        let notifications = planned + input.expectedFollowUps(of: planned)
        return routes.all.map { channel in
            ChannelBudget(
                channel: channel,
                limit: limits[channel],
                notifications: notifications.filter { routes.of($0).contains(channel) },
                days: settings.horizon,
                now: now,
                today: today
            )
        }
    }

    // MARK: Changes

    /// The settings of the last plan; nil if there are none.
    var lastSettings: Settings? { facts.settings.settings(readFrom: paths) }

    /// The training days of the settings before those in force, if they changed.
    var changedDays: WeekdaySet? {
        guard let former = facts.days?.current ?? origin.formerDays, former != settings.days else { return nil }
        return former
    }

    /// The reminders that were missed without ever being planned, according to the settings of the last plan.
    private var unplanned: [PlannedNotification] {
        guard let first = facts.unplannedFrom, first <= today else { return [] }
        guard let last = lastSettings, last != settings else { return Plan.unplanned(input) }
        return Plan.unplanned(origin.input(facts, origin.words(facts, last), last))
    }

    /// The request that brings the queue in line with the plan.
    ///
    /// - Parameters:
    ///   - limits: the channels' limits of pending notifications.
    ///   - holding: the channels whose plugins schedule notifications themselves.
    ///   - changes: what changed; nil if nothing is left to explain.
    func request(_ limits: [String: Int], holding: Set<String>, _ changes: [PlanChange]? = []) -> QueueRequest {
        let input = input
        let plan = Plan(input)
        let role = origin.role
        return QueueRequest(
            notifications: plan.notifications.map { role.noted($0, words, zone, today: today) },
            expected: holding.isEmpty ? [] : input.expectedFollowUps(of: plan.notifications),
            routes: role.routes ?? routes,
            zone: zone,
            grace: settings.grace,
            end: today.adding(days: settings.horizon),
            overdue: plan.overdue,
            lapsed: plan.lapsed + unplanned,
            holding: holding,
            budgets: limits.isEmpty || role.routes != nil ? [] : budgets(limits),
            changes: changes,
            derived: facts.derivedAnswers,
            isSettled: { input.isSettled($0) }
        )
    }

    /// A measurement as typed.
    ///
    /// A value without a unit has the unit of the last measurement of its kind, otherwise of the same quantity; the first weight has the
    /// unit of the first active program.
    package func measurement(
        _ text: String,
        _ kind: BodyMeasurement.Kind,
        on date: CivilDate,
        _ recorded: [BodyMeasurement]
    ) throws(CommandError) -> BodyMeasurement {
        let last = recorded.last { $0.kind == kind } ?? recorded.last { kind.units.contains($0.unit) }
        let program = programs.first.flatMap { BodyMeasurement.Unit(rawValue: $0.program.units.rawValue) }
        do {
            return try BodyMeasurement(parsing: text, kind, usual: last?.unit ?? program, on: date)
        } catch { throw .badOption(name: "value", value: text, reason: error.description) }
    }
}

extension Store {
    /// The measurements of the athlete's body, in the order in which they were recorded.
    package func measurements() throws(CommandError) -> [BodyMeasurement] {
        try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.measurements() }
    }

    /// The athlete's body weight over time.
    package func bodyWeight() throws(CommandError) -> BodyWeight { BodyWeight(try measurements()) }
}

extension Session {
    /// The IDs of the logged exercises that a name refers to, and the ID and the name of the latest.
    ///
    /// - Returns: no IDs for an exercise of the catalogue that was never logged.
    /// - Throws: `noExercise` for an unknown name.
    package func loggedExercises(_ name: String, in log: [LogEntry]) throws(CommandError)
        -> (ids: Set<String>, latest: (id: String, name: String))
    {
        let catalog = exercises
        let known = catalog.exercise(named: name)
        let (key, keys) = (NameKey.of(name), Set([name, known?.id ?? name].map(NameKey.of)))
        var matching = log.filter { entry in
            [entry.exercise, entry.name, entry.workout?.exercise ?? ""].contains { keys.contains(NameKey.of($0)) }
        }
        if matching.isEmpty, known == nil, key.utf8.count > 2 {
            matching = log.filter { NameKey.of($0.name).contains(key) }
            let ids = Set(matching.map(\.exercise)).sorted()
            guard ids.count < 2 else {
                throw .badOption(name: "exercise", value: name, reason: "give one of \(ids.joined(separator: ", "))")
            }
        }
        if let last = matching.last {
            let name = exerciseNames.name(last.name, of: last.exercise)
            return (Set(matching.map(\.exercise)), (last.exercise, name))
        }
        if let known { return ([], (known.id, known.name(in: words.language.ofNames))) }
        let logged = log.flatMap { [$0.exercise, $0.name] }
        throw .noExercise(name, near: Suggestion.nearest(to: name, among: logged) ?? catalog.nearestName(to: name))
    }
}

extension Store {
    /// The entries of the whole training log that count.
    package func countedLog() throws(CommandError) -> [LogEntry] {
        let log = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log() }
        return log.counted(session.facts.completions)
    }
}

extension ChannelRoutes {
    /// The channels of the settings, and of programs that were activated with `--channels`.
    ///
    /// A program that was activated on another machine uses its own channels as far as the settings of this machine have them.
    init(_ settings: Settings, _ activations: [Activation]) {
        let known = Set(settings.channels + settings.configurations.map(\.name))
        let own = activations.compactMap { activation -> (String, [String])? in
            let channels = activation.channels?.filter { !activation.path.isEmpty || known.contains($0) } ?? []
            return channels.isEmpty ? nil : (activation.programID, channels)
        }
        self.init(channels: settings.channels, programChannels: Dictionary(own) { $1 })
    }
}
