import ArgumentParser
import Files
import Platform
import Ledger
import LogExchange
import Progress
import Results
import Session
import Training
import UseCases

/// The command `antrain log import`.
struct LogImportCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a training log from Strong, Hevy, FitNotes or antrain.",
        discussion: """
            The file is a CSV export; its format is detected. antrain shows what it found and asks before it adds the entries; without a \
            terminal, add --apply. If the file does not state the unit of its weights, antrain asks for it; without a terminal, add --unit. \
            Entries that the log already has are left out. 'antrain undo' undoes the whole import.
            """
    )

    @Argument(help: "CSV file.", completion: .file(extensions: ["csv"])) var file: String
    @Option(
        help: ArgumentHelp(
            "Unit of weights that have none: kg or lb; distances that have none are then in km or miles.",
            valueName: "unit"
        ),
        completion: .list(["kg", "lb"])
    )
    var unit: String?
    @Option(
        name: .customLong("date-order"),
        help: ArgumentHelp("What 01/02/2026 means, if the file does not show it: dmy or mdy.", valueName: "order"),
        completion: .list(["dmy", "mdy"])
    )
    var dateOrder: String?
    @Option(
        help: ArgumentHelp(
            "What a name in the file means, such as 'Zercher March=squat' (repeatable).",
            valueName: "name=exercise"
        ),
        completion: .default
    )
    var map: [String] = []
    @Flag(help: "Add the entries without asking.") var apply = false
    @Flag(name: .customLong("skip-bad"), help: "Leave out lines with problems.") var skipBad = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let store = try Store(workspace)
        let known = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log() }
        // What a name meant in an earlier import is what it means now.
        var ids = Dictionary(known.map { ($0.name, $0.exercise) }) { $1 }
        for text in map { try LogImportCommand.add(text, to: &ids, workspace) }
        let isAsked = !apply && !data.json && context.ask != nil
        let bytes = try contents(workspace)
        var unit = try typedUnit()
        var found = try read(bytes, store, ids, &unit)
        if isAsked, found.problems.isEmpty || skipBad, askForNames(found, &ids, workspace) {
            found = try read(bytes, store, ids, &unit)
        }
        let importing = try ImportingLog(store, found, into: known)
        guard found.problems.isEmpty || skipBad else {
            context.show(LogImportResult(found, adding: nil, isApplied: false, store.session), asJSON: data.json)
            throw .badImport(path: file, lines: found.problems.count)
        }
        guard isAsked else {
            context.show(apply ? try importing.run() : importing.preview, asJSON: data.json)
            return .success
        }
        context.show(importing.preview, asJSON: false)
        let count = LogImportResult.count(importing.new.count)
        if !importing.new.isEmpty, context.agrees(to: "Add \(count)?") ?? false {
            _ = try importing.run()
            workspace.confirm("added \(count); 'antrain undo' removes them")
        } else {
            workspace.confirm("nothing was added")
        }
        return .success
    }

    /// Adds a name and an exercise as typed: `Zercher March=zercher-squat`.
    private static func add(_ text: String, to ids: inout [String: String], _ workspace: Workspace)
        throws(CommandError)
    {
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex else {
            throw .badOption(
                name: "--map",
                value: text,
                reason: "expected a name and an exercise: 'Zercher March=squat'"
            )
        }
        let name = String(text[text.index(after: sign)...])
        let catalog = workspace.exercisesForNames
        guard let exercise = catalog.exercise(named: name) else {
            throw .noExercise(name, near: catalog.nearestName(to: name))
        }
        ids[String(text[..<sign])] = exercise.id
    }

    /// Asks for the exercises that unknown names mean; an empty answer keeps a name.
    ///
    /// - Returns: whether the user named any.
    private func askForNames(_ found: LogImport, _ ids: inout [String: String], _ workspace: Workspace) -> Bool {
        let unknown = found.exercises.filter { !$0.isKnown && ids[$0.name] == nil }
        guard let ask = workspace.context.ask, !unknown.isEmpty else { return false }
        let catalog = workspace.exercisesForNames
        var isNamed = false
        for exercise in unknown {
            let question = "Exercise of the catalogue for \(quoted(exercise.name)) (Enter: keep the name): "
            for _ in 0..<3 {
                guard let answer = ask(question), !answer.isEmpty else { break }
                if let known = catalog.exercise(named: answer) {
                    ids[exercise.name] = known.id
                    isNamed = true
                    break
                }
                let near = catalog.nearestName(to: answer).map { "; did you mean \(quoted($0))?" } ?? ""
                workspace.talk("no such exercise \(quoted(answer))\(near)")
            }
        }
        return isNamed
    }

    private func contents(_ workspace: Workspace) throws(CommandError) -> [UInt8] {
        // One byte more shows that the file is too large.
        switch LiveFiles.read(Paths.absolute(file, workspace.context), upTo: LogImport.largestFile + 1) {
        case .success(let bytes): return bytes
        case .failure(let problem): throw .file(problem)
        }
    }

    private func typedUnit() throws(CommandError) -> WeightUnit? {
        guard let unit else { return nil }
        guard let known = LogImportCommand.unit(unit) else {
            throw OptionValue.unknown(unit, "--unit", among: WeightUnit.allCases.map(\.rawValue))
        }
        return known
    }

    private static func unit(_ text: String) -> WeightUnit? {
        text.lowercased() == "lbs" ? .pounds : WeightUnit(rawValue: text.lowercased())
    }

    /// Reads the file; asks for the unit of its weights if it is neither in the file nor given.
    private func read(
        _ bytes: [UInt8],
        _ store: Store,
        _ ids: [String: String],
        _ unit: inout WeightUnit?
    ) throws(CommandError) -> LogImport {
        let orders = DateOrder.allCases.map(\.rawValue)
        if let dateOrder, !orders.contains(dateOrder) {
            throw OptionValue.unknown(dateOrder, "--date-order", among: orders)
        }
        while true {
            do throws(LogImportError) {
                return try LogImport(
                    bytes,
                    unit: unit,
                    dateOrder: dateOrder.flatMap(DateOrder.init(rawValue:)),
                    catalog: store.workspace.exercisesForNames,
                    ids: ids,
                    today: store.session.today
                )
            } catch {
                guard case .unknownUnit(_, let number, let exercise) = error, unit == nil, !data.json,
                    let ask = store.workspace.context.ask,
                    let answer = ask("Unit of \(number) (\(exercise)): kg or lb? "),
                    let chosen = LogImportCommand.unit(answer)
                else { throw .unreadableImport(path: file, reason: error.description) }
                unit = chosen
            }
        }
    }
}
