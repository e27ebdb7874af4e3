import CivilTime
import Localization
import Planning
import Reminders
import Testing
import Training
import YAMLSource

/// The details that a workout's reminder adds to the workout's name.
@Suite struct DetailsTests {
    private func program(_ id: String, days: String, rest: String = "", length: String = "") throws -> Program {
        let text =
            "antrain: 1\nid: \(id)\nname: \(id)\ndays: {\(days)}\n\(rest)schedule: {mode: weekdays, monday: a, wednesday: a\(length)}\n"
        let reading = ProgramReader.read(SourceText(path: "p", text: text))
        return try #require(reading.program, "\(reading.diagnostics.items)")
    }

    private func bodies(
        _ programs: [Program],
        _ language: Language = .english,
        now: String = "2026-11-23T06:00",
        territory: String? = nil,
        snoozes: [Snooze] = [],
        answers: [OccurrenceKey: Answer] = [:],
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> [String] {
        let zone = try zones.zone(named: "Europe/Berlin")
        return Plan(
            PlanInput(
                programs: try programs.map {
                    ActiveProgram(program: $0, start: try date("2026-11-23"), trainingDays: .all, completions: [])
                },
                settings: settings {
                    $0.showsDetails = true
                    change(&$0)
                },
                zone: zone,
                now: try Instant(parsing: now, in: zone),
                answers: answers,
                snoozes: snoozes,
                language: language,
                territory: territory.flatMap { Territory(code: $0) }
            )
        ).notifications.map(\.body)
    }

    private static let two =
        "a: {name: Push, duration: 50m, exercises: [{exercise: A, sets: 5}, {exercise: B, sets: 5}]}"
    private static let one = "a: {name: Run, exercises: [{exercise: Run, sets: 1x1}]}"
    private static let deload = "weeks: [{deload: yes}, {name: Hard}]\n"

    @Test(arguments: [
        (Language.english, "Today: Push\n2 exercises, about 50 min, week 1 of 8, deload week"),
        (.german, "Heute: Push\n2 Übungen, etwa 50 Min., Woche 1 von 8, Deload-Woche"),
        (.spanish, "Hoy: Push\n2 ejercicios, unos 50 min, semana 1 de 8, semana de descarga"),
        (.french, "Aujourd'hui\u{202F}: Push\n2 exercices, environ 50 min, semaine 1 sur 8, semaine de décharge"),
        (.turkish, "Bugün: Push\n2 egzersiz, yaklaşık 50 dk, 8 haftanın 1. haftası, deload haftası"),
    ])
    func theBodyHasAllKnownDetails(language: Language, body: String) throws {
        let program = try program("p", days: Self.two, rest: Self.deload, length: ", length: 8 weeks")
        #expect(try bodies([program], language).first == body)
    }

    @Test func unknownDetailsAreOmitted() throws {
        #expect(try bodies([try program("p", days: Self.one)]).first == "Today: Run\n1 exercise")
        #expect(try bodies([try program("p", days: Self.two)]).first == "Today: Push\n2 exercises, about 50 min")
        let weeks = try program("p", days: Self.two, rest: Self.deload, length: ", length: 8 weeks")
        #expect(
            try bodies([weeks], now: "2026-11-30T06:00").first
                == "Today: Push\n2 exercises, about 50 min, week 2 of 8"
        )
    }

    @Test func theDetailsCanBeTurnedOff() throws {
        let program = try program("p", days: Self.two)
        #expect(try bodies([program]) { $0.showsDetails = false }.first == "Today: Push")
        let read = SettingsReader.read(SourceText(path: "s", text: "details: off\n")).settings
        #expect(read?.showsDetails == false && Settings.defaults.showsDetails)
        #expect(SettingsReader.read(SourceText(path: "s", text: "details: some\n")).settings == nil)
    }

