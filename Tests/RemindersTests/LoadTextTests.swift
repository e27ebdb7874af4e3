import Localization
import Planning
import Progress
import Reminders
import Testing
import Training

/// The texts of reminders that name loads.
@Suite struct LoadTextTests {
    /// The body of the first reminder of a program with one exercise a day.
    private func body(
        _ exercise: String,
        _ template: String,
        _ language: Language = .english,
        values: [AthleteValue] = []
    ) throws -> String {
        let program = try liftProgram("{lift: squat, \(exercise)}")
        let plan = try plan(program, values: values, language: language) {
            $0.texts.workoutBody = RotatingText(TextTemplate(template))
        }
        return try #require(plan.notifications.first).body
    }

    @Test(
        arguments: [
            ("sets: 5x5 @ 82.5kg", "Squat 5×5 at 82.5 kg", "Squat 5 × 82.5 kg"),
            ("sets: 1x5 @ 100kg", "Squat 1×5 at 100 kg", "Squat 5 × 100 kg"),
            ("sets: 3x8-12 @ 185lb", "Squat 3×8–12 at 185 lb", "Squat 8–12 × 185 lb"),
            ("sets: [4x3 @ 100kg, 1x3+ @ 105kg]", "Squat 3+ at 105 kg", "Squat 3 × 100 kg"),
            ("sets: [1x5 @ 40kg, 1x3 @ 60kg, 1x3 @ 60kg]", "Squat 2×3 at 60 kg", "Squat 5 × 40 kg"),
            ("sets: [1x5 @ 90kg, 1x5 @ 180lb]", "Squat 1×5 at 90 kg", "Squat 5 × 90 kg"),
            ("sets: 5x5 @ 100kg, warm-up: [2x5 @ 20kg]", "Squat 5×5 at 100 kg", "Squat 5 × 20 kg"),
            ("sets: 2xAMRAP @ 20kg", "Squat 2×AMRAP at 20 kg", "Squat AMRAP × 20 kg"),
            ("sets: 5x5", "Squat 5×5", "Squat 1×5"),
            ("sets: [1x5 @ 75%, 1x5+ @ 85%]", "Squat 5+ at 85%", "Squat 1×5 at 75%"),
            ("sets: 1x5 @ 85% tm", "Squat 1×5 at 85% of training max", "Squat 1×5 at 85% of training max"),
            ("sets: 1x5 @ 82.5% 1rm", "Squat 1×5 at 82.5% of 1RM", "Squat 1×5 at 82.5% of 1RM"),
            ("sets: [1x5 @ rpe 7, 3x5 @ rpe 8.5]", "Squat 3×5 at RPE 8.5", "Squat 1×5 at RPE 7"),
            ("sets: [1x5 @ rir 3, 3x5 @ rir 2]", "Squat 3×5 at RIR 2", "Squat 1×5 at RIR 3"),
            ("sets: 3x8 @ bodyweight", "Squat 3×8 at bodyweight", "Squat 1×8 at bodyweight"),
            (
                "sets: 3x8 @ bodyweight+2.5kg", "Squat 3×8 at bodyweight + 2.5 kg",
                "Squat 1×8 at bodyweight + 2.5 kg"
            ),
            (
                "sets: 3x8 @ bodyweight - 20kg", "Squat 3×8 at bodyweight − 20 kg",
                "Squat 1×8 at bodyweight − 20 kg"
            ),
            ("sets: 3x5 @ 70-75%", "Squat 3×5 at 70–75%", "Squat 1×5 at 70–75%"),
            (
                "sets: 3x5 @ 75%+ tm", "Squat 3×5 at 75% or more of training max",
                "Squat 1×5 at 75% or more of training max"
            ),
            ("sets: 3x5 @ 70% + 5kg", "Squat 3×5 at 70% + 5 kg", "Squat 1×5 at 70% + 5 kg"),
            ("sets: 3x5 @ 70% 1rm - 5kg", "Squat 3×5 at 70% of 1RM − 5 kg", "Squat 1×5 at 70% of 1RM − 5 kg"),
            ("sets: 3x5 @ 60-62.5kg", "Squat 3×5 at 60–62.5 kg", "Squat 1×5 at 60–62.5 kg"),
            ("sets: 3x5 @ 60kg+", "Squat 3×5 at 60 kg or more", "Squat 1×5 at 60 kg or more"),
            ("sets: 3x5 @ rpe 7-8", "Squat 3×5 at RPE 7–8", "Squat 1×5 at RPE 7–8"),
            ("sets: 3x5 @ rir 1-2", "Squat 3×5 at RIR 1–2", "Squat 1×5 at RIR 1–2"),
            ("sets: 50 total @ bodyweight", "Squat 50 total at bodyweight", "Squat 50 total at bodyweight"),
            ("sets: 20 in 10min @ 24kg", "Squat 20 in 10 min at 24 kg", "Squat 20 in 10 min at 24 kg"),
            ("sets: 60-90s", "Squat 60–90 s", "Squat 60–90 s"), ("sets: 3x2-3min", "Squat 3×2–3 min", "Squat 2–3 min"),
            ("sets: 100-200 total @ 16kg", "Squat 100–200 total at 16 kg", "Squat 100–200 total at 16 kg"),
            ("sets: AMRAP in 7min @ 24kg", "Squat AMRAP in 7 min at 24 kg", "Squat AMRAP in 7 min at 24 kg"),
            ("sets: 20+ in 90s", "Squat 20+ in 90 s", "Squat 20+ in 90 s"),
            ("sets: work up to 5RM", "Squat 5RM", "Squat 5RM"),
            ("sets: 2-3x8 @ 60kg", "Squat 2–3×8 at 60 kg", "Squat 8 × 60 kg"),
            ("sets: 10x3 @ 60kg emom", "Squat 10×3 every 60 s at 60 kg", "Squat 1×3 every 60 s at 60 kg"),
            (
                "sets: 1x11-15 @ 60kg rest-pause", "Squat 1×11–15 rest-pause at 60 kg",
                "Squat 1×11–15 rest-pause at 60 kg"
            ),
            ("sets: 5+ @ 80% cap rpe 8", "Squat 5+ at 80%, up to RPE 8", "Squat 5+ at 80%, up to RPE 8"),
            ("sets: [5 @ 100kg, 3x5 @ 90% of top]", "Squat 1×5 at 100 kg", "Squat 5 × 100 kg"),
            ("sets: 3x45s", "Squat 3×45 s", "Squat 45 s"),
            ("sets: 1x5m @ 20kg", "Squat 5 m at 20 kg", "Squat 5 m at 20 kg"),
            ("sets: 1x20min", "Squat 20 min", "Squat 20 min"),
            ("sets: 1x2.5km", "Squat 2.5 km", "Squat 2.5 km"),
        ]
    )
    func setsOfEveryKindAreNamed(exercise: String, top: String, first: String) throws {
        #expect(try body(exercise, "{top_set}/{first_set}") == "\(top)/\(first)")
    }

