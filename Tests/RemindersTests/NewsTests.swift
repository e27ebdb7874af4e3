import CivilTime
import Localization
import Planning
import Progress
import Reminders
import Testing
import Training

/// New records and summaries of weeks. 9 November 2026 is a Monday.
@Suite struct NewsTests {
    private let zone: Zone
    private let workout = LogEntry.Workout(program: "ppl", day: "push", exercise: "a")

    init() throws { zone = try zones.zone(named: "Europe/Berlin") }

    private func entry(
        _ number: Int64,
        _ day: String,
        _ sets: String,
        _ name: String = "Squat",
        ofProgram: Bool = false
    ) throws -> LogEntry {
        LogEntry(
            number: number,
            date: try date("2026-" + day),
            exercise: name.lowercased(),
            name: name,
            workout: ofProgram ? workout : nil,
            sets: try PerformedSet.parse(sets, unit: .kilograms)
        )
    }

    private func input(
        _ entries: [LogEntry] = [],
        loggedAt: [Int64: String] = [:],
        done: [String] = [],
        skipped: [String] = [],
        started: [String] = [],
        answeredAt: String? = nil,
        now: String = "2026-11-13T12:00",
        _ change: (inout Settings) -> Void
    ) throws -> PlanInput {
        func key(_ day: String) throws -> OccurrenceKey { OccurrenceKey(.program("ppl"), on: try date("2026-" + day)) }
        let active = ActiveProgram(
            program: try program(),
            start: try date("2026-11-02"),
            trainingDays: .all,
            completions: try done.map { Completion(date: try date("2026-" + $0), dayID: "push") },
            skipped: Set(try skipped.map { try date("2026-" + $0) })
        )
        let answers = try done.map { (try key($0), Answer.completed) } + skipped.map { (try key($0), Answer.skipped) }
        return PlanInput(
            programs: [active],
            settings: settings(change),
            zone: zone,
            now: try Instant(parsing: now, in: zone),
            answers: Dictionary(uniqueKeysWithValues: answers),
            started: try started.map {
                StartedWorkout(
                    workout: try key($0),
                    dayID: "push",
                    at: try Instant(parsing: "2026-\($0)T10:00", in: zone)
                )
            },
            answeredAt: try answeredAt.map { moment in
                let instant = try Instant(parsing: moment, in: zone)
                return Dictionary(uniqueKeysWithValues: try done.map { (try key($0), instant) })
            } ?? [:],
            recentLog: RecentLog(
                entries: entries,
                loggedAt: try loggedAt.mapValues { try Instant(parsing: "2026-" + $0, in: zone) }
            )
        )
    }

    private func lines(_ input: PlanInput, _ category: NotificationCategory) -> [String] {
        Plan(input).notifications.filter { $0.category == category }.map {
            "\($0.id) \($0.fireAt.time) \($0.title): \($0.body)"
        }
    }

    // MARK: Records

    @Test(
        arguments: [
            ("5@100kg", "5@102.5kg", "2 new records: Squat: heaviest load 102.5 kg, estimated max 119.6 kg"),
            ("5@100kg", "6@100kg", "2 new records: Squat: most repetitions 6 at 100 kg, estimated max 120 kg"),
            ("5@100kg", "12@60kg", nil), ("5@100kg", "5@100kg", nil), ("5@100kg", "warm-up 5@120kg", nil),
            ("5@bodyweight+10kg", "5@bodyweight+12.5kg", "New record: Squat: most added weight 12.5 kg"),
            ("8@bodyweight", "9@bodyweight", "New record: Squat: most repetitions 9 at bodyweight"),
            ("60s", "75s", "New record: Squat: longest time 1:15"),
            ("5km 27:30", "5km 26:00", "New record: Squat: best time 5 km in 26:00"),
            ("5km 27:30", "8km 50:00", "New record: Squat: longest distance 8 km in 50:00"),
        ] as [(String, String, String?)]
    )
    func aRecordIsReported(before: String, now: String, expected: String?) throws {
        let log = [try entry(1, "11-06", before), try entry(2, "11-13", now)]
        let input = try input(log, loggedAt: [2: "11-13T11:00"]) { $0.reportsRecords = true }
        #expect(lines(input, .record) == (expected.map { ["record/2026-11-13/squat 11:00 \($0)"] } ?? []))
    }

