import Platform
import Testing

/// `antrain settings gym`, and the loads of each gym.
@Suite struct GymCommandTests {
    private func stage() throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        stage.columns = 120
        try stage.write(
            ".config/antrain/settings.yaml",
            "# mine\nequipment: {bar: 20, plates: [20, 5]}\ngyms: {travel: {plates: [20], dumbbells: [5, 10]}}\n"
        )
        #expect(try stage.run("program activate stronglifts-5x5 --load squat=75kg").status == .success)
        return stage
    }

    private func squat(_ stage: CommandStage, now: String? = nil) throws -> String {
        let lines = try stage.run("next --workouts 1", now: now).output.split(separator: "\n")
        let line = try #require(lines.first { $0.contains("Squat") })
        return line.split(separator: " ").dropFirst().joined(separator: " ")
    }

    @Test func loadsFollowTheGym() throws {
        let stage = try stage()
        #expect(try squat(stage) == "5×5 @ 70 kg (rounded from 75 kg)")
        let change = try stage.run("settings gym travel")
        #expect(change.status == .success && change.output == "set gym: travel\n", "\(change)")
        #expect(stage.contents(".config/antrain/settings.yaml")?.hasPrefix("# mine\nequipment: {bar: 20") == true)
        #expect(try squat(stage) == "5×5 @ 60 kg (rounded from 75 kg)")
        #expect(
            try stage.run("settings gym").output == """
                   default  bar 20 kg, plates 20, 5
                *  travel   bar 20 kg, plates 20; dumbbells 5, 10 kg

                """
        )
    }

    /// A load below the bar is recorded, with a warning.
    @Test(arguments: [
        ("program load squat 10kg", "10 kg is less than the lightest load of your equipment, 20 kg"),
        ("program load squat 20kg", ""),
        ("log squat 5x5@5kg", "5 kg is less than the lightest load of your equipment, 20 kg"),
        ("log squat 5x5@40lb", "40 lb is less than the lightest load"), ("log squat 5x5@45lb", ""),
        ("log pull-up 5", ""), ("log lat-pulldown 3x10@5kg", ""),
        ("program activate gzclp --add --load squat-t1=15kg", "15 kg is less than the lightest load of your equipment"),
    ])
    func aLoadBelowTheBarIsReported(line: String, part: String) throws {
        let run = try stage().run(line)
        #expect(run.status == .success, "\(run)")
        #expect(part.isEmpty ? !run.messages.contains("lightest") : run.messages.contains(part), "\(run)")
    }

    /// Training in another gym for a while changes nothing at home.
    @Test func progressDoesNotDependOnTheGym() throws {
        let stage = try stage()
        _ = try stage.run("settings gym travel")
        #expect(try stage.run("done").status == .success)
        #expect(try stage.run("log list --exercise squat").output.contains("5×5 @ 60 kg (rounded from 75 kg)"))
        _ = try stage.run("settings gym default", now: "2026-11-24T19:00")
        #expect(try squat(stage) == "5×5 @ 80 kg (rounded from 77.5 kg) +2.5 kg: all sets completed")
    }

    @Test(
        arguments: [
            ("settings gym trvel", "did you mean 'travel'?"), ("settings gym nowhere", "expected default, travel"),
        ]
    )
    func unknownGymsAreErrors(line: String, expected: String) throws {
        let stage = try stage()
        let run = try stage.run(line)
        #expect(run.status == .usage && run.messages.contains(expected), "\(run)")
        #expect(stage.contents(".config/antrain/settings.yaml")?.contains("gym: ") == false)
    }

    /// A misspelled name has no effect, so that it is reported; aliases and exercises of active programs are known.
    @Test func unknownExercisesAreReported() throws {
        let stage = try stage()
        try stage.write(
            ".config/antrain/settings.yaml",
            "equipment: {exercises: {dedlift: {bar: 25}, Back Squat: {loads: [72]}, barbell-row: {bar: 15}}}\n"
        )
        let run = try stage.run("settings gym")
        #expect(
            run.messages.contains("gym 'default': no exercise has the name 'dedlift'; did you mean 'deadlift'?"),
            "\(run)"
        )
        #expect(!run.messages.contains("Squat") && !run.messages.contains("row"), "\(run)")
        #expect(run.output.contains("Back Squat: 72 kg"), "\(run)")
        #expect(try squat(stage) == "5×5 @ 72 kg (rounded from 75 kg)")
    }

    @Test func theNextStepIsNamed() throws {
        let run = try CommandStage().run("settings gym")
        #expect(
            run.output.contains("loads are not rounded") && run.messages.contains("antrain settings edit"),
            "\(run)"
        )
    }
}
