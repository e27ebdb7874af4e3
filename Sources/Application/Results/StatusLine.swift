import CivilTime
package import Platform
import Localization
import Planning
import Quoting
import Reminders
package import Session

/// The status as a line for a status bar.
package struct StatusLine {
    /// A status bar.
    package enum Format: String, CaseIterable {
        case waybar, tmux, i3blocks
        /// Only the number of unanswered reminders, or nothing if there are none, for a prompt.
        case badge
    }

    private let short: String
    private let long: String
    private let badge: Int

    package init(_ store: Store) throws(CommandError) {
        let reminded = try store.waitingAnswersOfAllPrograms()
        let open = reminded.map(\.subject) + store.session.startedWorkouts(besides: reminded)
        badge = open.count
        let words = store.session.words
        let next =
            store.session.nextNotification.map { next in
                let time =
                    next.fireAt.date == store.session.today
                    ? words.format.time(next.fireAt.time) : words.moment(next.fireAt, today: store.session.today)
                return "\(time) \(next.summary(on: store.session.today, words, isDated: true))"
            } ?? words.text(.noReminder)
        short = badge > 0 ? "\(badge)! \(next)" : next
        let waiting = open.map { words.text(.statusWaits, ["what": $0.name]) }
        long = ([words.text(.statusNextIs, ["what": next])] + waiting).joined(separator: "\n")
    }

    /// The line in the format of a bar: a JSON object for waybar(5), plain text for tmux(1), and for i3blocks(1) a full text, a
    /// short text and a color.
    package func text(_ format: Format) -> String {
        switch format {
        case .tmux: return TmuxText.escaped(short) + "\n"
        case .badge: return badge > 0 ? "\(badge)\n" : ""
        case .i3blocks: return "\(short)\n\(short)\n" + (badge > 0 ? "#FFAA00\n" : "")
        case .waybar:
            return JSONDocument.line(WaybarModule(text: short, tooltip: long, class: badge > 0 ? "waiting" : "idle"))
        }
    }

    private struct WaybarModule: Encodable {
        let text: String
        let tooltip: String
        let `class`: String
    }
}
