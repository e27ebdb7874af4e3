public import CivilTime
public import Training

/// The user's pauses and moved dates: those of one program, and those of all programs.
public struct UserExceptions: Sendable, Hashable {
    private struct Entry: Hashable {
        let programID: String?
        var exception: ScheduleException
        /// The programs that continue while the others are paused, each with its first date.
        var resumed: [String: CivilDate] = [:]

        func exception(of id: String) -> ScheduleException? {
            guard programID == nil || programID == id else { return nil }
            return resumed[id].map { exception.ending(before: $0) } ?? exception
        }
    }

    private var entries: [Entry] = []

    package init() {}

    public func of(_ programID: String) -> [ScheduleException] {
        entries.compactMap { $0.exception(of: programID) }
    }

    package func pauses(_ programID: String, on date: CivilDate) -> Bool {
        of(programID).contains { exception in
            if case .pause(let from, let through) = exception { from <= date && date <= through } else { false }
        }
    }

    package mutating func add(_ exception: ScheduleException, to programID: String?) {
        // Of two pauses without an end, the later one counts: setting an end refers to the current pause.
        if case .pause(let from, _) = exception {
            entries = entries.compactMap { entry in
                guard entry.programID == programID, case .pause(_, .latest) = entry.exception else { return entry }
                guard let remaining = entry.exception.ending(before: from) else { return nil }
                return Entry(programID: programID, exception: remaining, resumed: entry.resumed)
            }
        }
        entries.append(Entry(programID: programID, exception: exception))
    }

    /// The pauses and moved dates that remain when the pauses covering or following a date end, for one program or, without one,
    /// for all.
    public func resumed(_ programID: String?, on date: CivilDate) -> UserExceptions {
        var result = self
        result.entries = entries.compactMap { entry in
            var entry = entry
            guard let programID, entry.programID == nil else {
                guard programID == nil || entry.programID == programID else { return entry }
                guard let remaining = entry.exception.ending(before: date) else { return nil }
                entry.exception = remaining
                return entry
            }
            // The others stay paused.
            if let own = entry.exception(of: programID), own.ending(before: date) != own {
                entry.resumed[programID] = date
            }
            return entry
        }
        return result
    }
}

extension ScheduleException {
    /// The remaining part of a pause that ends before a date; a move is unchanged.
    fileprivate func ending(before date: CivilDate) -> ScheduleException? {
        guard case .pause(let from, let through) = self, through >= date else { return self }
        return from < date ? .pause(from: from, through: date.adding(days: -1)) : nil
    }
}
