import ArgumentParser
import CivilTime
import Delivery
import Ledger
import Reminders

/// The command `antrain status`.
struct StatusCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what comes next, what waits for an answer, and whether the channels are ready."
    )

    /// Programs that show a line of text.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case waybar, tmux, i3blocks
    }

    @Option(help: "A line for a status bar: waybar, tmux or i3blocks; channels are not asked then.") var format: Format?
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let planning = try Planning(workspace)
        if let format {
            _ = context.output.data(StatusLine(planning).text(format))
            return .success
        }
        _ = try planning.tellOfValues(always: true)
        let delivering = try planning.delivering()
        let dispatcher = try delivering.dispatcher()
        let knowledge = PluginKnowledge(delivering)
        let budgets = try planning.budgets(onlyLimited: true)
        let channels = try delivering.inUse.map { (configuration) throws(CommandError) in
            let channel = try knowledge.ready(delivering.channel(configuration))
            let short = budgets.first { $0.channel == channel.name && $0.isShort }
            return StatusResult.ChannelStatus(channel, dispatcher.report(channel), short, planning.words)
        }
        context.show(StatusResult(planning, channels), asJSON: data.json)
        return .success
    }
}

/// How things stand.
struct StatusResult: CommandResult {
    static let kind = "status"

    /// How a channel stands.
    struct ChannelStatus: Encodable {
        let name: String
        let permission: String
        let ready: Bool
        let problem: String?
        let remedy: String?
        let shortage: String?
        fileprivate let shortageInWords: String?

        private enum CodingKeys: String, CodingKey {
            case name, permission, ready, problem, remedy, shortage
        }

        init(_ channel: Channel, _ report: PluginReport, _ short: ChannelBudget?, _ words: Catalogue) {
            shortage = short.map(Catalogue.plain.shortage)
            shortageInWords = short.map(words.shortage)
            name = channel.name
            permission = channel.permission.state.rawValue
            ready = report.problem == nil
            problem = report.problem
            remedy = report.remedy.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// A reminder.
    struct Entry: Encodable {
        let id: String
        let body: String
        let fireAt: String

        private enum CodingKeys: String, CodingKey {
            case id, body, fireAt = "fire_at"
        }

        init(_ notification: PlannedNotification) {
            id = notification.id.rawValue
            body = notification.summary
            fireAt = notification.fireAt.description
        }
    }

    let enabled: Bool
    let next: Entry?
    let badge: Int
    let waiting: [Entry]
    let channels: [ChannelStatus]
    private let nextWords: String
    private let words: Catalogue

    private enum CodingKeys: String, CodingKey {
        case enabled, next, badge, waiting, channels
    }

    init(_ planning: Planning, _ channels: [ChannelStatus]) {
        enabled = planning.settings.isEnabled
        let coming = planning.nextNotification
        next = coming.map(Entry.init)
        let words = planning.words
        self.words = words
        nextWords =
            coming.map {
                words.text(
                    .headline,
                    ["day": words.moment($0.fireAt, today: planning.today), "summary": $0.summary]
                )
            }
            ?? (planning.settings.isEnabled
                ? words.text(.statusNothing)
                : words.text(.offStatus, ["command": "antrain settings --time 07:30"]))
        waiting = planning.waitingForAnswer.map(Entry.init)
        badge = waiting.count
        self.channels = channels
    }

    func text(_ style: Style, columns: Int) -> String {
        var rows = [[words.text(.statusNext), style.bold(nextWords)]]
        rows.append([
            words.text(.statusUnanswered),
            badge == 0
                ? words.text(.statusNone) : style.yellow("\(badge): ") + waiting.map(\.body).joined(separator: "; "),
        ])
        for channel in channels {
            let state =
                channel.ready
                ? style.green(words.text(.statusReady))
                : style.yellow(words.text(.statusNotReady, ["problem": channel.problem ?? ""]))
                    + (channel.remedy.map { "; \($0)" } ?? "")
            let permission = channel.permission == "authorized" ? "" : " (\(channel.permission))"
            let shortage = channel.shortageInWords.map { "; " + style.yellow($0) } ?? ""
            rows.append([words.text(.statusChannel, ["name": channel.name]), state + permission + shortage])
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }
}

/// How things stand, in a line for a status bar.
struct StatusLine {
    private let short: String
    private let long: String
    private let badge: Int

    init(_ planning: Planning) {
        badge = planning.waitingForAnswer.count
        let words = planning.words
        let next =
            planning.nextNotification.map { next in
                let time =
                    next.fireAt.date == planning.today
                    ? words.format.time(next.fireAt.time) : words.moment(next.fireAt, today: planning.today)
                return "\(time) \(next.summary)"
            } ?? words.text(.noReminder)
        short = badge > 0 ? "\(badge)! \(next)" : next
        let waiting = planning.waitingForAnswer.map { words.text(.statusWaits, ["what": $0.summary]) }
        long = ([words.text(.statusNextIs, ["what": next])] + waiting).joined(separator: "\n")
    }

    /// The line as a bar wants it: waybar(5) a JSON object, i3blocks(1) a full text, a short one and a colour, tmux(1) plain text.
    func text(_ format: StatusCommand.Format) -> String {
        switch format {
        case .tmux: return short.replacing("#", with: "##") + "\n"
        case .i3blocks: return "\(short)\n\(short)\n" + (badge > 0 ? "#FFAA00\n" : "")
        case .waybar:
            return JSONDocument.line(
                WaybarModule(text: short, tooltip: long, class: badge > 0 ? "waiting" : "idle")
            )
        }
    }

    private struct WaybarModule: Encodable {
        let text: String
        let tooltip: String
        let `class`: String
    }
}

extension Planning {
    /// The next reminder that is planned.
    var nextNotification: PlannedNotification? { plan().notifications.first { $0.instant > now } }
}