    /// The first training of an exercise, records that no longer stand, and old ones are no news.
    @Test(
        arguments: [
            (["11-13 5@100kg"], [1: "11-13T11:00"]), (["11-13 5@100kg", "11-13 5@110kg"], [2: "11-13T11:00"]),
            (["11-02 5@100kg", "11-04 5@105kg", "11-06 5@110kg"], [2: "11-13T11:00"]),
            (["11-06 5@100kg", "11-13 5@110kg"], [2: "11-13T07:30"]), (["11-06 5@100kg", "11-13 5@110kg"], [:]),
        ] as [([String], [Int64: String])]
    )
    func otherRecordsAreNotReported(log: [String], loggedAt: [Int64: String]) throws {
        let entries = try log.enumerated().map { place, text in
            let parts = text.split(separator: " ").map(String.init)
            return try entry(Int64(place + 1), parts[0], parts[1])
        }
        #expect(lines(try input(entries, loggedAt: loggedAt) { $0.reportsRecords = true }, .record).isEmpty)
    }

    @Test func recordsFollowTheSettings() throws {
        let log = [try entry(1, "11-06", "5@100kg"), try entry(2, "11-13", "5@110kg")]
        func count(_ change: (inout Settings) -> Void) throws -> Int {
            lines(try input(log, loggedAt: [2: "11-13T11:00"], change), .record).count
        }
        #expect(try count { $0.reportsRecords = true } == 1)
        #expect(try count { _ in } == 0)
        #expect(
            try count {
                $0.reportsRecords = true
                $0.isEnabled = false
            } == 0
        )
    }

    /// What one command logged is one notification, and later records have their own.
    @Test func recordsOfOneCommandAreReportedTogether() throws {
        let former = [
            try entry(1, "11-06", "5@100kg"), try entry(2, "11-06", "5@60kg", "Press"),
            try entry(3, "11-06", "5@50kg", "Row"),
        ]
        let log =
            former + [
                try entry(4, "11-13", "5@102.5kg"), try entry(5, "11-13", "5@62.5kg", "Press"),
                try entry(6, "11-13", "5@52.5kg", "Row"),
            ]
        let input = try input(log, loggedAt: [4: "11-13T11:00", 5: "11-13T11:00", 6: "11-13T11:20"]) {
            $0.reportsRecords = true
        }
        #expect(
            lines(input, .record) == [
                """
                record/2026-11-13/squat 11:00 4 new records: Squat: heaviest load 102.5 kg, estimated max 119.6 kg
                Press: heaviest load 62.5 kg, estimated max 72.9 kg
                """,
                "record/2026-11-13/row 11:20 2 new records: Row: heaviest load 52.5 kg, estimated max 61.3 kg",
            ]
        )
    }

    /// In a guided session, sets are logged one by one.
    @Test func recordsOfAStartedWorkoutWaitForItsEnd() throws {
        let log = [
            try entry(1, "11-06", "5@100kg", ofProgram: true),
            try entry(2, "11-06", "5@60kg", "Press", ofProgram: true),
            try entry(3, "11-13", "5@102.5kg", ofProgram: true),
            try entry(4, "11-13", "5@62.5kg", "Press", ofProgram: true),
        ]
        let times: [Int64: String] = [3: "11-13T11:00", 4: "11-13T11:30"]
        let during = try input(log, loggedAt: times, started: ["11-13"]) { $0.reportsRecords = true }
        #expect(lines(during, .record).isEmpty)
        let after = try input(
            log,
            loggedAt: times,
            done: ["11-13"],
            started: ["11-13"],
            answeredAt: "2026-11-13T11:55"
        ) { $0.reportsRecords = true }
        #expect(lines(after, .record).map { $0.prefix(29) } == ["record/2026-11-13/ppl 11:55 4"])
        // The grace period begins with the answer.
        let late = try input(
            log,
            loggedAt: times,
            done: ["11-13"],
            started: ["11-13"],
            answeredAt: "2026-11-13T19:00",
            now: "2026-11-13T19:01"
        ) { $0.reportsRecords = true }
        #expect(lines(late, .record).count == 1)
    }

    // MARK: Summaries

    @Test func aWeekIsSummedUp() throws {
        let log = [
            try entry(1, "11-02", "5x5@100kg"), try entry(2, "11-09", "5x5@102.5kg"),
            try entry(3, "11-11", "3x8@60.3kg", "Press"),
        ]
        let input = try input(log, done: ["11-06", "11-09", "11-11"], now: "2026-11-15T18:00") { $0.summary = .usual }
        #expect(
            lines(input, .summary) == [
                """
                summary/2026-11-15/week 18:00 Your week: 2 of 3 workouts done
                Volume: 4010 kg
                Records: Squat
                Next week: Mon Push, Wed Pull, Fri Legs
                """
            ]
        )
    }

    /// A summary in the morning covers the days before; the coming summary counts what is planned.
    @Test(
        arguments: [
            (
                "11-16T08:00", ["11-09", "11-11", "11-13"],
                "summary/2026-11-16/week 08:00 Your week: 3 of 3 workouts done"
            ),
            ("11-12T08:00", ["11-09", "11-11"], "summary/2026-11-16/week 08:00 Your week: 2 of 3 workouts done"),
        ] as [(String, [String], String)]
    )
    func aMorningSummaryCoversTheDaysBefore(now: String, done: [String], expected: String) throws {
        let input = try input(done: done, now: "2026-" + now) {
            $0.summary = SummarySchedule(on: .monday, at: TimeOfDay(secondsFromMidnight: 8 * 3600))
        }
        #expect(lines(input, .summary).first?.split(separator: "\n").first.map(String.init) == expected)
    }

    @Test func streaksAreSummedUp() throws {
        let done = ["11-02", "11-04", "11-06", "11-09", "11-11", "11-13"]
        let summary = lines(try input(done: done, now: "2026-11-15T12:00") { $0.summary = .usual }, .summary)
        #expect(summary.first?.contains("\n6 workouts in a row\n") == true, "\(summary)")
    }

    /// After a program has ended, only its end is reported.
    @Test func anEndedProgramIsNotSummedUp() throws {
        let ended = ActiveProgram(
            program: try program(schedule: "{mode: weekdays, monday: push, length: until 2026-11-06}"),
            start: try date("2026-11-02"),
            trainingDays: .all,
            completions: [Completion(date: try date("2026-11-02"), dayID: "push")]
        )
        let moment = try Instant(parsing: "2026-11-15T12:00", in: zone)
        let settings = settings { $0.summary = .usual }
        let plan = Plan(PlanInput(programs: [ended], settings: settings, zone: zone, now: moment))
        #expect(plan.notifications.map(\.id.endedProgram) == ["ppl"])
    }

    /// Without anything to say, there is no summary.
    @Test func nothingIsNotSummedUp() throws {
        let settings = settings { $0.summary = .usual }
        let empty = PlanInput(
            programs: [],
            settings: settings,
            zone: zone,
            now: try Instant(parsing: "2026-11-15T12:00", in: zone)
        )
        #expect(Plan(empty).notifications.isEmpty)
    }

    /// A late summary is delivered within the grace period, and quiet hours hold it until the next morning.
    @Test func quietHoursHoldASummary() throws {
        let quiet = QuietHours(
            from: TimeOfDay(secondsFromMidnight: 17 * 3600),
            to: TimeOfDay(secondsFromMidnight: 7 * 3600)
        )
        for now in ["2026-11-15T12:00", "2026-11-16T07:30"] {
            let input = try input(done: ["11-13"], now: now) {
                $0.summary = .usual
                $0.quietHours = quiet
            }
            let first = try #require(Plan(input).notifications.first { $0.category == .summary })
            #expect("\(first.id) \(first.fireAt)" == "summary/2026-11-15/week 2026-11-16T07:00")
        }
    }

    @Test(
        arguments: [
            ("de", "Neuer Rekord: Squat: größtes Zusatzgewicht 12,5 kg"),
            ("es", "Nuevo récord: Squat: mayor lastre 12,5 kg"),
            ("fr", "Nouveau record: Squat\u{202F}: lest le plus lourd 12,5 kg"),
            ("tr", "Yeni rekor: Squat: en fazla ek ağırlık 12,5 kg"),
        ]
    )
    func newsAreTranslated(language: String, expected: String) throws {
        let log = [try entry(1, "11-06", "5@bodyweight+10kg"), try entry(2, "11-13", "5@bodyweight+12.5kg")]
        let input = try input(log, loggedAt: [2: "11-13T11:00"]) {
            $0.reportsRecords = true
            $0.language = Language(rawValue: language)
        }
        #expect(lines(input, .record) == ["record/2026-11-13/squat 11:00 \(expected)"])
    }

    // MARK: What is read from the log

    @Test(
        arguments: [
            ("2026-11-15T12:00", true, true, "2026-11-09"), ("2026-11-16T06:00", true, true, "2026-11-09"),
            ("2026-11-13T12:00", true, true, nil), ("2026-11-15T12:00", false, true, "2026-11-09"),
            ("2026-11-13T12:00", false, true, nil),
            ("2026-11-15T12:00", false, false, nil),
        ] as [(String, Bool, Bool, String?)]
    )
    func onlyWhatIsNeededIsRead(now: String, records: Bool, summary: Bool, trainedSince: String?) throws {
        let chosen = settings {
            $0.reportsRecords = records
            $0.summary = summary ? .usual : nil
        }
        let moment = try Instant(parsing: now, in: zone)
        let scope = RecentScope(chosen, now: moment, in: zone)
        #expect(scope?.trainedSince?.description == trainedSince)
        #expect((scope?.loggedSince != nil) == records)
    }
}
