import Ledger
import Reminders
import YAMLSource

extension Workspace {
    /// The language that the locale asks for; nil where it asks for none that antrain speaks.
    var localeLanguage: Language? { Language(environment: context.environment) }

    /// The territory whose dates and clocks the locale asks for.
    var localeTerritory: Territory? { Territory(environment: context.environment) }

    /// The words that settings and the locale choose; where no locale is named, as under cron, those of the last that was known.
    ///
    /// One that is named counts, even `C`: English, and dates and times as ISO 8601 writes them.
    func words(_ settings: Settings?, language: Language?, territory: Territory?) -> Catalogue {
        let environment = context.environment
        return Catalogue(
            settings?.language ?? Language.spoken(in: environment) ?? language ?? .english,
            in: Territory.isNamed(in: environment) ? localeTerritory : territory
        )
    }

    /// The words for a command that plans nothing; what is wrong with the settings file is told by those that do.
    func words() throws(CommandError) -> Catalogue {
        guard hasLedger else { return words(readableSettings, language: nil, territory: nil) }
        let (language, territory, remembered) = try withLedger { (ledger) throws(LedgerError) in
            (try ledger.language(), try ledger.territory(), try ledger.rememberedSettings())
        }
        return words(readableSettings ?? lastSettings(remembered), language: language, territory: territory)
    }

    private var readableSettings: Settings? {
        guard case .success(let bytes) = context.files.read(paths.settings), !SettingsReader.isBlank(bytes) else {
            return nil
        }
        return SettingsReader.read(SourceText(path: paths.settings, bytes: bytes)).settings
    }
}
