import ArgumentParser
import Completion
import Platform
import Progress
import Results
import Session
import Training

/// The command `antrain stats records`.
struct RecordsCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "records",
        abstract: "Show your records: loads, repetitions, estimated maxes, volumes, times and distances.",
        discussion: """
            The records follow from the training log. One-rep maxes are estimated from work sets of up to ten repetitions. Warm-ups and \
            failed sets don't count. Of equal sets, the first keeps the record.
            """
    )

    @Argument(
        help: "Exercise: id, name or alias; the previous records are shown, too.",
        completion: .values(.exercise)
    )
    var exercise: String?
    @OptionGroup var estimate: EstimateOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let formula = try estimate.checkedFormula()
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let log = try store.countedLog()
        let all = ExerciseRecords.all(log, formula, try store.bodyWeight())
        guard let exercise else {
            context.show(RecordsResult(all, formula, session), asJSON: data.json)
            return .success
        }
        let (ids, latest) = try session.loggedExercises(exercise, in: log)
        var result = RecordsResult(
            all.filter { ids.contains($0.exercise) },
            formula,
            session,
            withHistory: true
        )
        result.subject = latest
        context.show(result, asJSON: data.json)
        return .success
    }
}

/// The option for how maxes are estimated.
struct EstimateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Estimate of one-rep maxes: epley or brzycki (default: epley).", valueName: "formula"),
        completion: .list(MaxFormula.allCases.map(\.rawValue))
    )
    var formula: String?

    func checkedFormula() throws(CommandError) -> MaxFormula {
        guard let formula else { return .epley }
        guard let known = MaxFormula(rawValue: formula.lowercased()) else {
            throw OptionValue.unknown(formula, "--formula", among: MaxFormula.allCases.map(\.rawValue))
        }
        return known
    }
}
