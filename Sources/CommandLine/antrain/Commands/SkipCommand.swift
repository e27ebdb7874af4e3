import ArgumentParser
import Platform
import Planning
import Reminders
import Results
import Session
import UseCases

/// The command `antrain skip`.
struct SkipCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Skip a workout and cancel its reminders."
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let present = try Store(try Workspace(context, global.launch))
        let request = try answer.request(.skip, present)
        let store = try present.reaching(request)
        let meant = try AnswerQuestion.meant(by: request, store).flatMap(\.subjects)
        store.workspace.report(try Answering(store, .skipped, meant).run(), asJSON: data.json)
        return .success
    }
}
