import Testing
import TestSupport

/// `--plain` and TERM=dumb: output for screen readers.
@Suite struct PlainModeTests {
    /// Block elements, box drawing, geometric shapes and the escape character.
    private func hasPictures(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x2500...0x25FF).contains($0.value) || $0 == "\u{1B}" }
    }

    @Test(arguments: [("--plain stats", [:]), ("stats --plain", [:]), ("stats", ["TERM": "dumb"])])
    func numbersReplacePictures(line: String, environment: [String: String]) throws {
        let home = try Home()
        for day in ["20", "22"] { _ = try home.antrain("log squat 5x5@80kg --date 2026-11-\(day)") }
        #expect(hasPictures(try home.antrain("stats").output))
        let plain = try home.antrain(line, environment: environment)
        #expect(plain.status == 0 && !hasPictures(plain.output), "\(plain.output)")
        #expect(plain.output.contains("November 2026  Days trained: 2\n"), "\(plain.output)")
        #expect(plain.output.contains("volume         4000  4000 kg\n"), "\(plain.output)")
    }

    @Test func aTerminalHasNoColours() throws {
        let home = try Home.ready()
        #expect(hasPictures(try home.onTerminal("calendar", "")))
        #expect(try !hasPictures(home.onTerminal("--plain calendar", "")))
    }

    /// Elsewhere, the line of a rest is overwritten each second, which a screen reader reads again.
    @Test(arguments: [("start", [:], true), ("--plain start", [:], false), ("start", ["TERM": "dumb"], false)])
    func aRestIsSaidOnce(line: String, environment: [String: String], isOverwritten: Bool) throws {
        let home = try Home.ready(now: "2026-11-23T08:00")
        let said = try home.onTerminal(line, "\n\n\n\n", environment: environment)
        #expect(said.contains("  rest "), "\(said)")
        #expect(said.contains("\r  rest ") == isOverwritten, "\(said)")
    }
}
