internal import CivilTime

/// The moves of a calendar, in groups that share dates; the first date of a group decides where its workouts move.
struct DateMoves: Sendable {
    /// A group of moves, in the order in which they were requested.
    struct Group: Sendable {
        fileprivate let moves: [(from: CivilDate, to: CivilDate)]

        var dates: Set<CivilDate> { Set(moves.flatMap { [$0.from, $0.to] }) }

        /// The new dates of the group's training days; training days that stay are not included.
        ///
        /// - Parameter workouts: the group's dates that have a workout before any move.
        func destinations(_ workouts: Set<CivilDate>) -> [CivilDate: CivilDate] {
            // The training day whose workout each date has.
            var origin = Dictionary(uniqueKeysWithValues: dates.map { ($0, $0) })
            for (from, to) in moves {
                // If there is nothing to move, nothing happens, whatever the other date has.
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

    /// The dates that give or take a workout.
    var dates: [CivilDate] { groups.values.flatMap { $0.flatMap(\.dates) } }

    /// - Parameter moves: the moves in the order in which they were requested.
    init(_ moves: [(from: CivilDate, to: CivilDate)]) {
        var groups: [Int: Group] = [:]
        var members: [CivilDate: Int] = [:]
        for (number, move) in moves.enumerated() where move.from != move.to {
            let present = Set([members[move.from], members[move.to]].compactMap { $0 }).sorted()
            // The order of groups that shared no date so far does not matter.
            let group = Group(moves: present.flatMap { groups.removeValue(forKey: $0)?.moves ?? [] } + [move])
            groups[number] = group
            for date in group.dates { members[date] = number }
        }
        self.groups = Dictionary(grouping: groups.values) { $0.dates.min() ?? .latest }
    }
}
