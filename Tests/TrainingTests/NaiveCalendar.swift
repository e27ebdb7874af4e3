/// A second implementation of the program guide's rules, without regard to speed: explicit lists, one day after the other.
///
/// It shares no code with the calendar that it checks. Moves must not share dates.
struct NaiveCalendar {
    enum Mode {
        case weekdays([Int: Int])
        case cycle([Int?])
        case rotation([Int], on: [Int], between: Int)
    }
    enum Length {
        case endless
        case weeks(Int)
        case workouts(Int)
        case until(Int)
    }
    enum Policy { case skip, shift, `repeat`, onCompletion }
    struct Item: Equatable {
        let order: Int
        /// nil for rest.
        let day: Int?
        let week: Int
    }
    private enum Plain { case workout(Item), rest, paused, ended }

    // Dates are day numbers from the start, which is a Monday plus `firstWeekday`.
    var mode: Mode
    var policy: Policy
    var length: Length
    var firstWeekday: Int
    /// By week, day to its replacement; -1 for rest.
    var swaps: [[Int: Int]]
    var pauses: [ClosedRange<Int>]
    var moves: [(from: Int, to: Int)]
    var done: Set<Int>
    var skipped: Set<Int>
    var today: Int
    /// The week, and perhaps the day, with which the program continues on days, in their order.
    var jumps: [(on: Int, week: Int, day: Int?)] = []
    /// The days whose workouts are never missed.
    var optional: Set<Int> = []

    private struct State {
        var items: [Item] = []
        var line: [Item]?
        var owed: [Item] = []
        var slots = 0
        var cycleDay = 0
        var used = 0
        var lastWorkout: Int?
        var given: Set<Int> = []
        /// The days of workouts in line that were done on earlier days.
        var early: [Int: Int] = [:]
    }

    private var order: [Int] {
        switch mode {
        case .weekdays(let week): (0..<7).compactMap { week[(firstWeekday + $0) % 7] }
        case .cycle(let cycle): cycle.compactMap { $0 }
        case .rotation(let days, _, _): days
        }
    }

    private var followedFrom: Int? {
        policy == .onCompletion ? 0 : done.union(skipped).filter { $0 >= 0 }.min()
    }

    private func isInLine(_ day: Int) -> Bool {
        guard policy == .shift || policy == .onCompletion, let first = followedFrom else { return false }
        return day >= first
    }

    /// Whether a day is paused; the days of answered workouts are not.
    private func isPaused(_ day: Int) -> Bool {
        pauses.contains { $0.contains(day) } && !done.contains(day) && !skipped.contains(day)
    }

    /// The seven-day block of a day, from 1; fully paused blocks do not count.
    private func block(_ day: Int) -> Int {
        let jump = jumps.last { $0.on <= day }
        return (jump?.week ?? 1)
            + ((jump?.on ?? 0) / 7..<day / 7).count { block in !(block * 7..<block * 7 + 7).allSatisfy(isPaused) }
    }

    /// The items that are due from a day on until the next jump.
    private func line(from index: Int, on day: Int, _ state: State) -> [Item] {
        state.items[index...].filter { item in
            guard let slot = state.early[item.order], slot >= day else { return true }
            return jumps.contains { $0.on > day && $0.on <= slot }
        }
    }

    /// The place of a jump's day in its week; nil for the first one.
    func position(of jump: (on: Int, week: Int, day: Int?)) -> Int? {
        let swap = swaps.isEmpty ? [:] : swaps[(jump.week - 1) % swaps.count]
        return jump.day.map { day in order.firstIndex { (swap[$0] ?? $0) == day } ?? 0 }
    }

