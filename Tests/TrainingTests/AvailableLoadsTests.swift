import TestSupport
import Testing
import Training

/// Rounding to the loads that equipment allows.
@Suite struct AvailableLoadsTests {
    private static func kg(_ number: Double) -> Weight { Weight(thousandths: Int((number * 1000).rounded())) }

    @Test(
        arguments: [
            (61.25, [20, 10, 5, 2.5, 1.25], 60), (61.26, [20, 10, 5, 2.5, 1.25], 62.5), (63, [20, 10], 60),
            (71, [20, 10], 80), (70, [20, 10], 60), (100, [15, 20], 100), (95, [15, 20], 90), (15, [20], 20),
            (0, [20], 20), (1_000_000, [25], 2020), (60, [], 20), (22.6, [1.25], 22.5),
        ] as [(Double, [Double], Double)]
    )
    func barbellLoadsHaveTheSamePlatesOnBothSides(wanted: Double, plates: [Double], expected: Double) {
        let loads = AvailableLoads.bar(Self.kg(20), plates: plates.map(Self.kg), .kilograms)
        #expect(loads.nearest(to: Self.kg(wanted), .kilograms) == Self.kg(expected))
    }

    @Test(arguments: [(11, 10), (11.1, 12), (9, 8), (50, 12), (1, 8), (12, 12)] as [(Double, Double)])
    func singleWeightsAreThoseThatAreThere(wanted: Double, expected: Double) {
        let loads = AvailableLoads.fixed([8, 10, 12].map(Self.kg), .kilograms)
        #expect(loads.nearest(to: Self.kg(wanted), .kilograms) == Self.kg(expected))
    }

    @Test(
        arguments: [
            (60, 60, 60), (61, 60, 80), (20, 20, 20), (10, nil, 20), (3000, 2000, nil), (59.999, 40, 60),
        ] as [(Double, Double?, Double?)]
    )
    func neighboursAreOnBothSides(wanted: Double, below: Double?, above: Double?) {
        let loads = AvailableLoads.bar(Self.kg(20), plates: [Self.kg(10)], .kilograms)
        let neighbours = loads.neighbours(of: Self.kg(wanted), .kilograms)
        #expect(neighbours.below == below.map(Self.kg))
        #expect(neighbours.above == above.map(Self.kg))
    }

    @Test func singleWeightsHaveNeighbours() {
        let loads = AvailableLoads.fixed([8, 10].map(Self.kg), .kilograms)
        #expect(loads.neighbours(of: Self.kg(9), .kilograms) == (Self.kg(8), Self.kg(10)))
        #expect(loads.neighbours(of: Self.kg(11), .kilograms) == (Self.kg(10), nil))
        #expect(loads.neighbours(of: Self.kg(7), .kilograms) == (nil, Self.kg(8)))
    }

    @Test func otherUnitsAreConverted() {
        let loads = AvailableLoads.bar(Self.kg(20), plates: [Self.kg(20)], .kilograms)
        #expect(loads.nearest(to: Weight(thousandths: 135_000), .pounds) == Self.kg(60))
    }

    /// No load that can be made is closer, and none as close is lighter.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func noLoadIsCloser(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let plates = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 1...12, using: &random) * 250
        }
        let bar = Int.random(in: 0...20, using: &random) * 500
        let wanted = Int.random(in: 0...40_000, using: &random)
        // All sums of one side, by adding each plate again and again.
        var sides: Set<Int> = [0]
        for plate in plates {
            for side in sides { sides.formUnion(stride(from: side, through: 40_000, by: plate)) }
        }
        let expected = try #require(
            sides.map { bar + 2 * $0 }.min { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) }
        )
        let loads = AvailableLoads.bar(
            Weight(thousandths: bar),
            plates: plates.map { Weight(thousandths: $0) },
            .kilograms
        )
        #expect(
            loads.nearest(to: Weight(thousandths: wanted), .kilograms).thousandths == expected,
            "\(plates) \(bar) \(wanted)"
        )
        let stack = PlateStack(
            for: Weight(thousandths: expected),
            bar: Weight(thousandths: bar),
            of: plates.map { Weight(thousandths: $0) }
        )
        #expect(stack?.plates.reduce(0) { $0 + $1.thousandths } == (expected - bar) / 2)
    }
}
