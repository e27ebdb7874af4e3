import ArgumentParser
import Completion
import Platform
import Progress
import Results
import Session
import UseCases

/// The command `antrain measure`.
struct MeasureCommand: AntrainCommand {
    private static let kinds = BodyMeasurement.Kind.allCases.map(\.rawValue)

    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Record your body weight and other measurements, and show them.",
        discussion: """
            Without a value, it shows earlier measurements. A measurement replaces one of the same kind and date. Body fat is in percent, \
            and everything else except the weight is a girth. The body weight counts for bodyweight sets.
            """
    )

    @Argument(
        help: ArgumentHelp("What was measured: \(Self.kinds.joined(separator: ", "))."),
        completion: .list(Self.kinds)
    )
    var kind: String?
    @Argument(help: "Value with its unit, such as 82.4kg, 182lb, 84cm, 33in or 15%.") var value: [String] = []
    @Option(
        help: ArgumentHelp("Date of the measurement (default: today).", valueName: "date"),
        completion: .values(.date)
    )
    var date: String?
    @Option(
        help: ArgumentHelp("Maximum number of measurements to show, with a kind (default: 20).", valueName: "number")
    )
    var limit: Int?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let kind = try checkedKind()
        if let limit { try OptionValue.checkLimit(limit) }
        guard limit == nil || (kind != nil && value.isEmpty) else {
            throw .misused("--limit is for the measurements of one kind: antrain measure weight --limit 5")
        }
        guard date == nil || !value.isEmpty else {
            throw .misused("--date needs a value: antrain measure weight 82.4kg --date yesterday")
        }
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let recorded = try store.measurements()
        guard let kind, !value.isEmpty else {
            let result = MeasurementsResult(recorded, kind, limit: limit ?? 20, session.words, session.today)
            context.show(result, asJSON: data.json)
            return .success
        }
        let date = try session.pastDate(date)
        let measurement = try session.measurement(value.joined(separator: " "), kind, on: date, recorded)
        store.workspace.report(try Measuring(store, measurement).run(), asJSON: data.json)
        return .success
    }

    private func checkedKind() throws(CommandError) -> BodyMeasurement.Kind? {
        guard let kind else { return nil }
        guard let known = BodyMeasurement.Kind(rawValue: kind.lowercased()) else {
            throw OptionValue.unknown(kind, "kind", among: Self.kinds)
        }
        return known
    }
}
