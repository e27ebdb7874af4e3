import Testing
import Training

@Suite struct PlateStackTests {
    @Test(arguments: [
        (60_000, "20"), (20_000, ""), (62_500, "20 + 1.25"), (100_000, "25 + 15"), (182_500, "25 + 25 + 25 + 5 + 1.25"),
    ])
    func theHeaviestPlatesComeFirst(load: Int, plates: String) throws {
        let stack = try #require(
            PlateStack(
                for: Weight(thousandths: load),
                bar: PlateStack.standardBar(.kilograms),
                of: PlateStack.standardPlates(.kilograms).reversed()
            )
        )
        #expect(stack.description == plates)
    }

    @Test(arguments: [19_000, 61_000, 20_001, 2_100_000, .max]) func otherLoadsCannotBeMade(load: Int) {
        #expect(
            PlateStack(
                for: Weight(thousandths: load),
                bar: PlateStack.standardBar(.kilograms),
                of: PlateStack.standardPlates(.kilograms)
            ) == nil
        )
    }

    @Test func poundsHaveTheirOwnPlates() {
        let stack = PlateStack(
            for: Weight(thousandths: 185_000),
            bar: PlateStack.standardBar(.pounds),
            of: PlateStack.standardPlates(.pounds)
        )
        #expect(stack?.description == "45 + 25")
    }
}
