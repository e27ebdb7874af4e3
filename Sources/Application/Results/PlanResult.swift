import CivilTime
package import Platform
package import Planning
import Reminders
package import Session

/// How far ahead each channel reaches.
package struct PlanResult: CommandResult {
    package static let kind = "plan"

    /// A channel's limit, and the days and reminders that it covers.
    struct Channel: Encodable {
        let name: String
        let limit: Int?
        let reserved: Int?
        let perDay: Double
        let horizon: Int
        /// The last date that it reaches.
        let until: String
        let fitting: [String]
        let overflow: [String]
        let beyond: Int
        let coverage: Int
        /// That it covers fewer days than it should; nil if it covers enough.
        let shortage: ResultText?

        private enum CodingKeys: String, CodingKey {
            case name, limit, reserved, perDay = "per_day", horizon, until, fitting, overflow, beyond, coverage,
                shortage
        }
    }

    let channels: [Channel]
    private let rows: [[String]]
    private let warnings: [String]

    private enum CodingKeys: String, CodingKey {
        case channels
    }

    package init(_ budgets: [ChannelBudget], _ session: Session) {
        let words = session.words
        channels = budgets.map { budget in
            Channel(
                name: budget.channel,
                limit: budget.limit,
                reserved: budget.limit.map { min($0, ChannelBudget.reserve) },
                perDay: (budget.perDay * 100).rounded() / 100,
                horizon: budget.horizon,
                until: budget.end.adding(days: -1).description,
                fitting: budget.fitting.map(\.id.rawValue),
                overflow: budget.overflow.map(\.id.rawValue),
                beyond: budget.beyond.count,
                coverage: budget.coverage,
                shortage: budget.isShort ? ResultText(text: words.shortage(of: budget)) : nil
            )
        }
        rows = budgets.map { budget in
            [
                budget.channel, words.limit(of: budget), words.reach(of: budget, today: session.today),
                words.share(of: budget),
            ]
        }
        warnings = budgets.filter(\.isShort).map(words.shortage)
    }

    package func text(_ style: Style, columns: Int) -> String {
        let table = TextTable.lines(rows.map { [style.bold($0[0])] + $0.dropFirst() }, columns: columns)
        return (table + warnings.map(style.yellow)).joined(separator: "\n") + "\n"
    }
}
