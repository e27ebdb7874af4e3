import ArgumentParser
import Completion
import CivilTime
import Platform
import Results
import Session
import UseCases

/// The command `antrain pause`.
struct PauseCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause programs: no reminders, and rotations don't advance."
    )

    @Argument(
        help: "Length, such as 1w, or last date, as in until fri.",
        completion: .list(["until", "1w", "2w"])
    )
    var length: [String] = []
    @Option(help: ArgumentHelp("First date (default: today).", valueName: "date"), completion: .values(.date)) var from:
        String?
    @Option(
        help: ArgumentHelp(
            "Last date of the pause; training continues on the day after (default: until 'antrain resume').",
            valueName: "date"
        ),
        completion: .values(.date)
    ) var until: String?
    @Option(
        help: ArgumentHelp("Program to pause (default: all programs).", valueName: "program"),
        completion: .values(.activeProgram)
    ) var program: [String] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let session = store.session
        let program = session.programID(try OptionValue.single(program, "--program"))
        let first = try DateOption.parse(from, name: "--from", today: session.today) ?? session.today
        let last = try last(from: first, session.today)
        if let last, last < first {
            throw .badOption(name: "--until", value: last.description, reason: "expected \(first) or a later date")
        }
        let pausing = Pausing(store, program, from: first, through: last)
        workspace.report(try pausing.run(), asJSON: data.json, store)
        return .success
    }

    /// The last date of the pause; nil if it has no end.
    private func last(from first: CivilDate, _ today: CivilDate) throws(CommandError) -> CivilDate? {
        let week = max(first, today)
        guard let word = length.first else {
            return try DateOption.parse(until, name: "--until", today: today, from: week)
        }
        guard until == nil else { throw .misused("the end of the pause is given twice; omit --until") }
        let text = length.joined(separator: " ")
        if word.lowercased() == "until" {
            let date = length.dropFirst().joined(separator: " ")
            return try DateOption.parse(date, name: "until", today: today, from: week)
        }
        let span = try? TimeSpan(typed: word.lowercased() == "for" ? length.dropFirst().joined(separator: " ") : text)
        let day = TimeSpan.days(1)
        guard let span, span >= day, span <= .days(3660), span.seconds % day.seconds == 0 else {
            throw .badOption(
                name: "length",
                value: text,
                reason: "expected days or weeks, such as 10d or 1w, or the last date, as in until fri"
            )
        }
        return first.adding(days: Int(span.seconds / day.seconds) - 1)
    }
}
