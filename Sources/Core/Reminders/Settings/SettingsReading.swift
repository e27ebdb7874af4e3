public import YAMLSource

/// The result of reading a settings file.
public struct SettingsReading: Sendable {
    /// The settings; nil if the file has errors.
    public let settings: Settings?
    public let spans: [SettingKey: SourceSpan]
    public let channelSpans: [String: SourceSpan]
    public let diagnostics: Diagnostics
    /// The locations of values that are or may be secrets; they are hidden even if they are wrong.
    let secretSpans: [SourceSpan]

    /// Renders the findings without secrets.
    public func renderer(of source: SourceText, colored: Bool) -> DiagnosticRenderer {
        DiagnosticRenderer(source: source, colored: colored, concealed: secretSpans)
    }
}
