import CivilTime
import Dispatch
import Ledger
import Reminders
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Moves of the time of reminders in the journal.
@Suite struct TimeMoveTests {
    private let folder: TemporaryFolder
    private let ledger: Ledger

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(path: FilePath(folder.path + "/ledger.sqlite"))
    }

    private func move(_ day: Int, to minute: Int = 460) throws -> TimeMove {
        func clock(_ minute: Int) -> TimeOfDay { TimeOfDay(secondsFromMidnight: minute * 60) }
        let window = try #require(StartWindow(from: clock(1430), to: clock(5), count: 12, total: 14))
        return TimeMove(on: monday.adding(days: day), from: clock(minute - 10), to: clock(minute), window: window)
    }

    private func record(_ day: Int, to minute: Int = 460, under rule: Int64 = 0) throws -> Bool {
        try ledger.record(try move(day, to: minute), under: rule, at: evening)
    }

    @Test func movesAreKept() throws {
        #expect(try ledger.timeMoves().moves.isEmpty && ledger.mayMoveTime(on: monday))
        #expect(try record(0) && record(7, to: 470))
        #expect(try ledger.timeMoves().moves == [move(0), move(7, to: 470)])
        // The same week does not move again.
        #expect(try !record(8, to: 480) && record(14, to: 480))
        // It is no action of the user.
        #expect(try ledger.lastAction() == nil)
    }

    /// In any order of dates, as after jumps of the clock, two moves are at least a week apart.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func movesAreAWeekApart(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var days: [Int] = []
        for _ in 0..<40 {
            let day = Int.random(in: 0...90, using: &random)
            let isFree = days.allSatisfy { abs($0 - day) >= 7 }
            #expect(try ledger.mayMoveTime(on: monday.adding(days: day)) == isFree)
            #expect(try record(day) == isFree)
            if isFree { days.append(day) }
            let moves = try ledger.timeMoves().moves
            // A new move replaces those of later dates.
            if isFree { #expect(moves.last == (try move(day)) && moves.map(\.date).max() == monday.adding(days: day)) }
        }
    }

    @Test func aNewRuleEndsEarlierMoves() throws {
        #expect(try record(0))
        let auto = try #require(
            AutoTime(from: TimeOfDay(secondsFromMidnight: 0), to: TimeOfDay(secondsFromMidnight: 3600))
        )
        _ = try ledger.plan([], facts: [.timeRuled(auto)])
        let (moves, rule) = try ledger.timeMoves()
        #expect(moves.isEmpty && rule > 0)
        // A move that was computed under the earlier rule is dropped.
        #expect(try !record(7) && record(7, under: rule))
        #expect(try ledger.timeMoves().moves.count == 1)
    }

    /// Several processes find the same move at once.
    @Test func oneOfSeveralTriggersMoves() throws {
        let (path, wanted) = (ledger.path, try move(0))
        let recorded = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            let isRecorded = try? Ledger(path: path).record(wanted, under: 0, at: evening)
            if isRecorded == true { recorded.withLock { $0 += 1 } }
        }
        #expect(recorded.withLock { $0 } == 1)
        #expect(try ledger.timeMoves().moves == [wanted])
    }
}
