import ArgumentParser
import Completion
import Platform
import Progress

/// How the workouts that are still ahead are assumed to go.
struct OutcomeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Assumed outcome: success, or fail-every:N if each exercise fails every Nth time (default: success).",
            valueName: "outcome"
        ),
        completion: .list(["success", "fail-every:"])
    )
    var assume: String?

    func assumption() throws(CommandError) -> OutcomeAssumption {
        guard let assume, assume != "success" else { return .success }
        let prefix = "fail-every:"
        guard assume.hasPrefix(prefix), let number = Int(assume.dropFirst(prefix.count)), (1...100).contains(number)
        else {
            throw .badOption(
                name: "--assume",
                value: assume,
                reason: "expected success, or fail-every:N with N from 1 to 100"
            )
        }
        return .failEvery(number)
    }
}
