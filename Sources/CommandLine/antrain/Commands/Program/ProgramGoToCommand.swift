import ArgumentParser
import Completion
import Platform
import Results
import Planning
import Session
import Training
import UseCases

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

/// The command `antrain program repeat-week`.
struct ProgramRepeatWeekCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat-week",
        abstract: "Do the week of the latest workout again.",
        discussion: """
            The next workout is the first one of the same week. If the program has fixed weekdays, the next seven days, counted \
            from its start, repeat the week; the current seven days do so if no workout was due in them yet. 'antrain undo' undoes \
            the change.
            """
    )

    @OptionGroup var options: JumpOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        return try options.jump(try options.active(store.session), to: nil, nil, store, asJSON: data.json)
    }
}

/// The program that continues elsewhere, and from when on.
struct JumpOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("First date (default: today, or tomorrow if today's workout is done).", valueName: "date"),
        completion: .values(.date)
    )
    var date: String?
    @Option(
        help: ArgumentHelp("Program, if several are active.", valueName: "program"),
        completion: .values(.activeProgram)
    )
    var program: [String] = []

    /// The program that the user means.
    func active(_ session: Session) throws(CommandError) -> ActiveProgram {
        let id = session.programID(try OptionValue.single(program, "--program"))
        try session.checkActive(id)
        let meant = session.programs.filter { id == nil || $0.program.id == id }
        if let only = meant.first, meant.count == 1 { return only }
        let names = meant.map(\.program.id).joined(separator: " or ")
        throw .misused(
            meant.isEmpty
                ? "no program is active; activate one: antrain program activate NAME"
                : "several programs are active; choose one: --program \(names)"
        )
    }

    func jump(_ active: ActiveProgram, to week: Int?, _ day: ProgramDay?, _ store: Store, asJSON: Bool)
        throws(CommandError) -> ExitStatus
    {
        let date = try DateOption.parse(date, name: "--date", today: store.session.today)
        let jumping = try Jumping(store, active, to: week, day, on: date)
        store.workspace.report(try jumping.run(), asJSON: asJSON, store)
        return .success
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