    /// A group's body has the sum of its lengths if all workouts have one, and the week if all are in the same week.
    @Test func aGroupSumsUpItsDetails() throws {
        let push = try program("p", days: Self.two, length: ", length: 8 weeks")
        let pull = try program("q", days: Self.two, length: ", length: 8 weeks")
        let longer = try program("r", days: Self.two, rest: Self.deload, length: ", length: 12 weeks")
        let run = try program("s", days: Self.one)
        #expect(try bodies([push, pull]).first == "Today: Push and Push\n4 exercises, about 100 min, week 1 of 8")
        #expect(try bodies([push, longer]).first == "Today: Push and Push\n4 exercises, about 100 min")
        #expect(try bodies([push, run]).first == "Today: Push and Run\n3 exercises")
    }

    /// After a part of a snoozed group is answered, the details are computed again for the remaining workouts.
    @Test func aSmallerGroupUpdatesItsDetails() throws {
        let push = try program("p", days: Self.two, rest: Self.deload, length: ", length: 8 weeks")
        let run = try program("s", days: Self.one)
        let monday = try date("2026-11-23")
        let fireAt = CivilDateTime(date: monday, time: try time("07:30"))
        let zone = try zones.zone(named: "Europe/Berlin")
        let items = [push, run].map { program -> NotificationItem in
            .workout(
                WorkoutItem(
                    programID: program.id,
                    programName: program.name,
                    dayID: "a",
                    dayName: program.days[0].name,
                    week: 1
                )
            )
        }
        let original = PlannedNotification(
            id: NotificationID(.workout, on: monday, at: fireAt.time),
            category: .workout,
            date: monday,
            fireAt: fireAt,
            zone: zone.identifier,
            instant: zone.instant(of: fireAt),
            title: "Workout Time!",
            body: "Today: Push and Run\n3 exercises",
            items: items
        )
        let snooze = Snooze(original: original, ordinal: 1, until: zone.instant(of: fireAt).adding(.hours(1)))
        let answered = try bodies(
            [push, run],
            now: "2026-11-23T07:31",
            snoozes: [snooze],
            answers: [OccurrenceKey(.program("s"), on: monday): .completed]
        )
        #expect(answered.first == "Today: Push\n2 exercises, about 50 min, week 1 of 8, deload week")
        let gone = try bodies(
            [run],
            now: "2026-11-23T07:31",
            snoozes: [snooze],
            answers: [OccurrenceKey(.program("s"), on: monday): .completed]
        )
        // A deactivated program sends no more reminders.
        #expect(!gone.contains { $0.contains("Push") })
    }

    /// A lead of several days names the date in the format of the locale.
    @Test func datesFollowTheLocale() throws {
        let program = try program("p", days: Self.two, rest: "reminders: [{before: 2d}]\n")
        let ahead = { (language: Language, code: String?) in
            try self.bodies([program], language, now: "2026-11-22T12:00", territory: code).first {
                !$0.contains(MessageCatalog(language).text(.workoutBody, ["workout": "Push"]))
            }
        }
        #expect(try ahead(.english, nil) == "2026-11-25: Push\n2 exercises, about 50 min")
        #expect(try ahead(.english, "US") == "Wed, Nov 25: Push\n2 exercises, about 50 min")
        #expect(try ahead(.german, "DE") == "Mi 25. Nov: Push\n2 Übungen, etwa 50 Min.")
        var texts = UserTexts()
        texts.workoutBody = RotatingText(TextTemplate("{date}: {workout}"))
        #expect(try bodies([program], .german, territory: "DE") { $0.texts = texts }.first == "Mi 25. Nov: Push")
    }

    @Test(
        arguments: [
            (Language.english, 1, "1 exercise"), (.english, 0, "0 exercises"), (.english, 2, "2 exercises"),
            (.german, 1, "1 Übung"), (.german, 0, "0 Übungen"), (.spanish, 1, "1 ejercicio"),
            (.spanish, 0, "0 ejercicios"), (.french, 0, "0 exercice"), (.french, 1, "1 exercice"),
            (.french, 2, "2 exercices"), (.turkish, 1, "1 egzersiz"), (.turkish, 5, "5 egzersiz"),
        ] as [(Language, Int, String)]
    )
    func plurals(language: Language, count: Int, expected: String) {
        #expect(MessageCatalog(language).text(count, one: .exercise, other: .exercises) == expected)
    }
}
