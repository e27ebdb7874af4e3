import CivilTime
import Delivery
import History
import Ledger
import Machines
import Localization
import Planning
package import Platform
import Reminders
import Session
import Training
import Triggers

/// The status of reminders and channels.
package struct StatusResult: CommandResult {
    package static let kind = "status"

    /// The status of a channel.
    struct ChannelStatus: Encodable {
        let name: String
        let permission: PermissionState
        let ready: Bool
        /// Whether its last delivery failed or will be retried.
        let failing: Bool
        /// The number of failed deliveries since the last successful one; `lastError` is the latest reason.
        let failures: Int
        let lastError: ResultMessage?
        let problem: ResultMessage?
        let remedy: ResultMessage?
        /// That it covers fewer days than it should; nil if it covers enough.
        let shortage: ResultText?
        fileprivate let failureInWords: String?

        private enum CodingKeys: String, CodingKey {
            case name, permission, ready, failing, failures, lastError = "last_error", problem, remedy, shortage
        }

        init(
            _ channel: Channel,
            _ report: PluginReport,
            _ failed: [DeliveryRecord],
            _ budget: ChannelBudget?,
            _ words: MessageCatalog
        ) {
            shortage = budget.map { ResultText(text: words.shortage(of: $0)) }
            name = channel.name
            permission = channel.permission.state
            // A plugin that reports itself ready may still fail to deliver.
            failing = !failed.isEmpty
            failures = failed.count
            lastError = failed.first.map { ResultMessage(message: $0.reason ?? $0.state.rawValue) }
            failureInWords = lastError.map {
                let values = ["count": "\(failed.count)", "problem": $0.message]
                return words.text(failed.count == 1 ? .statusFailedOne : .statusFailedOther, values)
            }
            ready = report.problem == nil && !failing
            problem = report.problem.map(ResultMessage.init) ?? lastError
            remedy = report.remedy.flatMap { $0.isEmpty ? nil : ResultMessage(message: $0) }
        }
    }

    /// An unanswered workout, or an unanswered date of the user's own reminder.
    struct Waiting: Encodable {
        let subject: ActionSubject
        /// When its latest reminder was due; nil if it was started without one.
        let fireAt: String?
        let zone: String?
        let instant: String?

        private enum CodingKeys: String, CodingKey { case fireAt = "fire_at", zone, instant }

        init(_ waiting: WaitingAnswer) {
            var subject = ActionSubject(waiting.subject)
            subject.notification = waiting.reminder.id.rawValue
            self.subject = subject
            fireAt = waiting.reminder.fireAt.description
            zone = waiting.reminder.zone
            instant = waiting.reminder.instant.description
        }

        init(started workout: Answerable) {
            subject = ActionSubject(workout)
            (fireAt, zone, instant) = (nil, nil, nil)
        }

        func encode(to encoder: any Encoder) throws {
            try subject.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(fireAt, forKey: .fireAt)
            try container.encodeIfPresent(zone, forKey: .zone)
            try container.encodeIfPresent(instant, forKey: .instant)
        }
    }

    /// A pause of a program.
    struct Pause: Encodable {
        let program: String
        let from: String
        let until: String?
    }

    /// The time of reminders, if it follows the workouts.
    struct AutoTimeStatus: Encodable {
        let time: String
        /// The first date of the last move; nil if there was none.
        let since: String?
        let text: String
    }

    /// An active program that has ended.
    struct Ended: Encodable {
        let program: String
        let name: String
        let last: String
        let done: Int
        let planned: Int
        /// The command that starts it again.
        let command: String

        init(_ ending: ProgramEnding) {
            program = ending.program
            name = ending.name
            last = ending.last.description
            done = ending.adherence.done
            planned = ending.adherence.planned
            command = ending.again
        }
    }

    /// Which machine sends the reminders.
    struct Sender: Encodable {
        let machine: String
        let role: String
        /// When this machine takes over if the other one stays silent, or sends again.
        let until: String?
        /// Since when the named machine has been silent.
        let since: String?
        fileprivate let words: String

        private enum CodingKeys: String, CodingKey { case machine, role, until, since }

        init(_ own: MachineRole, _ session: Session) {
            let words = session.words
            let (zone, today) = (session.zone, session.today)
            role = own.role.code
            switch own.role {
            case .sends:
                (machine, until, since) = (own.label, nil, nil)
                self.words = words.text(.statusThisMachine, ["machine": own.label])
            case .standsBy(let other, let end):
                (machine, until, since) = (other, end.description, nil)
                self.words = words.text(
                    .statusOtherMachine,
                    ["other": other, "moment": words.onMoment(zone.civil(at: end), today: today)]
                )
            case .waits(_, let end):
                (machine, until, since) = (own.label, end.description, nil)
                let moment = words.onMoment(zone.civil(at: end), today: today)
                self.words = words.text(.statusResuming, ["machine": own.label, "moment": moment])
            case .takesOver(let other, let start):
                (machine, until, since) = (own.label, nil, start.description)
                let moment = words.format.statedMoment(zone.civil(at: start), today: today)
                self.words = words.text(
                    .statusTakeover,
                    ["machine": own.label, "other": other, "moment": moment]
                )
            }
        }
    }

    let enabled: Bool
    let next: ListedNotification?
    /// The number of unanswered workouts and reminders.
    let badge: Int
    let waiting: [Waiting]
    let overdue: [ListedNotification]
    let missed: [ListedNotification]
    let pauses: [Pause]
    /// The days off with open workouts within the next seven days.
    let daysOff: [DayOff]
    /// The programs that have ended, unless another one was started since.
    let ended: [Ended]
    /// The active programs with a newer shipped version that is not in use yet.
    let updates: [String]
    /// When antrain last ran to deliver due reminders; `daemonPID` is the daemon's process id.
    let lastRun: String?
    let daemonPID: Int?
    /// Whether the clock was set back since that run or since the last plan; the next run then plans again.
    let clockSetBack: Bool
    /// Whether nothing runs antrain, although reminders are on.
    let triggerStopped: Bool
    /// The data lost in a repair of the ledger.
    package let losses: [Loss]
    let channels: [ChannelStatus]
    let autoTime: AutoTimeStatus?
    /// nil if this machine exchanges nothing with others.
    let sender: Sender?
    /// Whether the time of the last run is as it should be.
    private let runsWell: Bool
    private let rows: [[String]]
    private let warnings: [[String]]
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey {
        case enabled, next, badge, waiting, overdue, missed, pauses, daysOff = "days_off", ended, updates, lastRun =
            "last_run", daemonPID =
            "daemon_pid", clockSetBack = "clock_set_back", triggerStopped = "trigger_stopped", losses, channels,
            autoTime = "auto_time", sender
    }

    init(_ store: Store, _ facts: StatusSnapshot, _ channels: [ChannelStatus], _ losses: [Loss] = []) {
        self.losses = losses
        clockSetBack = facts.isClockSetBack
        triggerStopped = store.session.settings.isEnabled && facts.trigger.state.isBroken
        let words = store.session.words
        let today = store.session.today
        self.words = words
        sender = store.session.machine.map { Sender($0, store.session) }
        self.channels = channels
        enabled = store.session.settings.isEnabled
        let coming = store.session.nextNotification
        next = coming.map(ListedNotification.init)
        let reminded = facts.waiting
        let started = store.session.startedWorkouts(besides: reminded)
        let waiting = reminded.map(\.subject) + started
        self.waiting = reminded.map { Waiting($0) } + started.map(Waiting.init(started:))
        badge = waiting.count
        overdue = facts.overdue.map(ListedNotification.init)
        missed = facts.missed.map(ListedNotification.init)
        pauses = facts.pauses.map {
            Pause(program: $0.program, from: $0.from.description, until: $0.through?.description)
        }
        daysOff = store.workoutsOnDaysOff(today..<today.adding(days: 7))
        let endings = store.session.input.endings
        ended = endings.map(Ended.init)
        updates = store.session.updatablePrograms.map(\.id)
        lastRun = facts.lastRun?.description
        daemonPID = facts.daemon
        let nextWords =
            coming.map {
                "\($0.summary(on: today, words, isDated: true)), \(words.moment($0.fireAt, today: today))"
            }
            ?? (enabled
                ? words.text(.statusNothing) : words.text(.offStatus, ["command": "antrain settings --time 07:30"]))
        // Reminders of the two days before today can wait for an answer.
        let first = words.format.date(today.adding(days: -2), today: today)
        let names = waiting.map { one in
            let date = one.key.date
            return one.name + (date == today ? "" : " (\(words.day(date, today: today)))")
        }
        rows = [
            [words.text(.statusNext), nextWords],
            [
                words.text(.statusUnanswered),
                words.text(
                    waiting.isEmpty ? .statusNone : .statusWaiting,
                    ["date": first, "count": "\(waiting.count)", "list": names.joined(separator: "; ")]
                ),
            ],
        ]
        func list(_ reminders: [PlannedNotification]) -> String {
            reminders.map {
                "\($0.summary(on: today, words, isDated: true)) (\(words.moment($0.fireAt, today: today)))"
            }.joined(separator: "; ")
        }
        var warnings: [[String]] = []
        if !facts.overdue.isEmpty {
            let due = ["label": list(facts.overdue), "value": words.text(.absentDue)]
            warnings.append([words.text(.statusOverdue), words.text(.labeled, due)])
        }
        if !facts.missed.isEmpty { warnings.append([words.text(.statusMissed), list(facts.missed)]) }
        if !facts.pauses.isEmpty {
            let pauses = facts.pauses.map { pause in
                var values = ["what": pause.name, "from": words.format.statedDate(pause.from, today: today)]
                values["until"] = pause.through.map { words.format.statedDate($0, today: today) }
                values["resume"] = pause.through.map { words.format.date($0.adding(days: 1), today: today) }
                return words.text(pause.through == nil ? .pausedOpen : .pausedUntil, values)
            }
            warnings.append([words.text(.statusPauses), pauses.joined(separator: "; ")])
        }
        for (index, one) in daysOff.withoutRepeats.enumerated() {
            warnings.append([index == 0 ? words.text(.statusDaysOff) : "", one.firmText])
        }
        if let auto = store.session.settings.autoTime {
            let time = store.session.input.usualTime(on: today)
            let move = store.session.shownMove
            let text = move.map { words.since($0, today: today) } ?? words.time(time, auto)
            autoTime = AutoTimeStatus(time: "\(time)", since: move?.date.description, text: text)
        } else {
            autoTime = nil
        }
        for program in store.session.updatablePrograms {
            let command = TextWrap.firm("antrain program update \(program.id)")
            let values = ["label": program.name, "value": command]
            warnings.append([words.text(.statusUpdate), words.text(.labeled, values)])
        }
        for ending in endings { warnings.append([words.text(.statusEnded), words.line(ending)]) }
        let isRun = facts.lastRun != nil || [.works, .unknown].contains(facts.trigger.state)
        runsWell = isRun && !facts.isClockSetBack && !triggerStopped
        warnings.append([words.text(.statusLastRun), StatusResult.lastRun(facts, store.session)])
        self.warnings = warnings
    }

    /// When antrain last ran; if it does not run, the text includes the remedy.
    private static func lastRun(_ facts: StatusSnapshot, _ session: Session) -> String {
        let words = session.words
        if facts.daemon != nil { return words.text(.statusDaemon) }
        let doctor = TextWrap.firm("antrain doctor")
        guard let last = facts.lastRun else {
            switch facts.trigger.state {
            case .waits: return words.text(.statusFirstRun)
            case .absent:
                return words.text(.statusNeverRan, ["command": TextWrap.firm(facts.trigger.facts.remedy.rawValue)])
            case .works, .stopped, .unknown: return words.text(.statusNotRun, ["command": doctor])
            }
        }
        let moment = words.moment(session.zone.civil(at: last), today: session.today)
        if session.settings.isEnabled {
            switch facts.trigger.state {
            case .absent:
                let command = TextWrap.firm(facts.trigger.facts.remedy.rawValue)
                let remedy = words.text(.nothingRuns, ["command": command])
                return words.text(.sentence, ["sentence": moment, "changes": remedy])
            case .stopped: return words.text(.statusStopped, ["moment": moment, "command": doctor])
            case .works, .waits, .unknown: break
            }
        }
        if facts.isClockSetBack { return words.text(.statusClockSetBack, ["moment": moment]) }
        // The ledger has only the first run of each step.
        let isRecent = (60..<Ledger.runStep).contains(last.span(until: session.now).seconds)
        return isRecent ? words.text(.statusRecentRun, ["minutes": "\(Ledger.runStep / 60)"]) : moment
    }

    package func text(_ style: Style, columns: Int) -> String {
        var rows = [[self.rows[0][0], style.bold(self.rows[0][1])]]
        rows.append([self.rows[1][0], badge == 0 ? self.rows[1][1] : style.magenta(self.rows[1][1])])
        if let autoTime { rows.append([words.text(.statusTime), autoTime.text]) }
        if let sender {
            let isReplaced = sender.since != nil
            rows.append([words.text(.statusSender), isReplaced ? style.magenta(sender.words) : sender.words])
        }
        rows += warnings.map { row in
            let isFine = row[0] == words.text(.statusLastRun) && runsWell
            return [row[0], isFine ? row[1] : style.magenta(row[1])]
        }
        for channel in channels {
            // If a plugin reports why it is not ready, its earlier failures are not shown.
            let isRefusing = channel.problem?.message != channel.lastError?.message
            let problem = isRefusing ? channel.problem?.message : channel.failureInWords
            let name = words.text(.statusChannel, ["name": channel.name])
            let state =
                channel.ready ? style.green(words.text(.statusReady)) : style.magenta(words.text(.statusNotReady))
            let trouble =
                channel.ready ? "" : style.magenta(problem ?? "") + (channel.remedy.map { "; \($0.message)" } ?? "")
            let permission = channel.permission == .authorized ? "" : "(\(channel.permission.words))"
            let details = [trouble, permission].filter { !$0.isEmpty }.joined(separator: " ")
            let shortage = channel.shortage.map { "; " + style.magenta($0.text) } ?? ""
            // Problems and permissions are in English; in another language, they get their own line.
            if details.isEmpty || words.language != .english {
                rows.append([name, state + shortage])
                if !details.isEmpty { rows.append(["", details]) }
            } else {
                rows.append([name, state + (trouble.isEmpty ? " " : style.magenta(": ")) + details + shortage])
            }
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}
