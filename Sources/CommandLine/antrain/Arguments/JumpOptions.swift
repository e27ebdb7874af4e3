import ArgumentParser
import Completion
import Planning
import Platform
import Results
import Session
import Training
import UseCases

/// The program that continues elsewhere, and from when on.
struct JumpOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("First date (default: today, or tomorrow if today's workout is done).", valueName: "date"),
        completion: .values(.date)
    )
    var date: String?
    @Option(
        help: ArgumentHelp("Program, if several are active.", valueName: "program"),
        completion: .values(.activeProgram)
    )
    var program: [String] = []

    /// The program that the user means.
    func active(_ session: Session) throws(CommandError) -> ActiveProgram {
        let id = session.programID(try OptionValue.single(program, "--program"))
        try session.checkActive(id)
        let meant = session.programs.filter { id == nil || $0.program.id == id }
        if let only = meant.first, meant.count == 1 { return only }
        let names = meant.map(\.program.id).joined(separator: " or ")
        throw .misused(
            meant.isEmpty
                ? "no program is active; activate one: antrain program activate NAME"
                : "several programs are active; choose one: --program \(names)"
        )
    }

    func jump(_ active: ActiveProgram, to week: Int?, _ day: ProgramDay?, _ store: Store, asJSON: Bool)
        throws(CommandError) -> ExitStatus
    {
        let date = try DateOption.parse(date, name: "--date", today: store.session.today)
        let jumping = try Jumping(store, active, to: week, day, on: date)
        store.workspace.report(try jumping.run(), asJSON: asJSON, store)
        return .success
    }
}
