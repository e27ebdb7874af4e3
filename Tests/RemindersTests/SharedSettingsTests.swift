import Reminders
import Testing
import YAMLSource

@Suite struct SharedSettingsTests {
    /// Values are the same whatever their style; settings of one machine and keys without values are left out.
    @Test(arguments: [
        ("time: 07:30\nchannels: [mail]\n", "time: \"07:30\"\n"),
        ("time: '07:30' # early\ndays:\n  - mon\n  - fri\n", "time: \"07:30\"\ndays: [mon, fri]\n"),
        ("days: [ mon,fri ]\ngrace:\nheartbeat: https://example.org/x\n", "days: [mon, fri]\n"),
        ("quiet-hours: {from: 22:00, to: '07:00'}\n", "quiet-hours: {from: \"22:00\", to: \"07:00\"}\n"),
        ("texts:\n  workout:\n    title: |\n      a: b\n      c\n", "texts: {workout: {title: \"a: b\\nc\\n\"}}\n"),
        ("horizon: &h 3\nrest-days: \"on\"\n", "rest-days: \"on\"\nhorizon: 3\n"),
        ("{enabled: yes, details: no}\n", "enabled: yes\ndetails: no\n"), ("# nothing\n", ""), ("a: [b\n", ""),
    ])
    func valuesAreWrittenInOneWay(file: String, expected: String) {
        let settings = SharedSettings(in: Array(file.utf8))
        let known = SharedSettings(in: Array(settings.text.utf8))
        #expect(settings == known && settings.text == known.text)
        #expect(settings == SharedSettings(in: Array(expected.utf8)))
        #expect(SettingsReader.read(SourceText(path: "", text: expected)).settings != nil)
    }

    /// What is recorded and what is taken over, by the values in the file, at the last comparison, and in force on the machines; `-` is
    /// none, `removed` a removed one.
    @Test(arguments: [
        // Nobody changed anything.
        ("8:00", "8:00", "8:00", ""), ("-", "-", "removed", ""), ("-", "-", "-", ""),
        // This machine changed it, before and after others did.
        ("9:00", "8:00", "8:00", "made 9:00"), ("9:00", "8:00", "7:00", "made 9:00"),
        ("-", "8:00", "8:00", "made removed"),
        ("9:00", "-", "removed", "made 9:00"), ("9:00", "8:00", "9:00", ""),
        // Others changed it.
        ("8:00", "8:00", "7:00", "received 7:00"), ("8:00", "8:00", "removed", "received removed"),
        ("-", "-", "7:00", "received 7:00"),
        // A machine joins; nobody set the key before.
        ("8:00", "never", "7:00", "received 7:00"), ("-", "never", "7:00", "received 7:00"),
        ("8:00", "never", "-", "made 8:00"), ("8:00", "8:00", "-", "made 8:00"),
    ])
    func theLaterChangeCounts(file: String, known: String, shared: String, expected: String) {
        func settings(_ time: String) -> SharedSettings {
            SharedSettings(in: Array((time == "-" ? "" : "time: \(time)").utf8))
        }
        var values: [String: String?] = [:]
        if shared != "-" { values["time"] = .some(shared == "removed" ? nil : "\"\(shared)\"") }
        let exchange = SettingsExchange(
            settings(file),
            known: known == "never" ? nil : settings(known),
            shared: values
        )
        var found = exchange.made.map { "made \($0.value?.replacing("\"", with: "") ?? "removed")" }
        found += exchange.received.map { change in
            "received \(change.value == SettingsChange.Value.removed ? "removed" : change.text ?? "?")"
        }
        #expect(found.joined(separator: ", ") == expected)
        #expect(exchange.isNew == (file != known))
    }

    /// A newer antrain may share keys and values that this one does not know.
    @Test func unknownKeysAndValuesAreLeftAlone() {
        let shared = ["mood": "good", "time": "[a", "days": "[mon]", "channels": "[mail]"]
        let exchange = SettingsExchange(SharedSettings(in: []), known: SharedSettings(in: []), shared: shared)
        #expect(exchange.received.map(\.key) == [.days] && exchange.made.isEmpty)
    }
}
