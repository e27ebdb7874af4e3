package import CivilTime
import Files
import Localization
import Planning
package import Platform
import PrintableText
import Reminders
import SystemPackage
import Training
import YAMLSource

/// Parses option values; errors name the option, the value and what is expected.
package enum OptionValue {
    package static func priority(_ number: Int?, _ name: String = "--priority") throws(CommandError) -> Int? {
        guard let number else { return nil }
        let range = ActiveProgram.priorityRange
        guard range.contains(number) else {
            throw .badOption(
                name: name,
                value: "\(number)",
                reason: "expected \(range.lowerBound) to \(range.upperBound); the highest priority wins"
            )
        }
        return number
    }

    /// An option's parsed value; nil if the option was not given.
    package static func parsed<Value>(
        _ text: String?,
        _ name: String,
        _ parse: (String) throws(CivilTimeError) -> Value
    ) throws(CommandError) -> Value? {
        guard let text else { return nil }
        do { return try parse(text) } catch { throw .badOption(name: name, value: text, reason: error.description) }
    }

    package static func time(_ text: String?, _ name: String) throws(CommandError) -> TimeOfDay? {
        try parsed(text, name) { text throws(CivilTimeError) in try TimeOfDay(typed: text) }
    }

    package static func days(_ text: String?, _ name: String) throws(CommandError) -> WeekdaySet? {
        try parsed(text, name) { text throws(CivilTimeError) in try WeekdaySet(typed: text) }
    }

    /// A range of times as people type it, such as 22:00-07:00 or 10pm to 7am; nil if it is invalid or both times are equal.
    package static func hours(_ text: String) -> (from: TimeOfDay, to: TimeOfDay)? {
        let parts = text.replacing(" to ", with: "-").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = try? TimeOfDay(typed: parts[0]), let to = try? TimeOfDay(typed: parts[1]),
            from != to
        else { return nil }
        return (from, to)
    }

    /// Rejects text with control characters, which could manipulate a terminal.
    package static func checkPrintable(_ text: String, _ name: String) throws(CommandError) {
        guard let control = text.firstControlCharacter else { return }
        throw .badOption(name: name, value: text, reason: "remove the control character \(control)")
    }

    /// The value of an option that can be given only once; the parser would silently use the last of several.
    package static func single(_ values: [String], _ name: String) throws(CommandError) -> String? {
        guard values.count > 1, let last = values.last else { return values.first }
        throw .badOption(name: name, value: last, reason: "it was given \(values.count) times; give it once")
    }

    /// A duration; one outside the range is an error.
    package static func span(_ text: String?, _ name: String, in range: ClosedRange<TimeSpan>) throws(CommandError)
        -> TimeSpan?
    {
        guard let text, let span = try parsed(text, name, { text throws(CivilTimeError) in try TimeSpan(typed: text) })
        else { return nil }
        guard range.contains(span) else {
            throw .badOption(
                name: name,
                value: text,
                reason: "expected a duration from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return span
    }

    package static func unknown(_ text: String, _ name: String, among allowed: [String]) -> CommandError {
        let help = Suggestion.help(for: text, among: allowed)
        return .badOption(name: name, value: text, reason: help ?? "expected one of \(allowed.joined(separator: ", "))")
    }

    /// One of the values that are allowed, however it is capitalized and separated; nil if the option was not given.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String?,
        _ name: String,
        of type: Choice.Type
    ) throws(CommandError) -> Choice? {
        guard let text else { return nil }
        if let choice = Choice.allCases.first(where: { NameKey.of($0.rawValue) == NameKey.of(text) }) { return choice }
        throw unknown(text, name, among: Choice.allCases.map(\.rawValue))
    }

    package static func checkLimit(_ limit: Int) throws(CommandError) {
        let range = 1...1_000_000
        guard !range.contains(limit) else { return }
        throw .badOption(
            name: "--limit",
            value: "\(limit)",
            reason: "expected a number from \(range.lowerBound) to \(range.upperBound)"
        )
    }
}

extension OptionValue {
    /// The names of channels, which must be installed plugins or be listed under `configure`.
    package static func channels(_ text: String, _ workspace: Workspace, _ name: String = "--channels")
        throws(CommandError) -> [String]
    {
        let names = text.split { $0 == "," || $0 == " " }.map(String.init)
        guard !names.isEmpty else {
            throw .badOption(
                name: name,
                value: text,
                reason: "expected at least one channel; to turn reminders off: antrain settings --off"
            )
        }
        var configured: [String] = []
        if case .success(let bytes) = workspace.context.files.read(workspace.paths.settings) {
            let reading = SettingsReader.read(SourceText(path: workspace.paths.settings.string, bytes: bytes))
            configured = reading.settings?.configurations.map(\.name) ?? []
        }
        let known = configured + workspace.pluginPath.plugins.map(\.name)
        for (index, channel) in names.enumerated() {
            if names[..<index].contains(channel) {
                throw .badOption(name: name, value: text, reason: "duplicate channel '\(channel)'")
            }
            guard known.contains(channel) else {
                let help =
                    Suggestion.help(for: channel, among: known)
                    ?? "use one of \(known.sorted().joined(separator: ", ")), or add one: antrain channel add KIND"
                throw .badOption(
                    name: name,
                    value: text,
                    reason:
                        "no such channel '\(channel)'; \(help)"
                )
            }
        }
        return names
    }
}
