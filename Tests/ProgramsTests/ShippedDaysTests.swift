import CivilTime
import Testing
import Training

/// The shipped programs on the days that a user chooses.
@Suite struct ShippedDaysTests {
    /// A program that prescribes an order is trained on exactly the chosen days, in its order; one with fixed weekdays is mapped to as many
    /// other days, and otherwise keeps its own.
    @Test(
        arguments: ShippedProgramsTests.files,
        ["tue,thu", "mon,wed", "tue,thu,sat", "mon,tue,thu,sat", "sat,sun", "wed"]
    )
    func programsFollowTheChosenDays(file: String, text: String) throws {
        let program = try ShippedProgramsTests.program(file)
        let chosen = try WeekdaySet(parsing: text)
        let start = try CivilDate(parsing: "2026-11-23")
        func workouts(_ days: WeekdaySet, _ count: Int) -> [Occurrence] {
            TrainingCalendar(
                program: program,
                start: start,
                trainingDays: TrainingDays(days),
                completions: [],
                today: start
            ).days(start..<start.adding(days: count)).compactMap(\.occurrence)
        }
        let found = workouts(chosen, 28)
        let conflict = program.schedule.conflict(with: chosen)
        switch program.schedule.mode {
        case .weekdays(let week):
            let count = week.count { $0 != nil }
            #expect((conflict == nil) == (count == chosen.count || count == 0), "\(file) \(text)")
            if count == chosen.count {
                #expect(Set(found.map(\.date.weekday)) == Set(chosen.weekdays))
            } else {
                #expect(found == workouts(.all, 28))
            }
        case .cycle, .rotation:
            var idle = WeekdaySet.none
            if case .tooClose(let days) = conflict { idle = days }
            #expect(Set(found.map(\.date.weekday)) == Set(chosen.weekdays.filter { !idle.contains($0) }))
            #expect(found.map(\.dayID) == workouts(.all, 200).prefix(found.count).map(\.dayID))
        }
    }

    /// No shipped rotation fixes weekdays: their sources prescribe an order.
    @Test(arguments: ShippedProgramsTests.files)
    func rotationsHaveDefaultDaysOnly(file: String) throws {
        let schedule = try ShippedProgramsTests.program(file).schedule
        if case .rotation(_, let on, _) = schedule.mode {
            #expect(on == nil && schedule.defaultDays == WeekdaySet([.monday, .wednesday, .friday]))
        }
    }
}
