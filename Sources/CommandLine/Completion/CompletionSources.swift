import CivilTime
import Files
import History
import Ledger
import Planning
import Platform
import Progress
import Reminders
import Session
import SystemPackage
import Training
import YAMLSource

/// The user's files, as far as completion needs them.
///
/// Completion only reads them and prints no messages: a missing or damaged file counts as empty.
final class CompletionSources {
    let workspace: Workspace
    private(set) lazy var ledger: Ledger? = try? Ledger(reading: workspace.paths.ledger)
    private(set) lazy var settings: Settings? = readSettings()
    private(set) lazy var zone: Zone? = try? workspace.zone(settings?.timezone ?? .system)
    private(set) lazy var now: Instant? = try? workspace.now()

    /// The language of the settings, else of the locale.
    private(set) lazy var words = workspace.words(settings, language: nil, territory: nil)
    /// The user's exercises and the shipped ones; without the user's if their file has errors.
    private(set) lazy var exercises: [CatalogExercise] = workspace.exercisesForNames.exercises

    init(_ context: Context, _ options: LaunchOptions) throws(CommandError) {
        workspace = try Workspace(context, options)
    }

    var activations: [Activation] { (try? ledger?.activations()) ?? [] }

    /// The active programs as last read.
    var programs: [Program] {
        activations.compactMap { ProgramReader.read(SourceText(path: $0.path.string, bytes: $0.source)).program }
    }

    var reminders: [UserReminder] { (try? ledger?.reminders()) ?? [] }

    /// The entries of the training log of the last 30 days.
    var log: [LogEntry] {
        guard let now, let zone else { return [] }
        return (try? ledger?.log(since: zone.civil(at: now).date.adding(days: -30))) ?? []
    }

    /// The next pending notifications, soonest first.
    var pending: [PlannedNotification] { (try? ledger?.pending(limit: 50).map(\.notification)) ?? [] }

    /// The latest notifications whose time has come, latest first.
    var past: [PlannedNotification] { (try? ledger?.history(limit: 20).map(\.notification)) ?? [] }

    /// The delivered notifications that are unanswered, latest first.
    var unanswered: [PlannedNotification] {
        guard let now, let zone, let facts = try? ledger?.planningFacts(today: zone.civil(at: now).date) else {
            return []
        }
        return facts.delivered.sorted { $0.deliveredAt > $1.deliveredAt }.map(\.notification).filter {
            !$0.items.isEmpty && $0.leaving(facts.answers) != nil
        }
    }

    /// The settings in the file, or else the last good ones.
    private func readSettings() -> Settings? {
        let path = workspace.paths.settings
        if case .success(let bytes) = workspace.context.files.read(path), !SettingsReader.isBlank(bytes),
            let settings = SettingsReader.read(SourceText(path: path.string, bytes: bytes)).settings
        {
            return settings
        }
        return (try? ledger?.rememberedSettings()).flatMap { workspace.lastSettings($0) }
    }
}
