public import CivilTime
public import Localization

extension MessageCatalog {
    /// A time that follows the workouts: `07:40 (auto, 06:00-09:00)`.
    public func time(_ time: TimeOfDay, _ auto: AutoTime) -> String {
        "\(format.time(time)) (auto, \(range(auto)))"
    }

    /// The range of a time that follows the workouts: `06:00-09:00`.
    public func range(_ auto: AutoTime) -> String { "\(format.time(auto.from))-\(format.time(auto.to))" }

    /// The time since a move, and why: `reminders have come at 07:40 since Mon 23 Nov (10 min later: …)`.
    public func since(_ move: TimeMove, today: CivilDate) -> String {
        var values = values(move)
        values["date"] = format.date(move.date, today: today)
        return text(move.date <= today ? .timeMovedSince : .timeMovesOn, values)
    }

    /// The line of the first reminder after a move.
    public func note(of move: TimeMove) -> String { text(.timeMovedNote, values(move)) }

    private func values(_ move: TimeMove) -> [String: String] {
        let seconds = move.to.secondsFromMidnight - move.from.secondsFromMidnight
        let span = minutes(Int64(abs(seconds)))
        let evidence = [
            "count": "\(move.window.count)", "total": "\(move.window.total)", "from": format.time(move.window.from),
            "to": format.time(move.window.to),
        ]
        return [
            "at": at(move.to), "change": text(seconds < 0 ? .timeEarlier : .timeLater, ["span": span]),
            "evidence": text(.workoutsBegan, evidence),
        ]
    }
}
