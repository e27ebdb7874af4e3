import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The script of an at(1) job, read by the machine's own shell.
@Suite struct AtScriptTests {
    /// What the job printed, without the delay: the job uses the system's clock, and the reminder has a fixed date.
    private func said(_ stage: DeliveryStage) throws -> String {
        try stage.folder.read("said").replacing(/\(\d+ min late\)\n$/, with: "")
    }

    /// Swift joins a quote and a combining mark to one character; a shell reads the quote.
    @Test(arguments: ["'\u{301}", "'\u{FE0F}", "'\u{200D}", "'\u{20E3}", "'", "\r\n'", "\\'"])
    func textIsNotReadAsACommand(quote: String) throws {
        let stage = try DeliveryStage.of("at", [("command", "cat > \"$HOME/said\"")])
        let text = "It\(quote); touch \"$HOME/ran\"; echo \(quote)s time"
        #expect(try stage.deliver([reminder(title: text, body: text)]).summary.delivered.count == 1)
        #expect(try said(stage) == "\(text)\n\(text)\n")
        #expect(!FileManager.default.fileExists(atPath: stage.folder.path + "/ran"))
    }

    /// A text of quotes is four times as long in a script, and may exceed the length of an argument.
    @Test func aLongScriptRuns() throws {
        let stage = try DeliveryStage.of("at", [("command", "cat > \"$HOME/said\"")])
        let text = String(repeating: "'", count: 60_000)
        let outcome = try stage.outcome(reminder(body: text))
        #expect(outcome.state == "delivered", "\(outcome)")
        #expect(try said(stage) == "Workout Time!\n\(text)\n")
    }
}
