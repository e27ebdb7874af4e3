import ArgumentParser
import Platform
import Session
import Training
import UseCases

/// The options that choose programs by their properties.
struct ProgramFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only programs with this number of workouts a week.", valueName: "number"),
        completion: .list((1...7).map(String.init))
    )
    var days: Int?
    @Option(
        help: ArgumentHelp("Only programs with this goal.", valueName: "goal"),
        completion: .list(ProgramGoal.allCases.map(\.rawValue))
    )
    var goal: String?
    @Option(
        help: ArgumentHelp("Only programs for this level.", valueName: "level"),
        completion: .list(ProgramLevel.allCases.map(\.rawValue))
    )
    var level: String?

    /// The conditions; wrong values are errors.
    func conditions() throws(CommandError) -> [ProgramListing.Condition] {
        var conditions: [ProgramListing.Condition] = []
        if let days { conditions.append(try Self.condition(days: days, "--days")) }
        if let goal = try OptionValue.choice(goal, "--goal", of: ProgramGoal.self) {
            conditions.append(ProgramListing.Condition(text: "--goal \(goal.rawValue)") { $0.goals.contains(goal) })
        }
        if let condition = try Self.condition(level: level, "--level") { conditions.append(condition) }
        return conditions
    }

    /// - Parameter name: the name of the value in errors.
    static func condition(days: Int, _ name: String) throws(CommandError) -> ProgramListing.Condition {
        guard (1...7).contains(days) else {
            throw .badOption(name: name, value: "\(days)", reason: "expected a number from 1 to 7")
        }
        return ProgramListing.Condition(text: "--days \(days)") { $0.schedule.daysPerWeek.contains(days) }
    }

    /// - Parameter name: the name of the value in errors.
    static func condition(level: String?, _ name: String) throws(CommandError) -> ProgramListing.Condition? {
        try OptionValue.choice(level, name, of: ProgramLevel.self).map { level in
            ProgramListing.Condition(text: "--level \(level.rawValue)") { $0.levels.contains(level) }
        }
    }
}
