import CivilTime
import Localization
import Planning
import Reminders
import Testing
import Training

/// The results of the days before today.
@Suite struct PastTests {
    private func past(
        _ programs: [Program],
        now: String = "2026-12-05T12:00",
        answers: [(String, String, Answer)] = [],
        moved: [ScheduleException] = [],
        _ change: (inout Settings) -> Void = { _ in }
    ) throws -> [String] {
        let zone = try zones.zone(named: "Europe/Berlin")
        let keyed = try answers.map { (OccurrenceKey(.program($0), on: try date($1)), $2) }
        let input = PlanInput(
            programs: try programs.map {
                ActiveProgram(
                    program: $0,
                    start: try date("2026-12-01"),
                    trainingDays: TrainingDays(settings(change).days),
                    completions: [],
                    exceptions: moved
                )
            },
            settings: settings(change),
            zone: zone,
            now: try Instant(parsing: now, in: zone),
            answers: Dictionary(keyed) { $1 }
        )
        return Plan.past(input, try date("2026-11-30")..<date("2026-12-07")).map { day in
            let names = day.workouts.map(\.dayID).joined(separator: "+")
            return "\(day.date.day) \(names) \(day.absence.map { MessageCatalog.plain.reason($0) } ?? "")"
        }
    }

    @Test func eachDayHasItsAnswerOrNone() throws {
        #expect(
            try past([try program()], answers: [("ppl", "2026-12-02", .completed), ("ppl", "2026-12-04", .skipped)])
                == [
                    "30  no active program covers this date", "1  ", "2 pull already done", "3  ",
                    "4 legs you skipped it",
                ]
        )
        #expect(try past([try program()]).filter { $0.contains("unanswered") }.count == 2)
    }

    @Test func aDayIsAnsweredWhenAllItsWorkoutsAre() throws {
        let both = [try program(), try program("run", schedule: "{mode: weekdays, wednesday: push}")]
        #expect(
            try past(both, answers: [("ppl", "2026-12-02", .skipped)])[2]
                == "2 pull+push Pull: you skipped it; Push: unanswered"
        )
        let answers: [(String, String, Answer)] = [
            ("ppl", "2026-12-02", .skipped), ("run", "2026-12-02", .completed),
        ]
        #expect(try past(both, answers: answers)[2] == "2 pull+push Pull: you skipped it; Push: already done")
    }

    @Test func untrainedWeekdaysAreListedWithoutAnswer() throws {
        let days = try past([try program()]) { $0.days = WeekdaySet([.friday]) }
        #expect(days[2] == "2 pull Wednesday is not one of your training days" && days[4] == "4 legs unanswered")
        let moved = try past(
            [try program()],
            moved: [.move(try date("2026-12-02"), to: try date("2026-12-03"))]
        ) { $0.days = WeekdaySet([.friday]) }
        #expect(moved[2] == "2  " && moved[3] == "3 pull unanswered")
    }

    @Test func `A paused day is paused afterwards, too`() throws {
        let pause = ScheduleException.pause(from: try date("2026-12-02"), through: try date("2026-12-03"))
        #expect(try past([try program()], moved: [pause])[2...4] == ["2  paused", "3  paused", "4 legs unanswered"])
    }

    @Test func todayAndTheFutureAreNotListed() throws {
        #expect(try past([try program()], now: "2026-11-30T00:00").isEmpty)
        #expect(try past([try program()], now: "2026-12-01T23:59").count == 1)
    }
}
