import ArgumentParser
import Platform
import Results
import Session
import UseCases

/// The command `antrain answer`.
struct AnswerCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Read an answer from a reply to a mailed reminder.",
        discussion: """
            A mail filter passes the reply on standard input; 'man antrain-guide' has the lines for sieve and procmail. The \
            first lines of the reply are the answer: done, skip, snooze 30m, or sets such as squat 5,5,5. 'antrain history' \
            lists a refused answer with the reason. The exit code is 75 if the mail must be passed again, and 65 if it is not a reply to a reminder.
            """
    )

    @Flag(help: "The answer is a mail on standard input.") var mail = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard mail else {
            throw ValidationError("Add --mail, and pass a reply on standard input; to answer here, use: antrain done")
        }
    }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        do throws(CommandError) {
            let mail = try StandardInput.read(upTo: AnsweringMail.largestMail)
            let workspace = try Workspace(context, global.launch)
            if let outcome = try AnsweringMail(workspace, mail).run() {
                outcome.show(in: workspace)
                if let refusal = outcome.refusal, workspace.isVerbose || context.output.isTerminal {
                    workspace.warn("the answer was refused: \(refusal)")
                }
            } else if workspace.isVerbose {
                workspace.talk("nothing was done, because the mail was sent automatically")
            }
            return .success
        } catch {
            // With another exit code, the mail would be returned to its sender.
            if case .notReply = error { throw error }
            throw .mailDeferred(error)
        }
    }
}
