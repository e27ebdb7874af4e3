/// Counts the seven-day blocks since the start; a block that is paused completely does not count.
struct WeekBlocks {
    /// The block's number, from 1.
    var number = 1
    /// The position of the last day within its block, 1 … 7; 0 before the first day.
    private(set) var day = 0
    private(set) var pausedDays = 0

    mutating func advance(isPaused: Bool) {
        if day == 7 {
            if pausedDays < 7 { number += 1 }
            (day, pausedDays) = (0, 0)
        }
        day += 1
        if isPaused { pausedDays += 1 }
    }
}
