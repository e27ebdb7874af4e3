import CivilTime
import History
import Ledger
import Localization
import Planning
package import Platform
import Progress
import Reminders
package import Session
import Training
package import Triggers

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
