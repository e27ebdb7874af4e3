import ArgumentParser
import Completion
import Platform
import Results
import Session
import UseCases

/// The command `antrain stats training`, the default of `antrain stats`.
struct StatsTrainingCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "training",
        abstract: "Show how regularly and how much you train.",
        discussion: """
            The workouts of each program count from the first one that you answered; rest days, pauses and days without training \
            do not count. A set counts half for a muscle that only assists.
            """
    )

    @Option(
        help: ArgumentHelp("First date (default: the last 12 weeks).", valueName: "date"),
        completion: .values(.date)
    )
    var since: String?
    @Option(
        help: ArgumentHelp("Sets per week and muscle group to aim for (default: 10-20).", valueName: "range"),
        completion: .list(["10-20"])
    )
    var target: String?
    @OptionGroup var estimate: EstimateOptions
    @Flag(help: "Print the numbers as CSV.") var csv = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        if csv, data.json { throw .misused("give --json or --csv, not both") }
        let formula = try estimate.checkedFormula()
        let target = try Self.target(target)
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let first = since == nil ? nil : try session.pastDate(since, "--since")
        let result = try store.stats(since: first, formula, target)
        if csv {
            _ = context.output.data(result.csv)
        } else {
            context.show(result, asJSON: data.json)
        }
        return .success
    }

    private static func target(_ text: String?) throws(CommandError) -> StatsResult.Target {
        guard let text else { return StatsResult.Target(least: 10, most: 20) }
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let least = numbers[0], let most = numbers[1], 1 <= least, least <= most, most <= 100
        else {
            throw .badOption(name: "--target", value: text, reason: "expected two numbers from 1 to 100, such as 10-20")
        }
        return StatsResult.Target(least: least, most: most)
    }
}
