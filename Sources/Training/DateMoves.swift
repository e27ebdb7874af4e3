internal import CivilTime

/// The moves of a calendar, in groups that share dates: which workout a group brings where is decided on its first date.
struct DateMoves: Sendable {
    /// Moves that belong together, in the order in which they were asked for.
    struct Group: Sendable {
        fileprivate let moves: [(from: CivilDate, to: CivilDate)]

        var dates: Set<CivilDate> { Set(moves.flatMap { [$0.from, $0.to] }) }

        /// The dates to which the workouts of the group's training days go, by the training days; those that stay are left out.
        ///
        /// - Parameter workouts: the group's dates that have a workout before anything moves.
        func destinations(_ workouts: Set<CivilDate>) -> [CivilDate: CivilDate] {
            // By date, the training day whose workout it has.
            var origin = Dictionary(uniqueKeysWithValues: dates.map { ($0, $0) })
            for (from, to) in moves {
                // Where there is nothing to move, nothing happens, whatever the other date has.
                guard let source = origin[from], workouts.contains(source) else { continue }
                (origin[from], origin[to]) = (origin[to], source)
            }
            return Dictionary(
                uniqueKeysWithValues: origin.filter { $0.key != $0.value }.map { ($0.value, $0.key) }
            )
        }
    }

    /// The groups by their first dates.
    let groups: [CivilDate: [Group]]

    /// - Parameters:
    ///   - moves: the moves in the order in which they were asked for.
    ///   - isOpen: whether a date can give or take a workout.
    init(_ moves: [(from: CivilDate, to: CivilDate)], isOpen: (CivilDate) -> Bool) {
        var groups: [Int: Group] = [:]
        var members: [CivilDate: Int] = [:]
        for (number, move) in moves.enumerated() where move.from != move.to && isOpen(move.from) && isOpen(move.to) {
            let present = Set([members[move.from], members[move.to]].compactMap { $0 }).sorted()
            // Groups that shared no date so far do not depend on each other's order.
            let group = Group(moves: present.flatMap { groups.removeValue(forKey: $0)?.moves ?? [] } + [move])
            groups[number] = group
            for date in group.dates { members[date] = number }
        }
        self.groups = Dictionary(grouping: groups.values) { $0.dates.min() ?? .latest }
    }
}