    private func jump(_ jump: (on: Int, week: Int, day: Int?), _ state: inout State) {
        let place = (jump.week - 1) * order.count
        let week = Array(state.items[place..<place + order.count])
        let offset = jump.day.flatMap { day in week.firstIndex { $0.day == day } } ?? 0
        let isFree = isWeekly && !(isInLine(jump.on) && jump.on > followedFrom ?? 0)
        let index = isFree ? index(jump.on, state) : place + offset
        if !isWeekly { state.slots = index }
        if isInLine(jump.on) {
            state.line = line(from: index, on: jump.on, state)
        }
        state.owed = []
        if case .cycle(let cycle) = mode {
            let places = cycle.indices.filter { cycle[$0] != nil }
            state.cycleDay = (jump.week - 1) * cycle.count + (jump.day == nil ? 0 : places[offset])
        }
        state.used = state.items[..<index].count { $0.day != nil }
    }

    private var isWeekly: Bool { if case .weekdays = mode { true } else { false } }

    private func isSlot(_ day: Int, _ state: State) -> Bool {
        switch mode {
        case .weekdays(let week): return week[(firstWeekday + day) % 7] != nil
        case .cycle(let cycle): return cycle[state.cycleDay % cycle.count] != nil
        case .rotation(_, let on, let between):
            if let last = state.lastWorkout, between > 0, day - last <= between { return false }
            return on.contains((firstWeekday + day) % 7)
        }
    }

    private func index(_ day: Int, _ state: State) -> Int {
        guard case .weekdays(let week) = mode else { return state.slots }
        let before = (day / 7 * 7..<day).count { week[(firstWeekday + $0) % 7] != nil }
        return (block(day) - 1) * order.count + before
    }

    private func hasEnded(_ day: Int, _ state: State) -> Bool {
        switch length {
        case .endless: return false
        case .until(let last): return day > last
        case .workouts(let count): return state.used >= count
        case .weeks(let count):
            if isInLine(day) { return state.owed.isEmpty && state.line?.first.map { $0.week > count } ?? false }
            return isWeekly ? block(day) > count : state.slots >= count * order.count
        }
    }

    /// The content of a day if everything is done and nothing is moved.
    private func plain(_ day: Int, _ state: inout State) -> Plain {
        if isInLine(day), state.line == nil { state.line = line(from: index(day, state), on: day, state) }
        if let found = jumps.first(where: { $0.on == day }) { jump(found, &state) }
        if case .until(let last) = length, day > last { return .ended }
        if isPaused(day) { return hasEnded(day, state) ? .ended : .paused }
        defer { state.cycleDay += 1 }
        if hasEnded(day, state) { return .ended }
        guard isSlot(day, state) else { return .rest }
        if state.given.contains(day) {
            state.lastWorkout = day
            if !isInLine(day) { state.slots += 1 }
            return .rest
        }
        var item: Item
        if isInLine(day) {
            item =
                state.owed.isEmpty
                ? state.line?.removeFirst() ?? Item(order: 0, day: nil, week: 0) : state.owed.removeFirst()
        } else {
            item = state.items[index(day, state)]
            if item.day != nil, policy == .repeat, !state.owed.isEmpty {
                let missed = state.owed.removeFirst()
                item = Item(order: missed.order, day: missed.day, week: item.week)
            }
        }
        if !isInLine(day) || isWeekly { state.slots += 1 }
        guard item.day != nil else { return .rest }
        state.used += 1
        state.lastWorkout = day
        return .workout(item)
    }

    private func giveBack(_ item: Item, _ day: Int, _ state: inout State) {
        guard isInLine(day) || policy == .repeat, !optional.contains(item.day ?? -1) else { return }
        if isInLine(day) { state.used -= 1 }
        state.owed = (state.owed + [item]).sorted { $0.order < $1.order }
    }

    /// The model without the pause around a day.
    private func unpaused(_ day: Int) -> NaiveCalendar {
        guard isPaused(day) else { return self }
        var (first, last) = (day, day)
        while isPaused(first - 1) { first -= 1 }
        while isPaused(last + 1) { last += 1 }
        var model = self
        model.pauses = pauses.flatMap { $0.filter { $0 < first || $0 > last }.map { $0...$0 } }
        return model
    }

