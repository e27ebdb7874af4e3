import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The script of an at(1) job, read by the machine's own shell.
@Suite struct AtScriptTests {
    /// The minutes to a year in which the reminder is in time: the job uses the system's clock.
    private static let farAhead = 100 * 525_600

    /// Swift joins a quote and a combining mark to one character; a shell reads the quote.
    @Test(arguments: ["'\u{301}", "'\u{FE0F}", "'\u{200D}", "'\u{20E3}", "'", "\r\n'", "\\'"])
    func textIsNotReadAsACommand(quote: String) throws {
        let stage = try DeliveryStage.of("at", [("command", "cat > \"$HOME/said\"")])
        let text = "It\(quote); touch \"$HOME/ran\"; echo \(quote)s time"
        #expect(try stage.deliver([reminder(Self.farAhead, title: text, body: text)]).summary.delivered.count == 1)
        #expect(try stage.folder.read("said") == "\(text)\n\(text)\n")
        #expect(!FileManager.default.fileExists(atPath: stage.folder.path + "/ran"))
    }

    /// A text of quotes is four times as long in a script, and may exceed the length of an argument.
    @Test func aLongScriptRuns() throws {
        let stage = try DeliveryStage.of("at", [("command", "cat > \"$HOME/said\"")])
        let text = String(repeating: "'", count: 60_000)
        let outcome = try stage.outcome(reminder(Self.farAhead, body: text))
        #expect(outcome.state == "delivered", "\(outcome)")
        #expect(try stage.folder.read("said") == "Workout Time!\n\(text)\n")
    }
}
