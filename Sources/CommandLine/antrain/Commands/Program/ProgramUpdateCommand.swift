import ArgumentParser
import Completion
import Platform
import Results
import Session
import Training

/// The command `antrain program update`.
struct ProgramUpdateCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Use the new version of a shipped program that is active.",
        discussion: """
            An upgrade of antrain may bring a new version of a program that you follow. antrain keeps using the version that you \
            activated until you run this command, which first shows what changes in the next four weeks. Your results, maxes and loads \
            stay.
            """
    )

    @Argument(help: "Active program.", completion: .values(.activeProgram)) var program: String
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global.launch)
        let session = try Store(workspace).session
        let id = session.programID(program) ?? program
        try session.checkActive(id)
        let former = session.updatablePrograms.first { $0.id == id }
        let new = try workspace.program(try workspace.knownProgram(id))
        let difference = session.difference(from: former ?? new, to: new)
        let isAsked = former != nil && context.ask != nil
        if isAsked {
            let result = ProgramDifferenceResult(difference, session)
            workspace.talk(result.text(context.output.talkStyle, columns: context.output.columns))
            guard context.agrees(to: "Use the new version?", byDefault: true) ?? true else {
                throw .notConfirmed(wasAsked: true)
            }
        }
        if former != nil {
            workspace.acceptedProgram = id
            _ = try Store(workspace).commit(isChange: true)
        }
        if data.json || !isAsked {
            let since = former.map { _ in session.now }
            context.show(ProgramDifferenceResult(difference, replacedAt: since, session), asJSON: data.json)
        }
        let outcome = former == nil ? "antrain has no new version of '\(id)'" : "the new version of '\(id)' is in use"
        if !data.json { workspace.talk(outcome) }
        return .success
    }
}