    /// The workout of a later day as if it were not paused, and the day on which it would be with the pause.
    private func advanced(_ other: Int, from day: Int, _ state: State) -> (item: Item, slot: Int?)? {
        let open = unpaused(other)
        var ahead = state
        for later in day..<other { _ = open.plain(later, &ahead) }
        let place = open.index(other, ahead)
        guard case .workout(let item) = open.plain(other, &ahead) else { return nil }
        guard isPaused(other) else { return (item, other) }
        var end = other
        while isPaused(end) { end += 1 }
        ahead = state
        for later in day..<end { _ = plain(later, &ahead) }
        for later in end..<end + 90 {
            let slot = index(later, ahead)
            guard case .workout(let found) = plain(later, &ahead) else { continue }
            if policy == .repeat ? slot == place : found.order == item.order { return (item, later) }
        }
        return (item, nil)
    }

    /// The days from the start, as `a1` for day a of week 1, `-`, `p` and `x`.
    func words(_ count: Int) -> [String] {
        var state = State()
        let perWeek = order
        // A workout that is done on a date without one can skip three weeks, of which two have only rests.
        for pass in 1...(4 * count + 60) {
            let swap = swaps.isEmpty ? [:] : swaps[(pass - 1) % swaps.count]
            for day in perWeek {
                let other = swap[day] ?? day
                state.items.append(Item(order: state.items.count, day: other < 0 ? nil : other, week: pass))
            }
        }
        let open = moves.filter { move in
            let isRunning = [move.from, move.to].allSatisfy { day in
                if case .until(let last) = length { day <= last } else { true }
            }
            return isRunning && !isPaused(move.to) && (move.to < move.from || !isPaused(move.from))
        }
        let moved = Set(open.flatMap { [$0.from, $0.to] })
        var partner: [Int: Int] = [:]
        var waiting: [Int: Item] = [:]
        return (0..<count).map { day in
            for move in open where min(move.from, move.to) == day {
                var ahead = state
                let model = unpaused(max(move.from, move.to))
                var workouts: Set<Int> = []
                for other in day...max(move.from, move.to) {
                    if case .workout = model.plain(other, &ahead) { workouts.insert(other) }
                }
                if workouts.contains(move.from) {
                    (partner[move.from], partner[move.to]) = (move.to, move.from)
                }
            }
            var shown = waiting[day]
            if let other = partner[day], other > day, let (item, slot) = advanced(other, from: day, state) {
                shown = item
                state.used += 1
                if let slot { state.given.insert(slot) }
                // Only one of the lists contains it.
                if jumps.contains(where: { $0.on >= day && $0.on <= slot ?? other }) {
                    state.early[item.order] = slot ?? other
                } else if let place = state.owed.firstIndex(where: { $0.order == item.order }) {
                    state.owed.remove(at: place)
                } else if let place = state.line?.firstIndex(of: item) {
                    state.line?.remove(at: place)
                    state.early[item.order] = slot ?? other
                } else if isInLine(slot ?? other) {
                    state.early[item.order] = slot ?? other
                }
                // Its own workout takes the place of the other one, unless the pause drops it.
                if slot != other { partner[day] = slot.flatMap { moved.contains($0) ? nil : $0 } }
            }
            let own = plain(day, &state)
            if case .workout(let item) = own {
                if let other = partner[day], other > day {
                    waiting[other] = item
                } else if shown != nil {
                    giveBack(item, day, &state)
                } else {
                    shown = item
                }
            }
            if let item = shown {
                let isFollowed = followedFrom.map { day >= $0 } ?? false
                if !done.contains(day), !skipped.contains(day), isFollowed, day < today { giveBack(item, day, &state) }
                return "\(item.day ?? -9)w\(item.week)"
            }
            if done.contains(day), isInLine(day), !hasEnded(day, state) {
                // Done on a day without a workout: this completes the next workout in line, and the rests before it.
                if !state.owed.isEmpty {
                    state.owed.removeFirst()
                    state.used += 1
                } else if let place = state.line?.firstIndex(where: { $0.day != nil }) {
                    state.line?.removeFirst(place + 1)
                    state.used += 1
                }
            }
            switch own {
            case .workout, .rest: return "-"
            case .paused: return "p"
            case .ended: return "x"
            }
        }
    }
}
