package import Platform

/// The state of the setup: what is set, what is missing, and the commands that set it.
package struct SetupState: CommandResult {
    package static let kind = "setup"

    /// The parts of the setup, in the order in which `antrain setup` asks for them.
    package enum Step: String, Encodable, CaseIterable {
        case program, loads, days, time, channel, trigger

        package var title: String {
            switch self {
            case .program: "Program"
            case .loads: "Loads"
            case .days: "Days"
            case .time: "Time"
            case .channel: "Channel"
            case .trigger: "Run by"
            }
        }
    }

    /// A part of the setup.
    package struct Entry: Encodable {
        package let step: Step
        let isSet: Bool
        /// What is set; for loads, the exercises and lifts that have none.
        let values: [String]
        /// The commands that set it, each with its purpose.
        let commands: [Command]

        private enum CodingKeys: String, CodingKey { case step, isSet = "set", values, commands }

        package init(_ step: Step, isSet: Bool, _ values: [String], _ commands: [Command]) {
            (self.step, self.isSet, self.values, self.commands) = (step, isSet, values, commands)
        }

        /// The commands, for loads only the one that asks for all of them.
        fileprivate var shortCommands: [Command] {
            guard step == .loads else { return commands }
            return [Command("antrain setup", "set the \(plural(values.count, "missing load"))")]
        }

        /// What is set, or what is not.
        fileprivate func text(_ style: Style) -> String {
            let text = values.joined(separator: ", ")
            switch step {
            case .loads where !isSet: return style.magenta("\(values.count) not set") + ": \(text)"
            case .loads: return "known for every exercise"
            case .days where !isSet && !values.isEmpty: return text + style.magenta(" (of the program)")
            case .channel where !isSet && !values.isEmpty: return text + style.magenta(" (not tested)")
            default: return isSet ? text : style.magenta("not set")
            }
        }
    }

    /// A command and its purpose.
    package struct Command: Encodable {
        let command: String
        let text: String

        package init(_ command: String, _ text: String) { (self.command, self.text) = (command, text) }
    }

    package let steps: [Entry]
    /// The next reminder as a sentence.
    private let next: String?

    /// Whether reminders are sent: nothing that they need is missing.
    private var isComplete: Bool { missing.isEmpty }

    private enum CodingKeys: String, CodingKey { case steps, isComplete = "complete" }

    package init(_ steps: [Entry], next: String?) { (self.steps, self.next) = (steps, next) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(steps, forKey: .steps)
        try container.encode(isComplete, forKey: .isComplete)
    }

    /// The steps without which no reminder is sent or seen.
    private var missing: [Entry] { steps.filter { !$0.isSet && $0.step != .loads } }

    /// The steps that `antrain setup` asks for; none if only loads are not set.
    package var nextSteps: [Step] { isComplete ? [] : steps.filter { !$0.isSet }.map(\.step) }

    /// - Parameter isNumbered: whether the user may choose a row by its number.
    package func table(_ style: Style, columns: Int, isNumbered: Bool) -> String {
        let rows = steps.enumerated().map { place, entry in
            [(isNumbered ? "  \(place + 1)  " : "  ") + entry.step.title, entry.text(style)]
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    /// The state at the end of the dialogue: what is set, the next reminder, the commands for what is missing, and the everyday commands.
    ///
    /// - Parameter further: commands for failures that the state does not show.
    package func summary(_ style: Style, columns: Int, further: [Command]) -> String {
        let open = steps.filter { !$0.isSet }.flatMap(\.shortCommands) + further
        let everyDay = [
            Command("antrain", "show the next reminder"),
            Command("antrain start", "go through the workout, set by set"),
            Command("antrain done", "log the workout as planned"),
        ]
        let blocks =
            [table(style, columns: columns, isNumbered: false)] + (next.map { [wrapped($0, columns)] } ?? [])
            + (open.isEmpty ? [] : ["Still missing:\n" + lines(open, style, columns)])
            + ["Every day:\n" + lines(everyDay, style, columns)]
        return blocks.joined(separator: "\n")
    }

    /// The commands that do the same as the dialogue, without those whose values are set.
    package func text(_ style: Style, columns: Int) -> String {
        let open = commands(of: steps.filter { !$0.isSet })
        guard !open.isEmpty else {
            return "antrain is set up:\n" + table(style, columns: columns, isNumbered: false)
        }
        let set = SetupState(steps.filter(\.isSet), next: nil)
        let intro = "On a terminal, 'antrain setup' asks for what is missing. These commands do the same:"
        return (set.steps.isEmpty ? "" : set.table(style, columns: columns, isNumbered: false) + "\n")
            + wrapped(intro, columns) + lines(open, style, columns)
    }

    private func commands(of entries: [Entry]) -> [Command] { entries.flatMap(\.commands) }

    private func lines(_ commands: [Command], _ style: Style, _ columns: Int) -> String {
        let rows = commands.map { ["  " + style.bold($0.command), $0.text] }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private func wrapped(_ text: String, _ columns: Int) -> String {
        TextWrap.lines(text, columns: columns).joined(separator: "\n") + "\n"
    }
}
