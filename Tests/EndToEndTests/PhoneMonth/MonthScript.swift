import TestSupport

/// The events of a month in chronological order, chosen by the seed.
struct MonthScript {
    enum Event {
        /// antrain plans and collects answers.
        case run
        /// A phone synchronizes.
        case synchronize(phone: Int)
        /// The user does something with the task of an occurrence.
        case act(Deed, occurrence: Int, phone: Int)
        /// The user undoes the answer to an occurrence.
        case undo(occurrence: Int)
    }

    enum Deed: Equatable {
        case tick
        /// Ticks it, and adds a line with sets.
        case tickWithSets
        case cancel
        /// Moves it to 18:00 on the same day.
        case snooze
        /// Moves it to the next day.
        case move
        case delete
        /// Ticks tomorrow's workout, which antrain refuses.
        case tickEarly
    }

    /// What the user does with an occurrence.
    private enum Fate: CaseIterable {
        case tick, tickLate, tickFollowUp, tickWithSets, cancel, snooze, move, delete, tickEarly, undo, both, nothing
    }

    private(set) var events: [(instant: Int64, event: Event)] = []
    /// The occurrences that both phones tick.
    private(set) var contested: Set<Int> = []
    /// The occurrences that the user ignores.
    private(set) var ignored: Set<Int> = []
    private let isPrompt: Bool
    private var random: SplitMix64
    /// The days on which antrain runs: four of each week.
    private var running: Set<Int> = []
    /// The days on which each phone is connected.
    private var connected: [Set<Int>] = [[], []]

    /// - Parameters:
    ///   - all: the days.
    ///   - isPrompt: whether a phone synchronizes right before and after the user's actions.
    ///   - isShort: whether phones synchronize less often.
    init(seed: UInt64, days all: Range<Int>, plan: MonthPlan, isShort: Bool, isPrompt: Bool) {
        self.isPrompt = isPrompt
        random = SplitMix64(seed: seed)
        addDeeds(all, plan)
        for week in stride(from: all.lowerBound, to: all.upperBound, by: 7) {
            let others = (week..<week + 7).filter { !running.contains($0) }.shuffled(using: &random)
            running.formUnion(others.prefix(max(0, 4 - (7 - others.count))))
        }
        for phone in 0..<2 {
            connected[phone].formUnion(all.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
        }
        for day in all { addRuns(day, isShort: isShort) }
        events.sort { $0.instant < $1.instant }
    }

    private mutating func add(_ day: Int, _ minutes: Int64, _ event: Event) {
        events.append((MonthPlan.instant(day, minutes), event))
    }

    private mutating func addRuns(_ day: Int, isShort: Bool) {
        if running.contains(day) {
            let times: [Int64] = [6 * 60 + 50, 8 * 60 + 55, 12 * 60 + 40, 19 * 60, 23 * 60 + 50]
            for minutes in times { add(day, minutes, .run) }
        }
        let often: [Int64] = [6 * 60, 8 * 60 + 50, 10 * 60 + 20, 13 * 60, 20 * 60, 23 * 60 + 45]
        let times = isShort ? [often[1], often[4]] : often
        for phone in 0..<2 where connected[phone].contains(day) {
            for minutes in times { add(day, minutes + Int64(phone), .synchronize(phone: phone)) }
        }
    }

    private mutating func addDeeds(_ days: Range<Int>, _ plan: MonthPlan) {
        var fates: [Fate] = []
        for (index, occurrence) in plan.occurrences.enumerated() where days.dropLast().contains(occurrence.day) {
            guard occurrence.isWorkout else {
                // At night, but after the hour that occurs twice when the clocks change.
                if Bool.random(using: &random) { act(.tick, index, occurrence.day, 3 * 60 + 5...4 * 60 + 20) }
                continue
            }
            if fates.isEmpty { fates = Fate.allCases.shuffled(using: &random) }
            let fate = fates.removeLast()
            // On the first day, there is no day before on which to tick.
            add(fate == .tickEarly && occurrence.day == days.lowerBound ? .tick : fate, index, occurrence.day)
        }
    }

    private mutating func act(_ deed: Deed, _ index: Int, _ day: Int, _ minutes: ClosedRange<Int64>, phone: Int? = nil)
    {
        let phone = phone ?? Int.random(in: 0..<2, using: &random)
        let minute = Int64.random(in: minutes, using: &random)
        add(day, minute, .act(deed, occurrence: index, phone: phone))
        if isPrompt, !contested.contains(index) {
            for minute in [minute - 1, minute + 1] { add(day, minute, .synchronize(phone: phone)) }
        }
    }

    /// Makes antrain run and both phones synchronize on a day.
    private mutating func connect(_ day: Int) {
        running.insert(day)
        for phone in 0..<2 { connected[phone].insert(day) }
    }

    private mutating func add(_ fate: Fate, _ index: Int, _ day: Int) {
        let morning: ClosedRange<Int64> = 7 * 60 + 35...8 * 60 + 45
        switch fate {
        case .tick: act(.tick, index, day, morning)
        case .tickLate: act(.tick, index, day, 21 * 60...23 * 60 + 40)
        case .tickFollowUp: act(.tick, index, day, 9 * 60 + 35...12 * 60)
        case .tickWithSets: act(.tickWithSets, index, day, morning)
        case .cancel: act(.cancel, index, day, morning)
        case .delete: act(.delete, index, day, morning)
        case .nothing: ignored.insert(index)
        case .snooze:
            let phone = Int.random(in: 0..<2, using: &random)
            act(.snooze, index, day, morning, phone: phone)
            act(.tick, index, day, 18 * 60 + 5...18 * 60 + 55, phone: phone)
        case .move:
            let phone = Int.random(in: 0..<2, using: &random)
            act(.move, index, day, morning, phone: phone)
            act(.tick, index, day + 1, 9 * 60 + 40...10 * 60, phone: phone)
        case .tickEarly:
            connect(day - 1)
            connect(day)
            act(.tickEarly, index, day - 1, 18 * 60...18 * 60 + 40, phone: 0)
            add(day - 1, 18 * 60 + 45, .synchronize(phone: 0))
            add(day, 5 * 60, .synchronize(phone: 0))
            act(.tick, index, day, morning, phone: 0)
        case .undo:
            connect(day)
            act(.tick, index, day, morning, phone: 0)
            add(day, 12 * 60 + 45, .undo(occurrence: index))
            add(day, 12 * 60 + 50, .synchronize(phone: 1))
            act(.tick, index, day, 14 * 60...15 * 60, phone: 1)
        case .both:
            contested.insert(index)
            act(.tick, index, day, morning, phone: 0)
            act(.tick, index, day, morning, phone: 1)
            if isPrompt { for phone in 0..<2 { add(day, 9 * 60 + 20, .synchronize(phone: phone)) } }
        }
    }
}
