import CivilTime
import Ledger
import Reminders
import Training
import YAMLSource

/// The one way in which anything changes: read the facts, plan, and make the queue what the plan wants.
struct Planning {
    let workspace: Workspace
    let loaded: LoadedSettings
    let zone: Zone
    let now: Instant
    private let shelf: ProgramShelf
    let facts: PlanningFacts

    /// The settings in force.
    var settings: Settings { loaded.settings }

    /// Today by the clock on the user's wall.
    var today: CivilDate { zone.civil(at: now).date }

    /// The words of reminders, and of what is said about them.
    var words: Catalogue { workspace.words(settings, language: facts.language, territory: facts.territory) }

    /// Reads settings, programs and the ledger's facts.
    init(_ workspace: Workspace) throws(CommandError) {
        self.workspace = workspace
        // Cancellations of long ago are left out by date; a day more or less, by zone, changes nothing.
        let rough = try workspace.now()
        let known = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.planningFacts(today: Zone.utc.civil(at: rough).date)
        }
        loaded = try workspace.loadSettings(known.settings)
        zone = try workspace.zone(loaded.settings.timezone)
        now = try workspace.now()
        shelf = ProgramShelf(workspace, known.activations)
        facts = known
    }

    /// The channels that reminders go to.
    var channelsInUse: [String] { routes(facts).all }

    /// Plans, for the settings' horizon or some other number of days.
    func plan(days: Int? = nil) -> Plan { Plan(input(facts), days: days) }

    /// What the days of a range bring, and what those before today brought.
    func outlooks(_ range: Range<CivilDate>) -> [DayOutlook] {
        let ahead = plan(days: max(0, today.days(until: range.upperBound))).days
        return Plan.past(input(facts), range) + ahead.filter { range.contains($0.date) }
    }

    /// What the programs' policies made of the workouts that were missed.
    var missedDays: [MissedDay] { input(facts).missedDays }

    /// A notification as it stands now; nil when nothing is left of what it was about.
    func open(_ notification: PlannedNotification) -> PlannedNotification? { input(facts).open(notification) }

    private func input(_ facts: PlanningFacts) -> PlanInput {
        let words = words
        return PlanInput(
            programs: shelf.programs(facts),
            settings: settings,
            zone: zone,
            now: now,
            cancelled: facts.cancelled,
            answers: facts.answers,
            snoozes: facts.snoozes,
            delivered: facts.delivered,
            reminders: facts.reminders,
            started: facts.started,
            language: words.language,
            territory: words.format.territory
        )
    }

    /// The active programs, and what was completed of them.
    var programs: [ActiveProgram] { shelf.programs(facts) }

    /// Remembers what happened and makes the queue what the plan then wants; plugins that hold notifications themselves follow.
    ///
    /// - Parameters:
    ///   - happened: what the user or the world did.
    ///   - forbidden: a channel whose plugin must not run any more.
    ///   - isChange: whether the user changed something, and should be warned about channels without enough places.
    func commit(_ happened: [LedgerFact] = [], forbidden: String? = nil, isChange: Bool? = nil) throws(CommandError)
        -> QueueDifference
    {
        var news = shelf.news
        if let asked = workspace.localeLanguage, asked != facts.language { news.append(.languageSeen(asked)) }
        if let asked = workspace.localeTerritory, asked != facts.territory { news.append(.territorySeen(asked)) }
        let delivering = try delivering()
        let knowledge = PluginKnowledge(delivering)
        let holding = try HoldingChannels(delivering, knowledge, inUse: routes(facts).all, forbidden: forbidden)
        let limits = try limits(knowledge)
        if let text = try memorableSettings(delivering, knowledge), text != facts.settings.text {
            news.append(.settingsRead(text))
        }
        if let isOn = loaded.explicitSwitch, isOn != facts.settings.isEnabled {
            news.append(.remindersSwitched(on: isOn))
        }
        try holding.begin()
        let difference = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.commit(happened + news, now: now, today: today) { request($0, limits, holding.names) }
        }
        note(difference.revived)
        try holding.agree()
        try TakingBack(self, delivering, knowledge).follow(happened)
        if isChange ?? !happened.isEmpty, !limits.isEmpty { try warnOfShortage(limits) }
        return difference
    }

    /// Reports reminders that an earlier run had given up, by a clock that was ahead or in another zone.
    private func note(_ revived: [PlannedNotification]) {
        guard let first = revived.first else { return }
        let rest = revived.count == 1 ? "" : " and \(revived.count - 1) more"
        workspace.warn(
            "the clock or the time zone changed; pending again, although recorded as missed or failed: \(first.id)\(rest)"
        )
    }

    /// Warns about channels that can hold only a few days' reminders after a change.
    private func warnOfShortage(_ limits: [String: Int]) throws(CommandError) {
        let facts = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.planningFacts(today: today) }
        let short = budgets(facts, limits).filter(\.isShort)
        for budget in short where !facts.shortChannels.contains(budget.channel) {
            workspace.warn(words.shortage(of: budget))
        }
        let names = short.map(\.channel)
        if names != facts.shortChannels { _ = try commit([.toldOfShortage(names)], isChange: false) }
    }

    /// What a commit would change.
    func preview() throws(CommandError) -> QueueDifference {
        let delivering = try delivering()
        let limits = try limits(PluginKnowledge(delivering))
        return try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.preview(now: now, today: today) { request($0, limits) }
        }
    }

    /// How the channels' places are shared out.
    ///
    /// - Parameter onlyLimited: whether to say nothing where no channel has a limit.
    func budgets(onlyLimited: Bool = false) throws(CommandError) -> [ChannelBudget] {
        let limits = try limits(PluginKnowledge(try delivering()))
        return onlyLimited && limits.isEmpty ? [] : budgets(facts, limits)
    }

    /// The channels of the settings in force.
    func delivering() throws(CommandError) -> Delivering {
        try Delivering(workspace: workspace, settings: settings, zone: zone, now: now)
    }

    private func limits(_ knowledge: PluginKnowledge) throws(CommandError) -> [String: Int] {
        try knowledge.limits(of: routes(facts).all)
    }

    func routes(_ facts: PlanningFacts) -> ChannelRoutes { ChannelRoutes(settings, facts.activations) }

    private func budgets(_ facts: PlanningFacts, _ limits: [String: Int]) -> [ChannelBudget] {
        let routes = routes(facts)
        // One day more than the horizon, so that a week is measured from tomorrow on.
        let notifications = Plan(input(facts), days: settings.horizon + 1).notifications
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

    private func request(
        _ facts: PlanningFacts,
        _ limits: [String: Int],
        _ holding: Set<String> = []
    ) -> QueueRequest {
        let plan = Plan(input(facts))
        return QueueRequest(
            notifications: plan.notifications,
            routes: routes(facts),
            zone: zone,
            grace: settings.grace,
            end: today.adding(days: settings.horizon),
            overdue: plan.overdue,
            lapsed: plan.lapsed,
            holding: holding,
            budgets: limits.isEmpty ? [] : budgets(facts, limits)
        )
    }
}
