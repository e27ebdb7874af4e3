import ArgumentParser
import Completion
import Planning
import Platform
import Session
import Training

/// The command `antrain program go-to`.
struct ProgramGoToCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "go-to",
        abstract: "Continue an active program with another week.",
        discussion: """
            Use it after an interruption, or if you have already done a part of the program. Earlier dates do not change, and workouts \
            that you missed on them are no longer due. If the program has fixed weekdays, the current seven days, counted from its \
            start, become the given week. 'antrain undo' undoes the change.
            """
    )

    @Argument(help: "Week of the program, from 1.") var week: Int
    @Argument(
        help: "Program day to continue with (default: the first one of the week).",
        completion: .values(.programDay)
    )
    var day: String?
    @OptionGroup var options: JumpOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let active = try options.active(store.session)
        let week = try OptionValue.number(week, "week", in: ProgramPlace.weekRange) ?? 1
        let day = try day.map { (name) throws(CommandError) in try active.program.day(named: name) }
        return try options.jump(active, to: week, day, store, asJSON: data.json)
    }
}

extension Program {
    /// The program day that a text means by its ID or its name.
    fileprivate func day(named text: String) throws(CommandError) -> ProgramDay {
        let key = NameKey.of(text)
        let matching =
            days.first { $0.id == text } ?? days.first { [NameKey.of($0.id), NameKey.of($0.name)].contains(key) }
        if let matching { return matching }
        throw OptionValue.unknown(text, "day", among: days.map(\.id))
    }
}
