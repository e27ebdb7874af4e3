import CivilTime
import Progress
import Testing

@Suite struct BodyMeasurementTests {
    private let date = CivilDate(dayNumber: 20_780)

    private func typed(_ text: String, _ kind: BodyMeasurement.Kind, usual: BodyMeasurement.Unit? = nil) throws
        -> BodyMeasurement
    {
        try BodyMeasurement(parsing: text, kind, usual: usual, on: date)
    }

    @Test(
        arguments: [
            ("82.4kg", .weight, "82.4 kg"), ("82,4 KG", .weight, "82.4 kg"), ("182lbs", .weight, "182 lb"),
            (" 181.125 lb ", .weight, "181.125 lb"), ("84cm", .waist, "84 cm"), ("33.5 in", .calf, "33.5 in"),
            ("15%", .bodyFat, "15%"), ("15.5 %", .bodyFat, "15.5%"), ("15", .bodyFat, "15%"),
            // The limits are exact: 44.092 lb are 19.9998 kg, and 3.937 in are 9.99998 cm.
            ("20kg", .weight, "20 kg"), ("400kg", .weight, "400 kg"), ("44.093lb", .weight, "44.093 lb"),
            ("881.849lb", .weight, "881.849 lb"), ("10cm", .neck, "10 cm"), ("300cm", .hips, "300 cm"),
            ("3.938in", .neck, "3.938 in"), ("118.11in", .hips, "118.11 in"), ("2%", .bodyFat, "2%"),
            ("75%", .bodyFat, "75%"),
        ] as [(String, BodyMeasurement.Kind, String)]
    )
    func valuesAreRead(text: String, kind: BodyMeasurement.Kind, expected: String) throws {
        #expect(try typed(text, kind).description == expected)
    }

    @Test(
        arguments: [
            ("82.4", .weight, "the unit is missing; write 82.4kg or 82.4lb"),
            ("84", .waist, "the unit is missing; write 84cm or 84in"),
            ("82.4st", .weight, "weight is measured in kg or lb"), ("82kg", .waist, "waist is measured in cm or in"),
            ("15kg", .bodyFat, "body-fat is measured in %"),
            ("kg", .weight, "expected a value such as 82.4kg or 182lb"),
            ("", .waist, "expected a value such as 84cm or 33in"), ("-82kg", .weight, "expected a value"),
            ("82.kg", .weight, "expected a value"), (".5kg", .weight, "expected a value"),
            ("8.2.4kg", .weight, "expected a value"), ("1,082.4kg", .weight, "expected a value"),
            ("８２kg", .weight, "expected a value"), ("82.4001kg", .weight, "at most three decimals"),
            ("99999999999999999999kg", .weight, "expected a value"), ("999999kg", .weight, "expected 20 to 400 kg"),
            ("19.999kg", .weight, "expected 20 to 400 kg"), ("400.001kg", .weight, "expected 20 to 400 kg"),
            ("44.092lb", .weight, "about 44 to 882 lb"), ("881.85lb", .weight, "about 44 to 882 lb"),
            ("9.999cm", .neck, "expected 10 to 300 cm"), ("300.001cm", .hips, "expected 10 to 300 cm"),
            ("3.937in", .neck, "about 4 to 118 in"), ("118.111in", .hips, "about 4 to 118 in"),
            ("1.999%", .bodyFat, "expected 2 to 75%"), ("75.001%", .bodyFat, "expected 2 to 75%"),
        ] as [(String, BodyMeasurement.Kind, String)]
    )
    func mistakesAreExplained(text: String, kind: BodyMeasurement.Kind, expected: String) throws {
        let problem = #expect(throws: BodyMeasurement.Problem.self) { try typed(text, kind) }
        #expect(problem?.description.contains(expected) == true, "\(String(describing: problem))")
    }

    @Test func aUsualUnitCompletesAValue() throws {
        #expect(try typed("182", .weight, usual: .pounds).unit == .pounds)
        #expect(try typed("82kg", .weight, usual: .pounds).unit == .kilograms)
        #expect(throws: BodyMeasurement.Problem.self) { try typed("84", .waist, usual: .pounds) }
    }

    @Test(
        arguments: [
            ("82.4kg", "83kg", .weight, "-0.6 kg"), ("84cm", "84cm", .waist, "no change"),
            // 33 in are 83.82 cm, and 182 lb are 82.55381134 kg.
            ("84cm", "33in", .waist, "+0.18 cm"), ("33in", "84cm", .waist, "-0.071 in"),
            ("82.4kg", "182lb", .weight, "-0.154 kg"), ("182lb", "82.4kg", .weight, "+0.339 lb"),
            ("15.5%", "15%", .bodyFat, "+0.5 percentage points"),
        ] as [(String, String, BodyMeasurement.Kind, String)]
    )
    func changesAreExact(later: String, earlier: String, kind: BodyMeasurement.Kind, expected: String) throws {
        let later = try typed(later, kind)
        let change = later.change(since: try typed(earlier, kind))
        #expect(BodyMeasurement.text(change: change, later.unit) == expected)
    }

    /// Measurements in kilograms from their days before `date`.
    private func weights(_ values: [(days: Int, thousandths: Int)]) throws -> [BodyMeasurement] {
        try values.map { days, value in
            try #require(BodyMeasurement(.weight, thousandths: value, .kilograms, on: date.adding(days: -days)))
        }
    }

    @Test func aLaterValueReplacesThatOfTheDate() throws {
        let recorded = try weights([(0, 82_000), (9, 84_000), (0, 82_400), (9, 83_000)])
        let series = MeasurementSeries(.weight, recorded)
        #expect(series.values.map(\.description) == ["83 kg", "82.4 kg"])
        #expect(series.changes.map { $0?.thousandths } == [nil, -600])
        #expect(MeasurementSeries.all(recorded).map(\.kind) == [.weight])
    }

    @Test(
        arguments: [
            ([], nil), ([14], nil), ([15], 15), ([45], 45), ([46], nil), ([60, 20, 7], 20), ([28, 33], 28),
            ([31, 29], 31), ([29, 31, 30], 30),
        ] as [([Int], Int?)]
    )
    func theMonthlyChangeIsSinceTheNearestDate(days: [Int], expected: Int?) throws {
        let series = MeasurementSeries(.weight, try weights(days.map { ($0, 80_000 + $0) } + [(0, 80_000)]))
        #expect(series.monthlyChange.map { $0.earlier.date.days(until: date) } == expected)
        #expect(series.monthlyChange?.thousandths == expected.map { -$0 })
    }
}
