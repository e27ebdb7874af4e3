/// A place in a program.
public struct ProgramPlace: Sendable, Hashable {
    public static let weekRange = 1...5000

    /// The week, within `weekRange`.
    public let week: Int
    /// The number of the workout in the week, from 0; nil for the first one, with the rest days before it.
    ///
    /// An ID would lose its place if an edit of the program renames the day.
    public let position: Int?

    public init(week: Int, position: Int? = nil) { (self.week, self.position) = (week, position) }
}

extension ProgramPlace: LosslessStringConvertible {
    /// The week, and the number of the workout from 1 if it has one: `3 2`.
    public var description: String { "\(week)" + (position.map { " \($0 + 1)" } ?? "") }

    public init?(_ description: String) {
        let numbers = description.split(separator: " ").map { Int($0) }
        guard let week = numbers.first ?? nil, ProgramPlace.weekRange.contains(week), numbers.count <= 2 else {
            return nil
        }
        guard numbers.count == 2 else {
            self.init(week: week)
            return
        }
        guard let number = numbers[1], (1...1000).contains(number) else { return nil }
        self.init(week: week, position: number - 1)
    }
}