    @Test(
        arguments: [
            (
                Language.english, "Squat 5×5 at 82.5 kg", "Squat 1×5 at 82.5%", "Squat 3×8 at bodyweight + 2.5 kg",
                "Squat 3×45 s", "Squat 5 × 82.5 kg"
            ),
            (
                .german, "Squat 5×5 mit 82,5 kg", "Squat 1×5 mit 82,5\u{A0}%", "Squat 3×8 mit Körpergewicht + 2,5 kg",
                "Squat 3×45 s", "Squat 5 × 82,5 kg"
            ),
            (
                .spanish, "Squat 5×5 con 82,5 kg", "Squat 1×5 con el 82,5\u{A0}%",
                "Squat 3×8 con peso corporal + 2,5 kg", "Squat 3×45 s", "Squat 5 × 82,5 kg"
            ),
            (
                .french, "Squat 5×5 à 82,5 kg", "Squat 1×5 à 82,5\u{202F}%", "Squat 3×8 au poids du corps + 2,5 kg",
                "Squat 3×45 s", "Squat 5 × 82,5 kg"
            ),
            (
                .turkish, "Squat 82,5 kg ile 5×5", "Squat %82,5 ile 1×5", "Squat vücut ağırlığı + 2,5 kg ile 3×8",
                "Squat 3×45 sn", "Squat 5 × 82,5 kg"
            ),
        ] as [(Language, String, String, String, String, String)]
    )
    func setsAreNamedInEveryLanguage(
        language: Language,
        weight: String,
        percentage: String,
        bodyweight: String,
        time: String,
        first: String
    ) throws {
        let top = { (sets: String) in try self.body("sets: \(sets)", "{top_set}", language) }
        #expect(try top("5x5 @ 82.5kg") == weight)
        #expect(try top("1x5 @ 82.5%") == percentage)
        #expect(try top("3x8 @ bodyweight+2.5kg") == bodyweight)
        #expect(try top("3x45s") == time)
        #expect(try body("sets: 5x5 @ 82.5kg", "{first_set}", language) == first)
    }

