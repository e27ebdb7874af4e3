import ArgumentParser
import Platform
import Ledger
import Localization
import Planning
import Reminders
import Results
import Session
import Training
import UseCases

/// The command `antrain start`.
struct StartCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start a workout: on a terminal, set by set.",
        discussion: """
            On a terminal, antrain asks for each set, logs it, and counts down the rest. A session that was interrupted continues with \
            the next set. Without a terminal, it shows the workout.
            """
    )

    @OptionGroup var answer: AnswerOptions
    @Flag(help: "Start the workout, but only show its sets.") var show = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let meant = try AnswerQuestion.meant(by: try answer.request(.start, store), store).flatMap(\.subjects)
        let workouts = try Starting(store, meant).run()
        guard !show, !data.json, try Self.guide(workouts, store) else {
            context.show(WorkoutResult(workouts, session), asJSON: data.json)
            return .success
        }
        return .success
    }

    /// Goes through unanswered workouts set by set.
    ///
    /// - Returns: false if there is no terminal, or nothing to do.
    private static func guide(_ workouts: [Occurrence], _ store: Store) throws(CommandError) -> Bool {
        var isGuided = false
        for occurrence in workouts {
            guard store.session.facts.answers[occurrence.key] == nil, var guided = GuidedWorkout(occurrence, store)
            else {
                continue
            }
            isGuided = true
            let context = store.workspace.context
            // It may be continued on another day.
            let isUsual =
                store.session.commandTo(.start, occurrence) == "antrain start" && occurrence.date == store.session.today
            func notice(_ command: String) -> String { store.session.words.text(.guidedStopped, ["command": command]) }
            context.interruptionSays(
                notice(
                    isUsual
                        ? "antrain start" : "antrain start --date \(occurrence.date) --program \(occurrence.programID)"
                )
            )
            defer { context.interruptionSays(nil) }
            let isDone = try guided.run()
            // The sets were logged since the session was read.
            let now = try Store(store.workspace)
            defer { store.session.repetitions(now.session.facts).forEach { store.workspace.confirm($0.sentence) } }
            guard isDone else {
                store.workspace.talk(notice(now.session.commandTo(.start, occurrence)))
                return true
            }
            store.workspace.report(
                try Answering(now, .completed, [Answerable(occurrence)], continues: true).run(),
                asJSON: false
            )
        }
        return isGuided
    }
}
