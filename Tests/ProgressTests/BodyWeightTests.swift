import CivilTime
import Progress
import Testing
import Training

/// Sets with the body as the load.
@Suite struct BodyWeightTests {
    /// Body weights from lines such as `11-04 80kg`, in the order in which they were recorded.
    private func bodyWeight(_ lines: [String]) throws -> BodyWeight {
        BodyWeight(
            try lines.map { line in
                let words = line.split(separator: " ").map(String.init)
                return try BodyMeasurement(
                    parsing: words[1],
                    .weight,
                    usual: nil,
                    on: try CivilDate(parsing: "2026-" + words[0])
                )
            }
        )
    }

    @Test(arguments: [
        ("11-03", nil), ("11-04", "80"), ("11-08", "80"), ("11-09", "82"), ("12-31", "82"),
    ])
    func theLatestMeasurementCounts(date: String, expected: String?) throws {
        let weight = try bodyWeight(["11-09 81kg", "11-04 80kg", "11-09 82kg"])
        let value = weight.value(on: try CivilDate(parsing: "2026-" + date))
        #expect(value?.mass.weight(in: .kilograms).description == expected)
        #expect(BodyWeight.unknown.value(on: try CivilDate(parsing: "2026-" + date)) == nil)
    }

    private func masses(_ log: [String], _ weights: [String]) throws -> [String] {
        let records = ExerciseRecords.all(try ProgressTests.log(log), .epley, try bodyWeight(weights))
        return records.flatMap(\.history).compactMap { record in
            guard let mass = record.mass, let unit = record.unit else { return nil }
            return "\(record.kind.rawValue) \(record.entries) \(mass.weight(in: unit)) \(unit.rawValue)"
        }
    }

    @Test(
        arguments: [
            (["11-02 dip 8@bw+10kg"], [], []),
            (["11-02 dip 8@bw+10kg"], ["11-03 80kg"], []),
            // The date of the measurement counts: 80 × 35 ⁄ 30.
            (["11-03 dip 5@bw"], ["11-03 80kg"], ["estimated-max [1] 93.333 kg", "volume [1] 400 kg"]),
            // 80 + 10, then 82 + 8 twice, and 10 × (82 − 20).
            (
                ["11-02 dip 9@bw", "11-09 dip 5@bw+10kg", "11-10 dip 5@bw+8kg", "11-12 dip 10@bw-20kg"],
                ["11-03 80kg", "11-10 82kg"],
                ["estimated-max [2] 105 kg", "volume [2] 450 kg", "volume [4] 620 kg"]
            ),
            // The body alone is shown in the unit of its weight, and added weights in their own.
            (["11-03 dip 5@bw"], ["11-03 180lb"], ["estimated-max [1] 210 lb", "volume [1] 900 lb"]),
            (["11-03 dip 1@bw+20lb"], ["11-03 80kg"], ["estimated-max [1] 196.37 lb", "volume [1] 196.37 lb"]),
            // Nothing is left if the assistance lifts the whole body.
            (["11-03 dip 5@bw-80kg"], ["11-03 80kg"], []),
            (["11-03 dip 5@bw-90kg"], ["11-03 80kg"], []),
            (["11-03 plank 60s@bw"], ["11-03 80kg"], []),
            // External loads are as they were.
            (["11-03 squat 5@100kg"], ["11-03 80kg"], ["estimated-max [1] 116.667 kg", "volume [1] 500 kg"]),
        ] as [([String], [String], [String])]
    )
    func recordsIncludeTheBody(log: [String], weights: [String], expected: [String]) throws {
        #expect(try masses(log, weights) == expected)
    }

    @Test func statisticsIncludeTheBody() throws {
        let log = try log(["11-02 dip 5@bw+10kg", "11-05 dip 5@bw", "11-10 dip 5@bw", "11-10 squat 1@50kg"])
        let range = try CivilDate(parsing: "2026-11-02")...CivilDate(parsing: "2026-11-15")
        func lifts(_ weight: BodyWeight) -> [String] {
            TrainingStatistics(log, in: range, .epley, weight) { _ in nil }.lifts.map { lift in
                let maxes = lift.estimatedMaxes.map { $0?.weight(in: lift.unit).description ?? "-" }
                return "\(lift.exercise) \(lift.volumes.map { $0.weight(in: lift.unit) }) \(maxes)"
            }
        }
        #expect(lifts(.unknown) == [#"squat [0, 50] ["-", "50"]"#])
        #expect(
            lifts(try bodyWeight(["11-04 80kg", "11-09 82kg"])) == [
                #"dip [400, 410] ["93.333", "95.667"]"#, #"squat [0, 50] ["-", "50"]"#,
            ]
        )
    }

    @Test func weeksHaveTheirLastMeasurement() throws {
        let weight = try bodyWeight(["10-31 90kg", "11-04 80kg", "11-05 81kg", "11-16 180lb", "11-24 70kg"])
        let range = try CivilDate(parsing: "2026-11-03")...CivilDate(parsing: "2026-11-18")
        let weeks = try #require(weight.byWeek(in: range))
        #expect(weeks.unit == .pounds && weeks.weights.map { $0?.description } == ["178.574", nil, "180"])
        let before = try CivilDate(parsing: "2026-10-01")...CivilDate(parsing: "2026-10-30")
        #expect(weight.byWeek(in: before) == nil)
    }
}
