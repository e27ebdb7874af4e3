import Ledger
import Reminders
import YAMLSource

/// The settings in force, and where they come from.
struct LoadedSettings {
    /// The settings.
    let settings: Settings
    /// Where the keys stand that the file has.
    let spans: [SettingKey: SourceSpan]
    /// Where the names of the channels in use stand.
    var channelSpans: [String: SourceSpan] = [:]
    /// The file's text; nil where there is no file.
    let source: SourceText?
    /// Whether the file is broken and the last good one is in force.
    let isFallback: Bool
}

extension Workspace {
    /// Reads the settings file; one that is broken leaves the last good one in force, and says so.
    ///
    /// - Parameter remembered: the text of the last good one, as the ledger has it.
    func loadSettings(remembered: [UInt8]?) throws(CommandError) -> LoadedSettings {
        let bytes: [UInt8]
        switch context.files.read(paths.settings) {
        case .success(let read): bytes = read
        case .failure(let problem) where problem.isMissing:
            return LoadedSettings(settings: .defaults, spans: [:], source: nil, isFallback: false)
        case .failure(let problem): throw .file(problem)
        }
        let source = SourceText(path: paths.shown(paths.settings), bytes: bytes)
        let reading = SettingsReader.read(source)
        if let settings = reading.settings {
            _ = untold([], of: .settings)
            return LoadedSettings(
                settings: settings,
                spans: reading.spans,
                channelSpans: reading.channelSpans,
                source: source,
                isFallback: false
            )
        }
        let isTold = untold([state(of: paths.settings)], of: .settings).isEmpty
        let report = reading.renderer(of: source, colored: context.output.talkIsColored).render(
            reading.diagnostics
        )
        let last = remembered.map { SourceText(path: source.path, bytes: $0) }
        guard let last, let old = SettingsReader.read(last, isRemembered: true).settings else {
            throw .badSettings(isTold ? "" : report + "\n\nmend the file, or move it away to begin with the defaults")
        }
        if !isTold {
            talk(report)
            warn("\(source.path) has errors; the last good settings stay in force until it is mended")
        }
        return LoadedSettings(settings: old, spans: [:], source: source, isFallback: true)
    }
}
