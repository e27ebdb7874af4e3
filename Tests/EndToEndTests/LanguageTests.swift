import Foundation
import TestSupport
import Testing

/// Everyday commands, reminders and the report are complete in each language, and no line mixes two.
///
/// The English words are those of the same commands in English, so that no list has to be kept up to date; a word that both languages
/// share needs a review.
@Suite struct LanguageTests {
    /// A language with the words that it shares with English.
    struct Translation: Sendable, CustomTestStringConvertible {
        let locale: String
        let shared: String
        var testDescription: String { locale }
    }

    /// Months, terms of lifters, and exercises that both languages call the same.
    static let translations = [
        Translation(
            locale: "de_DE.UTF-8",
            shared: """
                jan feb apr jun jul aug sep nov april august september november pause deload training fitness last muscle planche landmine pike \
                pseudo desktop limit terminals pin arch hang
                """
        ),
        Translation(
            locale: "fr_FR.UTF-8",
            shared: """
                jan mar sep oct nov pause source cycle date record records endurance volume rotation biceps triceps quadriceps obliques \
                muscle planche burpee deck landmine pullover pseudo pec active notifications questions pin
                """
        ),
        Translation(
            locale: "es_ES.UTF-8",
            shared: """
                feb mar may jun jul sep oct nov general total has muscle smith planche burpee landmine pullover pseudo
                """
        ),
        Translation(
            locale: "tr_TR.UTF-8",
            shared: """
                mar may per program set deload drop lat chest muscle smith planche incline burpee deck cable landmine fly pullover decline \
                pike pseudo floor pec machine pin arch hang
                """
        ),
    ]

    /// Units, terms and names that are the same everywhere, and keys of the settings.
    private static let names = Set(
        "antrain min rpe amrap tea console epley cron systemd enabled time channels setup"
            .split(separator: " ").map(String.init)
    )

    /// The commands in their order; a line that begins with `at` sets the clock.
    private static let lines = """
        program list
        program search squat
        program show gzclp
        program show 531
        program show stronglifts-5x5
        program show nsuns-4-day
        today
        next
        stats
        stats records
        stats records squat
        log list
        measure
        program max list
        pending
        history
        reminder list
        antrain
        program activate gzclp --load squat-t1=62.5kg --load deadlift-t1=102.5kg
        settings --time 07:30 --days mon,wed,fri
        antrain
        today tomorrow
        program list
        next --workouts 2
        today
        week
        calendar
        calendar year
        why 2026-11-23
        why 2026-11-24
        pending
        log squat 5x5@62.5kg --date yesterday
        log edit 1 5x5@65kg
        log run 5km 27:30 --date 2026-11-20
        log delete 3
        log list
        log squat 5x150@42.5kg --date 2026-11-19
        undo
        program load bench-t1 42.5kg
        program max set squat 142.5kg
        program max list
        measure weight 82.4kg --date 2026-11-01
        measure weight 82.1kg
        measure waist 84cm
        measure
        measure weight
        reminder add Tea --at 13:00 --repeat weekly:sun,mon
        reminder list
        reminder done 1
        reminder undone 1
        reminder edit 1 --at 13:30
        reminder preset list
        at 2026-11-23T07:30
        schedule-next
        antrain
        today
        history
        start --show
        snooze --for 15m
        log squat 4x3@65kg
        undo --list
        undo
        redo
        done
        why
        stats
        stats records
        stats records squat
        report --html -
        move 2026-11-25 2026-11-26
        skip fri
        pause --until 2026-12-06
        today
        week
        resume
        exercise show squat
        exercise list --muscle chest
        at 2026-11-30T12:00
        antrain
        today
        week --this
        stats
        program deactivate gzclp
        antrain
        """.split(separator: "\n").map(String.init)

    /// The output of each command in a locale.
    private func outputs(_ locale: String) throws -> [(line: String, text: String)] {
        try runs(locale).map { line, run in
            // Ids are in the first column of these lists.
            let isList = ["exercise list", "reminder preset list"].contains(where: line.hasPrefix)
            let output = isList ? run.output.replacing(/(?m)^\S+/, with: "") : run.output
            return (line, shown(output + run.errors))
        }
    }

