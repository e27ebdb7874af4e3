import Progress
import Testing
import Training

@Suite struct MaxFormulaTests {
    private func set(_ text: String) throws -> PerformedSet {
        try #require(try PerformedSet.parse(text, unit: .kilograms).first)
    }

    /// Computed by hand: 5 repetitions with 100 kg are 100 × 35 ⁄ 30 and 100 × 36 ⁄ 32.
    @Test(arguments: [
        ("5@100kg", "116.667", "112.5"), ("1@140kg", "140", "140"), ("2@140kg", "149.333", "144"),
        ("3@225lb", "247.5", "238.235"), ("8@82.5kg", "104.5", "102.414"), ("10@90kg", "120", "120"),
    ])
    func maxesAreEstimated(text: String, epley: String, brzycki: String) throws {
        let set = try set(text)
        let unit: WeightUnit = text.hasSuffix("lb") ? .pounds : .kilograms
        #expect(MaxFormula.epley.estimatedMax(set)?.weight(in: unit).description == epley)
        #expect(MaxFormula.brzycki.estimatedMax(set)?.weight(in: unit).description == brzycki)
    }

    @Test(
        arguments: [
            "0@140kg", "11@60kg", "5", "8@bw", "8@bw+10kg", "warm-up 5@60kg", "drop 5@60kg", "back-off 5@60kg",
            "30s@20kg", "5 total@60kg",
        ],
        MaxFormula.allCases
    )
    func othersHaveNoEstimate(text: String, formula: MaxFormula) throws {
        #expect(formula.estimatedMax(try set(text)) == nil)
    }

    /// 100 kg are 220.46226… lb, and 1000 lb are exactly 453.59237 kg.
    @Test(arguments: [
        (220_462, 100_000, true), (220_463, 100_000, false), (1_000_000, 453_593, true), (1_000_000, 453_592, false),
    ])
    func poundsAreComparedExactly(pounds: Int, kilograms: Int, isLighter: Bool) {
        let mass = Mass(Weight(thousandths: pounds), .pounds)
        #expect((mass < Mass(Weight(thousandths: kilograms), .kilograms)) == isLighter)
    }

    @Test func poundsConvertExactly() {
        let mass = Mass(Weight(thousandths: 1_000_000), .pounds)
        #expect(mass.weight(in: .kilograms).description == "453.592" && mass.weight(in: .pounds).description == "1000")
        #expect(Mass(Weight(thousandths: -2000), .kilograms).weight(in: .pounds).description == "-4.409")
        #expect(Mass(Weight(thousandths: .max), .kilograms) + Mass(Weight(thousandths: .min), .kilograms) == .zero)
    }
}
