public import CivilTime
public import Localization
internal import Reminders
internal import Training

extension MessageCatalog {
    public func reason(_ cause: ReminderCause, today: CivilDate) -> String {
        func date(_ date: CivilDate) -> String { format.statedDate(date, today: today) }
        func moment(_ moment: CivilDateTime) -> String { format.statedMoment(moment, today: today) }
        switch cause {
        case .workout(let one):
            return text(
                .whyWorkout,
                ["program": one.programName, "day": name(one), "week": text(.week, ["week": "\(one.week.shown)"])]
            )
        case .restDay(let program): return text(.whyRestDay, ["program": program])
        case .notStarted(let program, let start):
            return text(.whyNotStarted, ["program": program, "date": date(start)])
        case .ended(let program): return text(.whyEnded, ["program": program])
        case .paused(let program, let first, let last, let at):
            var values = ["what": program ?? text(.allPrograms), "from": date(first), "at": moment(at)]
            values["until"] = last.map(date)
            return text(last == nil ? .whyPausedOpen : .whyPausedUntil, values)
        case .pausedByProgram(let program): return text(.whyPausedByProgram, ["program": program])
        case .taken(let workout, let other, let priority):
            var values = ["day": name(workout), "program": workout.programName, "other": other]
            values["priority"] = priority.map(String.init)
            return text(priority == nil ? .whyTakenEarlier : .whyTaken, values)
        case .movedHere(let from, let at): return text(.whyMovedHere, ["date": date(from), "at": moment(at)])
        case .movedAway(let to, let at): return text(.whyMovedAway, ["date": date(to), "at": moment(at)])
        case .movedByProgram(let program): return text(.whyMovedByProgram, ["program": program])
        case .answered(let name, let answer, let at):
            let key: MessageKey =
                switch answer {
                case .completed: .whyDone
                case .skipped: .whySkipped
                }
            return text(key, ["what": name, "at": moment(at)])
        case .cancelled(let at): return text(.whyCancelled, ["at": moment(at)])
        case .snoozed(let until, let at): return text(.whySnoozed, ["until": moment(until), "at": moment(at)])
        case .absence(let absence): return reason(absence)
        case .time(let time): return text(.whyTime, ["time": format.time(time)])
        case .autoTime(let time, let auto, let move):
            return move.map { since($0, today: today) } ?? text(.whyTime, ["time": self.time(time, auto)])
        case .weekdayOff(let program, let weekday):
            return text(.whyWeekdayOff, ["program": program, "weekday": format.name(weekday)])
        case .programTime(let program, let time):
            return text(.whyProgramTime, ["program": program, "time": format.time(time)])
        case .follows(let relation): return text(.whyFollows, ["rule": rule(.following(relation))])
        case .held(let until): return text(.whyHeld, ["at": moment(until)])
        case .skippedByClock(let time, let until):
            return text(.whySkippedByClock, ["time": format.time(time), "shown": format.time(until.time)])
        case .followsUp(let from, let at): return text(.whyFollowsUp, ["from": moment(from), "until": moment(at)])
        case .unfinished(let name, let at): return text(.whyUnfinished, ["what": name, "at": moment(at)])
        case .former(let day, let program, let at):
            return text(.whyFormer, ["day": day, "program": program, "at": moment(at)])
        case .beyondHorizon(let days, let queued):
            let horizon = text(days, one: .oneDay, other: .countOfDays)
            return text(.whyBeyondHorizon, ["days": horizon, "date": date(queued)])
        case .notRun(let from, let until, let grace):
            return text(.whyNotRun, ["from": moment(from), "until": moment(until), "grace": grace.description])
        case .changed(let change, let name, let at):
            var values = ["at": moment(at), "program": name ?? change.program ?? ""]
            if case .settings(let keys) = change { values["keys"] = keys.map(\.rawValue).joined(separator: ", ") }
            let key: MessageKey =
                switch change {
                case .settings: .whySettingsChanged
                case .activated: .whyActivated
                case .deactivated: .whyDeactivated
                case .edited: .whyProgramChanged
                case .reminder: .whyReminderChanged
                case .moved, .paused: .whyReplanned
                }
            return text(key, values)
        case .replanned(let at): return text(.whyReplanned, ["at": moment(at)])
        case .missedDays(let first, let last):
            return text(first == last ? .whyMissedDay : .whyMissedDays, ["from": date(first), "until": date(last)])
        case .lastWorkout(let program, let last):
            return text(.whyLastWorkout, ["program": program, "date": date(last)])
        case .denied(let channel):
            return text(.whyDenied, ["channel": channel, "command": "antrain channel allow \(channel)"])
        case .noRecord: return text(.whyNoRecord)
        case .compacted(let limit): return text(.whyCompacted, ["date": date(limit)])
        }
    }
}
