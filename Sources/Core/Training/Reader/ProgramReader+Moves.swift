internal import CivilTime
internal import YAMLSource

extension ProgramReader {
    /// Warns about moves that have no effect, whatever the start date.
    mutating func warnOfIdleMoves(_ node: YAMLNode?, _ exceptions: [ScheduleException], _ schedule: Schedule) {
        guard let node, node.kind == .sequence else { return }
        let elements = Array(node.elements)
        guard elements.count == exceptions.count else { return }
        let moves = exceptions.map { exception -> (from: CivilDate, to: CivilDate)? in
            if case .move(let from, let to) = exception { (from, to) } else { nil }
        }
        // A date that is part of several moves may get its workout from another one.
        var uses: [CivilDate: Int] = [:]
        for case (let from, let to)? in moves {
            uses[from, default: 0] += 1
            uses[to, default: 0] += 1
        }
        let pauses = DateRanges(exceptions.compactMap(\.paused))
        for (element, move) in zip(elements, moves) {
            guard let move, let reason = idleness(move, uses, pauses, schedule) else { continue }
            diagnostics.warning(
                "this move has no effect: \(reason)",
                at: element["move"]?.span ?? element.span,
                help: "choose other dates, or remove it"
            )
        }
    }

    private func idleness(
        _ move: (from: CivilDate, to: CivilDate),
        _ uses: [CivilDate: Int],
        _ pauses: DateRanges,
        _ schedule: Schedule
    ) -> String? {
        if move.from == move.to { return "both dates are \(move.from)" }
        if let date = pauses.obstacle(toMoveFrom: move.from, to: move.to) { return "the program is paused on \(date)" }
        for date in [move.from, move.to] {
            if case .until(let last) = schedule.length, date > last { return "the program ends on \(last)" }
        }
        guard case .weekdays(let week) = schedule.mode, uses[move.from] == 1,
            week[move.from.weekday.rawValue - 1] == nil
        else { return nil }
        return "no workout is scheduled on \(move.from) (\(move.from.weekday.name))"
    }
}
