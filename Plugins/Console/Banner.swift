import AntrainPluginKit
import PrintableText

/// A notification as a banner: a rule, the title, the text, and the scheduled time.
struct Banner {
    /// The maximum line width for comfortable reading, however wide the terminal is.
    private static let widest = 72

    private let notification: DeliveredNotification
    private let width: Int
    private let isColored: Bool

    init(_ notification: DeliveredNotification, columns: Int, isColored: Bool) {
        self.notification = notification
        width = max(16, min(columns > 0 ? columns : 80, Banner.widest))
        self.isColored = isColored
    }

    var text: String {
        let rule = String(repeating: "─", count: width)
        var lines = [paint(rule, "36")]
        lines += wrapped(notification.title).map { " " + paint($0, notification.isUrgent ? "1;31" : "1") }
        for paragraph in notification.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lines += wrapped(String(paragraph)).map { " " + $0 }
        }
        for note in [when, notification.attributes["answer"]].compactMap(\.self) {
            lines += wrapped(note).map { " " + paint($0, "2") }
        }
        lines.append(paint(rule, "36"))
        return lines.joined(separator: "\n") + "\n"
    }

    /// `Monday 2026-11-23, 07:30`, and the lateness if any, in the user's language.
    private var when: String {
        let parts = [notification.attributes["when"] ?? notification.fireAt, notification.attributes["late"]]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    /// A text as lines that fit between the margins; longer words are broken.
    private func wrapped(_ text: String) -> [String] {
        let room = width - 2
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in PlainText.printable(text).split(separator: " ", omittingEmptySubsequences: true) {
            for piece in DisplayWidth.pieces(of: word, room: room) {
                let size = DisplayWidth.of(piece)
                if used > 0, used + 1 + size > room {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line += used > 0 ? " " + piece : piece
                used += used > 0 ? size + 1 : size
            }
        }
        return lines + [line]
    }

    private func paint(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
