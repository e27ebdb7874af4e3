package import CivilTime
import Files
package import Platform
import Ledger
package import Localization
package import Reminders
import SystemPackage
import YAMLSource

extension Workspace {
    /// The locale's language; nil if antrain does not support it.
    var localeLanguage: Language? { Language(environment: context.environment) }

    /// The locale's territory, for the format of dates and times.
    var localeTerritory: Territory? { Territory(environment: context.environment) }

    var spokenLocale: SpokenLocale {
        SpokenLocale(
            language: Language.spoken(in: context.environment),
            isTerritoryNamed: Territory.isNamed(in: context.environment),
            territory: localeTerritory
        )
    }

    /// The catalog for the settings and the locale; if no locale is set, as under cron, for the last known one.
    package func words(_ settings: Settings?, language: Language?, territory: Territory?) -> MessageCatalog {
        spokenLocale.words(settings, language: language, territory: territory)
    }

    /// The catalog for a command that does not plan; it does not report errors in the settings file.
    package func words() throws(CommandError) -> MessageCatalog {
        guard hasLedger else { return words(readableSettings, language: nil, territory: nil) }
        let (language, territory, remembered) = try withLedger { (ledger) throws(LedgerError) in
            (try ledger.language(), try ledger.territory(), try ledger.rememberedSettings())
        }
        return words(readableSettings ?? lastSettings(remembered), language: language, territory: territory)
    }

    /// The zone in which reminders were planned, which dates of reminders are shown in; the system's before the first plan.
    package func plannedZone() throws(CommandError) -> Zone {
        let planned = hasLedger ? try withLedger { (ledger) throws(LedgerError) in try ledger.plannedZone() } : nil
        if let zone = planned.flatMap({ try? self.zone(.named($0)) }) { return zone }
        return try zone(.system)
    }

    private var readableSettings: Settings? {
        guard case .success(let bytes) = context.files.read(paths.settings), !SettingsReader.isBlank(bytes) else {
            return nil
        }
        return SettingsReader.read(SourceText(path: paths.settings.string, bytes: bytes)).settings
    }
}

/// What the locale of the environment means for messages.
///
/// The locale `C` counts as set: it means English, with dates and times in ISO 8601.
struct SpokenLocale {
    let language: Language?
    let isTerritoryNamed: Bool
    let territory: Territory?

    /// The catalog for the settings and the locale; if no locale is set, as under cron, for the last known one.
    func words(_ settings: Settings?, language known: Language?, territory last: Territory?) -> MessageCatalog {
        MessageCatalog(
            settings?.language ?? language ?? known ?? .english,
            in: isTerritoryNamed ? territory : last,
            snooze: settings?.snooze ?? .defaults
        )
    }
}
