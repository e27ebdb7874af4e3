import Calendars
package import CivilTime
import Files
import Localization
import Platform
import Planning
import PrintableText
import Quoting
package import Reminders
package import SystemPackage
import Training

/// A date with planned workouts on which the user cannot train, and the command that moves or leaves out the workouts.
package struct DayOff: Encodable {
    package let date: String
    /// The title of the event.
    let event: String
    let text: String
    let command: String

    /// The text with a command that is not wrapped.
    package var firmText: String { text.replacing(command, with: TextWrap.firm(command)) }
}

extension [DayOff] {
    /// Those with different commands: one pause may be proposed for several dates.
    package var withoutRepeats: [DayOff] {
        var seen: Set<String> = []
        return filter { seen.insert($0.command).inserted }
    }
}

/// Why the calendar of days off, or an event in it, is not read.
package struct DaysOffProblem {
    package let path: FilePath
    package var line: Int?
    package let text: String
    package let fix: String
}

extension Workspace {
    /// The dates within a range on which the user cannot train, with the titles of the events.
    package func daysOff(_ range: Range<CivilDate>, _ settings: Settings, in zone: Zone)
        -> (titles: [CivilDate: String], problem: DaysOffProblem?)
    {
        guard let file = settings.daysOff else { return ([:], nil) }
        let path = Paths.absolute(file, context)
        let shown = paths.shown(path)
        let choose = "choose another calendar: antrain settings days-off FILE"
        func failure(_ reason: String) -> DaysOffProblem {
            let text = "the days off in \(shown) cannot be read: \(reason)"
            return DaysOffProblem(path: path, text: text, fix: "make it a readable file, or \(choose)")
        }
        let bytes: [UInt8]
        do throws(FileProblem) { bytes = try context.files.read(path).get() } catch {
            return ([:], failure(error.reason))
        }
        guard bytes.count <= DaysOff.largestFile else {
            return ([:], failure("it is larger than \(DaysOff.largestFile >> 20) MiB"))
        }
        let zones = ZoneDatabase.system(environment: context.environment)
        let found = DaysOff(bytes, range, in: zone) { try? zones.zone(named: $0) }
        let titles = found.titles.mapValues { $0.isEmpty ? path.lastComponent?.string.printable ?? "" : $0 }
        let problem = found.problems.first.map { first in
            let more = found.problems.count == 1 ? "" : " (and \(found.problems.count - 1) more)"
            let text = "not all days off in \(shown) can be read: line \(first.line): \(first.reason)\(more)"
            return DaysOffProblem(path: path, line: first.line, text: text, fix: "correct the event, or \(choose)")
        }
        return (titles, problem)
    }
}

extension Store {
    /// The dates within a range on which the user cannot train, with the titles of the events; a problem is reported.
    package func daysOff(_ range: Range<CivilDate>) -> [CivilDate: String] {
        let (titles, problem) = workspace.daysOff(range, session.settings, in: session.zone)
        if let problem { workspace.warn("\(problem.text); \(problem.fix)") }
        return titles
    }

    /// The dates within a range on which the user cannot train, but has planned workouts.
    ///
    /// No two workouts are to be moved to the same date.
    package func workoutsOnDaysOff(_ range: Range<CivilDate>) -> [DayOff] {
        let first = max(session.today, range.lowerBound.adding(days: -DayOff.reach))
        guard session.settings.daysOff != nil, first < range.upperBound else { return [] }
        let off = daysOff(first..<range.upperBound.adding(days: DayOff.longestPause))
        guard !off.isEmpty else { return [] }
        let ahead = session.plan(days: session.today.days(until: range.upperBound) + DayOff.reach).days
        // A workout that is moved to today after the usual time has no reminder.
        let isLate = session.zone.civil(at: session.now).time >= session.input.usualTime(on: session.today)
        var free = ahead.filter { day in
            day.workouts.isEmpty && off[day.date] == nil && session.zone.has(day.date)
                && !(isLate && day.date == session.today)
        }.map(\.date)
        var result: [DayOff] = []
        for day in ahead where (first..<range.upperBound).contains(day.date) {
            let open = day.workouts.filter { session.state(of: $0) == "open" }
            guard let event = off[day.date], let one = open.first else { continue }
            // Other workouts of the date stay.
            let isAll = open.count == day.workouts.count
            let moved = isAll ? open : [one]
            let program = isAll ? "" : " --program \(ShellText.word(one.programID))"
            let target = free.filter { abs(day.date.days(until: $0)) <= DayOff.reach }
                .sorted { (abs(day.date.days(until: $0)), $1) < (abs(day.date.days(until: $1)), $0) }
                .first { session.movable(moved, to: $0).obstacles.isEmpty }
            free.removeAll { $0 == target }
            let command: String
            if let target {
                command = "antrain move \(day.date) \(target)\(program)"
            } else {
                func end(_ step: Int) -> CivilDate {
                    var date = day.date
                    while off[date.adding(days: step)] != nil { date = date.adding(days: step) }
                    return date
                }
                let (from, last) = (end(-1), end(1))
                command =
                    from < last && isAll
                    ? "antrain pause --from \(from) --until \(last)"
                    : "antrain skip \(day.date)" + (isAll && open.count > 1 ? " --all" : program)
            }
            let values = [
                "date": session.words.format.date(day.date, today: session.today), "event": event,
                "what": session.words.joined(moved.map(\.dayName)), "command": command,
            ]
            let text = session.words.text(target == nil ? .dayOffSkip : .dayOffMove, values)
            if range.contains(day.date) {
                result.append(DayOff(date: day.date.description, event: event, text: text, command: command))
            }
        }
        return result
    }
}

extension DayOff {
    /// How many days before or after its date a workout may be moved to.
    fileprivate static let reach = 6
    /// The longest pause that is proposed, in days.
    fileprivate static let longestPause = 60
}
