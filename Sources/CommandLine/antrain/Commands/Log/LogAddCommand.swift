import ArgumentParser
import Completion
import Platform
import Planning
import Progress
import Quoting
import Results
import Session
import Training
import UseCases

/// The command `antrain log add`, which is also `antrain log`.
struct LogAddCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Log an exercise and its sets.",
        discussion: """
            Sets are written as in programs: 5x5@80kg, 5@60 5@60 4@60, 8@bw+10kg, 3x60s, 5km 27:30. If a workout of that date \
            contains the exercise, the entry is its result, and sets without a load have the planned load.
            """
    )

    @Argument(help: "Exercise: id, name or alias, in any language.", completion: .values(.exercise)) var exercise:
        String?
    @Argument(help: "Sets, such as 5x5@80kg.") var sets: [String] = []
    @OptionGroup var details: LogOptions
    @Option(
        help: ArgumentHelp("Program, if workouts of several contain the exercise.", valueName: "program"),
        completion: .values(.activeProgram)
    )
    var program: [String] = []
    @Flag(help: "Log an exercise whose name is similar to a known one.") var new = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        guard let exercise else {
            context.show(try LogListResult(store), asJSON: data.json)
            return .success
        }
        guard !sets.isEmpty else {
            throw .misused("no sets given; add them: antrain log \(ShellText.word(exercise)) 5x5@80kg")
        }
        let (name, words) = Self.ordered([exercise] + sets)
        let text = words.joined(separator: " ")
        let kind: SetPrescription.Kind = details.warmUp ? .warmUp : .work
        // The sets are checked first: a new exercise is reported only if they are right.
        _ = try TypedSets.parse(text, "sets", session.programs.first?.program.units ?? .kilograms, kind: kind)
        let program = session.programID(try OptionValue.single(program, "--program"))
        try session.checkActive(program)
        let date =
            try details.date.map { text throws(CommandError) in try session.pastDate(text) }
            ?? session.resolver.dayOfSets(program: program)
        let typedWords = words.map(ShellText.word).joined(separator: " ")
        let subject = try store.loggedExercise(name, typedWords, on: date, program: program, isNew: new)
        let known = subject.workout.map { session.entries(of: $0, on: date) } ?? []
        let usual = session.usualSets(of: subject)
        if !context.areMeant(text, usual) {
            try UnlikelySets.check(text, usual, "sets", command: "antrain log \(subject.exercise) ")
        }
        let typed = try subject.sets(text, kind: kind, after: known)
        var entry = LogEntry(
            date: date,
            exercise: subject.exercise,
            name: subject.name,
            workout: subject.workout,
            sets: try details.applied(to: typed),
            notes: try details.checkedNotes(),
            prescription: subject.planned?.prescription,
            edition: subject.planned?.edition
        )
        store.noteUnlikely(entry)
        // What was logged as planned or as missed says less than the sets.
        let isResult = entry.sets.contains { $0.kind == .work }
        if isResult, let former = known.first(where: { $0.outcome != .performed }) {
            entry.keepIdentity(of: former)
            entry.notes = entry.notes ?? former.notes
        }
        let adding = Logging(store, adding: entry, with: subject.events)
        store.workspace.report(try adding.run(), asJSON: data.json)
        return .success
    }

    /// An exercise and its sets from words in either order: `squat 5x5@80kg`, or `5x5@80kg squat`.
    private static func ordered(_ words: [String]) -> (exercise: String, sets: [String]) {
        func areSets(_ words: some Collection<String>) -> Bool {
            (try? TypedSets.parse(words.joined(separator: " "), .kilograms)) != nil
        }
        let count = words.indices.dropLast().last { areSets(words[...$0]) }.map { $0 + 1 } ?? 0
        guard count > 0, !areSets(words[count...]) else { return (words[0], Array(words.dropFirst())) }
        return (words[count...].joined(separator: " "), Array(words[..<count]))
    }
}

/// The options for an entry of the training log.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Date of the training (default: today; until 03:59, yesterday if last evening's workout is open).",
            valueName: "date"
        ),
        completion: .values(.date)
    )
    var date: String?
    @Option(help: ArgumentHelp("Notes.", valueName: "text")) var notes: String?
    @Option(help: ArgumentHelp("Rating of perceived exertion of the work sets, 1 to 10.", valueName: "number"))
    var rpe: String?
    @Flag(name: .customLong("warm-up"), help: "The sets are warm-up sets, which do not count for the progression.")
    var warmUp = false

    /// Sets with the given rating of perceived exertion, unless they have their own.
    func applied(to sets: [PerformedSet]) throws(CommandError) -> [PerformedSet] {
        guard let rpe else { return sets }
        guard let rating = Double(rpe), (1...10).contains(rating) else {
            throw .badOption(name: "--rpe", value: rpe, reason: "expected a number from 1 to 10, such as 8 or 8.5")
        }
        let tenths = Int((rating * 10).rounded())
        return sets.map { set in
            guard set.kind == .work, set.rpe == nil else { return set }
            return PerformedSet(
                kind: set.kind,
                amount: set.amount,
                load: set.load,
                rpe: tenths,
                exactLoad: set.exactLoad
            )
        }
    }

    /// The notes; too long ones are an error.
    func checkedNotes() throws(CommandError) -> String? {
        guard let notes, !notes.isEmpty else { return nil }
        try OptionValue.checkPrintable(notes, "--notes")
        guard notes.utf8.count <= 1000 else {
            throw .badOption(name: "--notes", value: notes, reason: "expected at most 1,000 bytes")
        }
        return notes
    }
}