    /// The commands, run in a locale with a further option.
    private func runs(_ locale: String, _ option: String = "") throws -> [(line: String, run: Finished)] {
        let home = try Home()
        // A page is no data.
        return try Self.lines.filter { option.isEmpty || !$0.hasPrefix("report") }.compactMap { line in
            if line.hasPrefix("at ") {
                home.now = String(line.dropFirst(3))
                return nil
            }
            let command = (line == "antrain" ? "" : line) + option
            let run = try home.antrain(command, environment: ["LANG": locale, "COLUMNS": "400"])
            #expect(run.status == 0, "\(command): \(run)")
            return (line, run)
        }
    }

    /// What a person reads of an output, without commands to type, ids and paths.
    private func shown(_ output: String) -> String {
        let commands =
            /'?antrain (?:program|log|done|start|max|load|settings|measure|install|exercise|resume|reminder|week|pending|undo|doctor)(?!\w)[^;'\n)]*/
        return output.replacing(/<style>[\s\S]*?<\/style>|<[^>]+>/, with: " ")
            .replacing(/&#?\w+;/, with: " ")
            .replacing(commands, with: " ")
            .replacing(/(?:[a-z-]+)(?:\/[A-Za-z0-9.~-]+)+|(?:~?\/)\S+|https?:\S+/, with: " ")
            .replacing(/\b[a-z0-9]+(?:-[a-z0-9]+)+\b/, with: " ")
    }

    private func words(_ text: String) -> Set<String> {
        let letters = text.lowercased().split { !$0.isLetter }
        return Set(letters.filter { $0.count > 2 }.map(String.init))
    }

    /// What programs call themselves, their days, weeks and set schemes, and what their authors wrote about them.
    private func authored() throws -> (names: Set<String>, prose: Set<String>) {
        let home = try Home()
        var (names, prose): (Set<String>, Set<String>) = ([], [])
        func collect(_ value: Any) {
            if let list = value as? [Any] { list.forEach(collect) }
            guard let object = value as? [String: Any] else { return }
            let isExercise = object["sets"] != nil && object["week"] == nil
            for (key, value) in object {
                if let text = value as? String {
                    let isName = ["id", "phase"].contains(key) || key == "name" && !isExercise
                    if isName { names.formUnion(words(text)) }
                    if ["description", "author", "source", "notes"].contains(key) { prose.formUnion(words(text)) }
                }
                if key == "sets", let schemes = value as? [String: Any] {
                    for scheme in schemes.keys { names.formUnion(words(scheme)) }
                }
                collect(value)
            }
        }
        for line in ["list", "show gzclp", "show 531", "show stronglifts-5x5", "show nsuns-4-day"] {
            let output = try home.antrain("program \(line) --json").output
            collect(try JSONSerialization.jsonObject(with: Data(output.utf8)))
        }
        return (names, prose)
    }

    @Test(arguments: Share.of(translations, 1, "languages"))
    func everydayCommandsHaveNoEnglishWord(translation: Translation) throws {
        let (names, prose) = try authored()
        let allowed = names.union(Self.names).union(words(translation.shared))
        // The details of an exercise have its names in all languages.
        let english = try outputs("en_GB.UTF-8").filter { !$0.line.hasPrefix("exercise show") }
        let vocabulary = english.reduce(into: Set<String>()) { known, run in
            known.formUnion(words(run.text).subtracting(run.line.hasPrefix("program show") ? prose : []))
        }.subtracting(allowed)
        #expect(vocabulary.count > 200)
        for (line, text) in try outputs(translation.locale) {
            let isProgram = line.hasPrefix("program show")
            let found = words(text).intersection(vocabulary).subtracting(isProgram ? prose : []).sorted()
            #expect(found.isEmpty, "\(line): \(found)\n\(text)")
            // What the author wrote about a program has no sets.
            for row in text.split(separator: "\n") where !isProgram || row.contains("×") {
                #expect(!row.contains(/\d\.\d+ ?(?:kg|lb|%|cm)/), "\(line) has a decimal point: \(row)")
                #expect(!row.contains(/20\d\d-\d\d-\d\d/), "\(line) has an ISO date: \(row)")
            }
        }
    }

    /// Cron has no locale; antrain keeps the language of the user's last shell.
    @Test func remindersStayInTheUsersLanguageUnderCron() throws {
        let home = try Home()
        try home.antrain("program activate push-pull-legs", environment: ["LANG": "de_DE.UTF-8"])
        try home.antrain("settings --time 07:30", environment: ["LANG": "de_DE.UTF-8"])
        #expect(
            try home.antrain("schedule-next --verbose").output.contains("0 hinzugefügt, 0 gestrichen, 3 unverändert")
        )
        home.now = "2026-11-23T07:30"
        let sent = try home.antrain("schedule-next").output
        #expect(sent.contains("Zeit fürs Training!") && sent.contains("Heute: Push Day"))
        #expect(try home.antrain("open workout/2026-11-23/0730").output.contains("Als erledigt markieren"))
        #expect(try home.antrain("settings language fr --verbose").errors.contains("2 modifiés"))
        #expect(try home.antrain("pending").output.contains("mer. 25 nov. à 07:30  Pull Day"))
        #expect(try home.antrain("settings language auto --verbose").errors.contains("2 geändert"))
        #expect(try home.antrain("settings language xx").status == 64)
        #expect(try home.antrain("settings").output.contains("auto (de)"))
    }

    /// In JSON, only texts for people depend on the language.
    @Test(arguments: Share.of(translations, 1, "data")) func dataIsTheSameInEachLanguage(translation: Translation)
        throws
    {
        func data(_ locale: String) throws -> [(line: String, data: String)] {
            try runs(locale, " --json").map { line, run in
                let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8), options: .fragmentsAllowed)
                let codes = try JSONSerialization.data(withJSONObject: codes(object), options: .sortedKeys)
                return (line, String(decoding: codes, as: UTF8.self))
            }
        }
        for (english, other) in zip(try data("en_GB.UTF-8"), try data(translation.locale)) {
            #expect(english.data == other.data, "\(english.line)")
        }
    }

    /// JSON without the texts for people, the language itself and the path of the home.
    private func codes(_ value: Any) -> Any {
        if let list = value as? [Any] { return list.map(codes) }
        guard let object = value as? [String: Any] else { return value }
        let texts: Set<String> = ["text", "message", "title", "body", "name", "notes", "effective", "path"]
        return object.filter { !texts.contains($0.key) }.mapValues(codes)
    }

    /// Exercises have the catalogue's names in every view, and the program's in English.
    @Test(arguments: [
        ("de_DE.UTF-8", "Kniebeuge", "62,5 kg"), ("es_ES.UTF-8", "Sentadilla", "62,5 kg"),
        ("en_GB.UTF-8", "Squat", "62.5 kg"),
    ])
    func exercisesAreTranslated(locale: String, squat: String, load: String) throws {
        let home = try Home()
        func run(_ line: String) throws -> String {
            let run = try home.antrain(line, environment: ["LANG": locale, "COLUMNS": "200"])
            #expect(run.status == 0, "\(run)")
            return run.output
        }
        #expect(try run("program show gzclp").contains(squat))
        _ = try run("program activate gzclp --load squat-t1=62.5kg")
        _ = try run("settings --time 07:30 --days mon,wed,fri")
        for line in ["next", "open workout/2026-11-23/0730"] {
            let text = try run(line)
            #expect(text.contains(squat) && text.contains(load), "\(line): \(text)")
        }
        home.now = "2026-11-23T07:30"
        // Cron has no locale.
        #expect(try home.antrain("schedule-next").output.contains("\(squat) 5×3+"))
        #expect(try run("start --show").contains("\(squat)  "))
        _ = try run("done")
        #expect(try run("stats").contains(squat))
        for line in ["log list", "stats records", "stats records squat", "report --html -"] {
            let text = try run(line)
            #expect(text.contains(squat) && text.contains(load), "\(line): \(text)")
        }
        // A name is understood in every language.
        for name in ["squat", "Kniebeuge", "Sentadilla"] {
            #expect(try run("log list --exercise \(name)").contains(load))
        }
    }

    @Test(arguments: [("de_DE.UTF-8", "de"), ("fr_FR.UTF-8", "fr"), ("en_US.UTF-8", "en"), ("C", "en")])
    func theReportHasALanguage(locale: String, language: String) throws {
        let home = try Home.ready()
        let page = try home.antrain("report --html -", environment: ["LANG": locale]).output
        #expect(
            page.contains("<html lang=\"\(language)\">") && !page.contains(" lang=\"\(language)\" class"),
            "\(page)"
        )
        #expect(page.split(separator: " lang=").count == 2)
    }

    /// Numbers and genders, prepositions, and the space before a colon.
    @Test(arguments: [
        ("de_DE.UTF-8", "settings --time 07:30", "time gesetzt: 07:30"),
        ("de_DE.UTF-8", "reminder preset add weigh-in --yes", "(1 Erinnerung"),
        ("fr_FR.UTF-8", "skip workout/2026-11-23/0730", "sauté\u{202F}: Push Day"),
        ("tr_TR.UTF-8", "snooze workout/2026-11-23/0730 --for 15m", "yarın 07:45'te"),
    ])
    func formsAreRight(locale: String, line: String, part: String) throws {
        let run = try Home.ready().antrain(line, environment: ["LANG": locale, "COLUMNS": "200"])
        #expect(run.status == 0 && run.output.contains(part), "\(run)")
    }

    /// One row for each lift and kind of record, however many workouts were logged.
    @Test func recordsHaveOneRowForEachKind() throws {
        let home = try Home(now: "2026-11-22T20:00")
        for day in 1...20 {
            let date = "2026-11-\(day < 10 ? "0" : "")\(day)"
            try home.antrain("log squat 5x5@\(60 + day)kg --date \(date)")
        }
        let text = try home.antrain("stats records squat", environment: ["COLUMNS": "200"]).output
        let rows = text.split(separator: "\n").dropFirst()
        #expect(rows.count == 4, "\(text)")
        #expect(text.contains("heaviest load") && text.contains("before: 79 kg (2026-11-19)"), "\(text)")
        #expect(
            try home.antrain("stats records squat --json").output.components(separatedBy: "\"record\" : \"load\"").count
                > 20
        )
    }

    /// Nothing is said twice.
    @Test func nothingIsRepeated() throws {
        let home = try Home.ready()
        try home.antrain("pause")
        let week = try home.antrain("week").output
        #expect(
            week.components(separatedBy: "antrain resume").count == 2 && !week.contains("paused  paused"),
            "\(week)"
        )
        #expect(try home.antrain("today").output.contains("paused (to resume: antrain resume)"))
        try home.antrain("resume")
        home.now = "2026-11-24T20:00"
        #expect(try home.antrain("today").output.contains("Rest Day (no reminders on rest days)"))
        try home.antrain("schedule-next")
        let logged = try home.antrain("log squat 5x5@80kg")
        #expect(logged.status == 0 && !logged.output.contains("Next reminder"), "\(logged)")
    }

    /// The reminder says what to type.
    @Test(arguments: [
        ("en_US.UTF-8", "Answer: "), ("de_DE.UTF-8", "Antworten: "), ("fr_FR.UTF-8", "Répondre\u{202F}: "),
    ])
    func remindersSayHowToAnswer(locale: String, label: String) throws {
        let home = try Home.ready()
        try home.antrain(arguments: ["reminder", "add", "Tea", "--at", "2026-11-23 08:00"])
        try home.antrain("week", environment: ["LANG": locale])
        home.now = "2026-11-23T07:30"
        let workout = try home.antrain("schedule-next", environment: ["LANG": locale]).output
        #expect(workout.contains(" \(label)antrain start · done · snooze\n"), "\(workout)")
        home.now = "2026-11-23T08:00"
        let own = try home.antrain("schedule-next", environment: ["LANG": locale]).output
        #expect(own.contains(" \(label)antrain done 1 · snooze 1\n"), "\(own)")
    }

    @Test func helpShowsTheUsualFormFirst() throws {
        let home = try Home()
        #expect(try home.antrain("log --help").output.contains("antrain log squat 5x5@80kg"))
        #expect(!(try home.antrain("log list --help").output.contains("--version")))
    }

    @Test func timesHaveNoSeconds() throws {
        let home = try Home.ready(now: "2026-11-22T20:00:13")
        home.now = "2026-11-23T07:31:27"
        try home.antrain("schedule-next")
        for line in ["", "history", "why", "undo --list"] {
            let text = try home.antrain(line).output
            #expect(!text.contains(/\d\d:\d\d:\d\d/), "\(line): \(text)")
        }
        let archive = home.folder.path + "/a.tar"
        try home.antrain("backup \(archive)")
        let restored = try home.antrain("restore \(archive) --yes").output
        #expect(restored.contains("restored the backup of 2026-11-23 07:31"), "\(restored)")
    }
}
