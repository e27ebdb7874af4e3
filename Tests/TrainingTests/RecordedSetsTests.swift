import Testing
import Training

/// Planned sets as the ledger records them.
@Suite struct RecordedSetsTests {
    @Test(arguments: [
        "", "5x5", "3x5 @ 60kg ~ 61.25kg", "warm-up 5 @ 40kg, 3x5 @ 60kg, drop 10 @ 40kg, back-off 2x8 @ 50kg",
        "2-3x8-12 @ 70-75%", "4x3 @ 80kg, 3+ @ 80kg", "11-15 rest-pause @ 80kg", "5x3 every 60s", "50 total",
        "3-6, 3-6x1 per rep @ 85kg, 4x3-5 half",
        "3x60-90s",
        "1RM", "5 @ 122.5kg cap rpe 8", "5 @ rpe 8", "8 @ bodyweight + 10kg", "5 @ 75% 1rm", "5 @ 100kg+", "400m",
    ])
    func recordedSetsAreReadBack(text: String) throws {
        let sets = try #require(SetPrescription.parse(recorded: text), "\(text)")
        #expect(SetPrescription.recorded(sets) == text)
        #expect(SetPrescription.parse(recorded: SetPrescription.recorded(sets)) == sets)
    }

    @Test(arguments: [
        "5x", "3x5 @ 60kg,", "3x5,3x5", "heavy 3x5", "3x5 ~ 60kg", "3x5 @ 60kg ~", "3x5 @ 60kg ~ 1kg ~ 2kg",
        " ", "warm-up", "3x5 @ 60kg ~ heavy",
    ])
    func anythingElseIsRejected(text: String) {
        #expect(SetPrescription.parse(recorded: text) == nil)
    }

    /// Only what nobody can lift is left out.
    @Test func aLoadWithoutANotationIsLeftOut() {
        let heavy = SetPrescription(count: 3, target: .reps(5), load: .weight(Weight(thousandths: 1 << 40), .kilograms))
        #expect(SetPrescription.recorded([heavy]) == "3x5")
    }
}
