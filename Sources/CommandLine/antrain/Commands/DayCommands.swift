import ArgumentParser
import CivilTime
import Platform
import Localization
import Results
import Session

/// The command `antrain today`.
struct TodayCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "today", abstract: "Show today's workout.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try showDay(0, context, global, data)
    }
}

/// The command `antrain tomorrow`.
struct TomorrowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(commandName: "tomorrow", abstract: "Show tomorrow's workout.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try showDay(1, context, global, data)
    }
}

private func showDay(_ ahead: Int, _ context: Context, _ global: GlobalOptions, _ data: DataOptions)
    throws(CommandError) -> ExitStatus
{
    let store = try Store.observing(try Workspace(context, global.launch))
    if store.session.programs.isEmpty, !data.json { store.reportNoProgram() }
    if !data.json { store.reportEndings() }
    let date = store.session.today.adding(days: ahead)
    let (days, session) = try store.outlooks(date..<date.adding(days: 1))
    guard let day = days.last else { throw .calendarEnds }
    context.show(DayResult(day, session), asJSON: data.json)
    return .success
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
        context.show(WeekResult(days: days.map { DayResult($0, session) }), asJSON: data.json)
        return .success
    }
}
