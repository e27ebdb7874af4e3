import CivilTime
import Foundation
@testable import LogExchange
import Progress
import TestSupport
import Testing
import Training

@Suite struct LogImportTests {
    private let today = CivilDate(dayNumber: 20_780)  // 2026-11-23

    private func read(_ text: String, unit: WeightUnit? = .kilograms, dateOrder: DateOrder? = nil) throws -> LogImport {
        try LogImport(Array(text.utf8), unit: unit, dateOrder: dateOrder, catalog: .empty, today: today)
    }

    private func shown(_ log: LogImport) -> [String] {
        log.entries.map { entry in
            "\(entry.date) \(entry.exercise) \(PerformedSet.notation(entry.sets))"
                + (entry.notes.map { " (\($0))" } ?? "")
        }
    }

    @Test func strongWithCommasIsRead() throws {
        let log = try read(
            """
            Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
            2026-11-16 18:13:44,"Day A",1h,"Squat (Barbell)",W,40,5,0,0,"","",
            2026-11-16 18:13:44,"Day A",1h,"Squat (Barbell)",1,100.5,5,0,0,"deep, ""ATG"" style","",8.5
            2026-11-16 18:13:44,"Day A",1h,"Squat (Barbell)",Rest Timer,0,0,0,180,"","",
            2026-11-16 18:13:44,"Day A",1h,"Squat (Barbell)",2,100.5,4,0,0,"","",
            2026-11-16 18:13:44,"Day A",1h,Running,1,0,0,5,1650,"","",

            """
        )
        #expect(log.format == .strong && log.problems.isEmpty)
        #expect(
            shown(log) == [
                "2026-11-16 squat-barbell warm-up 5@40kg, 5@100.5kg rpe 8.5, 4@100.5kg (deep, \"ATG\" style)",
                "2026-11-16 running 5000m 1650s",
            ]
        )
        #expect(log.exercises.map(\.name) == ["Squat (Barbell)", "Running"])
    }

    @Test func strongWithSemicolonsIsRead() throws {
        let log = try read(
            "\u{FEFF}Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (lbs);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes\r\n"
                + "1;2025-01-02 07:00:00;A;3600;Bench Press;1;62,5;8;;;;;\r\n1;2025-01-02 07:00:00;A;3600;Bench Press;2;62,5;7;;;;;\r\n"
        )
        #expect(shown(log) == ["2025-01-02 bench-press 8@62.5lb, 7@62.5lb"])
    }

    @Test func hevyIsRead() throws {
        let log = try read(
            """
            "title","start_time","end_time","description","exercise_title","superset_id","exercise_notes","set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"
            "Pull","4 Aug 2023, 18:05","4 Aug 2023, 19:00","","Pull Up","","",0,"warmup",,5,,,
            "Pull","4 Aug 2023, 18:05","4 Aug 2023, 19:00","","Pull Up","","",1,"normal",10,8,,,9
            "Pull","4 Aug 2023, 18:05","4 Aug 2023, 19:00","","Plank","","",0,"normal",,,,90,
            """
        )
        #expect(log.format == .hevy)
        #expect(shown(log) == ["2023-08-04 pull-up warm-up 5, 8@10kg rpe 9", "2023-08-04 plank 90s"])
    }

    @Test func fitNotesIsRead() throws {
        let log = try read(
            """
            Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
            2026-01-05,Deadlift,Back,315.0,lbs,5,,,,PR
            2026-01-05,Rowing Machine,Cardio,,,,2000,m,0:08:12,
            """
        )
        #expect(log.format == .fitNotes)
        #expect(shown(log) == ["2026-01-05 deadlift 5@315lb (PR)", "2026-01-05 rowing-machine 2000m 492s"])
    }

    /// Bad lines are named; the others are read.
    @Test(arguments: [
        ("2026-11-24,Squat,,60,kg,5,,,,", "the date 2026-11-24 is in the future"),
        ("24.13.2025,Squat,,60,kg,5,,,,", "'24.13.2025' is not a date"),
        ("13/13/2025,Squat,,60,kg,5,,,,", "no such date: 13/13/2025"),
        ("2026-11-16,Squat,,1500.1,kg,5,,,,", "a weight of 1500.1 kg"),
        ("2026-11-16,Squat,,60,kg,1001,,,,", "1001 repetitions"), ("2026-11-16,Squat,,60,kg,,,,,", "no repetitions"),
        ("2026-11-16,Squat,,heavy,kg,5,,,,", "'heavy' in column 'weight'"),
        ("2026-11-16,Squat,,-60,kg,5,,,,", "'-60' in column 'weight'"),
        ("2026-11-16,,,60,kg,5,,,,", "expected the name"),
        ("2026-11-16,Run,,,,,5,parsec,,", "unknown unit of distance"),
        ("2026-11-16,Run,,,,,,,1:xx,", "is not a time"), ("2026-11-16,Squat,,1e300,kg,5,,,,", "'1e300'"),
        ("2026-11-16,Squat,,nan,kg,5,,,,", "'nan'"),
    ])
    func badLinesAreNamed(line: String, expected: String) throws {
        let header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
        let log = try read(
            header + "2026-01-05,\"Dead\nlift\",,100,kg,5,,,,\n" + line + "\n2026-01-06,Press,,30,kg,5,,,,\n"
        )
        let problem = try #require(log.problems.first)
        // The cell with a line break takes two lines.
        #expect(log.problems.count == 1 && problem.line == 4 && problem.message.contains(expected), "\(problem)")
        #expect(log.entries.count == 2)
    }

    @Test(arguments: [
        ("", "is empty"), ("  \n", "is empty"), ("a,b\n1,2\n", "unknown format with the columns a, b"),
        ("Exercise Name,Set Order,Reps\n", "looks like an export of Strong, but it has no column date"),
        ("Date,Exercise,Category,Reps\n2026-01-05,\"Squat,,5\n", "line 2: a quoted cell does not end"),
        ("Date,Exercise,Category,Reps\n2026-01-05,Squat,,5\n2026-01-06,Sq\"ua\"t,,5\n", "line 3: a quotation mark"),
    ])
    func otherFilesAreRefused(text: String, expected: String) {
        let error = #expect(throws: LogImportError.self) { try read(text) }
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
    }

    @Test func bytesThatAreNoTextAreRefused() {
        #expect(throws: LogImportError.notText) {
            try LogImport([0xFF, 0xFE, 0x41], unit: .kilograms, catalog: .empty, today: today)
        }
    }

    private static let strong = "Date,Exercise Name,Set Order,Weight,Weight Unit,Reps,Distance\n2026-01-05,Squat,1,"

    /// A number without a unit is not guessed.
    @Test(arguments: [
        ("225,,5,", "line 2: the file does not state the unit of 225 (Squat); add --unit kg"), ("0,,5,", nil),
        (",,5,", nil), ("225,lbs,5,", nil), (",,,3.1", "the unit of 3.1 (Squat)"), (",,8,0", nil),
    ])
    func theUnitIsRequired(cells: String, expected: String?) throws {
        guard let expected else {
            #expect(try read(Self.strong + cells, unit: nil).problems.isEmpty)
            return
        }
        let error = #expect(throws: LogImportError.self) { try read(Self.strong + cells, unit: nil) }
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
        #expect(try read(Self.strong + cells, unit: .pounds).entries.count == 1)
    }

    private func dated(_ dates: [String], _ order: DateOrder? = nil) throws -> [String] {
        let rows = dates.map { "\($0),Squat,,60,kg,5,,,,\n" }.joined()
        let header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
        return try read(header + rows, dateOrder: order).entries.map(\.date.description).sorted()
    }

    /// Whether the day or the month comes first, the whole file shows.
    @Test(arguments: [
        (["01/02/2026", "15/01/2026"], ["2026-01-15", "2026-02-01"]),
        (["01/02/2026", "01/15/2026"], ["2026-01-02", "2026-01-15"]), (["05/05/2026"], ["2026-05-05"]),
        // On 23 November 2026, 3 December is in the future.
        (["03/12/2026", "01/02/2026"], ["2026-01-02", "2026-03-12"]),
        (["2026/1/5", "1.2.2026", "2026-03-04T10:00:00Z", "Mar 5, 2026"], ["2026-01-05", "2026-02-01", "2026-03-04"]),
    ])
    func theFileShowsTheOrderOfDates(dates: [String], expected: [String]) throws {
        #expect(try dated(dates).prefix(expected.count) == expected[...])
    }

    @Test(arguments: [["01/02/2026", "03/04/2026"], ["01/02/2026", "15/01/2026", "01/15/2026"]])
    func datesOfUnknownOrderAreRefused(dates: [String]) throws {
        #expect(throws: LogImportError.unknownDateOrder(line: 2, date: "01/02/2026")) { try dated(dates) }
        #expect(try dated(dates, .dayFirst).contains("2026-02-01"))
        #expect(try dated(dates, .monthFirst).contains("2026-01-02"))
    }

    @Test(arguments: [
        "5 Quux 2026", "31 Feb 2026", "32 Jan 2026", "Jan 2026", "5 Jan 26", "1/2/26", "", "5", "月", "a-b-c",
    ])
    func otherDatesAreProblems(date: String) throws {
        let header = "Date,Exercise,Category,Weight,Weight Unit,Reps\n"
        let log = try read(header + "\"\(date)\",Squat,,60,kg,5\n")
        #expect(log.problems.count == 1 && log.entries.isEmpty, "\(log)")
    }

    /// Months as Unicode CLDR abbreviates and spells them.
    @Test(arguments: [
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
        "ene feb mar abr may jun jul ago sept oct nov dic",
        "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
        "jan feb mrt apr mei jun jul aug sep okt nov dec", "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
        "sty lut mar kwi maj cze lip sie wrz paź lis gru",
        "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
        "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    ])
    func monthsAreKnown(names: String) throws {
        for (month, name) in names.split(separator: " ").enumerated() {
            let expected = try CivilDate(year: 2025, month: month + 1, day: 7)
            for text in ["7 \(name) 2025, 18:05", "07 \(name.uppercased()) 2025", "\(name) 7, 2025, 2:21\u{202F}PM"] {
                #expect(WrittenDate(text) == .clear(expected), "\(text)")
            }
        }
    }

    /// The machine takes its weight off the body, and a belt adds its weight to it.
    @Test(arguments: [
        ("Pull Up (Assisted)", "30", "8@bw-30kg"), ("Pull Up (Assisted)", "-30", "8@bw-30kg"),
        ("Assisted Dip", "30", "8@bw-30kg"), ("Klimmzug (Unterstützt)", "30", "8@bw-30kg"),
        ("Dominadas asistidas", "30", "8@bw-30kg"), ("Tractions (Assistées)", "30", "8@bw-30kg"),
        ("Pull Up (Assisted)", "", "8@bw"), ("Pull Up (Weighted)", "10", "8@bw+10kg"),
        ("Pull Up (Weighted)", "", "8@bw"), ("Dips (lestés)", "10", "8@bw+10kg"),
        ("Weighted Step", "10", "8@bw+10kg"), ("Squat (Barbell)", "60", "8@60kg"), ("Lunge (Dumbbell)", "20", "8@20kg"),
        ("Deadlift", "0", "8"),
    ])
    func assistanceAndAddedWeightsAreRelativeToTheBody(name: String, weight: String, expected: String) throws {
        let log = try read("Date,Exercise,Category,Weight,Weight Unit,Reps\n2026-01-05,\(name),,\(weight),kg,8\n")
        #expect(log.entries.map { PerformedSet.notation($0.sets) } == [expected], "\(log.problems)")
    }

    /// A set to failure leaves nothing: RPE 10.
    @Test func failureIsKeptAsRating() throws {
        let strong = try read(Self.strong.replacing(",1,", with: ",F,") + "100,kg,5,")
        let hevy =
            "title,start_time,exercise_title,set_index,set_type,weight_kg,reps,rpe\nA,\"5 Jan 2026, 10:00\",Squat,0,failure,100,5,"
        #expect(shown(strong) == ["2026-01-05 squat 5@100kg rpe 10"])
        #expect(shown(try read(hevy)) == ["2026-01-05 squat 5@100kg rpe 10"])
        #expect(shown(try read(hevy + "9.5")) == ["2026-01-05 squat 5@100kg rpe 9.5"])
    }

    /// Nothing is cut: a file may have every set of some decades.
    @Test func aLargeFileIsReadWhole() throws {
        let notes = String(repeating: "x", count: 400)
        let rows = (0..<60_000).map { "\(today.adding(days: -$0 % 9000)),Squat \($0),,60,kg,5,,,,\(notes)\n" }
        let header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
        let text = header + rows.joined()
        #expect(text.utf8.count > 16 << 20)
        #expect(try read(text).entries.count == 60_000)
        #expect(throws: LogImportError.tooLarge) {
            try LogImport([UInt8](repeating: 0x41, count: LogImport.largestFile + 1), catalog: .empty, today: today)
        }
    }

    /// Every entry that antrain can record is the same after an export and an import.
    @Test(arguments: 0..<60 as Range<UInt64>) func anExportIsReadBackExactly(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let texts = [
            "Squat", "=SUM(A1)", "+1", "-1", "@x", "'quoted'", "two words", " blanks ", "a,b;c", "say \"hi\"",
            "line\nbreak", "Überzüge", "日本", "\ttab",
            // Swift joins these marks to the characters before and after them.
            "\"\u{301}", "\u{301}", "=\u{301}", "a\"\u{200D}\",b", "'\u{301}", ";\u{FE0F}a", "\u{600}\"", "\u{600},",
        ]
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        // Names are on one line, and IDs have no blanks.
        func name() -> String {
            text().replacingOccurrences(of: "\n", with: " ").replacingOccurrences(of: "\t", with: " ")
        }
        func id() -> String { name().split(separator: " ").joined(separator: "-") }
        let notations = [
            "5x5@80kg", "warm-up 5@40kg, 3@100lb rpe 8.5", "8@bw+10kg", "8@bw-20kg", "0", "5000m 1650s", "90s",
            "drop 12@60kg, back-off 8", "8@bw",
        ]
        let entries = try (1...12).map { number in
            let isMissed = Int.random(in: 0..<8, using: &random) == 0
            return LogEntry(
                number: Int64(number),
                date: today.adding(days: -100 + number),
                exercise: "exercise-\(number % 3)",
                name: name(),
                workout: Bool.random(using: &random)
                    ? LogEntry.Workout(program: id(), day: id(), exercise: id()) : nil,
                outcome: isMissed ? .missed : Bool.random(using: &random) ? .planned : .performed,
                sets: isMissed
                    ? [] : try PerformedSet.parse(notations.randomElement(using: &random) ?? "5", unit: .kilograms),
                notes: Bool.random(using: &random) ? text() : nil
            )
        }
        let log = try read(LogExport.csv(entries), unit: .pounds)
        #expect(log.format == .antrain && log.problems.isEmpty, "\(log.problems)")
        let unnumbered = entries.map { entry in
            var entry = entry
            entry.number = 0
            return entry
        }
        #expect(log.entries == unnumbered)
    }

    /// A file is text from outside: what it could do to a terminal is removed.
    @Test func controlCharactersAreRemoved() throws {
        let header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
        let log = try read(
            header + "2026-01-05,Sq\u{1B}[31muat\u{202E},,60,kg,5,,,,b\u{7}ad\u{1B}[2J\n"
                + "\u{1B}[31m2026,Press,,60,kg,5,,,,\n"
        )
        let entry = try #require(log.entries.first)
        let texts = [entry.name, entry.exercise, entry.notes ?? "", log.problems.first?.message ?? ""]
        #expect(entry.name == "Sq [31muat" && log.problems.count == 1, "\(entry)")
        #expect(
            texts.allSatisfy { text in !text.isEmpty && !text.unicodeScalars.contains { $0.value < 32 } },
            "\(texts)"
        )
        let unknown = #expect(throws: LogImportError.self) { try read("a\u{1B}[31m,b\n1,2\n") }
        #expect(unknown?.description.contains("\u{1B}") == false)
    }

    @Test(arguments: ["exercise", "program", "day", "program_exercise"]) func idsWithBlanksAreRefused(column: String)
        throws
    {
        let entry = LogEntry(
            date: today,
            exercise: "squat",
            name: "Squat",
            workout: LogEntry.Workout(program: "p", day: "d", exercise: "e"),
            sets: try PerformedSet.parse("5", unit: .kilograms)
        )
        let lines = LogExport.csv([entry]).split(separator: "\n").map(String.init)
        let place = try #require(lines[0].split(separator: ",").map(String.init).firstIndex(of: column))
        var cells = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        cells[place] = "\"two words\""
        let log = try read(lines[0] + "\n" + cells.joined(separator: ",") + "\n")
        #expect(
            log.problems.map(\.message) == [
                "'two words' in column '\(column)' is not an id; expected a word without blanks"
            ]
        )
    }

    @Test func formulasAreNeutralized() {
        let entry = LogEntry(date: today, exercise: "squat", name: "=cmd|' /C calc'!A0", sets: [], notes: "@SUM(1)")
        let csv = LogExport.csv([entry])
        #expect(csv.contains("\"'=cmd|' /C calc'!A0\"") && csv.contains(",'@SUM(1)"), "\(csv)")
    }
}
