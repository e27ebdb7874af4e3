import CivilTime
import History
import Ledger
package import Localization
import Planning
package import Platform
import Progress
import Reminders
package import Session
import Training
package import Triggers

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

        /// The commands; a single command asks for all loads.
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

extension SetupState {
    /// - Parameters:
    ///   - session: the programs and settings in force.
    ///   - trigger: what runs antrain, and whether it works.
    ///   - proven: the channels that delivered a notification.
    package init(
        _ session: Session,
        _ trigger: (facts: TriggerFacts, state: TriggerState),
        proven: Set<String>,
        next: String?
    ) {
        let steps = [
            Self.program(session), Self.loads(session), Self.days(session), Self.time(session),
            Self.channel(session, proven), Self.trigger(trigger.facts, trigger.state),
        ]
        self.init(steps.compactMap { $0 }, next: next)
    }

    private static func program(_ session: Session) -> Entry {
        let commands = [
            Command("antrain program list --days 3", "show the programs with three workouts a week"),
            Command("antrain program activate NAME", "choose one of them"),
        ]
        let programs = session.programs.map(\.program.id)
        return Entry(.program, isSet: !programs.isEmpty, programs, commands)
    }

    /// The loads of the active programs; nil if none depends on the user.
    private static func loads(_ session: Session) -> Entry? {
        let isOneProgram = session.programs.count == 1
        var values: [String] = []
        var commands: [Command] = []
        for active in session.programs {
            let (all, open) = session.openValues(of: active)
            for item in open {
                guard let missing = item.missing else { continue }
                let program = isOneProgram ? nil : active.program.id
                values.append(missing.id)
                commands.append(
                    Command(
                        MissingValueHint.command(for: missing, of: program, weight: "WEIGHT"),
                        "set a weight for \(session.described(item, among: all))"
                    )
                )
            }
        }
        return session.programs.isEmpty ? nil : Entry(.loads, isSet: values.isEmpty, values, commands)
    }

    /// The training days, if the programs leave a choice.
    private static func days(_ session: Session) -> Entry {
        let isChosen = session.loaded.spans[.days] != nil
        let own = session.facts.activations.filter { $0.days != nil }.map(\.programID)
        let open = session.programs.filter { !own.contains($0.program.id) && $0.program.schedule.takesDays }
        let isSet = isChosen || !session.programs.isEmpty && open.isEmpty
        let suggested = open.first?.program.schedule.usualDays ?? WeekdaySet([.monday, .wednesday, .friday])
        let days =
            isChosen
            ? [session.settings.days.description]
            : session.programs.map { active in
                let own = active.trainingDays.current
                return own == .all
                    ? active.program.schedule.ownDays?.description ?? "as in the program" : own.description
            }
        let purpose = "choose your training days" + (session.settings.isEnabled ? "" : ", and turn reminders on")
        // Until the user chooses, a program's usual days apply.
        let usual = open.compactMap { $0.program.schedule.usualDays?.description }
        return Entry(
            .days,
            isSet: isSet,
            isSet ? days : usual,
            [Command("antrain settings --days \(suggested)", purpose)]
        )
    }

    private static func time(_ session: Session) -> Entry {
        let (settings, time) = (session.settings, session.input.usualTime(on: session.today))
        let own = session.facts.activations.compactMap(\.time)
        let isOwn = !own.isEmpty && own.count == session.facts.activations.count
        let times = isOwn ? own.map(\.description) : ["\(time)" + (settings.autoTime == nil ? "" : " (auto)")]
        return Entry(
            .time,
            isSet: settings.isEnabled,
            settings.isEnabled ? times : [],
            [Command("antrain settings --time \(time)", "choose the time of reminders, and turn them on")]
        )
    }

    private static func channel(_ session: Session, _ proven: Set<String>) -> Entry {
        let isChosen = session.loaded.spans[.channels] != nil
        let channels = session.channelsInUse
        let choice = [
            Command(
                "antrain channel add ntfy TOPIC",
                "send reminders to a phone; other kinds: antrain channel add --help"
            )
        ]
        let test = Command("antrain channel test \(channels.first ?? "NAME")", "send a test notification")
        let isProven = channels.contains(where: proven.contains)
        return Entry(.channel, isSet: isProven, isChosen || isProven ? channels : [], (isChosen ? [] : choice) + [test])
    }

    private static func trigger(_ facts: TriggerFacts, _ state: TriggerState) -> Entry {
        let repair = Command("antrain doctor", "find out why nothing runs antrain")
        switch state {
        case .works, .waits: return Entry(.trigger, isSet: true, facts.working.map(\.words), [])
        case .stopped(let trigger): return Entry(.trigger, isSet: false, [trigger.words], [repair])
        case .unknown: return Entry(.trigger, isSet: false, [], [repair])
        case .absent: return Entry(.trigger, isSet: false, [], [Command(facts.remedy.rawValue, "send the reminders")])
        }
    }
}

extension Store {
    /// The state of the setup; this starts crontab(1) and systemctl(1).
    package func setupState() throws(CommandError) -> SetupState {
        let now = session.now
        var proven: Set<String> = []
        if workspace.hasLedger {
            proven = try workspace.withLedger { (ledger) throws(LedgerError) in
                let seen = try ledger.reportedProblems(of: .seenChannels)
                let delivered = try ledger.history(limit: 20, now: now).flatMap(\.deliveries)
                return Set(seen + delivered.filter { $0.state == .delivered }.map(\.channel))
            }
        }
        let isOn = session.settings.isEnabled
        let next = isOn ? session.distantReminder.map { session.words.next($0, today: session.today) } : nil
        return SetupState(session, try workspace.trigger(), proven: proven, next: next)
    }
}

/// The output for a home without programs and reminders: the steps to the first reminder.
package struct FirstSteps {
    private let words: MessageCatalog

    package init(_ words: MessageCatalog) { self.words = words }

    package func text(_ style: Style, columns: Int) -> String {
        let steps = [
            (
                "antrain program activate push-pull-legs",
                words.text(.overviewProgram, ["list": "'antrain program list'"])
            ),
            ("antrain settings --time 07:30", words.text(.overviewTime)),
            (
                "antrain install cron",
                words.text(.overviewSend, ["command": TextWrap.firm("antrain install systemd")])
            ),
        ]
        let rows = steps.map { ["  " + style.bold($0.0), $0.1] }
        let setup = ["  " + style.bold("antrain setup"), words.text(.overviewSetup)]
        return
            (TextTable.lines([setup], columns: columns) + ["", words.text(.overviewEmpty), ""]
            + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
    }
}
