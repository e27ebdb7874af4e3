import CivilTime
import Localization
import Planning
import Reminders
import Testing
import Training
import YAMLSource

@Suite struct MessageCatalogTests {
    /// Texts that consist of placeholders and units only, which may be the same in two languages.
    private static let shared: Set<MessageKey> = [
        .workoutBodyLater, .minutes, .hours, .wholeHours, .headline, .sentence, .onDate, .statusPauses, .setsWithLoad,
        .seconds,
        .loadChange, .exerciseRecords, .repsWithLoad, .sharePlus, .shareLess, .repsWithin,
        .rotation, .label, .labeled, .guidedOthers, .programIn, .reportRecords, .reportDate, .reportPeriod,
        .goalEndurance,
        .statsVolume,
        .programSource,
    ]

    @Test(arguments: Language.allCases)
    func everyLanguageHasEveryTextWithTheSamePlaceholders(language: Language) throws {
        for key in MessageKey.allCases {
            let text = MessageCatalog(language).text(key)
            let english = MessageCatalog(.english).text(key)
            #expect(!text.isEmpty && text != "{\(key)}")
            let names = try #require(TextTemplate(text).placeholders)
            #expect(Set(names) == Set(try #require(TextTemplate(english).placeholders)), "\(key)")
            #expect(language == .english || text != english || Self.shared.contains(key), "\(key) is not translated")
        }
    }

    @Test(
        arguments: [
            ("de_DE.UTF-8", Language.german), ("de", .german), ("tr_TR", .turkish), ("fr_CA.utf8", .french),
            ("es_MX@x", .spanish),
            ("en_GB.UTF-8", .english), ("C", nil), ("POSIX", nil), ("C.UTF-8", nil), ("nl_NL", nil), ("", nil),
        ] as [(String, Language?)]
    )
    func localesNameLanguages(locale: String, expected: Language?) {
        #expect(Language(locale: locale) == expected)
    }

    @Test(
        arguments: [
            (["LC_ALL": "de_DE", "LANG": "fr_FR"], Language.german),
            (["LC_ALL": "", "LC_MESSAGES": "es_ES", "LANG": "fr_FR"], .spanish),
            (["LANG": "fr_FR"], .french), ([:], nil), (["LC_ALL": "C", "LANG": "fr_FR"], nil),
        ] as [([String: String], Language?)]
    )
    func languageVariablesHavePOSIXPrecedence(environment: [String: String], expected: Language?) {
        #expect(Language(environment: environment) == expected)
    }

    @Test(
        arguments: [
            ("{workout}", ["workout"], "Push"), ("a {{b}} {workout}!", ["workout"], "a {b} Push!"),
            ("plain", [], "plain"),
            ("{other}", ["other"], "{other}"), ("{", nil, ""), ("a } b", nil, "a "), ("{a", nil, ""),
        ] as [(String, [String]?, String)]
    )
    func templatesAreFilled(text: String, names: [String]?, filled: String) {
        let template = TextTemplate(text)
        #expect(template.placeholders == names)
        if names != nil { #expect(template.filled(["workout": "Push"]) == filled) }
    }

    private func plan(
        _ language: Language = .english,
        now: String = "2026-11-30T06:00",
        completions: [String] = [],
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> Plan {
        let text =
            "antrain: 1\nid: p\nname: Program\ndays:\n  a: {name: Push, duration: 50m, exercises: [{exercise: A, sets: 5}, {exercise: B, sets: 5}]}\nschedule: {mode: weekdays, monday: a, tuesday: a, length: 8 weeks}\n"
        let program = try #require(ProgramReader.read(SourceText(path: "p", text: text)).program)
        let zone = try zones.zone(named: "Europe/Berlin")
        let active = ActiveProgram(
            program: program,
            start: try date("2026-11-23"),
            trainingDays: TrainingDays(settings(change).days),
            completions: try completions.map { Completion(date: try date($0), dayID: "a") }
        )
        return Plan(
            PlanInput(
                programs: [active],
                settings: settings(change),
                zone: zone,
                now: try Instant(parsing: now, in: zone),
                language: language
            )
        )
    }

    @Test(arguments: [
        (Language.english, "Workout Time!", "Today: Push"), (.german, "Zeit fürs Training!", "Heute: Push"),
        (.spanish, "¡Hora de entrenar!", "Hoy: Push"),
        (.french, "C'est l'heure de l'entraînement\u{202F}!", "Aujourd'hui\u{202F}: Push"),
        (.turkish, "Antrenman zamanı!", "Bugün: Push"),
    ])
    func remindersUseTheLanguage(language: Language, title: String, body: String) throws {
        let first = try #require(try plan(language).notifications.first)
        #expect(first.title == title && first.body == body)
        let chosen = try #require(try plan(.english) { $0.language = language }.notifications.first)
        #expect(chosen.title == title)
    }

    @Test func userTextsReplaceTheCatalog() throws {
        var texts = UserTexts()
        texts.workoutTitle = RotatingText(TextTemplate("{program}!"))
        texts.workoutBody = RotatingText(TextTemplate("{workout}, week {week} of {weeks}: {exercises}, {duration}"))
        let first = try #require(try plan { $0.texts = texts }.notifications.first)
        #expect(first.title == "Program!" && first.body == "Push, week 2 of 8: 2 exercises, 50m")
        #expect(try plan(.turkish) { $0.texts = texts }.notifications.first?.body.contains("2 egzersiz") == true)
    }

    /// Rest days do not end a streak, skipped workouts do, and today's workout counts once it is done.
    @Test(
        arguments: [
            ([], 0), (["2026-11-23", "2026-11-24"], 2), (["2026-11-24"], 1), (["2026-11-23"], 0),
            (["2026-11-23", "2026-11-24", "2026-11-30"], 3),
        ] as [([String], Int)]
    )
    func aStreakSurvivesPlannedRest(done: [String], streak: Int) throws {
        var texts = UserTexts()
        texts.workoutBody = RotatingText(TextTemplate("{streak}"))
        let plan = try plan(completions: done) { $0.texts = texts }
        #expect(plan.notifications.first { $0.date.description == "2026-11-30" }?.body == "\(streak)")
    }

    /// A weekday on which the user does not train does not end a streak; a workout done on such a day counts.
    @Test(arguments: [(["2026-11-23"], 1), (["2026-11-23", "2026-11-24"], 2)])
    func aStreakSurvivesUntrainedWeekdays(done: [String], streak: Int) throws {
        var texts = UserTexts()
        texts.workoutBody = RotatingText(TextTemplate("{streak}"))
        let plan = try plan(completions: done) {
            $0.texts = texts
            $0.days = WeekdaySet([.monday])
        }
        #expect(plan.notifications.first { $0.date.description == "2026-11-30" }?.body == "\(streak)")
    }

    @Test(arguments: [
        ("texts: {workout: {body: \"{workuot}\"}}", "did you mean 'workout'?"),
        ("texts: {workout: {body: \"{topset}\"}}", "did you mean 'top_set'?"),
        ("texts: {rest: {title: \"a {\"}}", "unmatched brace"),
        ("texts: {workout: {boddy: x}}", "did you mean 'body'?"), ("language: klingon", "en, de, es, fr, tr"),
    ])
    func textsAreCheckedOnLoad(text: String, part: String) {
        let source = SourceText(path: "settings.yaml", text: text + "\n")
        let found = DiagnosticRenderer(source: source).render(SettingsReader.read(source).diagnostics)
        #expect(found.contains(part), "\(found)")
    }
}
