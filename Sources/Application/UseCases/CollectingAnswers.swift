import Delivery
import Ledger
package import Platform
import Results
import RunnerProtocol
package import Session
import Training

/// Collects the answers that channels keep elsewhere, such as in a folder, before a plan.
///
/// The conversations with the plugins continue until the plan was made.
package struct CollectingAnswers {
    private let store: Store

    package init(_ store: Store) { self.store = store }

    /// - Returns: a store that knows the answers.
    package func run() throws(CommandError) -> Store {
        let workspace = store.workspace
        guard let channels = try store.beginCollecting() else { return store }
        var hasRecorded = false
        for channel in channels.names {
            var handled: Set<String> = []
            // A plugin reports a limited number at a time; those that it reports again are not new.
            while true {
                let new = channels.answers(of: channel).filter { handled.insert($0.id).inserted }
                for answer in new {
                    let needsToken = channels.takesTokens(channel)
                    let outcome = try RecordingAnswer(workspace, answer, on: channel, needsToken: needsToken).run()
                    if let refusal = outcome.refusal { channels.note(refusal, of: answer, on: channel) }
                    outcome.show(in: workspace)
                    channels.settle(outcome.settlement, on: channel)
                    hasRecorded = true
                }
                if new.count < WireAnswer.most { break }
            }
        }
        try store.endCollecting()
        return hasRecorded ? try Store(workspace) : store
    }
}

extension RecordingAnswer.Outcome {
    /// Reports what the answer changed to a user who wants to know it.
    package func show(in workspace: Workspace) {
        guard workspace.isVerbose || workspace.context.output.isTerminal else { return }
        switch effect {
        case .started(let workouts)?: workspace.talk("\(channel): \(workouts.map(\.dayName).joined(separator: ", "))")
        case .acted(let result)?: workspace.log(result)
        case nil: break
        }
    }
}
