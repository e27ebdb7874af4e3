import ArgumentParser
import Completion
import CivilTime
import Platform
import Localization
import Results
import Session

/// The command `antrain today`.
struct TodayCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show the workout of today or another date."
    )

    @Argument(help: "Date, such as tomorrow, fri or 2026-11-27 (default: today).", completion: .values(.date))
    var date: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    /// The command without arguments, without the parser.
    static var plain: TodayCommand {
        var command = TodayCommand()
        (command.date, command.global, command.data) = (nil, .none, .none)
        return command
    }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store.observing(try Workspace(context, global.launch))
        if store.session.programs.isEmpty, !data.json { store.reportNoProgram() }
        if !data.json { store.reportEndings() }
        let today = store.session.today
        let date = try DateOption.parse(date, name: "date", today: today) ?? today
        let range = date..<date.adding(days: 1)
        let (days, session) = try store.outlooks(range)
        guard let day = days.last else { throw .calendarEnds }
        context.show(DayResult(day, session, store.workoutsOnDaysOff(range)), asJSON: data.json)
        return .success
    }
}

/// The command `antrain week`.
struct WeekCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        abstract: "Show the next seven days or the current calendar week.",
        discussion: "Past days show your answers. The locale determines the first day of the calendar week."
    )

    @Flag(name: .customLong("this"), help: "Show the current calendar week, including past days.")
    var isThisWeek = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store.observing(try Workspace(context, global.launch))
        let today = store.session.today
        if store.session.programs.isEmpty, !data.json { store.reportNoProgram() }
        let range = isThisWeek ? store.session.words.format.week(of: today) : today..<today.adding(days: 7)
        let (days, session) = try store.outlooks(range)
        // Past days can still be shown.
        guard !days.isEmpty else { throw .calendarEnds }
        let daysOff = store.workoutsOnDaysOff(range)
        context.show(WeekResult(days: days.map { DayResult($0, session, daysOff) }), asJSON: data.json)
        return .success
    }
}
