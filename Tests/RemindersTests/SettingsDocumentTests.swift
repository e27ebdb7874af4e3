import Foundation
import Localization
import Reminders
import TestSupport
import Testing
import YAMLSource

/// Compares the settings page of the manual with the reader.
@Suite struct SettingsDocumentTests {
    private let page: String

    init() throws {
        page = try String(
            contentsOfFile: BuildProducts.package + "Sources/CommandLine/antrain/Manual/settings.md",
            encoding: .utf8
        )
    }

    @Test(arguments: SettingKey.allCases) func everyKeyIsDescribed(key: SettingKey) {
        #expect(page.contains("| `\(key.rawValue)` |"))
    }

    @Test(arguments: ["plugin", "limit", "optional", "else", "else-after"])
    func everyKeyOfChannelsIsDescribed(key: String) {
        #expect(page.contains("| `\(key)` |"))
    }

    @Test(arguments: UserTexts.placeholders + UserTexts.endedPlaceholders)
    func everyPlaceholderIsDescribed(name: String) {
        #expect(page.split(separator: "\n").contains { $0.hasPrefix("| `{") && $0.contains("`{\(name)}`") })
    }

    @Test func theExamplesAreValid() throws {
        let examples = page.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(examples.count == 18)
        for example in examples {
            let source = SourceText(path: "settings.md", text: example)
            let reading = SettingsReader.read(source)
            #expect(
                reading.settings != nil,
                "\(reading.renderer(of: source, colored: false).render(reading.diagnostics))"
            )
        }
    }

    @Test func theDocumentedDefaultsMatchTheCode() throws {
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        func documented(_ key: String) -> String? {
            rows.first { $0.hasPrefix("| `\(key)` |") }?.split(separator: "|").last.map {
                $0.filter { !" `\"".contains($0) }
            }
        }
        let defaults = Settings.defaults
        #expect(documented("time") == "\(defaults.time)")
        #expect(documented("horizon") == "\(defaults.horizon)")
        #expect(documented("grace") == "\(defaults.grace)")
        #expect(documented("snooze") == "\(defaults.snooze.others);\(defaults.snooze.ownReminders)foryourownreminders")
        #expect(documented("days") == "\(defaults.days)")
        #expect(documented("channels") == "[\(defaults.channels.joined(separator: ","))]")
    }
}
