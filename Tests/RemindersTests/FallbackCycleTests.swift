import Reminders
import Testing
import YAMLSource

/// Chains of fallback channels must end.
@Suite struct FallbackCycleTests {
    private func read(_ text: String, isRemembered: Bool = false) -> SettingsReading {
        SettingsReader.read(SourceText(path: "settings.yaml", text: text), isRemembered: isRemembered)
    }

    @Test(arguments: [
        ("mail: {else: command}\n  command: {else: mail}", "mail → command → mail", 3, "command"),
        ("a: {else: b}\n  b: {else: c}\n  c: {else: a}", "a → b → c → a", 4, "c"),
        // A chain that leads into a cycle of other channels.
        ("x: {else: b}\n  b: {else: c}\n  c: {else: b}", "b → c → b", 4, "c"),
        ("d: {else: e}\n  e: {else: f}\n  f: {else: g}\n  g: {else: d}", "d → e → f → g → d", 5, "g"),
    ])
    func aCycleIsReportedOnceWithItsLine(channels: String, chain: String, line: Int, closing: String) throws {
        let reading = read("configure:\n  \(channels)\n")
        #expect(reading.settings == nil)
        let errors = reading.diagnostics.items.filter { $0.severity == .error }
        #expect(errors.count == 1)
        #expect(errors[0].message.contains(chain), "\(errors[0].message)")
        #expect(errors[0].help?.contains("remove 'else' from '\(closing)'") == true)
        let text = reading.renderer(of: SourceText(path: "s.yaml", text: "configure:\n  \(channels)\n"), colored: false)
            .render(reading.diagnostics)
        #expect(text.contains("s.yaml:\(line):"), "\(text)")
    }

    @Test(arguments: [
        "mail: {else: command}\n  command: {else: log}", "a: {else: c}\n  b: {else: c}\n  c: {else: log}",
    ])
    func aChainThatEndsIsAccepted(channels: String) {
        #expect(read("configure:\n  \(channels)\n").settings != nil)
    }

    /// Settings that an older version accepted remain in force as the last good settings.
    @Test func rememberedCyclesStayInForce() {
        #expect(read("configure:\n  a: {else: b}\n  b: {else: a}\n", isRemembered: true).settings != nil)
    }
}
