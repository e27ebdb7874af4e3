import Files
import Foundation
import Platform
import SystemPackage
import TestSupport
import Testing

/// `antrain report`.
@Suite struct ReportCommandTests {
    /// Three weeks of StrongLifts, from Monday, 2 November 2026, on, with a missed and a skipped workout.
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-02T06:00")
        _ = try stage.run(
            "program activate stronglifts-5x5 --load squat=60kg --load bench-press=40 --load barbell-row=40 --load overhead-press=30 --load deadlift=80"
        )
        for day in ["02", "04", "09", "18", "20"] {
            _ = try stage.run("done --date today", now: "2026-11-\(day)T20:00")
        }
        _ = try stage.run("skip", now: "2026-11-23T20:00")
        _ = try stage.run("log curl 8@12lb 8@12lb")
        return stage
    }

    private func page(_ stage: CommandStage, _ options: String = "") throws -> PageStructure {
        let run = try stage.run("report --html - \(options)")
        #expect(run.status == .success, "\(run.messages)")
        return PageStructure(run.output)
    }

    @Test func aPageShowsStatisticsRecordsAndThePlan() throws {
        let page = try page(stage())
        #expect(page.faults.isEmpty, "\(page.faults)")
        #expect(
            page.texts("h1", "h2") == [
                "Training report", "Workouts by week", "Workouts by weekday", "Sets per day in the last year",
                "Strength and volume", "Records", "The next seven days",
            ]
        )
        #expect(
            page.texts("dd") == ["50%5 of 10 planned", "2longest streak: 2", "69in 4 weeks", "6in the last year"],
            "\(page.texts("dd"))"
        )
        let headings = page.texts("h3")
        #expect(
            headings.contains("Squat estimated max 81.7 kg")
                && headings.contains("Dumbbell Curl estimated max 15.2 lb"),
            "\(headings)"
        )
        #expect(page.texts("desc").contains("5 of 10 planned workouts were done (50%)."), "\(page.texts("desc"))")
        #expect(page.texts("text").contains("Volume by week (lb)") && page.texts("text").contains("workouts"))
        // Two charts of each of six lifts, that of the workouts, and the weeks since the first logged month.
        #expect(page.texts("title").count == 1 + 2 * 6 + 1 + 1)
        #expect(page.texts("tr").contains { $0.hasPrefix("2026-11-02") }, "\(page.texts("tr"))")
        let plan = page.texts("li").filter { $0.hasPrefix("Wed 25 Nov") }
        #expect(plan.count == 1 && plan[0].contains("Squat5×5 @ 72.5 kg+2.5 kg: all sets completed"), "\(plan)")
    }

    @Test func theBodyWeightHasAChart() throws {
        let stage = try stage()
        #expect(try !page(stage).texts("h2").contains("Body weight"))
        for line in ["measure weight 83kg --date 2026-11-05", "measure weight 82.4kg --date 2026-11-20"] {
            #expect(try stage.run(line).status == .success)
        }
        let page = try page(stage)
        #expect(page.faults.isEmpty, "\(page.faults)")
        #expect(page.texts("h2").contains("Body weight"), "\(page.texts("h2"))")
        let summary = "Body weight: from 83 kg in the week of 2026-11-02 to 82.4 kg in the week of 2026-11-16."
        #expect(page.texts("desc").contains(summary), "\(page.texts("desc"))")
        #expect(page.texts("tr").contains { $0.hasPrefix("2026-11-02") && $0.hasSuffix("83") }, "\(page.texts("tr"))")
    }

    @Test func aPageCanBeginEarlier() throws {
        let stage = try stage()
        _ = try stage.run("log squat 5@50kg --date 2026-01-07")
        #expect(try page(stage).texts("p").contains("2026-11-02 to 2026-11-23"))
        let page = try page(stage, "--since 2026-01-01 --formula brzycki")
        #expect(page.texts("p").contains("2026-01-07 to 2026-11-23"))
        #expect(page.texts("p").contains { $0.contains("the Brzycki formula") } && page.faults.isEmpty)
    }

    @Test func anEmptyPageNamesTheNextSteps() throws {
        let page = try page(CommandStage())
        #expect(page.faults.isEmpty, "\(page.faults)")
        let texts = page.texts("p")
        #expect(
            texts.contains { $0.contains("antrain done") } && texts.contains { $0.hasPrefix("No program is active") }
        )
        #expect(page.all("svg").isEmpty && page.texts("h2") == ["The next seven days"])
    }

    @Test func numbersAreInTheUsersFormat() throws {
        let stage = try stage()
        try stage.write(".config/antrain/settings.yaml", "language: de\n")
        let page = try page(stage)
        #expect(page.faults.isEmpty && page.all("html").first?.attributes["lang"] == "de", "\(page.faults)")
        #expect(page.all("ol").first?.attributes["lang"] == nil && page.texts("p").contains("Ruhetag"))
        #expect(page.texts("span").contains("geschätztes Maximum 81,7 kg") && page.texts("strong").contains("81,7 kg"))
    }

    @Test func anEntryIsEnough() throws {
        let stage = try CommandStage()
        _ = try stage.run("log squat 5@60kg")
        let page = try page(stage)
        #expect(page.faults.isEmpty && page.all("circle").count == 1, "\(page.faults)")
        #expect(page.texts("desc").contains("Squat: 70 kg in the week of 2026-11-16."), "\(page.texts("desc"))")
        #expect(!page.texts("h2").contains("Workouts by week"))
    }

    /// Names and notes are the user's, or anybody's who wrote a program.
    @Test func textIsEscaped() throws {
        let stage = try CommandStage(now: "2026-11-23T06:00")
        try stage.write(
            "evil.yaml",
            """
            antrain: 1
            id: evil
            name: <script>alert('Evil & co')</script>
            days:
              a: {name: "A \\"\\u0301 onload=x", notes: "</style>\\u2029<b>", exercises: [{exercise: "<i>Lift", sets: 5x5 @ 50kg}]}
            schedule: {mode: weekdays, monday: a, wednesday: a}
            """
        )
        let activation = try stage.run("program activate evil.yaml")
        #expect(activation.status == .success, "\(activation.messages)")
        _ = try stage.run("done --date today", now: "2026-11-23T20:00")
        let page = try page(stage)
        #expect(page.faults.isEmpty, "\(page.faults)")
        #expect(page.texts("h4").contains { $0.contains("<script>alert('Evil & co')</script>") }, "\(page.texts("h4"))")
        #expect(page.texts("h3").contains { $0.hasPrefix("<i>Lift") }, "\(page.texts("h3"))")
    }

    @Test func aReportIsReplacedButNoOtherFile() throws {
        let stage = try stage()
        let first = try stage.run("report --html training.html")
        #expect(first.status == .success && first.output == "wrote the report to ~/training.html\n")
        #expect(FileAccess.live.mode(FilePath(stage.path("training.html"))) == 0o600)
        let second = try stage.run("report --html training.html --since 2026-11-16 --json")
        #expect(second.output.contains("\"since\" : \"2026-11-16\""), "\(second.output)")
        #expect(stage.contents("training.html")?.contains("2026-11-16 to 2026-11-23") == true)
        try stage.write("notes.html", "<p>mine</p>")
        let third = try stage.run("report --html notes.html")
        #expect(
            third.status == .usage && third.messages.contains("'notes.html' exists and is not a report"),
            "\(third)"
        )
        #expect(third.messages.contains("--force") && stage.contents("notes.html") == "<p>mine</p>")
        #expect(try stage.run("report --html notes.html --force").status == .success)
        #expect(stage.contents("notes.html")?.hasPrefix("<!DOCTYPE html>\n") == true)
    }

    @Test(
        arguments: [
            ("report --html . --force", 74, "folder"), ("report --html /dev/null", 74, "not a regular file"),
            ("report --html x.html --since tomorrow", 64, "or an earlier date"),
            ("report --html x.html --formula x", 64, "expected one of epley, brzycki"),
            ("report --html - --json", 64, "name a file, or omit --json"),
        ] as [(String, Int32, String)]
    )
    func mistakesAreNamed(line: String, status: Int32, expected: String) throws {
        let stage = try CommandStage()
        let run = try stage.run(line)
        #expect(run.status.rawValue == status && run.messages.contains(expected), "\(run)")
        #expect(stage.contents("x.html") == nil)
    }

    @Test func aFailureToWriteIsReported() throws {
        let stage = try CommandStage()
        stage.replaceProblem = "No space left on device; free some space there"
        let run = try stage.run("report --html x.html")
        #expect(run.status == .inputOutput && run.messages.contains("No space left"), "\(run)")
    }

    /// 100,000 sets of twenty lifts in ten years.
    @Test func aLongLogIsAPage() throws {
        let stage = try CommandStage()
        _ = try stage.run("log squat 5@60kg --date yesterday")
        let sql = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO log_entry (at, batch, date, exercise, name, outcome, sets)
            SELECT 0, i, date('2026-11-20', '-' || (i * 18 / 10) || ' days'), 'lift-' || (i % 20), 'Lift ' || (i % 20), 'performed',
                '50x5@' || (200 - i / 20) || 'kg' FROM n;
            """
        let ledger = stage.path(".local/share/antrain/ledger.sqlite")
        let inserted = try run("/usr/bin/sqlite3", [ledger, sql])
        try #require(inserted.status == 0, "\(inserted)")
        let page = try page(stage, "--since 2016-11-23")
        #expect(page.faults.isEmpty, "\(page.faults)")
        #expect(page.texts("dd").first == "100001in 515 weeks", "\(page.texts("dd"))")
        #expect(page.all("article").count == 21 * 2)
    }
}
