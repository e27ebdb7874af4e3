import CivilTime
import Progress
import Testing
import Training
import YAMLSource

@Suite struct TrainingStatisticsTests {
    private let catalog: ExerciseCatalog

    init() throws {
        let text = """
            antrain: 1
            exercises:
              squat: {name: Squat, primary: [quadriceps, glutes], secondary: [hamstrings], equipment: barbell}
              press: {name: Press, primary: [front-delts], secondary: [triceps], equipment: barbell}
              run: {name: Run, primary: [quadriceps], equipment: none}
              plank: {name: Plank, primary: [abs], equipment: bodyweight}

            """
        catalog = try #require(ExerciseCatalogReader.read(SourceText(path: "exercises.yaml", text: text)).catalog)
    }

    private func statistics(_ lines: [String], _ first: String, _ last: String) throws -> TrainingStatistics {
        let range = try CivilDate(parsing: "2026-" + first)...CivilDate(parsing: "2026-" + last)
        return TrainingStatistics(try log(lines), in: range, .epley) { catalog[$0] }
    }

    private func weight(_ mass: Mass?) -> String? { mass?.weight(in: .kilograms).description }

    /// 2 and 9 November 2026 are Mondays.
    private static let lines = [
        "11-01 squat 5x5@200kg", "11-02 squat warm-up 5@40kg 5x5@60kg", "11-05 squat 3@70kg 0@80kg",
        "11-08 press 3x10@100lb", "11-17 squat drop 12@50kg 11@52kg", "11-17 run 5km 27:30", "11-18 carry 40m@20kg",
        "11-18 plank 2x60s", "11-24 squat 5@60kg",
    ]

    @Test func volumesAndMaxesAreByWeek() throws {
        let statistics = try statistics(Self.lines, "11-02", "11-22")
        #expect(statistics.weeks.map(\.description) == ["2026-11-02", "2026-11-09", "2026-11-16"])
        #expect(statistics.lifts.map(\.exercise) == ["squat", "press"])
        // 25 × 60 + 3 × 70, and 12 × 50 + 11 × 52.
        #expect(statistics.lifts[0].volumes.map(weight) == ["1710", "0", "1172"])
        // 70 × 33 ⁄ 30; neither the drop set nor eleven repetitions allow an estimate.
        #expect(statistics.lifts[0].estimatedMaxes.map(weight) == ["77", nil, nil])
        #expect(statistics.lifts[1].unit == .pounds)
        #expect(statistics.lifts[1].volumes[0].weight(in: .pounds).description == "3000")
    }

    @Test func assistingMusclesCountHalf() throws {
        let statistics = try statistics(Self.lines, "11-02", "11-22")
        let sets = statistics.muscles.map { "\($0.muscle.rawValue) \($0.halfSets) \($0.tenthsPerWeek)" }
        // The failed set and the run do not count: 6 and 2 sets of squats in three weeks are 2.7 per week.
        #expect(
            sets == [
                "front-delts [6, 0, 0] 10", "triceps [3, 0, 0] 5", "abs [0, 0, 4] 7", "glutes [12, 0, 4] 27",
                "quadriceps [12, 0, 4] 27", "hamstrings [6, 0, 2] 13",
            ]
        )
        #expect(statistics.withoutMuscles == ["carry"])
        #expect(statistics.strengthSets == 6 && statistics.hypertrophySets == 5)
    }

    @Test(arguments: [
        // Only complete weeks count: that of 2 November, and that of 9 November.
        ("11-02", "11-15", 30), ("11-02", "11-11", 60), ("11-01", "11-11", 60), ("11-02", "11-03", 50),
        ("11-05", "11-11", 5),
    ])
    func averagesAreOfCompleteWeeks(first: String, last: String, expected: Int) throws {
        let statistics = try statistics(Self.lines, first, last)
        #expect(statistics.muscles.first { $0.muscle == .quadriceps }?.tenthsPerWeek == expected)
    }

    @Test func setsAreCountedByDate() throws {
        let days = try log(Self.lines).setsByDate.map { "\($0.key) \($0.value)" }.sorted()
        #expect(
            days == [
                "2026-11-01 5", "2026-11-02 5", "2026-11-05 1", "2026-11-08 3", "2026-11-17 3", "2026-11-18 3",
                "2026-11-24 1",
            ]
        )
    }
}
