import ArgumentParser
import Completion
import CivilTime
import Platform
import Planning
import Reminders
import Results
import Session
import UseCases
import Training

/// The command `antrain program choose`.
struct ProgramChooseCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Choose among the alternatives to an exercise, or show the choices.",
        discussion: """
            Each alternative has its own load. The choice applies from today on, or on one date with --date. To go back, choose the \
            exercise itself. In a rotation or a ladder, the chosen exercise becomes the current one.
            """
    )

    @Argument(help: "Active program: id or name.", completion: .values(.activeProgram)) var program: String
    @Argument(help: "Exercise, by its id or name.", completion: .values(.replaceableExercise)) var exercise: String?
    @Argument(help: "Exercise to do instead, by its id or name.", completion: .values(.alternative))
    var alternative: String?
    @Option(
        help: ArgumentHelp("Only date on which it applies (default: from today on).", valueName: "date"),
        completion: .values(.date)
    )
    var date: String?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let program = session.programID(program)
        try session.checkActive(program)
        guard let active = session.programs.first(where: { $0.program.id == program }) else { return .missingInput }
        if alternative == nil, let date {
            throw .misused("--date \(quoted(date)) needs an exercise and its alternative")
        }
        let slots = try exercise.map { (name) throws(CommandError) in try Self.slots(name, active.program, session) }
        guard let slots, let own = slots.first, let alternative else {
            context.show(ChoicesResult(active, session, only: slots?.first?.id), asJSON: data.json)
            return .success
        }
        let chosen = try Self.alternative(alternative, slots, active.program, session)
        let day = try day(own, chosen, active, session)
        let choosing = ChoosingAlternative(store, chosen, insteadOf: own, in: active.program.id, on: day)
        store.workspace.report(try choosing.run(), asJSON: data.json)
        return .success
    }

    /// The program's exercises with a name or ID that have alternatives or a rotation; several days may have the same exercise.
    private static func slots(_ name: String, _ program: Program, _ session: Session) throws(CommandError) -> [Exercise]
    {
        let all = program.days.flatMap(\.exercises)
        let possible = all.filter { !$0.substitutes.isEmpty }
        let matching = session.exercises(named: name, among: possible, of: program)
        if let first = matching.first { return matching.filter { $0.id == first.id } }
        guard !possible.isEmpty else {
            throw .misused(
                "no exercise of '\(program.id)' has alternatives; add 'alternatives' to one: antrain program edit \(program.id)"
            )
        }
        var seen: Set<String> = []
        let ids = possible.map(\.id).filter { seen.insert($0).inserted }
        if let plain = all.first(where: { $0.isNamed(name) }) {
            throw .badOption(
                name: "exercise",
                value: name,
                reason: "'\(plain.id)' has no alternatives; these exercises have some: \(ids.joined(separator: ", "))"
            )
        }
        if let slot = possible.first(where: { $0.substitutes.contains { $0.exercise.isNamed(name) } }) {
            throw .badOption(
                name: "exercise",
                value: name,
                reason:
                    "this exercise is an alternative to '\(slot.id)'; put '\(slot.id)' first: antrain program choose \(program.id) \(slot.id)"
            )
        }
        throw OptionValue.unknown(name, "exercise", among: ids)
    }

    private static func alternative(_ name: String, _ slots: [Exercise], _ program: Program, _ session: Session)
        throws(CommandError) -> Exercise
    {
        let choices = slots.prefix(1) + slots.flatMap(\.substitutes).map(\.exercise)
        if let chosen = session.exercises(named: name, among: Array(choices), of: program).first { return chosen }
        var seen: Set<String> = []
        throw OptionValue.unknown(name, "alternative", among: choices.map(\.id).filter { seen.insert($0).inserted })
    }

    /// The date of the option, on which a workout must contain the exercise and the alternative; nil without the option.
    private func day(_ own: Exercise, _ chosen: Exercise, _ active: ActiveProgram, _ session: Session)
        throws(CommandError) -> CivilDate?
    {
        guard let day = try DateOption.parse(date, name: "--date", today: session.today) else { return nil }
        guard own.rotation.isEmpty else {
            throw .badOption(
                name: "--date",
                value: date ?? "",
                reason: "'\(own.id)' has a rotation, and a choice in a rotation applies from today on"
            )
        }
        guard day >= session.today else {
            throw .badOption(
                name: "--date",
                value: date ?? "",
                reason: "expected today (\(session.today)) or a later date; for a past workout: antrain done --set"
            )
        }
        guard day.isWithinTenYears(of: session.today) else {
            throw .badOption(name: "--date", value: date ?? "", reason: "expected a date within the next ten years")
        }
        let workout = session.occurrence(OccurrenceKey(.program(active.program.id), on: day))
        let contents = active.program.days.first { $0.id == workout?.dayID }?.exercises ?? []
        let present = contents.filter { $0.id == own.id }
        guard !present.isEmpty else {
            let reason = workout.map { "\($0.dayName) has no \(own.id)" } ?? "the program has no workout on \(day)"
            throw .badOption(name: "--date", value: date ?? "", reason: "\(reason); see the coming days: antrain week")
        }
        let possible = present.prefix(1) + present.flatMap(\.alternatives).map(\.exercise)
        guard possible.contains(where: { $0.id == chosen.id }) else {
            let others = possible.dropFirst().map(\.id).joined(separator: ", ")
            throw .badOption(
                name: "alternative",
                value: chosen.id,
                reason: others.isEmpty
                    ? "on \(day), \(own.id) has no alternatives"
                    : "on \(day), the alternatives to \(own.id) are: \(others)"
            )
        }
        return day
    }
}
