import CivilTime
import Foundation
import Localization
import TestSupport
import Testing
import Training
import YAMLSource

/// Sets in the usual notation, as tables show them.
@Suite struct NotationTextTests {
    @Test(arguments: [
        ("5x5@80kg", "5×5 @ 80 kg"),
        ("5@60 5@60 4@60", "2×5 @ 60 kg, 4 @ 60 kg"),
        ("5,5,5,5,3", "4×5, 3"),
        ("3 x 5 @ 82.5 kg rpe 8.5", "3×5 @ 82.5 kg (RPE 8.5)"),
        ("5 @ 180lb @ rpe 9, 5@185lbs", "5 @ 180 lb (RPE 9), 5 @ 185 lb"),
        ("8@bw+10kg 8@bw-20 6@bodyweight", "8 @ bodyweight + 10 kg, 8 @ bodyweight - 20 kg, 6 @ bodyweight"),
        ("3x60s", "3×1:00"),
        ("45s@20kg", "45 s @ 20 kg"),
        ("27:30", "27:30"),
        ("5km 27:30", "5 km in 27:30"),
        ("5km 28min", "5 km in 28:00"),
        ("400m, 3x60s", "400 m, 3×1:00"),
        ("10km 1:05:09", "10 km in 1:05:09"),
        ("warm-up 5@40, 3x5@80", "warm-up 5 @ 40 kg, 3×5 @ 80 kg"),
        ("drop 12@60kg back-off 8@50kg", "drop 12 @ 60 kg, back-off 8 @ 50 kg"),
        ("0@140", "0 @ 140 kg"),
        ("5@82.5,5@85", "5 @ 82.5 kg, 5 @ 85 kg"),
        ("5X3@60KG", "5×3 @ 60 kg"),
        ("12", "12"),
        ("50 total@20kg, 12", "50 total @ 20 kg, 12"),
        ("5@60kg~61.25kg", "5 @ 60 kg (rounded from 61.25 kg)"),
    ])
    func performedSetsAreShownAsLiftersWriteThem(text: String, shown: String) throws {
        #expect(MessageCatalog.plain.notation(try PerformedSet.parse(text, unit: .kilograms)) == shown)
    }

    @Test(arguments: [
        (
            Language.german,
            "8 @ Körpergewicht + 2,5 kg, Aufwärmsatz 5 @ 62,5 kg (RPE 8,5), 50 insgesamt, 5 km in 27:30, 45 s"
        ),
        (.french, "8 @ poids du corps + 2,5 kg, échauffement 5 @ 62,5 kg (RPE 8,5), 50 au total, 5 km en 27:30, 45 s"),
        (.spanish, "8 @ peso corporal + 2,5 kg, calentamiento 5 @ 62,5 kg (RPE 8,5), 50 en total, 5 km en 27:30, 45 s"),
        (.turkish, "8 @ vücut ağırlığı + 2,5 kg, ısınma 5 @ 62,5 kg (RPE 8,5), toplam 50, 27:30 içinde 5 km, 45 sn"),
    ])
    func performedSetsAreTranslated(language: Language, shown: String) throws {
        let text = "8@bw+2.5kg, warm-up 5@62.5kg rpe 8.5, 50 total, 5km 27:30, 45s"
        #expect(MessageCatalog(language).notation(try PerformedSet.parse(text, unit: .kilograms)) == shown)
    }

    private func sets(_ texts: [String]) throws -> [SetPrescription] {
        let list = texts.map { "\"\($0)\"" }.joined(separator: ", ")
        let text =
            "antrain: 1\nid: p\nname: P\ndays:\n  a: {exercises: [{exercise: A, sets: [\(list)]}]}\nschedule: {mode: weekdays, monday: a}\n"
        let program = try #require(ProgramReader.read(SourceText(path: "p", text: text)).program)
        let exercise = try #require(program.days.first?.exercises.first)
        return program.prescribedSets(of: exercise)
    }

    /// Lifters write the last set, with as many repetitions as possible, with the others.
    @Test(arguments: [
        ("4x3 @ 60kg, 3+ @ 60kg", "5×3+ @ 60 kg"), ("2x5 @ 60kg, 5+ @ 60kg", "3×5+ @ 60 kg"),
        ("5 @ 60kg, 5 @ 60kg, 5+ @ 60kg", "3×5+ @ 60 kg"), ("4x3 @ 60kg, 3+ @ 65kg", "4×3 @ 60 kg, 3+ @ 65 kg"),
        ("4x3 @ 60kg, 5+ @ 60kg", "4×3 @ 60 kg, 5+ @ 60 kg"), ("4x3 @ 60kg, 3 @ 60kg", "5×3 @ 60 kg"),
        ("3+ @ 60kg, 4x3 @ 60kg", "3+ @ 60 kg, 4×3 @ 60 kg"), ("3-5x3 @ 60kg, 3+ @ 60kg", "3–5×3 @ 60 kg, 3+ @ 60 kg"),
        ("3x8-12 @ 60kg, 8+ @ 60kg", "3×8–12 @ 60 kg, 8+ @ 60 kg"),
    ])
    func setsAreMerged(text: String, shown: String) throws {
        let merged = SetPrescription.merged(try sets(text.components(separatedBy: ", ")))
        #expect(merged.map { MessageCatalog.plain.notation($0) }.joined(separator: ", ") == shown)
    }

