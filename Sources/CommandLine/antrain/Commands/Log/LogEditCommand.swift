import ArgumentParser
import Completion
import Platform
import Progress
import Results
import Session
import Training
import UseCases

/// The command `antrain log edit`.
struct LogEditCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Correct an entry of the training log.",
        discussion: "The loads of the upcoming workouts follow from the corrected entry."
    )

    @Argument(help: "Number, as shown by 'antrain log list'.", completion: .values(.logEntry)) var number: Int64
    @Argument(help: "New sets, such as 5,5,5,5,3; without a load, they keep the load of the previous sets.") var sets:
        [String] =
            []
    @OptionGroup var details: LogOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let former = try store.logEntry(number)
        var entry = former
        if !sets.isEmpty {
            let unit = session.unit(of: former)
            let kind: SetPrescription.Kind = details.warmUp ? .warmUp : .work
            let text = sets.joined(separator: " ")
            let usual = UnlikelySets.Usual(former)
            if !context.areMeant(text, usual) {
                try UnlikelySets.check(text, usual, "sets", command: "antrain log edit \(number) ")
            }
            let typed = try TypedSets.parse(text, "sets", unit, kind: kind)
            entry.sets = PerformedSet.sets(typed, withLoadsOf: former.sets)
            entry.outcome = .performed
        } else if details.warmUp {
            throw .misused("--warm-up needs the sets: antrain log edit \(number) --warm-up 5@40kg")
        }
        if details.rpe != nil {
            guard entry.outcome != .missed else {
                throw .misused("--rpe needs the sets: antrain log edit \(number) 5,5,3")
            }
            entry.sets = try details.applied(
                to: entry.sets.map {
                    PerformedSet(kind: $0.kind, amount: $0.amount, load: $0.load, exactLoad: $0.exactLoad)
                }
            )
        }
        if details.date != nil {
            entry.date = try session.pastDate(details.date)
            // The workout that it was a result of was on the former date.
            if entry.date != former.date { (entry.workout, entry.prescription, entry.edition) = (nil, nil, nil) }
        }
        if details.notes != nil { entry.notes = try details.checkedNotes() }
        guard entry != former else {
            throw .misused("nothing to change; give new sets, or --date, --notes or --rpe")
        }
        store.noteUnlikely(entry)
        store.workspace.report(try Logging(store, correcting: entry).run(), asJSON: data.json)
        if entry.workout == nil { store.noteAsPlanned(former) }
        return .success
    }
}

/// The command `antrain log delete`.
struct LogDeleteCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an entry of the training log; 'antrain undo' restores it."
    )

    @Argument(help: "Number, as shown by 'antrain log list'.", completion: .values(.logEntry)) var number: Int64
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let entry = try store.logEntry(number)
        store.workspace.report(try Logging(store, deleting: entry).run(), asJSON: data.json)
        store.noteAsPlanned(entry)
        return .success
    }
}
