import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// What a job of at(1) runs, read by the machine's own shell.
@Suite struct AtScriptTests {
    /// A quote with a mark on it is another character of Swift's, and the same quote of a shell's.
    @Test(arguments: ["'\u{301}", "'\u{FE0F}", "'\u{200D}", "'\u{20E3}", "'", "\r\n'", "\\'"])
    func noTextIsReadAsACommand(quote: String) throws {
        let stage = try DeliveryStage.of("at", [("command", "cat > \"$HOME/said\"")])
        let text = "It\(quote); touch \"$HOME/ran\"; echo \(quote)s time"
        #expect(try stage.deliver([reminder(title: text, body: text)]).summary.delivered.count == 1)
        #expect(try stage.folder.read("said") == "\(text)\n\(text)\n")
        #expect(!FileManager.default.fileExists(atPath: stage.folder.path + "/ran"))
    }

    /// A text of quotes alone is four times as long in a script, and longer than an argument may be.
    @Test func aLongScriptIsRead() throws {
        let stage = try DeliveryStage.of("at", [("command", "cat > \"$HOME/said\"")])
        let text = String(repeating: "'", count: 60_000)
        let outcome = try stage.outcome(reminder(body: text))
        #expect(outcome.state == "delivered", "\(outcome)")
        #expect(try stage.folder.read("said") == "Workout Time!\n\(text)\n")
    }
}
