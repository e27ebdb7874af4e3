import Platform
import Planning
import Reminders
import Results
import Session
import Training
import UseCases

/// The dialogue of `antrain setup`.
///
/// Each step takes effect at once, and reads the user's files again, as a separate command does.
struct SetupDialogue {
    let context: Context
    let launch: LaunchOptions
    private let input: TypedInput
    /// The commands for failures that the state does not show.
    var failures: [SetupState.Command] = []

    /// - Parameter ask: asks a question on the terminal.
    init(_ context: Context, _ launch: LaunchOptions, _ ask: @escaping (String) -> String?) {
        let columns = context.output.columns
        let input = TypedInput { question in
            let blanks = String(question.reversed().prefix { $0 == " " })
            let wrapped = TextWrap.paragraphs(String(question.dropLast(blanks.count)), columns: columns - blanks.count)
            return ask(wrapped + blanks)
        }
        var context = context
        context.ask = { input.answer(to: $0) }
        (self.context, self.launch, self.input) = (context, launch, input)
    }

    mutating func run() throws(CommandError) -> ExitStatus {
        context.interruptionSays("to continue: antrain setup")
        defer { context.interruptionSays(nil) }
        let first = try store()
        // Each step would report the errors again, and could change nothing.
        guard !first.session.loaded.hasErrors else {
            context.output.talk("correct them first: antrain settings edit\n")
            return .configuration
        }
        let state = try first.setupState()
        if state.nextSteps.isEmpty {
            try change(state)
        } else {
            say(
                "Enter accepts the value in brackets, q skips a step, and Ctrl-C quits; your answers so far are kept.\n"
            )
            if state.steps.contains(where: { !state.nextSteps.contains($0.step) }) {
                show(state.table(style, columns: context.output.columns, isNumbered: false))
            }
            for step in SetupState.Step.allCases where !input.hasEnded {
                // Activating a program may set its days, and asks for its loads.
                let isOpen = try store().setupState().nextSteps.contains(step)
                if isOpen, step != .loads || !state.nextSteps.contains(.program) { attempt(step) }
            }
        }
        guard !input.hasEnded else {
            context.output.talk("\nto continue: antrain setup\n")
            return .success
        }
        let end = try store().setupState()
        show("\n" + end.summary(style, columns: context.output.columns, further: failures))
        // The summary already shows it.
        context.offer.remedy = nil
        return .success
    }

    /// Lets the user change one part.
    private mutating func change(_ state: SetupState) throws(CommandError) {
        show(state.table(style, columns: context.output.columns, isNumbered: true))
        let steps = state.steps.map(\.step)
        let chosen: SetupState.Step?? = ask(
            "What do you want to change? Number [nothing]",
            default: .some(nil)
        ) {
            (text) throws(CommandError) in
            guard let number = Int(text), steps.indices.contains(number - 1) else {
                throw .badOption(name: "number", value: text, reason: "expected 1 to \(steps.count), or Enter")
            }
            return steps[number - 1]
        }
        guard let step = chosen ?? nil else { return }
        let before = try store().session.programs.map(\.program.id)
        attempt(step)
        // A new program may have its workouts on other days.
        if step == .program, !hasEnded, try store().session.programs.map(\.program.id) != before { attempt(.days) }
    }

    /// Asks for one part; reports a failure.
    private mutating func attempt(_ step: SetupState.Step) {
        do throws(CommandError) {
            switch step {
            case .program: try chooseProgram()
            case .loads: try askForLoads()
            case .days: try chooseDays()
            case .time: try chooseTime()
            case .channel: try chooseChannel()
            case .trigger: try chooseTrigger()
            }
        } catch { context.report(error) }
    }

    // MARK: Talking

    var hasEnded: Bool { input.hasEnded }

    var style: Style { Style(isColored: context.output.isColored) }

    func show(_ text: String) { _ = context.output.data(text) }

    /// Prints a paragraph, wrapped to the width of the terminal.
    func say(_ text: String) {
        show(TextWrap.paragraphs(text, columns: context.output.columns) + "\n")
    }

    /// Asks until the answer is valid.
    ///
    /// - Parameters:
    ///   - question: the question; the answer follows on the same line.
    ///   - value: the answer that Enter gives; nil if Enter is not an answer.
    ///   - parse: reads an answer; throws the reason if it is not valid.
    /// - Returns: nil if the user skips the question.
    func ask<Value>(
        _ question: String,
        default value: Value? = nil,
        _ parse: (String) throws(CommandError) -> Value
    ) -> Value? {
        var typed = context.ask?(question + "> ")
        while let text = typed?.trimmed {
            if ["q", "quit"].contains(text.lowercased()) { return nil }
            if text.isEmpty, let value { return value }
            if text.isEmpty {
                context.output.talk("type an answer, or q to skip this step\n")
            } else {
                do throws(CommandError) { return try parse(text) } catch { context.report(error) }
                if hasEnded { return nil }
            }
            typed = context.ask?("> ")
        }
        return nil
    }

    // MARK: Doing

    func store() throws(CommandError) -> Store { try Store(try Workspace(context, launch)) }

    /// Changes settings, and updates the queue.
    func set(_ changes: [SettingsChange]) throws(CommandError) {
        let changed = try ChangingSettings(try Workspace(context, launch), changes).run()
        _ = try changed.difference.get()
    }

    /// Runs another command of antrain.
    func run(_ words: [String]) throws(CommandError) -> Bool {
        try Antrain.command(words, launch)?.execute(context.forAnotherCommand) == .success
    }
}

/// The user's input, which Ctrl-D or a closed terminal ends.
private final class TypedInput {
    private let ask: (String) -> String?
    private(set) var hasEnded = false

    init(_ ask: @escaping (String) -> String?) { self.ask = ask }

    func answer(to question: String) -> String? {
        guard !hasEnded else { return nil }
        let answer = ask(question)
        hasEnded = answer == nil
        return answer
    }
}
