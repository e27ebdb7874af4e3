package import CivilTime
package import Ledger
import Localization
package import Planning
package import Platform
import Reminders
import Progress
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
}
