import Files
package import Platform
package import Ledger
package import Reminders
package import YAMLSource

/// The settings in force, and where they come from.
package struct LoadedSettings {
    package let settings: Settings
    /// The positions of the file's keys.
    package let spans: [SettingKey: SourceSpan]
    /// The positions of the channels' names under `channels`.
    package var channelSpans: [String: SourceSpan] = [:]
    /// The file's text; nil if it could not be read.
    package let source: SourceText?
    /// Whether the file cannot be used and the last good settings are in force.
    package let isFallback: Bool

    package init(
        settings: Settings,
        spans: [SettingKey: SourceSpan],
        channelSpans: [String: SourceSpan] = [:],
        source: SourceText?,
        isFallback: Bool
    ) {
        self.settings = settings
        self.spans = spans
        self.channelSpans = channelSpans
        self.source = source
        self.isFallback = isFallback
    }

    /// Whether the file has errors, so that it can only be edited by hand; an empty one is written again.
    package var hasErrors: Bool { isFallback && !(source.map { SettingsReader.isBlank($0.bytes) } ?? true) }

    /// The file's own value of `enabled`; nil if it has none.
    package var explicitSwitch: Bool? { isFallback || spans[.enabled] == nil ? nil : settings.isEnabled }
}

extension Workspace {
    /// Reads the settings file.
    ///
    /// If it is missing, empty, unreadable or has errors, the last good settings stay in force, and the user is told: only
    /// `enabled: off` turns reminders off.
    package func loadSettings(_ remembered: RememberedSettings) throws(CommandError) -> LoadedSettings {
        let path = paths.shown(paths.settings)
        let bytes: [UInt8]
        switch context.files.readAtRest(paths.settings, remembered.text?.count ?? 0) {
        case .success(let read): bytes = read
        case .failure(let problem):
            if let writtenSettings { return try loadSettings(writtenSettings, remembered) }
            guard let last = lastSettings(remembered) else {
                guard problem.isMissing else { throw .file(problem) }
                return LoadedSettings(settings: defaults(remembered), spans: [:], source: nil, isFallback: false)
            }
            reportOnce(
                "\(path) \(problem.isMissing ? "is missing" : "cannot be read (\(problem.reason))")",
                "restore it"
            )
            return LoadedSettings(settings: last, spans: [:], source: nil, isFallback: true)
        }
        let source = SourceText(path: path, bytes: bytes)
        if SettingsReader.isBlank(bytes), let last = lastSettings(remembered) {
            reportOnce(
                "\(path) \(bytes.contains(0) ? "contains only NUL bytes" : "contains no settings")",
                "restore its contents"
            )
            return LoadedSettings(settings: last, spans: [:], source: source, isFallback: true)
        }
        return try loadSettings(source, remembered)
    }

    private func loadSettings(_ source: SourceText, _ remembered: RememberedSettings) throws(CommandError)
        -> LoadedSettings
    {
        let reading = SettingsReader.read(source)
        var diagnostics = reading.diagnostics
        if let settings = reading.settings, checkZone(settings, reading.spans[.timezone], &diagnostics) {
            _ = recordAndFilterReported([], of: .settings)
            var effective = settings
            // A missing key, as in a truncated file, must not turn reminders off.
            if reading.spans[.enabled] == nil { effective.isEnabled = isEnabled(remembered) }
            return LoadedSettings(
                settings: effective,
                spans: reading.spans,
                channelSpans: reading.channelSpans,
                source: source,
                isFallback: false
            )
        }
        let isTold = recordAndFilterReported([state(of: paths.settings)], of: .settings).isEmpty
        let report = reading.renderer(of: source, colored: context.output.talkIsColored).render(diagnostics)
        guard let last = lastSettings(remembered) else {
            let file = BadFile(path: paths.settings, source: source, diagnostics: diagnostics)
            let remedy = "\n\nfix the file, or move it away to start with the defaults"
            throw .badSettings(report: isTold ? "" : report + remedy, file)
        }
        if !isTold {
            if isNew(report) { talk(report) }
            warn("\(source.path) has errors; the last good settings stay in force until it is fixed")
        }
        return LoadedSettings(settings: last, spans: [:], source: source, isFallback: true)
    }

    /// The last good settings; nil if there are none.
    package func lastSettings(_ remembered: RememberedSettings) -> Settings? { remembered.settings(readFrom: paths) }

    /// Whether reminders were on according to the last settings that had `enabled`.
    func isEnabled(_ remembered: RememberedSettings) -> Bool {
        remembered.isEnabled ?? lastSettings(remembered)?.isEnabled ?? Settings.defaults.isEnabled
    }

    private func defaults(_ remembered: RememberedSettings) -> Settings {
        var settings = Settings.defaults
        settings.isEnabled = isEnabled(remembered)
        return settings
    }

    private func reportOnce(_ problem: String, _ remedy: String) {
        guard !recordAndFilterReported([state(of: paths.settings)], of: .settings).isEmpty else { return }
        warn(
            "\(problem); the last good settings stay in force; \(remedy), or rewrite the file: antrain settings --on; to turn reminders off: antrain settings --off"
        )
    }

    /// Whether the time zone in the settings exists; adds an error if it does not.
    package func checkZone(_ settings: Settings, _ span: SourceSpan?, _ diagnostics: inout Diagnostics) -> Bool {
        guard let span else { return true }
        do throws(CommandError) { _ = try zone(settings.timezone) } catch {
            guard case .zone(let reason, _) = error else { return true }
            diagnostics.error("\(reason)", at: span, expected: "'system', or a name such as Europe/Berlin")
            return false
        }
        return true
    }
}

extension RememberedSettings {
    /// The last good settings; nil if there are none.
    func settings(readFrom paths: Paths) -> Settings? {
        guard let text, !SettingsReader.isBlank(text) else { return nil }
        let source = SourceText(path: paths.shown(paths.settings), bytes: text)
        let reading = SettingsReader.read(source, isRemembered: true)
        guard var settings = reading.settings else { return nil }
        if reading.spans[.enabled] == nil, let isEnabled { settings.isEnabled = isEnabled }
        return settings
    }
}