    @Test(
        arguments: [
            (Language.english, "Squat 3×5 at 70–72.5%", "Squat 3×5 at 62.5 kg or more", "Squat 3×5 at 70% + 5 kg"),
            (
                .german, "Squat 3×5 mit 70–72,5\u{A0}%", "Squat 3×5 mit 62,5 kg oder mehr",
                "Squat 3×5 mit 70\u{A0}% + 5 kg"
            ),
            (
                .spanish, "Squat 3×5 con el 70–72,5\u{A0}%", "Squat 3×5 con 62,5 kg o más",
                "Squat 3×5 con el 70\u{A0}% + 5 kg"
            ),
            (.french, "Squat 3×5 à 70–72,5\u{202F}%", "Squat 3×5 à au moins 62,5 kg", "Squat 3×5 à 70\u{202F}% + 5 kg"),
            (.turkish, "Squat %70–72,5 ile 3×5", "Squat en az 62,5 kg ile 3×5", "Squat %70 + 5 kg ile 3×5"),
        ]
    )
    func rangesAndOpenTopsAreNamedInEveryLanguage(language: Language, range: String, open: String, plus: String) throws
    {
        let top = { (sets: String) in try self.body("sets: \(sets)", "{top_set}", language) }
        #expect(try top("3x5 @ 70-72.5%") == range)
        #expect(try top("3x5 @ 62.5kg+") == open)
        #expect(try top("3x5 @ 70% + 5kg") == plus)
    }

    @Test(
        arguments: [
            (
                Language.english, "Squat 50 total", "Squat 10×3 every 2 min at 60 kg, up to RPE 8.5",
                "Squat 3×5 at 90% of the top set"
            ),
            (
                .german, "Squat 50 insgesamt", "Squat 10×3 alle 2 Min. mit 60 kg, höchstens RPE 8,5",
                "Squat 3×5 mit 90\u{A0}% vom Topsatz"
            ),
            (
                .spanish, "Squat 50 en total", "Squat 10×3 cada 2 min con 60 kg, RPE 8,5 como máximo",
                "Squat 3×5 con el 90\u{A0}% de la serie más pesada"
            ),
            (
                .french, "Squat 50 au total", "Squat 10×3 toutes les 2 min à 60 kg, RPE 8,5 au maximum",
                "Squat 3×5 à 90\u{202F}% de la série la plus lourde"
            ),
            (
                .turkish, "Squat toplam 50", "Squat 60 kg ile 2 dk arayla 10×3, en fazla RPE 8,5",
                "Squat en ağır setin %90 kadarı ile 3×5"
            ),
        ]
    )
    func totalsIntervalsAndCapsAreNamedInEveryLanguage(
        language: Language,
        total: String,
        interval: String,
        share: String
    ) throws {
        let top = { (sets: String) in try self.body("sets: \(sets)", "{top_set}", language) }
        #expect(try top("50 total") == total)
        #expect(try top("10x3 @ 60kg every 2min cap rpe 8.5") == interval)
        #expect(try top("[5, 3x5 @ 90% of top]") == share)
    }

    /// A machine or a band that assists makes the added weight negative.
    @Test func anAssistedSetSubtractsItsWeight() throws {
        let squat = AthleteValue(
            .load(program: "p", exercise: "squat"),
            Weight(thousandths: -7500),
            .kilograms,
            on: try date("2026-11-20")
        )
        let exercise = "sets: 3x8 @ bodyweight+5kg, progression: {type: linear, add: 2.5}"
        #expect(try body(exercise, "{top_set}", values: [squat]) == "Squat 3×8 at bodyweight − 7.5 kg")
        #expect(try body(exercise, "{top_set}", .french, values: [squat]) == "Squat 3×8 au poids du corps − 7,5 kg")
    }

    /// Without the fallback, the title would be empty in the first workout.
    @Test func anEmptyTitleBecomesTheDefault() throws {
        let program = try liftProgram("{lift: squat, sets: 5x5}")
        let first = try plan(program) { $0.texts.workoutTitle = RotatingText(TextTemplate("{change}")) }.notifications
            .first
        #expect(first?.title == "Workout Time!")
    }
}
