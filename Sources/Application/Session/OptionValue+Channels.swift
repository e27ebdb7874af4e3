import Files
package import Platform
import Reminders
import SystemPackage
import YAMLSource

extension OptionValue {
    /// The names of channels, which must be installed plugins or be listed under `configure`.
    package static func channels(_ text: String, _ workspace: Workspace) throws(CommandError) -> [String] {
        let names = text.split { $0 == "," || $0 == " " }.map(String.init)
        guard !names.isEmpty else {
            throw .badOption(
                name: "--channels",
                value: text,
                reason: "expected at least one channel; to turn reminders off, use --off"
            )
        }
        var configured: [String] = []
        if case .success(let bytes) = workspace.context.files.read(workspace.paths.settings) {
            let reading = SettingsReader.read(SourceText(path: workspace.paths.settings.string, bytes: bytes))
            configured = reading.settings?.configurations.map(\.name) ?? []
        }
        let known = configured + workspace.pluginPath.plugins.map(\.name)
        for (index, name) in names.enumerated() {
            if names[..<index].contains(name) {
                throw .badOption(name: "--channels", value: text, reason: "duplicate channel '\(name)'")
            }
            guard known.contains(name) else {
                let help =
                    Suggestion.help(for: name, among: known) ?? "use one of \(known.sorted().joined(separator: ", "))"
                throw .badOption(
                    name: "--channels",
                    value: text,
                    reason:
                        "no such channel '\(name)'; to use another plugin, add it under 'configure' in the settings file; \(help)"
                )
            }
        }
        return names
    }
}
