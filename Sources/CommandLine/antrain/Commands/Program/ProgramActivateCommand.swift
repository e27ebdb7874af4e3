import ArgumentParser
import Completion
import CivilTime
import Platform
import Ledger
import Localization
import Planning
import Progress
import Reminders
import Results
import Session
import Training
import UseCases
import YAMLSource

/// The command `antrain program activate`.
struct ProgramActivateCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate",
        abstract: "Activate a training program.",
        discussion: """
            The file stays where it is; later changes to it take effect at the next run.

            If another program is active, antrain asks whether the new one replaces it. Without a terminal, --replace or --add is \
            required. To restart an active program, use --replace: it restarts only that program, which keeps its time, days, channels \
            and priority unless you give others.
            """
    )

    @Argument(help: "Program file, or name of a shipped program.", completion: .values(.program)) var name: String
    @Option(
        help: ArgumentHelp(
            "Date of week 1, day 1, such as 2026-11-23 or 'next monday' (default: today, or the next first weekday of a program whose weeks differ).",
            valueName: "date"
        ),
        completion: .values(.date)
    )
    var start: String?
    @Option(
        help: ArgumentHelp("Date of its last workout, such as a race; instead of --start.", valueName: "date"),
        completion: .values(.date)
    )
    var race: String?
    @Option(help: ArgumentHelp("Week to begin with (default: 1).", valueName: "number")) var week: Int?
    @Option(
        help: ArgumentHelp(
            "Time of its reminders, such as 07:30 or 9pm (default: from settings).",
            valueName: "time"
        ),
        completion: .values(.timeOfDay)
    )
    var time: String?
    @Option(
        help: ArgumentHelp("Training days (default: from settings).", valueName: "days"),
        completion: .values(.weekdays)
    )
    var days: String?
    @Option(
        help: ArgumentHelp("Channels, separated by commas (default: from settings).", valueName: "names"),
        completion: .values(.channels)
    )
    var channels: String?
    @Option(
        help: ArgumentHelp(
            "Priority from 0 to 100 for the setting 'one-a-day'; the highest wins (default: 0).",
            valueName: "number"
        )
    )
    var priority: Int?
    @Option(
        help: ArgumentHelp("One-rep max of a lift, such as squat=140kg (repeatable).", valueName: "lift=weight")
    )
    var max: [String] = []
    @Option(
        help: ArgumentHelp(
            "Load of an exercise's first work sets, such as squat=60kg (repeatable).",
            valueName: "exercise=weight"
        )
    )
    var load: [String] = []
    @Flag(help: "Replace all other active programs, or restart an active program.") var replace = false
    @Flag(help: "Activate the program in addition to the active ones.") var add = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        try activate(context, asksForReminders: true)
        return .success
    }

    /// Activates the program, with the questions whose answers it needs.
    ///
    /// - Parameter asksForReminders: whether it also asks when to send reminders, if they are off.
    func activate(_ context: Context, asksForReminders: Bool) throws(CommandError) {
        if replace, add { throw .misused("--replace and --add cannot be combined; give one of them") }
        let workspace = try Workspace(context, global.launch)
        // An active program of the user's own can be activated again by its id.
        let file = try replace ? workspace.knownProgram(name) : workspace.programFile(name)
        let program = try workspace.program(file)
        let store = try Store(workspace)
        let session = store.session
        let isActive = session.programs.contains { $0.program.id == program.id }
        if isActive, !replace { throw .alreadyActive(program.id) }
        guard let replaced = try isActive ? [] : replaced(by: program, store) else {
            return workspace.talk(session.words.text(.nothingChanged))
        }
        // The user's earlier choices for this program are kept.
        let former = session.facts.activations.first { $0.programID == program.id }
        let firstWeek = try OptionValue.number(week, "--week", in: ProgramPlace.weekRange) ?? 1
        try program.checkWeek(firstWeek, "--week")
        if race != nil, start != nil { throw .misused("--race determines the start; omit --start") }
        let race = try DateOption.parse(race, name: "--race", today: session.today)
        let typedStart = try DateOption.parse(start, name: "--start", today: session.today)
        var activation = Activation(
            programID: program.id,
            path: file.path,
            start: typedStart ?? session.today,
            source: file.source.bytes,
            time: try OptionValue.time(time, "--time") ?? former?.time,
            days: try OptionValue.days(days, "--days") ?? former?.days,
            channels: try channels.map { (text) throws(CommandError) in
                try OptionValue.channels(text, workspace)
            } ?? former?.channels,
            priority: try OptionValue.priority(priority) ?? former?.priority ?? 0
        )
        var isAsked = false
        let chosen = DaysChoice(program: program, days: activation.days ?? session.settings.days)
        switch store.askForDays([chosen], isSilent: data.json) {
        case .unasked: break
        case .keep: isAsked = true
        case .other(let other): activation = activation.with(days: other)
        case .cancel:
            return workspace.talk(session.words.text(.nothingChanged))
        }
        // In a week that begins in the middle, the workouts of a program whose weeks differ would be in another order.
        let training = activation.days ?? session.settings.days
        if let race {
            let start = try session.start(of: program, on: training, endingOn: race, from: week)
            activation = activation.with(start: start)
        }
        let later =
            typedStart == nil && race == nil && program.weeks.count > 1
            ? program.midweekStart(on: activation.start, training)?.inOrder.date : nil
        if let later { activation = activation.with(start: later) }
        let start = activation.start
        // A program may start in the past or the future; its values apply from its first workout on.
        let values =
            try Self.values(max, "--max", program, on: start) + Self.values(load, "--load", program, on: start)
        let activating = Activating(
            store,
            program,
            activation,
            replacing: replaced,
            values: values,
            week: firstWeek,
            isStartNamed: typedStart != nil || race != nil,
            isPostponed: later != nil
        )
        let words = session.words
        workspace.report(try activating.run(), asJSON: data.json, store)
        if let kept = keptChoices(of: activation) {
            workspace.talk(words.text(.keptChoices, ["program": program.name, "options": kept]))
        }
        if !isAsked {
            store.warnOfDays([DaysChoice(program: program, days: activation.days ?? session.settings.days)])
        }
        _ = try store.review().report(always: true)
        if asksForReminders, !session.settings.isEnabled {
            try store.askForReminders(of: activation, asJSON: data.json)
        }
        let now = try Store(workspace)
        if asksForReminders, let passed = now.session.input.passedToday(program.id) {
            let command = "antrain start" + (now.session.programs.count > 1 ? " --program \(program.id)" : "")
            let time = words.format.time(passed.time)
            workspace.talk(
                words.text(.passedToday, ["workout": passed.workout.dayName, "time": time, "command": command])
            )
        }
        if !data.json { try now.askForValues(of: program) }
    }

    /// The active programs that the program replaces, according to the options or the answer to a question; nil if the user cancels.
    private func replaced(by program: Program, _ store: Store) throws(CommandError) -> [Program]? {
        let others = store.session.programs.map(\.program)
        if add || others.isEmpty { return [] }
        if replace { return others }
        // A program that has ended plans nothing.
        let running = store.session.programs.filter { active in
            active.calendar(today: store.session.today).day(on: Swift.max(active.start, store.session.today)).kind
                != .ended
        }
        guard !running.isEmpty else { return [] }
        guard !data.json, let ask = store.workspace.context.ask else {
            throw .otherProgramsActive(running.map(\.program.id), name)
        }
        let words = store.session.words
        let question = """
            \(words.text(.othersActive, ["others": words.joined(running.map(\.program.name))]))
              r  \(words.text(.replaceOthers, ["program": program.name]))
              b  \(words.text(.trainBoth))
              c  \(words.text(.cancelChoice))
            >\u{20}
            """
        var answer = ask(question)
        while let typed = answer?.trimmed.lowercased() {
            if ["r", "replace"].contains(typed) { return others }
            if ["b", "both", "add"].contains(typed) { return [] }
            if ["c", "cancel", ""].contains(typed) { return nil }
            store.workspace.talk("answer r, b or c")
            answer = ask("> ")
        }
        return nil
    }

    /// The values of `--max` or `--load`.
    private static func values(_ texts: [String], _ option: String, _ program: Program, on date: CivilDate)
        throws(CommandError) -> [AthleteValue]
    {
        let isMax = option == "--max"
        let known = isMax ? program.lifts.keys.sorted() : program.exerciseIDs
        return try texts.map { (text) throws(CommandError) in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .badOption(name: option, value: text, reason: "expected a name and a weight, such as squat=140kg")
            }
            guard known.contains(parts[0]) else {
                let what = isMax ? "lift" : "exercise"
                let help =
                    Suggestion.help(for: parts[0], among: known)
                    ?? (known.isEmpty ? "it has none" : "it has \(known.prefix(8).joined(separator: ", "))")
                throw .badOption(
                    name: option,
                    value: text,
                    reason: "the program has no \(what) \(quoted(parts[0])); \(help)"
                )
            }
            if !isMax { try program.checkTakesLoad(parts[0], option: option, value: text) }
            do throws(TypedWeight.Problem) {
                let typed = try TypedWeight(parsing: parts[1], unit: program.units)
                let subject: AthleteValue.Subject =
                    isMax ? .oneRepMax(lift: parts[0]) : .load(program: program.id, exercise: parts[0])
                return AthleteValue(subject, typed.weight, typed.unit, on: date)
            } catch { throw .badOption(name: option, value: text, reason: error.description) }
        }
    }

    /// The choices kept from an earlier activation, as options; nil if there are none.
    private func keptChoices(of activation: Activation) -> String? {
        let options = [
            time == nil ? activation.time.map { "--time \($0)" } : nil,
            days == nil ? activation.days.map { "--days \($0)" } : nil,
            channels == nil ? activation.channels.map { "--channels \($0.joined(separator: ","))" } : nil,
            priority == nil && activation.priority != 0 ? "--priority \(activation.priority)" : nil,
        ].compactMap { $0 }
        return options.isEmpty ? nil : options.joined(separator: " ")
    }
}