    /// Merging changes what is shown, but neither the number of sets nor the repetitions.
    @Test func mergingKeepsTheSets() throws {
        var random = SplitMix64(seed: 26)
        let parts = ["3 @ 60kg", "3+ @ 60kg", "2x3 @ 60kg", "3 @ 65kg", "3-5 @ 60kg", "60s", "AMRAP"]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "3"
            }
            let all = try sets(text)
            let merged = SetPrescription.merged(all)
            #expect(merged.reduce(0) { $0 + $1.count } == all.reduce(0) { $0 + $1.count }, "\(text)")
            #expect(SetPrescription.merged(merged).count <= merged.count)
        }
    }

    @Test(arguments: [
        (Language.english, "add 2.5 each session; after 3 failures, reduce by 10%"),
        (.german, "2,5 mehr nach jedem Training; nach 3 Fehlversuchen 10\u{A0}% weniger"),
        (.french, "2,5 de plus à chaque séance\u{202F}; après 3 échecs, réduire de 10\u{202F}%"),
        (.spanish, "2,5 más en cada entrenamiento; tras 3 fallos, 10\u{A0}% menos"),
        (.turkish, "her antrenmanda 2,5 ekle; 3 başarısızlıktan sonra %10 azalt"),
    ])
    func progressionsAreTranslated(language: Language, shown: String) {
        let linear = Progression.linear(
            add: .weight(Weight(thousandths: 2500)),
            every: .session,
            fails: 3,
            deload: .share(Percentage(hundredths: 1000))
        )
        #expect(MessageCatalog(language).progression(linear) == shown)
    }

    @Test(arguments: [
        ("per-cycle, add: 10", "add 10 each cycle"),
        ("double, add: 5", "work up to the top of the rep range, then add 5"),
        ("linear, add: 5, every: week, fails: 3", "add 5 each week; after 3 failures, reduce by 10%"),
        (
            "stages, stages: [5x3, [6x2]], add: 5, reset: 85%",
            "add 5 each session; on failure, change the sets: 5×3 → 6×2, then restart at 85%"
        ),
        (
            "amrap-table, table: {0-1: 0, 2: 2.5, 3+: 5}",
            "by AMRAP set: 0–1 reps add 0, 2 reps add 2.5, 3+ reps add 5"
        ),
        (
            "double, add: 5, fails: 3",
            "work up to the top of the rep range, then add 5; after 3 failures, reduce by 10%"
        ),
        (
            "stages, stages: [5x3, 6x2], add: 5, fails: 2",
            "add 5 each session; after 2 failures, change the sets: 5×3 → 6×2"
        ),
        ("stages, stages: [3x5, 3x8], advance: success", "after each success the next sets: 3×5 → 3×8"),
        ("double, beat-last: yes", "a better result each session"),
        (
            "double, beat-last: yes, add: 2.5, fails: 2, deload: 5",
            "more repetitions each session up to the top of the rep range, then add 2.5; after 2 failures, reduce by 5"
        ),
        ("rotate, advance: success, to: B", "the next exercise after each success"),
        (
            "rotate, advance: success, add: 2.5, fails: 3, deload: 10%, to: B",
            "the next exercise after each success; on the last exercise, add 2.5; after 3 failures, one step back; an exercise returns with 10% less"
        ),
    ])
    func progressionsAreDescribed(text: String, shown: String) throws {
        let source =
            "antrain: 1\nid: p\nname: P\ndays:\n  a: {exercises: [{exercise: A, sets: 3x5-8, progression: {type: \(text)}}]}\nschedule: {mode: weekdays, monday: a}\n"
        let reading = ProgramReader.read(SourceText(path: "p", text: source))
        let program = try #require(reading.program, "\(reading.diagnostics.items)")
        let progression = try #require(program.days[0].exercises[0].progression)
        #expect(MessageCatalog.plain.progression(progression) == shown)
    }

    @Test(arguments: [
        ("07:30", "07:30'da"), ("08:00", "08:00'de"), ("09:15", "09:15'te"), ("06:40", "06:40'ta"),
        ("12:06", "12:06'da"),
        ("00:00", "00:00'da"), ("10:00", "10:00'da"), ("19:10", "19:10'da"), ("21:50", "21:50'de"),
        ("13:03", "13:03'te"),
        ("20:00", "20:00'de"), ("18:09", "18:09'da"),
    ])
    func turkishTimesHaveTheirSuffix(time: String, shown: String) throws {
        #expect(MessageCatalog(.turkish).at(try TimeOfDay(parsing: time)) == shown)
    }

    @Test func theFirstOfAMonthIsAnOrdinalInFrench() throws {
        let format = LocaleFormat(.french)
        let today = try date("2026-11-23")
        #expect(format.date(try date("2026-12-01"), today: today) == "mar. 1er déc.")
        #expect(format.date(try date("2026-12-02"), today: today) == "mer. 2 déc.")
    }
}
