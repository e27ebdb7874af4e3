package import CivilTime
import Delivery
package import Ledger
import Localization
package import Planning
package import Platform
import Progress
import Reminders
import Training
import YAMLSource

/// The user's files and ledger, with the session that was read from them.
///
/// The session does not change: `present()` and a new store read what was recorded since.
package struct Store {
    package let workspace: Workspace
    package let session: Session

    /// - Parameter remembered: the last good settings, if an undo or redo changed them; nil to use those in the ledger.
    package init(_ workspace: Workspace, _ remembered: RememberedSettings? = nil) throws(CommandError) {
        let known = if let remembered { remembered } else { try workspace.rememberedSettings() }
        // The ledger knows which training days were in force before a change that is undone.
        try self.init(workspace, try workspace.loadSettings(known), changesDays: remembered == nil)
    }

    /// - Parameter changesDays: whether training days that differ from those of the last plan apply only from today on.
    package init(_ workspace: Workspace, _ loaded: LoadedSettings, changesDays: Bool = true) throws(CommandError) {
        workspace.startLog(loaded.settings)
        let zone = try workspace.zone(loaded.settings.timezone)
        let now = try workspace.now()
        let recent = RecentScope(loaded.settings, now: now, in: zone)
        let facts = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: zone.civil(at: now).date, recent: recent)
        }
        let exercises = ExerciseLookup(workspace)
        let locale = workspace.spokenLocale
        let words = locale.words(loaded.settings, language: facts.language, territory: facts.territory)
        let isKnown = !changesDays || loaded.source?.bytes == facts.settings.text
        let origin = SessionOrigin(
            loaded: loaded,
            zone: zone,
            now: now,
            paths: workspace.paths,
            locale: locale,
            exercises: exercises,
            programs: workspace.programTexts(facts.activations, exercises.programNames(words.language)),
            recent: recent,
            role: facts.takesPart ? try workspace.role(at: now) : .alone,
            formerDays: isKnown ? nil : workspace.lastSettings(facts.settings)?.days
        )
        self.init(workspace, Session(origin, facts))
    }

    private init(_ workspace: Workspace, _ session: Session) {
        self.workspace = workspace
        self.session = session
    }

    /// The same store with the programs that were active since a past date, and their part of the training log.
    package func reaching(_ date: CivilDate) throws(CommandError) -> Store {
        guard workspace.hasLedger else { return self }
        let facts = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: session.today, recent: session.recent, since: date)
        }
        return Store(workspace, session.with(facts, hasFormer: true))
    }

    /// The session with the present contents of the ledger; its settings and time stay the same.
    package func present() throws(CommandError) -> Session {
        let facts = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: session.today, recent: session.recent)
        }
        return session.with(facts)
    }

    /// The days of a range, past and future, with everything that the user answered or missed, and the session that knows their programs.
    package func outlooks(_ range: Range<CivilDate>) throws(CommandError) -> (days: [DayPlan], session: Session) {
        let (facts, today) = (session.facts, session.today)
        let ahead = session.plan(days: max(0, today.days(until: range.upperBound))).days
        let reached = range.lowerBound < today ? try reaching(range.lowerBound).session : session
        let days = Plan.past(reached.input, range) + ahead.filter { range.contains($0.date) }
        let shown = Set(days.flatMap(\.workouts).map(\.key))
        let former = facts.answers.keys.filter { key in
            range.contains(key.date) && key.date <= today && key.source.programID != nil && !shown.contains(key)
        }
        guard let first = former.map(\.date).min() else { return (days, reached) }
        let editions = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.editions(of: Set(former.compactMap(\.source.programID)).sorted())
        }
        let answered = ProgramTexts.workouts(of: former, facts, editions)
        return (
            days.map { day in day.with(former: answered.filter { $0.date == day.date }, session.input) },
            reached.input.former.isEmpty ? try reaching(first).session : reached
        )
    }

    // MARK: Channels

    /// - Parameter caller: what runs the deliveries; nil for what runs this command.
    package func delivering(by caller: Caller? = nil) throws(CommandError) -> DeliveryService {
        try DeliveryService(
            workspace: workspace,
            settings: session.settings,
            zone: session.zone,
            now: session.now,
            caller: caller
        )
    }

    func limits(_ metadata: PluginMetadataCache) throws(CommandError) -> [String: Int] {
        try metadata.limits(of: session.channelsInUse)
    }

    /// How far ahead each channel's limit of pending notifications reaches.
    ///
    /// - Parameter onlyLimited: whether to return nothing if no channel has a limit.
    package func budgets(onlyLimited: Bool = false) throws(CommandError) -> [ChannelBudget] {
        let limits = try limits(PluginMetadataCache(try delivering()))
        return onlyLimited && limits.isEmpty ? [] : session.budgets(limits)
    }

    /// Warns the user in the user's language.
    func warn(_ key: MessageKey, _ values: [String: String]) {
        workspace.warn(session.words.text(key, values), session.words)
    }

    /// Records events and brings the queue, and plugins that schedule notifications themselves, in line with the new plan.
    ///
    /// - Parameters:
    ///   - forbidden: a channel whose plugin must no longer run.
    ///   - isChange: whether the user changed something, and should be warned about channels with too small a limit.
    ///   - continues: whether the events belong to the action that the command recorded first, as answers to its questions do.
    ///   - planned: gets the state of the ledger with the events, and the answers that the log gives; the last call counts.
    package func commit(
        _ happened: [LedgerEvent] = [],
        forbidden: String? = nil,
        isChange: Bool? = nil,
        continues: Bool = false,
        planned: (PlanningSnapshot) -> Void = { _ in }
    ) throws(CommandError) -> QueueDifference {
        let revision = workspace.takeRevision()
        let happened =
            [workspace.reportedAnswer.map(LedgerEvent.reported)].compactMap { $0 } + happened
            + [revision.event].compactMap { $0 }
        workspace.reportedAnswer = nil
        if isChange ?? !happened.isEmpty { try workspace.context.checkRestored() }
        try workspace.createLedger()
        var news = session.readPrograms
        if let asked = workspace.localeLanguage, asked != session.facts.language { news.append(.languageSeen(asked)) }
        if let asked = workspace.localeTerritory, asked != session.facts.territory {
            news.append(.territorySeen(asked))
        }
        if workspace.context.ask != nil {
            session.editedPrograms(but: workspace.acceptedProgram).forEach { workspace.talk($0) }
        }
        news += try snoozedElsewhere()
        let (delivery, metadata) = try channels()
        let open = workspace.openChannels
        let holding =
            if let open { open } else {
                try ScheduledChannelSync(delivery, metadata, inUse: session.channelsInUse, forbidden: forbidden)
            }
        let limits = try limits(metadata)
        let settings = try settingsEvents(delivery, metadata, isUndone: happened.contains(where: \.isUndoOrRedo))
        if !happened.isEmpty, revision.action == nil, revision.event == nil, !settings.isEmpty {
            // An edit by hand is no part of the action.
            _ = try workspace.withLedger { (ledger) throws(LedgerError) in
                try ledger.record(settings, continuing: nil, at: session.now)
            }
        } else {
            news += settings
        }
        if let isOn = session.loaded.explicitSwitch, isOn != session.facts.settings.isEnabled {
            news.append(.remindersSwitched(on: isOn))
        }
        if open == nil { try holding.begin() }
        var changes = try self.changes(happened + news)
        var answers = session.facts.answers
        let difference = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.commit(
                news + happened,
                continuing: revision.action ?? (continues ? workspace.action : nil),
                now: session.now,
                today: session.today,
                recent: session.recent,
                recorded: { if !happened.isEmpty, workspace.action == nil { workspace.action = $0 } },
                following: repetitions(after: happened).map { repetitions in
                    { facts in
                        let events = repetitions(facts)
                        changes?.append(contentsOf: events.compactMap(\.planChange))
                        return events
                    }
                },
                plan: { facts in
                    let present = session.with(facts)
                    answers = present.facts.answers
                    planned(present.facts)
                    return present.request(limits, holding: holding.scheduling, changes)
                }
            )
        }
        workspace.context.log.note(difference)
        if !happened.isEmpty || revision.action != nil || settings.contains(where: \.isShared) {
            workspace.exchangeAtEnd()
        }
        try workspace.storeKnownPlugins()
        note(difference.revived)
        if let file = session.settings.calendarFile { keepCurrent(file) }
        do throws(CommandError) {
            if !workspace.isCollecting {
                workspace.openChannels = nil
                try holding.agree(holding.keepsAnswers ? try present() : nil)
            }
            try NotificationRetractor(session, delivery, metadata).follow(happened, answers)
            if isChange ?? !happened.isEmpty, !limits.isEmpty {
                let present = try present()
                try warnOfShortage(present.budgets(limits), in: present)
            }
        } catch {
            // The queue is up to date: the command succeeded.
            guard case .ledger(let failure) = error, failure.isFailureToWrite else { throw error }
            workspace.warn(
                "the change was made; plugins that schedule reminders are updated at the next run: \(failure)"
            )
        }
        return difference
    }

    /// What to record about the settings file.
    ///
    /// - Parameter isUndone: whether the file changed because an action is undone or redone: the rules and shared settings that were in force
    ///   then are so again.
    private func settingsEvents(_ delivery: DeliveryService, _ metadata: PluginMetadataCache, isUndone: Bool)
        throws(CommandError) -> [LedgerEvent]
    {
        var events: [LedgerEvent] = []
        let text = try memorableSettings(delivery, metadata)
        let isNew = text.map { $0 != session.facts.settings.text } ?? false
        if isNew, let text { events.append(.settingsRead(text)) }
        let exchange =
            session.facts.takesPart && !session.loaded.isFallback
            ? try workspace.settingsExchange(session.loaded.source?.bytes ?? []) : nil
        if isUndone {
            if let exchange, exchange.isNew { events.append(.settingsShared(changes: [], text: exchange.file.text)) }
            return events
        }
        // The machine that changed a setting has recorded its rules.
        if isNew, let auto = session.newAutoTime, exchange?.makes(.time) ?? true { events.append(.timeRuled(auto)) }
        if isNew, let former = session.changedDays, exchange?.makes(.days) ?? true {
            events.append(.daysChanged(from: former, to: session.settings.days, on: session.today))
        }
        if let exchange, exchange.isNew || !exchange.made.isEmpty {
            events.append(.settingsShared(changes: exchange.made, text: exchange.file.text))
        }
        return events
    }

    /// Records the recent reminders that were snoozed on another machine before this one planned them.
    private func snoozedElsewhere() throws(CommandError) -> [LedgerEvent] {
        let unknown = session.facts.unknownSnoozes
        let dates = unknown.values.filter { abs($0.days(until: session.today)) <= 2 }
        guard session.facts.takesPart, let first = dates.min(), let last = dates.max() else { return [] }
        let days = try outlooks(first..<last.adding(days: 1)).days
        return days.flatMap(\.notifications).filter { unknown[$0.id] != nil }.map(LedgerEvent.reminderSeen)
    }

    /// The channels and their plugins, which a look for answers before the plan may have prepared.
    private func channels() throws(CommandError) -> (DeliveryService, PluginMetadataCache) {
        defer { workspace.preparedChannels = nil }
        if let known = workspace.preparedChannels, known.session === session { return (known.delivery, known.metadata) }
        let delivery = try delivering()
        return (delivery, PluginMetadataCache(delivery))
    }

    /// What programs repeat, or no longer repeat, after events that change results; nil if no program repeats failed workouts.
    private func repetitions(after events: [LedgerEvent]) -> ((PlanningSnapshot) -> [LedgerEvent])? {
        // A corrected entry may have belonged to another workout.
        let former = events.flatMap { event -> [OccurrenceKey] in
            guard case .relogged(let entry) = event else { return [] }
            return session.facts.log.filter { $0.number == entry.number }.map(LedgerEvent.logged)
                .flatMap(\.workoutsWithResults)
        }
        let workouts = Set(events.flatMap(\.workoutsWithResults) + former).sorted { $0.date < $1.date }
        let changed = session.programs.flatMap { active in
            workouts.filter { workout in
                workout.source == .program(active.program.id)
                    && (active.program.schedule.onFailure != .continue || active.repeats(after: workout.date))
            }.map { (program: active.program.id, date: $0.date) }
        }
        guard !changed.isEmpty else { return nil }
        return { facts in
            let programs = session.with(facts).programs
            return changed.compactMap { id, date in
                let active = programs.first { $0.program.id == id }
                switch active?.repetitionChange(after: date, facts.log, today: session.today) {
                case .begin(let place, let first): return .jumped(programID: id, to: place, on: first)
                case .withdraw: return .jumped(programID: id, to: nil, on: date)
                case nil: return nil
                }
            }
        }
    }

    /// The changes among events; nil if they undo earlier ones, so that nothing is left to explain.
    private func changes(_ events: [LedgerEvent]) throws(CommandError) -> [PlanChange]? {
        var changes: [PlanChange] = []
        for event in events {
            switch event {
            case .undone: return nil
            case .redone:
                let action = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.redoableAction() }
                changes += action?.changes ?? []
            default: if let change = event.planChange { changes.append(change) }
            }
        }
        let keys = session.lastSettings.map(session.settings.changes) ?? []
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

    /// Warns about channels whose limit is too small for the coming days, and records them.
    ///
    /// - Parameter always: whether to warn again about shortages that were already reported.
    package func warnOfShortage(_ budgets: [ChannelBudget], in session: Session, always: Bool = false)
        throws(CommandError)
    {
        let short = budgets.filter(\.isShort)
        for budget in short where always || !session.facts.shortChannels.contains(budget.channel) {
            workspace.warn(session.words.shortage(of: budget), session.words)
        }
        let names = short.map(\.channel)
        if names != session.facts.shortChannels { _ = try commit([.toldOfShortage(names)], isChange: false) }
    }

    package func preview() throws(CommandError) -> QueueDifference {
        let delivery = try delivering()
        let metadata = PluginMetadataCache(delivery)
        let limits = try limits(metadata)
        let holding = try ScheduledChannelSync(delivery, metadata, inUse: session.channelsInUse, forbidden: nil)
            .scheduling
        return try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.preview(now: session.now, today: session.today, recent: session.recent) {
                session.with($0).request(limits, holding: holding)
            }
        }
    }

    package func review(_ delivery: DeliveryService? = nil) throws(CommandError) -> ChannelReview {
        let delivery = if let delivery { delivery } else { try delivering() }
        return ChannelReview(delivery, session.loaded)
    }

    /// The text of good settings to store in the ledger, without secrets.
    ///
    /// Any value of an unknown plugin may be a secret.
    func memorableSettings(_ delivery: DeliveryService, _ metadata: PluginMetadataCache) throws(CommandError)
        -> [UInt8]?
    {
        guard !session.loaded.isFallback, let source = session.loaded.source, !SettingsReader.isBlank(source.bytes)
        else { return nil }
        var secrets: [(span: SourceSpan, text: String)] = []
        for configuration in session.settings.configurations {
            let known = metadata.knownDescription(of: delivery.channel(configuration))
            let spans = known.map { Set(ChannelCheck(configuration, $0).secretSpans) }
            for value in configuration.values where spans?.contains(value.span) ?? true {
                if let text = value.origin.literal, !text.isEmpty { secrets.append((value.span, text)) }
            }
        }
        return SettingsRedaction.redact(source, secrets)
    }
}

extension LedgerEvent {
    /// The change that explains why the new plan lacks reminders; nil if it does not remove any.
    fileprivate var planChange: PlanChange? {
        switch self {
        case .activated(let activation): .activated(program: activation.programID)
        case .deactivated(let program): .deactivated(program: program)
        case .programRead(let program, _): .edited(program: program)
        case .reminderEdited(let reminder): .reminder(reminder.number)
        case .reminderDeleted(let number), .reminderWithdrawn(let number): .reminder(number)
        case .moved(let program, let from, let to): .moved(program: program, from: from, to: to)
        case .paused(let program, let from, let through): .paused(program: program, from: from, through: through)
        case .jumped(let program, let place, let date): .jumped(program: program, to: place, on: date)
        default: nil
        }
    }
}
