@testable import CalendarSyntax
@testable import Calendars
import Testing

/// Calendar files of other programs, and files that are not calendars.
@Suite struct CalendarReaderTests {
    private func read(_ text: String) throws(CalendarSyntaxError) -> [CalendarComponent] {
        try CalendarReader.calendars(Array(text.utf8))
    }

    @Test func componentsAreRead() throws {
        let calendars = try read(
            "\u{FEFF}begin:vcalendar\r\nVERSION:2.0\r\n\r\nBEGIN:VEVENT\r\ndtstart;tzid=\"Europe/Berlin\";x=a,\"b;c\":20261123T073000\n"
                + "SUMMARY:Squ\n at\r\n\t day\nEND:VEVENT\nEND:VCALENDAR\nBEGIN:VCALENDAR\nEND:VCALENDAR"
        )
        #expect(calendars.count == 2)
        let event = try #require(calendars.first?.components.first)
        #expect(event.line == 4 && event.name == "VEVENT")
        #expect(event["SUMMARY"]?.text == "Squat day")
        #expect(event["DTSTART"]?.value == "20261123T073000" && event["DTSTART"]?.parameter("TZID") == "Europe/Berlin")
        #expect(event["DTSTART"]?.parameters.last?.values == ["a", "b;c"])
    }

    /// Some programs fold within a UTF-8 sequence.
    @Test func linesFoldedWithinACharacterAreRead() throws {
        let head = Array("BEGIN:VCALENDAR\r\nX:".utf8)
        let bytes = head + [0xC3, 0x0D, 0x0A, 0x20, 0xBC] + Array("\r\nEND:VCALENDAR\r\n".utf8)
        #expect(try CalendarReader.calendars(bytes).first?["X"]?.value == "ü")
    }

    /// What another program wrote stays as it is, even its folds; lines that replace others are written as usual.
    @Test func propertiesKeepTheirOctets() throws {
        let text = "BEGIN:VCALENDAR\r\nx-odd;A=b:va\r\n\t lue\r\nSUMMARY:old\r\nX-LAST:\u{1}\r\nEND:VCALENDAR\r\n"
        var calendar = try #require(try CalendarReader.calendars(Array(text.utf8), keepsOctets: true).first)
        calendar.properties[1] = ContentLine("SUMMARY", text: "new")
        var bytes: [UInt8] = []
        calendar.write(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text.replacing("SUMMARY:old", with: "SUMMARY:new"))
    }

    @Test(arguments: [
        ("", "line 1: expected BEGIN:VCALENDAR"), ("hello", "line 1: expected NAME:VALUE"),
        ("BEGIN:VEVENT\nEND:VEVENT", "line 1: expected BEGIN:VCALENDAR"), ("X:1", "line 1: expected BEGIN:VCALENDAR"),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "line 3: this END has no matching BEGIN"),
        ("BEGIN:VCALENDAR\n\nBEGIN:VEVENT\nX:1\n", "line 4: VEVENT of line 3 has no END"),
        ("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR", "line 3: this END has no matching BEGIN"),
        ("BEGIN:VCALENDAR\nX;Y:1\n", "line 2: expected a parameter NAME=VALUE"),
        ("BEGIN:VCALENDAR\nX;Y=\"1:1\n", "line 2: a quotation mark is missing"),
        ("BEGIN:VCALENDAR\nX;Y=\"1\"1:1\n", "line 2: expected NAME:VALUE"),
        ("BEGIN:VCALENDAR\nÜ:1\n", "line 2: expected NAME:VALUE"),
        ("BEGIN:VCALENDAR\nX:a\u{0}b\n", "line 2: it contains a NUL byte; the file is damaged"),
        ("BEGIN:VCALENDAR\nX" + String(repeating: ";A=1", count: 65) + ":1\n", "line 2: it has too many parameters"),
        (String(repeating: "BEGIN:VCALENDAR\n", count: 9), "line 9: components are nested too deeply"),
    ])
    func otherFilesAreRejected(text: String, message: String) {
        let error = #expect(throws: CalendarSyntaxError.self) { try CalendarReader.calendars(Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test func endlessLinesAreRejected() {
        let text = "BEGIN:VCALENDAR\nX:" + String(repeating: "a\n ", count: 1 << 20) + "\n"
        let error = #expect(throws: CalendarSyntaxError.self) { try CalendarReader.calendars(Array(text.utf8)) }
        #expect(error?.description == "line 2: the line is longer than 1048576 bytes")
    }
}
