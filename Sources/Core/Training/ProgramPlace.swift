public import CivilTime

/// A place in a program.
public struct ProgramPlace: Sendable, Hashable {
    public static let weekRange = 1...5000

    /// The week, within `weekRange`.
    public let week: Int
    /// The number of the workout in the week, from 0; nil for the first one, with the rest days before it.
    ///
    /// An ID would lose its place if an edit of the program renames the day.
    public let position: Int?

    /// The date of the failed workout that is repeated; nil if the user chose the place.
    public let failure: CivilDate?

    public init(week: Int, position: Int? = nil, after failure: CivilDate? = nil) {
        (self.week, self.position, self.failure) = (week, position, failure)
    }
}

extension ProgramPlace: LosslessStringConvertible {
    /// The week, and the number of the workout from 1 if it has one: `3 2`; after a failed workout, `3 2 after 2026-11-23`.
    public var description: String {
        "\(week)" + (position.map { " \($0 + 1)" } ?? "") + (failure.map { " after \($0)" } ?? "")
    }

    public init?(_ description: String) {
        var parts = description.split(separator: " ")
        var failure: CivilDate?
        if parts.dropLast().last == "after" {
            guard let date = parts.last.flatMap({ try? CivilDate(parsing: String($0)) }) else { return nil }
            failure = date
            parts.removeLast(2)
        }
        let numbers = parts.map { Int($0) }
        guard let week = numbers.first ?? nil, ProgramPlace.weekRange.contains(week), numbers.count <= 2 else {
            return nil
        }
        guard numbers.count == 2 else {
            self.init(week: week, after: failure)
            return
        }
        guard let number = numbers[1], (1...1000).contains(number) else { return nil }
        self.init(week: week, position: number - 1, after: failure)
    }
}
