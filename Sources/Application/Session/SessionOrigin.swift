import CivilTime
import Ledger
import Localization
import Planning
import Platform
import Progress
import Reminders
import Training

/// What a session knows besides the contents of the ledger, and how they become the input of plans.
struct SessionOrigin {
    let loaded: LoadedSettings
    let zone: Zone
    let now: Instant
    let paths: Paths
    let locale: SpokenLocale
    let exercises: ExerciseLookup
    let programs: ProgramTexts
    /// The part of the training log that plans need.
    let recent: RecentScope?
    /// Whether this machine sends the reminders, of several machines.
    let role: MachineRole
    /// The training days of the settings that were in force before those of this command.
    let formerDays: WeekdaySet?

    var settings: Settings { loaded.settings }
    var today: CivilDate { zone.civil(at: now).date }

    func words(_ facts: PlanningSnapshot, _ settings: Settings? = nil) -> MessageCatalog {
        locale.words(settings ?? self.settings, language: facts.language, territory: facts.territory)
    }

    /// The contents of the ledger with the answers that the training log gives.
    func judging(_ facts: PlanningSnapshot) -> PlanningSnapshot {
        guard !facts.logged.isEmpty else { return facts }
        return facts.judging(programs.evidence(facts), at: settings.evidence != nil ? now : nil, in: zone)
    }

    /// - Parameter hasFormer: whether it has the programs that were active formerly, as far as the facts do.
    func input(_ facts: PlanningSnapshot, _ words: MessageCatalog, _ settings: Settings, hasFormer: Bool = false)
        -> PlanInput
    {
        let days = facts.trainingDays(settings, former: formerDays, now: now, today: today)
        return PlanInput(
            programs: programs.active(facts, settings: days, in: zone, today: today),
            // Reading the programs takes time, and no plan depends on them otherwise.
            former: settings.isOneADay || hasFormer ? programs.former(facts, settings: days) : [],
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
                equipment: settings.gyms.currentEquipment.map { LoadFitting($0, catalog: exercises.catalog) }
            ),
            recentLog: RecentLog(
                entries: facts.recentLog.entries.counted(facts.completions),
                loggedAt: facts.recentLog.loggedAt
            ),
            evidence: settings.evidence != nil ? facts.evidence : [:],
            timeMoves: facts.timeMoves,
            exerciseNames: programs.names,
            language: words.language,
            territory: words.format.territory
        )
    }
}

/// The exercises for looking up names, read when they are first needed: few commands need them, and a run of cron must not read them.
package final class ExerciseLookup {
    private let workspace: Workspace
    private(set) lazy var catalog = workspace.exercisesForNames

    init(_ workspace: Workspace) { self.workspace = workspace }

    /// What the exercises of programs are called in a language: in English, what the programs call them, so that a run does not read the catalogue.
    func programNames(_ language: Language) -> ExerciseNames {
        language == .english ? .asWritten : ExerciseNames(catalog, language.ofNames)
    }
}
