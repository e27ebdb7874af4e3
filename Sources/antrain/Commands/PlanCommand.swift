import ArgumentParser
import CivilTime
import Reminders

/// The command `antrain plan`.
struct PlanCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show how far ahead each channel reaches, and what has no place on it yet.",
        discussion: """
            A channel may have a limit of pending reminders, its plugin's or one of yours ('limit' under configure). Five places are \
            kept for snoozes; the rest is shared out over the days, soonest first.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let planning = try Planning(try Workspace(context, global))
        context.show(PlanResult(try planning.budgets(), today: planning.today), asJSON: data.json)
        return .success
    }
}

/// How the channels' places are shared out.
struct PlanResult: CommandResult {
    static let kind = "plan"

    /// A channel's share.
    struct Channel: Encodable {
        let name: String
        let limit: Int?
        let reserved: Int?
        let perDay: Double
        let horizon: Int
        let through: String
        let fitting: [String]
        let overflow: [String]
        let beyond: Int
        let coverage: Int
        let warning: String?

        private enum CodingKeys: String, CodingKey {
            case name, limit, reserved, perDay = "per_day", horizon, through, fitting, overflow, beyond, coverage,
                warning
        }
    }

    let channels: [Channel]
    private let rows: [[String]]

    private enum CodingKeys: String, CodingKey {
        case channels
    }

    init(_ budgets: [ChannelBudget], today: CivilDate) {
        channels = budgets.map { budget in
            Channel(
                name: budget.channel,
                limit: budget.limit,
                reserved: budget.limit.map { min($0, ChannelBudget.reserve) },
                perDay: (budget.perDay * 100).rounded() / 100,
                horizon: budget.horizon,
                through: budget.end.adding(days: -1).description,
                fitting: budget.fitting.map(\.id.rawValue),
                overflow: budget.overflow.map(\.id.rawValue),
                beyond: budget.beyond.count,
                coverage: budget.coverage,
                warning: budget.isShort ? budget.warning : nil
            )
        }
        rows = budgets.map { budget in
            let through = Catalogue.plain.format.date(budget.end.adding(days: -1), today: today)
            let reach = "\(plural(budget.horizon, "day")), through \(through)"
            let waiting = budget.overflow.isEmpty ? "" : ", \(budget.overflow.count) without a place yet"
            let later = budget.beyond.isEmpty ? "" : ", \(budget.beyond.count) beyond"
            return [
                budget.channel, budget.limit.map { "holds \($0)" } ?? "no limit", reach,
                plural(budget.fitting.count, "reminder") + waiting + later,
            ]
        }
    }

    func text(_ style: Style, columns: Int) -> String {
        let table = TextTable.lines(rows.map { [style.bold($0[0])] + $0.dropFirst() }, columns: columns)
        let warnings = channels.compactMap(\.warning).map { style.yellow($0) }
        return (table + warnings).joined(separator: "\n") + "\n"
    }
}

extension ChannelBudget {
    /// What to tell where few days are covered, with what would help.
    var warning: String {
        "the channel '\(channel)' holds \(limit ?? 0) reminders and covers \(plural(coverage, "day")); fewer reminders a day, a "
            + "program less, or another channel for some of them would help: antrain program activate NAME --replace --channels …"
    }
}
