import CivilTime
import Testing
import Training

@Suite struct WorkoutTests {
    @Test(arguments: [
        (102_500, 2500, Rounding.Direction.nearest, 102_500), (101_250, 2500, .nearest, 102_500),
        (101_249, 2500, .nearest, 100_000), (104_900, 5000, .down, 100_000),
        (100_001, 5000, .up, 105_000), (100_000, 5000, .up, 100_000), (0, 2500, .up, 0),
    ])
    func loadsAreRounded(weight: Int, step: Int, direction: Rounding.Direction, expected: Int) {
        let rounding = Rounding(step: Weight(thousandths: step), direction: direction)
        #expect(rounding.rounded(Weight(thousandths: weight)).thousandths == expected)
    }

    @Test(arguments: [(102_500, "102.5"), (80_000, "80"), (1, "0.001"), (-2500, "-2.5")])
    func weightsAreFormattedBriefly(thousandths: Int, text: String) {
        #expect(Weight(thousandths: thousandths).description == text)
    }

    @Test func percentagesReferToTheirMax() throws {
        let program = try program(
            programText(
                top:
                    "rounding: 2.5\ntraining-max: 90%\nmaxes: {press: 100, row: {training-max: 80}, squat: {one-rep-max: 200, training-max: 80%}}\n",
                days:
                    "  push: {exercises: [{lift: press, sets: [5 @ 50%, 5 @ 50% 1rm, 5 @ 50% tm, 5 @ rpe 8]}, {lift: row, sets: [5 @ 50%, 5 @ 50% 1rm]}, {lift: squat, sets: 5 @ 50%}, {exercise: Curl, sets: 5 @ 50%}]}\n  pull: {exercises: [{exercise: Row, sets: 5}]}\n"
            )
        )
        let items = program.workout(of: program.days[0]).items
        #expect(
            items.map { $0.sets.map(\.description) } == [
                ["5 @ 45 kg", "5 @ 50 kg", "5 @ 45 kg", "5 @ RPE 8"], ["5 @ 40 kg", "5 @ 50% of 1RM"], ["5 @ 80 kg"],
                ["5 @ 50%"],
            ]
        )
    }

    @Test func theWeekReplacesSchemes() throws {
        let program = try program(
            programText(
                top: "sets: {main: 3x5}\nweeks: [{name: A}, {name: B, sets: {main: 3x3}}]\n",
                days:
                    "  push: {exercises: [{exercise: Press, warm-up: 10, sets: main}]}\n  pull: {exercises: [{exercise: Row, sets: 5}]}\n"
            )
        )
        let start = try date("2026-11-23")
        let calendar = TrainingCalendar(
            program: program,
            start: start,
            trainingDays: .all,
            completions: [],
            today: start
        )
        let first = try #require(calendar.day(on: start).occurrence)
        let second = try #require(calendar.day(on: start.adding(days: 7)).occurrence)
        #expect(program.workout(for: first)?.items[0].sets.map(\.description) == ["10", "3×5"])
        #expect(program.workout(for: second)?.items[0].sets.map(\.description) == ["10", "3×3"])
    }
}
