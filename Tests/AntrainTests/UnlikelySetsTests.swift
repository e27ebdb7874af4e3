import Platform
import Testing

/// Sets as lifters type them, and sets that probably mean something else.
@Suite struct UnlikelySetsTests {
    private func stage(_ answers: [String]? = nil) throws -> CommandStage {
        let stage = try CommandStage(now: "2026-11-23T19:00")
        stage.answers = answers
        return stage
    }

    @Test(arguments: [
        ("80kg 5x5", "5×5 @ 80 kg"), ("5,5,5 60kg", "3×5 @ 60 kg"), ("5 5 4 60 kg", "2×5 @ 60 kg, 4 @ 60 kg"),
        ("135lb 3x5", "3×5 @ 135 lb"), ("5x5 rpe 8 80kg", "5×5 @ 80 kg (RPE 8)"), ("5x5@80", "5×5 @ 80 kg"),
        ("3x60s 10kg", "3×1:00 @ 10 kg"), ("12x5", "12×5"), ("3x5 8", "3×5, 8"), ("2x20 1x40", "2×20, 40"),
    ])
    func `A load before or after the sets belongs to them`(typed: String, expected: String) throws {
        let run = try stage().run("log squat \(typed)")
        #expect(run.status == .success && run.output.contains("Squat, \(expected), entry 1"), "\(run)")
    }

    @Test(arguments: [
        ("40x5", "40 sets of 5 repetitions", "5@40", "20x5 20x5"),
        ("5x5 80", "5 sets of 5 repetitions and one of 80", "5x5@80", "5x5 1x80"),
    ])
    func `Sets that probably mean a load are refused or confirmed`(
        typed: String,
        meaning: String,
        likely: String,
        clear: String
    ) throws {
        for command in ["log squat ", "log edit 1 "] {
            let stage = try stage()
            #expect(try stage.run("log squat 3x5@100").status == .success)
            stage.answers = ["y", "n"]
            #expect(try stage.run(command + typed).status == .success)
            let question = "'\(typed)' means \(meaning). Log that? [y/N] "
            #expect(stage.questions == [question])
            #expect(try stage.run(command + typed).status == .usage)
            #expect(stage.questions == [question, question])
            stage.answers = nil
            let run = try stage.run(command + typed)
            #expect(run.status == .usage && run.messages.contains(meaning), "\(run)")
            for suggested in [command + likely, command + clear] {
                #expect(run.messages.contains("antrain \(suggested)"), "\(run)")
                #expect(try stage.run(suggested).status == .success, "\(suggested)")
            }
        }
    }
}
