import CalendarSyntax
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
    package let line: Int?
    package let text: String
    package let fix: String
    /// What cannot be read, without the reason.
    fileprivate let summary: String

    fileprivate var message: String { "\(text); \(fix)" }
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
        func failure(_ reason: String, line: Int? = nil) -> DaysOffProblem {
            let summary = "the days off in \(shown) cannot be read"
            let fix = "put a readable calendar (.ics) there, or \(choose)"
            return DaysOffProblem(path: path, line: line, text: "\(summary): \(reason)", fix: fix, summary: summary)
        }
        let bytes: [UInt8]
        do throws(FileProblem) { bytes = try context.files.read(path).get() } catch {
            return ([:], failure(error.reason))
        }
        guard bytes.count <= DaysOff.largestFile else {
            return ([:], failure("it is larger than \(DaysOff.largestFile >> 20) MiB"))
        }
        let zones = ZoneDatabase.system(environment: context.environment)
        let found: DaysOff
        do throws(CalendarSyntaxError) {
            found = try DaysOff(bytes, range, in: zone, zoneNamed: zones.knownZone)
        } catch { return ([:], failure(error.description, line: error.line)) }
        let titles = found.titles.mapValues { $0.isEmpty ? path.lastComponent?.string.printable ?? "" : $0 }
        let problem = found.problems.first.map { first in
            let more = found.problems.count == 1 ? "" : " (and \(found.problems.count - 1) more)"
            return DaysOffProblem(
                path: path,
                line: first.line,
                text: "the event on line \(first.line) of \(shown) is left out: \(first.reason)\(more)",
                fix: "correct or remove the event, or \(choose)",
                summary: "not all days off in \(shown) can be read"
            )
        }
        return (titles, problem)
    }
}

extension Store {
    /// The dates within a range on which the user cannot train, with the titles of the events; a problem is reported.
    package func daysOff(_ range: Range<CivilDate>) -> [CivilDate: String] {
        let (titles, problem) = workspace.daysOff(range, session.settings, in: session.zone)
        if let problem { workspace.warn(problem.message) }
        return titles
    }

    /// Reports that the calendar that the user chose cannot be read, or blocks no dates.
    package func warnOfDaysOff() {
        guard let file = session.settings.daysOff else { return }
        let range = session.today..<session.today.adding(days: DayOff.longestPause)
        let (titles, problem) = workspace.daysOff(range, session.settings, in: session.zone)
        if let problem {
            workspace.warn(problem.message)
        } else if titles.isEmpty {
            let free = "events that are shown as free (TRANSP:TRANSPARENT) block no dates"
            workspace.warn("\(file.printable) has no days off in the next year; \(free)")
        }
    }

    /// The dates within a range on which the user cannot train, but has planned workouts.
    ///
    /// No two workouts are to be moved to the same date.
    package func workoutsOnDaysOff(_ range: Range<CivilDate>) -> [DayOff] {
        // What is proposed for a date depends on the dates before it.
        let first = max(session.today, range.lowerBound.adding(days: -DayOff.longestPause))
        guard session.settings.daysOff != nil, first < range.upperBound else { return [] }
        let examined = first..<range.upperBound.adding(days: DayOff.longestPause)
        let (off, problem) = workspace.daysOff(examined, session.settings, in: session.zone)
        if let problem { workspace.warn("\(problem.summary); for details: antrain doctor") }
        guard !off.isEmpty else { return [] }
        let ahead = session.plan(days: session.today.days(until: range.upperBound) + DayOff.distances.count / 2).days
        // A workout that is moved to today after the usual time has no reminder.
        let isLate = session.zone.civil(at: session.now).time >= session.input.usualTime(on: session.today)
        let empty = ahead.filter { day in
            day.workouts.isEmpty && off[day.date] == nil && session.zone.has(day.date)
                && !(isLate && day.date == session.today)
        }
        var free = Set(empty.map(\.date))
        var result: [DayOff] = []
        var pause: (last: CivilDate, command: String)?
        for day in ahead where day.date < range.upperBound {
            let open = day.workouts.filter { session.state(of: $0) == "open" }
            guard let event = off[day.date], let one = open.first else { continue }
            // Other workouts of the date stay.
            let isAll = open.count == day.workouts.count
            let moved = isAll ? open : [one]
            let program = isAll ? "" : " --program \(ShellText.word(one.programID))"
            let isPaused = pause.map { day.date <= $0.last } ?? false
            let near = isPaused ? [] : DayOff.distances.map { day.date.adding(days: $0) }
            let target = near.first { free.contains($0) && session.movable(moved, to: $0).obstacles.isEmpty }
            if target == nil, !isPaused, isAll {
                var last = day.date
                while off[last.adding(days: 1)] != nil { last = last.adding(days: 1) }
                if day.date < last { pause = (last, "antrain pause --from \(day.date) --until \(last)") }
            }
            let (key, command): (MessageKey, String) =
                if let target {
                    (.dayOffMove, "antrain move \(day.date) \(target)\(program)")
                } else if let pause, day.date <= pause.last {
                    (.dayOffPause, pause.command)
                } else {
                    (.dayOffSkip, "antrain skip \(day.date)" + (isAll && open.count > 1 ? " --all" : program))
                }
            if let target { free.remove(target) }
            guard range.contains(day.date) else { continue }
            let values = [
                "date": session.words.format.date(day.date, today: session.today), "event": event,
                "what": session.words.joined(moved.map(\.dayName)), "command": command,
            ]
            let text = session.words.text(key, values)
            result.append(DayOff(date: day.date.description, event: event, text: text, command: command))
        }
        return result
    }
}

extension DayOff {
    /// How many days later, or earlier, a workout may be moved to, in the order of preference.
    fileprivate static let distances = (1...6).flatMap { [$0, -$0] }
    /// The longest pause that is proposed, in days.
    package static let longestPause = 366
}
