import ArgumentParser
import CivilTime
import Platform
import Results
import Session

/// The command `antrain calendar`.
struct CalendarCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Show a month or a year: what you did, and what is planned.",
        discussion: """
            Each day has a symbol for its state, explained below the calendar; square brackets mark today. The locale determines the \
            first day of the week. Past days show your answers and the workouts that you missed, including those of programs that you replaced.
            """
    )

    @Argument(
        help: ArgumentHelp("'month' (default) or 'year', and a date in it (default: today).", valueName: "period"),
        completion: .list(["month", "year"])
    )
    var period: [String] = []
    @Flag(help: "Show the previous month or year.") var past = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let isYear = period.first == "year"
        let words = isYear || period.first == "month" ? Array(period.dropFirst()) : period
        guard words.count <= 1 else {
            throw .misused(
                "too many arguments; give 'month' or 'year' and a date, such as: antrain calendar month 2027-01-01"
            )
        }
        let today = session.today
        let date = try DateOption.parse(words.first, name: "date", today: today) ?? today
        guard date.isWithinTenYears(of: today) else {
            throw .badOption(
                name: "date",
                value: words.first ?? "",
                reason: "expected a date within ten years of today (\(today))"
            )
        }
        let first = date.adding(days: 1 - date.day).adding(months: isYear ? 1 - date.month : 0)
        let length = isYear ? 12 : 1
        let start = past ? first.adding(months: -length) : first
        let dates = start..<start.adding(months: length)
        guard dates.upperBound <= .lastPlanned else { throw .calendarEnds }
        if session.programs.isEmpty, !data.json { store.reportNoProgram() }
        let days = try store.outlooks(dates).days.map { CalendarResult.Day($0, session) }
        context.show(CalendarResult(days, dates, session), asJSON: data.json)
        return .success
    }
}
