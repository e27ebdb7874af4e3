import ArgumentParser
import Completion
import CivilTime
import Platform
import Results
import Session
import UseCases

/// The command `antrain simulate`.
struct SimulateCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Show every notification that would be sent, without changing anything.",
        discussion: """
            Without a program, the active programs and your own reminders are simulated. A program that is not active is simulated as if \
            it started on the first date. Settings given with --set KEY=VALUE, as in \
            'antrain settings KEY VALUE', or with the other options apply instead of yours. The simulation assumes that you do every \
            workout, and that reminders are on.
            """
    )

    /// How many days can be simulated at once.
    private static let range = 1...3660

    @Argument(help: "Program file, active program or shipped program.", completion: .values(.program)) var program:
        String?
    @Option(help: ArgumentHelp("First date (default: today).", valueName: "date"), completion: .values(.date))
    var from: String?
    @Option(
        help: ArgumentHelp(
            "Number of days, 1 to 3660 (default: 30), or training days such as mon,wed,fri (repeatable).",
            valueName: "days"
        ),
        completion: .values(.weekdays)
    )
    var days: [String] = []
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Setting to try (repeatable).", valueName: "key=value"),
        completion: .values(.settingAssignment)
    )
    var assignments: [String] = []
    @OptionGroup var options: SettingsOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        workspace.isReadOnly = true
        let (count, weekdays) = try parsedDays()
        let typed = try options.typed(days: weekdays) + assigned()
        let changes = try typed.map { (setting) throws(CommandError) in try setting.change(workspace) }
        let program = try program.map { (name) throws(CommandError) in
            try workspace.program(try workspace.knownProgram(name))
        }
        let (store, isEnabled) = try Store.simulated(workspace, changes)
        let first = try DateOption.parse(from, name: "--from", today: store.session.today) ?? store.session.today
        guard first >= store.session.today, first.isWithinTenYears(of: store.session.today) else {
            throw .badOption(
                name: "--from",
                value: from ?? "",
                reason: "expected today (\(store.session.today)) or a later date of the next ten years"
            )
        }
        guard first.adding(days: count) <= .lastPlanned else { throw .calendarEnds }
        let range = first..<first.adding(days: count)
        let notifications = store.session.simulation(range, of: program)
        let result = SimulationResult(notifications, range, isEnabled: isEnabled, store.session)
        if !data.json {
            if program == nil, store.session.programs.isEmpty { store.reportNoProgram() }
            if !isEnabled { workspace.talk("reminders are off; to turn them on: antrain settings --on") }
        }
        context.show(result, asJSON: data.json)
        return .success
    }

    /// The settings that `--set` sets.
    private func assigned() throws(CommandError) -> [TypedSetting] {
        try assignments.map { (text) throws(CommandError) in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .badOption(name: "--set", value: text, reason: "expected KEY=VALUE, such as follow-up=30m")
            }
            return TypedSetting(parts[0], [parts[1]])
        }
    }

    /// The number of days and the training days, which share an option.
    private func parsedDays() throws(CommandError) -> (count: Int, weekdays: String?) {
        let numbers = days.filter { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
        let weekdays = try OptionValue.single(days.filter { !numbers.contains($0) }, "--days")
        guard let text = try OptionValue.single(numbers, "--days") else { return (30, weekdays) }
        guard let count = Int(text), SimulateCommand.range.contains(count) else {
            throw .badOption(name: "--days", value: text, reason: "expected a number from 1 to 3660")
        }
        return (count, weekdays)
    }
}
