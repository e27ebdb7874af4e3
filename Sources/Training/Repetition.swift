internal import CivilTime

/// Finds the period after which a walk repeats itself, and skips the repetitions.
///
/// The walk is compared with its state on one earlier date, which advances in steps that double (R. Brent, "An improved Monte
/// Carlo factorization algorithm", 1980): a period is found within a few times its length, and only that state is stored.
struct Repetition {
    /// The minimum distance to the end for which a search is worthwhile.
    private static let shortest = 28

    private var earlier: (walk: SequenceWalk, phase: SequenceWalk.Phase)?
    /// How many weeks are compared with the same date, and how many of them have been compared.
    private var patience = 1
    private var weeks = 0
    /// The index of the next event.
    private var next = 0

    /// Forgets the comparison.
    mutating func restart() {
        earlier = nil
        (patience, weeks) = (1, 0)
    }

    /// The first date from a given one on at which something besides the schedule matters; dates must be requested in order.
    mutating func turn(from date: CivilDate, _ turns: [CivilDate]) -> CivilDate {
        while next < turns.count, turns[next] < date {
            next += 1
            restart()
        }
        return next < turns.count ? turns[next] : .latest
    }

    /// Advances a walk by whole periods, once a period is known.
    ///
    /// - Parameters:
    ///   - walk: the walk, passed on each date.
    ///   - end: the first date at which something besides the schedule matters, or that is requested.
    mutating func leap(_ walk: inout SequenceWalk, before end: CivilDate) {
        // A period is a number of whole weeks, because the weekday is part of the phase.
        guard walk.blocks.day == 7, walk.date.days(until: end) >= (earlier == nil ? Repetition.shortest : 1) else {
            return
        }
        let phase = SequenceWalk.Phase(walk)
        if let earlier, earlier.phase == phase {
            walk.leap(since: earlier.walk, times: walk.repetitions(since: earlier.walk, before: end))
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
