package import CivilTime
package import Platform
package import Ledger
package import Localization
package import Planning
package import Progress
package import Reminders
package import Training
import YAMLSource

/// The only way to change anything: reads settings, programs and ledger, plans, and updates the queue to match the plan.
package struct PlanningSession {
    package let workspace: Workspace
    package let loaded: LoadedSettings
    package let zone: Zone
    package let now: Instant
    private let loader: ActiveProgramLoader
    /// The part of the training log that plans need.
    private let recent: RecentScope?
    /// The training days of the settings that were in force before those of this command.
    private let formerDays: WeekdaySet?
    package let facts: PlanningSnapshot
    /// The input of plans, from a snapshot at the start of the command.
    package let input: PlanInput

    package var settings: Settings { loaded.settings }

    /// Today's date in the user's time zone.
    package var today: CivilDate { zone.civil(at: now).date }

    /// The catalog for reminders and messages.
    package var words: MessageCatalog {
        workspace.words(settings, language: facts.language, territory: facts.territory)
    }

    /// What logged exercises are called in the user's language.
    package var exerciseNames: ExerciseNames { workspace.exerciseNames(words.language) }

    /// - Parameters:
    ///   - workspace: the user's files.
    ///   - remembered: the last good settings after an undo or redo of their change; nil for those that the ledger knows.
    package init(_ workspace: Workspace, _ remembered: RememberedSettings? = nil) throws(CommandError) {
        // The date only limits how old cancellations are read; the zone, which is not known yet, makes no difference.
        let rough = try workspace.now()
        let known = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: Zone.utc.civil(at: rough).date)
        }
        // The ledger knows which training days were in force before a change that is undone.
        try self.init(
            workspace,
            known,
            try workspace.loadSettings(remembered ?? known.settings),
            changesDays: remembered == nil
        )
    }

    /// - Parameters:
    ///   - workspace: the user's files.
    ///   - known: what the ledger knows, without the recent part of the training log.
    ///   - loaded: the settings in force.
    ///   - changesDays: whether training days that differ from those of the last plan apply only from today on.
    package init(
        _ workspace: Workspace,
        _ known: PlanningSnapshot,
        _ loaded: LoadedSettings,
        changesDays: Bool = true
    ) throws(CommandError) {
        self.workspace = workspace
        self.loaded = loaded
        workspace.startLog(loaded.settings)
        zone = try workspace.zone(loaded.settings.timezone)
        now = try workspace.now()
        let words = workspace.words(loaded.settings, language: known.language, territory: known.territory)
        loader = ActiveProgramLoader(workspace, known.activations, workspace.programNames(words.language))
        let scope = RecentScope(loaded.settings, now: now, in: zone)
        let today = zone.civil(at: now).date
        facts =
            scope == nil || !workspace.hasLedger
            ? known
            : try workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.planningFacts(today: today, recent: scope)
            }
        recent = scope
        let isKnown = !changesDays || loaded.source?.bytes == known.settings.text
        formerDays = isKnown ? nil : workspace.lastSettings(known.settings)?.days
        input = PlanningSession.input(facts, loader, workspace, loaded.settings, zone, now, formerDays)
    }

    /// The same session with other facts about former programs; see `reaching`.
    private init(_ other: PlanningSession, _ facts: PlanningSnapshot) {
        (workspace, loaded, zone, now) = (other.workspace, other.loaded, other.zone, other.now)
        (loader, recent, formerDays) = (other.loader, other.recent, other.formerDays)
        self.facts = facts
        input = PlanningSession.input(facts, loader, workspace, loaded.settings, zone, now, formerDays, hasFormer: true)
    }

    /// The same session with the programs that were active since a past date, and their part of the training log.
    package func reaching(_ date: CivilDate) throws(CommandError) -> PlanningSession {
        guard workspace.hasLedger else { return self }
        let facts = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: today, recent: recent, since: date)
        }
        return PlanningSession(self, facts)
    }

    /// The channels that reminders are sent to.
    package var channelsInUse: [String] { routes(facts).all }

    /// Plans for a number of days; by default, for the horizon in the settings.
    package func plan(days: Int? = nil) -> Plan { Plan(input, days: days) }

    /// The days of a range, past and future, with everything that the user answered or missed, and the session that knows their programs.
    package func outlooks(_ range: Range<CivilDate>) throws(CommandError) -> (days: [DayPlan], session: PlanningSession)
    {
        let ahead = plan(days: max(0, today.days(until: range.upperBound))).days
        let session = range.lowerBound < today ? try reaching(range.lowerBound) : self
        let days = Plan.past(session.input, range) + ahead.filter { range.contains($0.date) }
        let shown = Set(days.flatMap(\.workouts).map(\.key))
        let former = facts.answers.keys.filter { key in
            range.contains(key.date) && key.date <= today && key.source.programID != nil && !shown.contains(key)
        }
        guard let first = former.map(\.date).min() else { return (days, session) }
        let editions = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.editions(of: Set(former.compactMap(\.source.programID)).sorted())
        }
        let answered = ActiveProgramLoader.workouts(of: former, facts, editions)
        return (
            days.map { day in day.with(former: answered.filter { $0.date == day.date }, input) },
            session.input.former.isEmpty ? try reaching(first) : session
        )
    }

    /// Missed workouts, and their handling by the programs' policies.
    package var missedDays: [MissedDay] { input.missedDays }

    /// A notification without subjects that were answered or changed since; nil if none is left.
    package func open(_ notification: PlannedNotification) -> PlannedNotification? { input.open(notification) }

    private static func input(
        _ facts: PlanningSnapshot,
        _ loader: ActiveProgramLoader,
        _ workspace: Workspace,
        _ settings: Settings,
        _ zone: Zone,
        _ now: Instant,
        _ formerDays: WeekdaySet?,
        hasFormer: Bool = false
    ) -> PlanInput {
        let words = workspace.words(settings, language: facts.language, territory: facts.territory)
        let days = facts.trainingDays(settings, former: formerDays, now: now, today: zone.civil(at: now).date)
        return PlanInput(
            programs: loader.programs(facts, settings: days, in: zone, today: zone.civil(at: now).date),
            // Reading the programs takes time, and no plan depends on them otherwise.
            former: settings.isOneADay || hasFormer ? loader.formerPrograms(facts, settings: days) : [],
            settings: settings,
            zone: zone,
            now: now,
            cancelled: facts.cancelled,
            answers: facts.answers,
            snoozes: facts.snoozes,
            delivered: facts.delivered,
            missed: facts.missed,
            fates: facts.fates,
            unplannedFrom: facts.unplannedFrom,
            reminders: facts.reminders,
            started: facts.started,
            answeredAt: facts.answeredAt,
            athlete: AthleteHistory(
                values: facts.values,
                log: facts.log,
                equipment: settings.gyms.currentEquipment.map {
                    LoadFitting($0, catalog: workspace.exercisesForNames)
                }
            ),
            recentLog: RecentLog(
                entries: facts.recentLog.entries.counted(facts.completions),
                loggedAt: facts.recentLog.loggedAt
            ),
            timeMoves: facts.timeMoves,
            exerciseNames: loader.names,
            language: words.language,
            territory: words.format.territory
        )
    }

    /// The training days of the settings over time.
    var settingsDays: TrainingDays { facts.trainingDays(settings, former: formerDays, now: now, today: today) }

    /// The active programs with their completed workouts.
    package var programs: [ActiveProgram] { input.programs }

    /// What decides the athlete's loads besides the programs.
    package var athlete: AthleteHistory { input.athlete }

    /// Records events and brings the queue, and plugins that schedule notifications themselves, in line with the new plan.
    ///
    /// - Parameters:
    ///   - happened: the events to record.
    ///   - forbidden: a channel whose plugin must no longer run.
    ///   - isChange: whether the user changed something, and should be warned about channels with too small a limit.
    ///   - continues: whether the events belong to the action that the command recorded first, as answers to its questions do.
    ///   - planned: gets the state of the ledger with the events; the last call counts.
    package func commit(
        _ happened: [LedgerEvent] = [],
        forbidden: String? = nil,
        isChange: Bool? = nil,
        continues: Bool = false,
        planned: (PlanningSnapshot) -> Void = { _ in }
    ) throws(CommandError) -> QueueDifference {
        let happened = happened + [workspace.takeRevision()].compactMap { $0 }
        if isChange ?? !happened.isEmpty { try workspace.context.checkRestored() }
        try workspace.createLedger()
        var news = loader.news
        if let asked = workspace.localeLanguage, asked != facts.language { news.append(.languageSeen(asked)) }
        if let asked = workspace.localeTerritory, asked != facts.territory { news.append(.territorySeen(asked)) }
        let delivery = try delivering()
        let metadata = PluginMetadataCache(delivery)
        let holding = try ScheduledChannelSync(delivery, metadata, inUse: routes(facts).all, forbidden: forbidden)
        let limits = try limits(metadata)
        if let text = try memorableSettings(delivery, metadata), text != facts.settings.text {
            news.append(.settingsRead(text))
            // The rules that an undone action replaced are in force again.
            if !happened.contains(where: \.isUndoOrRedo) {
                if let auto = newAutoTime { news.append(.timeRuled(auto)) }
                if let former = facts.days?.current ?? formerDays, former != settings.days {
                    news.append(.daysChanged(from: former, to: settings.days, on: today))
                }
            }
        }
        if let isOn = loaded.explicitSwitch, isOn != facts.settings.isEnabled {
            news.append(.remindersSwitched(on: isOn))
        }
        try holding.begin()
        let changes = try self.changes(happened + news)
        let difference = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.commit(
                news + happened,
                continuing: continues ? workspace.action : nil,
                now: now,
                today: today,
                recent: recent,
                recorded: { if !happened.isEmpty, workspace.action == nil { workspace.action = $0 } },
                plan: { facts in
                    planned(facts)
                    return request(facts, limits, holding.names, changes)
                }
            )
        }
        workspace.context.log.note(difference)
        try workspace.storeKnownPlugins()
        note(difference.revived)
        if let file = settings.calendarFile { keepCurrent(file) }
        do throws(CommandError) {
            try holding.agree()
            try NotificationRetractor(self, delivery, metadata).follow(happened)
            if isChange ?? !happened.isEmpty, !limits.isEmpty { try warnOfShortage(limits) }
        } catch {
            // The queue is up to date: the command succeeded.
            guard case .ledger(let failure) = error, failure.isFailureToWrite else { throw error }
            workspace.warn(
                "the change was made; plugins that schedule reminders are updated at the next run: \(failure)"
            )
        }
        return difference
    }

    /// The changes among events; nil if they take back earlier ones, so that nothing is left to explain.
    private func changes(_ events: [LedgerEvent]) throws(CommandError) -> [PlanChange]? {
        var changes: [PlanChange] = []
        for event in events {
            switch event {
            case .undone: return nil
            case .redone:
                let action = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.redoableAction() }
                changes += action?.changes ?? []
            case .activated(let activation): changes.append(.activated(program: activation.programID))
            case .deactivated(let program): changes.append(.deactivated(program: program))
            case .programRead(let program, _): changes.append(.edited(program: program))
            case .reminderEdited(let reminder): changes.append(.reminder(reminder.number))
            case .reminderDeleted(let number), .reminderWithdrawn(let number): changes.append(.reminder(number))
            case .moved(let program, let from, let to): changes.append(.moved(program: program, from: from, to: to))
            case .paused(let program, let from, let through):
                changes.append(.paused(program: program, from: from, through: through))
            default: break
            }
        }
        let keys = workspace.lastSettings(facts.settings).map(settings.changes) ?? []
        return keys.isEmpty ? changes : [.settings(keys)] + changes
    }

    /// Warns about reminders that an earlier run gave up or delivered because its clock was ahead or in another time zone.
    private func note(_ revived: [PlannedNotification]) {
        guard let first = revived.first else { return }
        let cause = "the clock was set back, or the time zone changed"
        guard revived.count > 1 else {
            workspace.warn("\(cause): \(first.id) was recorded as missed, failed or delivered and is pending again")
            return
        }
        let shown = revived.prefix(3).map(\.id.rawValue).joined(separator: ", ")
        let rest = revived.count > 3 ? " and \(revived.count - 3) more" : ""
        workspace.warn(
            "\(cause): \(revived.count) reminders were recorded as missed, failed or delivered and are pending again: \(shown)\(rest)"
        )
    }

    /// Warns the user in the user's language.
    func warn(_ key: MessageKey, _ values: [String: String]) { workspace.warn(words.text(key, values), words) }

    /// Warns about channels whose limit is too small for the coming days, after a change.
    private func warnOfShortage(_ limits: [String: Int]) throws(CommandError) {
        let (facts, input) = try present()
        let short = budgets(facts, input, limits).filter(\.isShort)
        for budget in short where !facts.shortChannels.contains(budget.channel) {
            workspace.warn(words.shortage(of: budget), words)
        }
        let names = short.map(\.channel)
        if names != facts.shortChannels { _ = try commit([.toldOfShortage(names)], isChange: false) }
    }

    /// The current state of the ledger, after changes, and the input of a plan from it.
    package func present() throws(CommandError) -> (PlanningSnapshot, PlanInput) {
        let facts = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: today, recent: recent)
        }
        return (facts, PlanningSession.input(facts, loader, workspace, settings, zone, now, formerDays))
    }

    package func preview() throws(CommandError) -> QueueDifference {
        let delivery = try delivering()
        let metadata = PluginMetadataCache(delivery)
        let limits = try limits(metadata)
        let holding = try ScheduledChannelSync(delivery, metadata, inUse: channelsInUse, forbidden: nil).names
        return try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.preview(now: now, today: today, recent: recent) { request($0, limits, holding) }
        }
    }

    /// How far ahead each channel's limit of pending notifications reaches.
    ///
    /// - Parameter onlyLimited: whether to return nothing if no channel has a limit.
    package func budgets(onlyLimited: Bool = false) throws(CommandError) -> [ChannelBudget] {
        let limits = try limits(PluginMetadataCache(try delivering()))
        return onlyLimited && limits.isEmpty ? [] : budgets(facts, input, limits)
    }

    /// The delivery of these settings.
    ///
    /// - Parameter caller: what runs the deliveries; nil for what runs this command.
    package func delivering(by caller: Caller? = nil) throws(CommandError) -> DeliveryService {
        try DeliveryService(workspace: workspace, settings: settings, zone: zone, now: now, caller: caller)
    }

    private func limits(_ metadata: PluginMetadataCache) throws(CommandError) -> [String: Int] {
        try metadata.limits(of: routes(facts).all)
    }

    package func routes(_ facts: PlanningSnapshot) -> ChannelRoutes { ChannelRoutes(settings, facts.activations) }

    private func budgets(_ facts: PlanningSnapshot, _ input: PlanInput, _ limits: [String: Int]) -> [ChannelBudget] {
        let routes = routes(facts)
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

    /// The reminders that were missed without ever being planned, according to the settings of the last plan.
    private func unplanned(_ facts: PlanningSnapshot, _ input: PlanInput) -> [PlannedNotification] {
        guard let first = facts.unplannedFrom, first <= today else { return [] }
        guard let last = workspace.lastSettings(facts.settings), last != settings else { return Plan.unplanned(input) }
        return Plan.unplanned(PlanningSession.input(facts, loader, workspace, last, zone, now, formerDays))
    }

    private func request(
        _ facts: PlanningSnapshot,
        _ limits: [String: Int],
        _ holding: Set<String> = [],
        _ changes: [PlanChange]? = []
    ) -> QueueRequest {
        let input = PlanningSession.input(facts, loader, workspace, settings, zone, now, formerDays)
        let plan = Plan(input)
        return QueueRequest(
            notifications: plan.notifications,
            expected: holding.isEmpty ? [] : input.expectedFollowUps(of: plan.notifications),
            routes: routes(facts),
            zone: zone,
            grace: settings.grace,
            end: today.adding(days: settings.horizon),
            overdue: plan.overdue,
            lapsed: plan.lapsed + unplanned(facts, input),
            holding: holding,
            budgets: limits.isEmpty ? [] : budgets(facts, input, limits),
            changes: changes,
            isSettled: { input.isSettled($0) }
        )
    }
}
