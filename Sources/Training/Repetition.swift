internal import CivilTime

/// Finds out after how many days a walk repeats itself, and leaps over the repetitions.
///
/// The walk is compared with itself as it was on one earlier date, which moves on in steps that double (R. Brent, "An improved Monte
/// Carlo factorization algorithm", 1980): a period is found within a few times its length, and nothing but that date is remembered.
struct Repetition {
    /// What a walk has to have before it for the search to be worth its while.
    private static let shortest = 28

    private var earlier: (walk: SequenceWalk, phase: SequenceWalk.Phase)?
    /// How many weeks are compared with the same date, and how many of them have been.
    private var patience = 1
    private var weeks = 0
    /// The place of the next turn.
    private var next = 0

    /// Forgets what came so far.
    mutating func restart() {
        earlier = nil
        (patience, weeks) = (1, 0)
    }

    /// The first date from one on at which something other than the schedule makes a difference; dates are asked for in order.
    mutating func turn(from date: CivilDate, _ turns: [CivilDate]) -> CivilDate {
        while next < turns.count, turns[next] < date {
            next += 1
            restart()
        }
        return next < turns.count ? turns[next] : .latest
    }

    /// Moves a walk on by whole periods, once one is known.
    ///
    /// - Parameters:
    ///   - walk: the walk, asked about on each date.
    ///   - end: the first date at which something other than the schedule makes a difference, or that is wanted.
    mutating func leap(_ walk: inout SequenceWalk, before end: CivilDate) {
        // Whatever repeats itself does so after whole weeks, since a date's weekday is part of its phase.
        guard walk.blocks.day == 7, walk.date.days(until: end) >= (earlier == nil ? Repetition.shortest : 1) else {
            return
        }
        let phase = SequenceWalk.Phase(walk)
        if let earlier, earlier.phase == phase {
            walk.leap(since: earlier.walk, before: end)
            return
        }
        if weeks == patience || earlier == nil {
            if earlier != nil { patience *= 2 }
            weeks = 0
            earlier = (walk, phase)
        }
        weeks += 1
    }
}
