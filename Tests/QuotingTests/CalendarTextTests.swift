import Quoting
import TestSupport
import Testing

/// Other programs read lines of calendars back.
@Suite(
    .requires(.python("icalendar", in: "python3-icalendar"), .python("vobject", in: "python3-vobject"))
) struct CalendarTextTests {
    private func calendar(_ texts: [String]) -> String {
        var bytes: [UInt8] = []
        func add(_ line: String) { CalendarText.fold(Array(line.utf8), into: &bytes) }
        add("BEGIN:VCALENDAR")
        for text in texts {
            add("BEGIN:VEVENT")
            add("SUMMARY;LANGUAGE=\(CalendarText.parameter("x,y:z")):" + CalendarText.escaped(text))
            add("END:VEVENT")
        }
        add("END:VCALENDAR")
        for line in bytes.split(separator: 0x0A) { #expect(line.last == 0x0D && line.count <= 76) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// CRLF becomes LF, and other unprintable characters become spaces.
    private func expected(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n", result.last == "\r" { result.removeLast() }
            result.append(scalar)
        }
        return String(
            String.UnicodeScalarView(result.map { "\r\u{85}\u{2028}".unicodeScalars.contains($0) ? " " : $0 })
        )
    }

    @Test func vobjectReadsTheTexts() throws {
        let texts = HardTexts.all(seed: 12)
        let script = """
            import vobject
            calendar = vobject.readOne(open(sys.argv[1], newline="", encoding="utf-8").read())
            print(json.dumps([event.summary.value for event in calendar.vevent_list]))
            """
        HardTexts.expect(try HardTexts.python(script, calendar(texts)), texts.map(expected))
    }

    @Test func icalendarReadsTheTexts() throws {
        // icalendar reads an escaped backslash before a letter or another mark as a part of an escape.
        let texts = HardTexts.all(seed: 13).filter { !$0.utf8.contains(UInt8(ascii: "\\")) }
        let script = """
            import icalendar
            calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
            events = calendar.walk("VEVENT")
            assert all(event["SUMMARY"].params["LANGUAGE"] == "x,y:z" for event in events)
            print(json.dumps([str(event["SUMMARY"]) for event in events]))
            """
        HardTexts.expect(try HardTexts.python(script, calendar(texts)), texts.map(expected))
    }

    @Test func textsReadBack() {
        for text in HardTexts.all(seed: 14) {
            HardTexts.expect([CalendarText.unescaped(CalendarText.escaped(text))], [expected(text)])
        }
    }
}
