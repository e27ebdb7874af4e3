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
            An upgrade of antrain may bring a new version of a program that you follow. antrain goes on with the version that you \
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
        guard let former = session.updatablePrograms.first(where: { $0.id == id }) else {
            context.show(ProgramUpdateResult(id, nil, isShown: false), asJSON: data.json)
            return .success
        }
        let new = try workspace.program(try workspace.knownProgram(id))
        let difference = ProgramDifferenceResult(session.difference(from: former, to: new), session)
        if context.ask != nil {
            workspace.talk(difference.text(context.output.talkStyle, columns: context.output.columns))
        }
        guard context.agrees(to: "Use the new version?", byDefault: true) ?? true else {
            throw .notConfirmed(wasAsked: true)
        }
        workspace.acceptedProgram = id
        _ = try Store(workspace).commit(isChange: true)
        context.show(ProgramUpdateResult(id, difference, isShown: context.ask != nil), asJSON: data.json)
        return .success
    }
}
