import TestSupport
import Testing

/// The question at the first activation: whether and when to send reminders.
@Suite struct FirstQuestionTests {
    @Test func aTypoRepeatsTheQuestion() throws {
        let home = try Home()
        let said = try home.onTerminal("program activate push-pull-legs", "7:3x\n07:45")
        #expect(
            said.contains("invalid time '7:3x': expected a time, such as 9pm or 21:00")
                && said.contains("reminders are now on, at 07:45"),
            "\(said)"
        )
        #expect(try home.pending().first == "workout/2026-11-23/0745")
        let twice = try Home().onTerminal("program activate push-pull-legs", "7:3x\n8:3y\n9\n8:30")
        #expect(twice.contains("invalid time '8:3y'") && twice.contains("reminders are now on, at 08:30"), "\(twice)")
    }

    @Test(arguments: [("e", "0600"), ("06:15", "0615")])
    func theProgramsTimeIsSuggested(answer: String, time: String) throws {
        let home = try Home()
        let said = try home.onTerminal("program activate push-pull-legs --time 06:00", answer)
        #expect(said.contains("Enable reminders at 06:00"), "\(said)")
        #expect(try home.pending().first == "workout/2026-11-23/\(time)")
        #expect(try !home.folder.read(".config/antrain/settings.yaml").contains("time:"))
    }

    @Test func aGivenTimeIsNotAskedFor() throws {
        let run = try Home().antrain("program activate push-pull-legs --time 07:30")
        #expect(
            run.errors.contains("antrain settings --on") && !run.errors.contains("choose a time"),
            "\(run.errors)"
        )
    }
}
