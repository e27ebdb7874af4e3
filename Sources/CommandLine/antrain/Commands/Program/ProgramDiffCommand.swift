import ArgumentParser
import Completion
import Platform
import Results
import Session
import Training

/// The command `antrain program diff`.
struct ProgramDiffCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what an edit of a program changes in the coming weeks.",
        discussion: """
            Compares the dates, sets, loads, maxes and reminders that follow from two texts of a program, with your results so far. \
            With one name, the latest change of an active program's file is shown, whether antrain uses it already or not. \
            A program that is not active is compared as if it started today. Nothing is changed.
            """
    )

    @Argument(help: "Active program, or the former program file.", completion: .values(.knownProgram))
    var former: String
    @Argument(help: "The new program file.", completion: .values(.program)) var new: String?
    @Option(help: ArgumentHelp("Number of weeks to compare, 1 to 104 (default: 4).", valueName: "number"))
    var weeks: Int?
    @OptionGroup var outcome: OutcomeOption
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let weeks = try OptionValue.number(weeks, "--weeks", in: 1...104) ?? 4
        let assumption = try outcome.assumption()
        let workspace = try Workspace(context, global.launch)
        workspace.isReadOnly = true
        let first = try workspace.program(try workspace.knownProgram(former), warns: new == nil)
        let second = try new.map { (name) throws(CommandError) in
            try workspace.program(try workspace.knownProgram(name))
        }
        let session = try Store(workspace).session
        if second == nil { try session.checkActive(first.id) }
        let change = second == nil ? session.formerText(of: first) : nil
        let difference = session.difference(
            from: second == nil ? change?.program ?? first : first,
            to: second ?? first,
            weeks: weeks,
            assuming: assumption
        )
        context.show(ProgramDifferenceResult(difference, replacedAt: change?.replacedAt, session), asJSON: data.json)
        return .success
    }
}
