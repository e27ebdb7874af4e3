import ArgumentParser
import CivilTime
import Localization
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
        help: ArgumentHelp(
            "Month, such as december or 'december 2027', or a year; or 'month' or 'year' and a date in it (default: this month).",
            valueName: "period"
        ),
        completion: .list(["month", "year"])
    )
    var period: [String] = []
    @Flag(help: "Show the previous month or year.") var past = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let today = session.today
        let (date, isYear) = try chosen(session)
        guard date.isWithinTenYears(of: today) else {
            throw .badOption(
                name: "date",
                value: period.last ?? "",
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

    /// A date in the period, and whether the period is a year.
    private func chosen(_ session: Session) throws(CommandError) -> (date: CivilDate, isYear: Bool) {
        let unit = period.first.flatMap { ["month", "year"].contains($0) ? $0 : nil }
        let words = unit == nil ? period : Array(period.dropFirst())
        let today = session.today
        if unit != "month", words.count == 1, let date = Self.month(1, of: words[0]) { return (date, true) }
        let isDate = (try? CivilDate(typed: words.joined(separator: " "), today: today)) != nil
        if !isDate, words.count < 3, let month = words.first.flatMap(session.words.month),
            let date = Self.month(month, of: words.count == 2 ? words[1] : "\(today.year)")
        {
            return (date, unit == "year")
        }
        guard words.count <= 1 else {
            throw .misused(
                "too many arguments; give a month, or 'month' or 'year' and a date, such as: antrain calendar month 2027-01-01"
            )
        }
        return (try DateOption.parse(words.first, name: "date", today: today) ?? today, unit == "year")
    }

    /// The first day of a month of a year of four digits.
    private static func month(_ month: Int, of year: String) -> CivilDate? {
        guard year.utf8.count == 4, let number = Int(year) else { return nil }
        return try? CivilDate(year: number, month: month, day: 1)
    }
}
