import TestSupport
import Testing
import Training

@Suite struct PerformedSetTests {
    @Test(arguments: [
        ("5x5@80kg", "5x5@80kg"),
        ("5@60 5@60 4@60", "2x5@60kg, 4@60kg"),
        ("5,5,5,5,3", "4x5, 3"),
        ("3 x 5 @ 82.5 kg rpe 8.5", "3x5@82.5kg rpe 8.5"),
        ("5 @ 180lb @ rpe 9, 5@185lbs", "5@180lb rpe 9, 5@185lb"),
        ("8@bw+10kg 8@bw-20 6@bodyweight", "8@bw+10kg, 8@bw-20kg, 6@bw"),
        ("3x60s", "3x60s"),
        ("45s@20kg", "45s@20kg"),
        ("27:30", "1650s"),
        ("5km 27:30", "5000m 1650s"),
        ("5km 28min", "5000m 1680s"),
        ("400m, 3x60s", "400m, 3x60s"),
        ("10km 1:05:09", "10000m 3909s"),
        ("warm-up 5@40, 3x5@80", "warm-up 5@40kg, 3x5@80kg"),
        ("drop 12@60kg back-off 8@50kg", "drop 12@60kg, back-off 8@50kg"),
        ("0@140", "0@140kg"),
        ("5@82.5,5@85", "5@82.5kg, 5@85kg"),
        ("5X3@60KG", "5x3@60kg"),
        ("12", "12"),
        // A unit shows that a comma is a decimal comma.
        ("5x5@82,5kg", "5x5@82.5kg"),
        ("5@82,5 kg rpe 8", "5@82.5kg rpe 8"),
        ("8@bw+2,5kg,8@bw-7,25lb", "8@bw+2.5kg, 8@bw-7.25lb"),
        ("5@82,5kg,5@85kg", "5@82.5kg, 5@85kg"),
        ("5,5,3@60,25kg", "2x5, 3@60.25kg"),
        ("5@82,5@85", "5@82kg, 5@85kg"),
        ("5@82kg,5,5", "5@82kg, 2x5"),
        ("50 total@20kg, 12", "50 total@20kg, 12"),
    ])
    func setsAreReadAsPeopleWriteThem(text: String, stored: String) throws {
        let sets = try PerformedSet.parse(text, unit: .kilograms)
        #expect(PerformedSet.notation(sets) == stored)
        #expect(try PerformedSet.parse(stored, unit: .pounds) == sets)
    }

    @Test(arguments: [
        ("", "missing sets"), ("heavy", "repetitions cannot begin with 'h'"), ("5x", "missing sets"),
        ("5@", "missing weight"), ("5@heavy", "a weight cannot begin with 'h'"), ("5@0", "invalid weight '0'"),
        ("5@1001kg", "above 0 and up to 1000 kg"), ("5@80st", "unknown weight unit 'st'"),
        ("51x5@60", "invalid number of sets '51'"), ("0x5@60", "invalid number of sets '0'"),
        ("1001@20", "invalid number of repetitions '1001'"), ("8-12@60", "'8-12' is a target"),
        ("5+@60", "'5+' is a target"), ("amrap", "'amrap' is a target"), ("5@75%", "repetitions cannot begin with '%'"),
        ("27:5", "invalid time"), ("27:75", "invalid time"), ("25:00:00", "time out of range"),
        ("5@rpe 11", "invalid RPE '11'; expected rpe 1 to rpe 10"), ("5@80kg@90kg", "the set has two loads"),
        ("5@rpe 8 rpe 9", "the set has two ratings"), ("five", "such as 5x5@80kg"), ("5@82,5", "ambiguous comma"),
        ("5@60 rpe", "missing number"), ("5@82,5,5kg", "ambiguous comma"), ("5@82,5kgs", "ambiguous comma"),
        ("5@82,1234kg", "too many decimals"), ("5@82.5,5kg", "ambiguous comma"),
        ("50x5 50x5 5", "too many sets"), ("5@82.5555", "too many decimals"),
        ("5@80kg;5@80kg", "cannot begin with ';'"),
        ("9999999999999999999", "number too large"), ("5@99999999999999999999kg", "number too large"),
    ])
    func mistakesAreNamed(text: String, expected: String) {
        let problem = #expect(throws: PerformedSet.Problem.self) { try PerformedSet.parse(text, unit: .kilograms) }
        #expect(problem?.description.contains(expected) == true, "\(String(describing: problem))")
    }

    /// What is stored is read back exactly, whatever was performed.
    @Test(arguments: 0..<200 as Range<UInt64>) func storedSetsAreReadBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let sets = (0..<Int.random(in: 1...20, using: &random)).map { _ in randomSet(using: &random) }
        #expect(try PerformedSet.parse(PerformedSet.notation(sets), unit: .pounds) == sets)
    }

    private func randomSet(using random: inout SplitMix64) -> PerformedSet {
        let weight = Weight(thousandths: Int.random(in: 1...1_000_000, using: &random))
        let unit = WeightUnit.allCases.randomElement(using: &random) ?? .kilograms
        let loads: [PerformedSet.Load?] = [
            nil, .weight(weight, unit), .bodyweight(plus: weight, unit),
            .bodyweight(plus: Weight(thousandths: -weight.thousandths), unit),
        ]
        let number = Int.random(in: 1...1000, using: &random)
        let amounts = [
            PerformedSet.Amount(reps: number - 1), PerformedSet.Amount(reps: number, isTotal: true),
            PerformedSet.Amount(seconds: number * 86),
            PerformedSet.Amount(metres: number), PerformedSet.Amount(seconds: number, metres: number * 1000),
        ]
        return PerformedSet(
            kind: SetPrescription.Kind.allCases.randomElement(using: &random) ?? .work,
            amount: amounts.randomElement(using: &random) ?? amounts[0],
            load: loads.randomElement(using: &random) ?? nil,
            rpe: Bool.random(using: &random) ? Int.random(in: 10...100, using: &random) : nil
        )
    }
}
