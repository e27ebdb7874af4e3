import AntrainPluginKit

/// A notification as one line.
struct LogLine {
    private let notification: DeliveredNotification

    init(_ notification: DeliveredNotification) {
        self.notification = notification
    }

    /// The line for people, as in `2026-11-23T07:30+01:00 workout/2026-11-23/0730 Workout Time! | Today: Push Day`.
    ///
    /// It is also what programs search: its date and its lateness stay as they are in every locale.
    var plain: String {
        let late = notification.lateSeconds >= 60 ? " (\(notification.lateSeconds / 60) min late)" : ""
        return
            "\(notification.fireAt)\(offset) \(escaped(notification.id)) \(escaped(notification.title)) | \(escaped(notification.body))\(late)"
    }

    /// A JSON object (RFC 8259).
    var json: String {
        let texts = [
            ("time", notification.fireAt + offset), ("id", notification.id), ("key", notification.key),
            ("category", notification.category),
            ("title", notification.title), ("body", notification.body), ("date", notification.date),
            ("weekday", notification.weekday),
            ("zone", notification.zone), ("link", notification.link),
        ].map { "\"\($0.0)\":\(quoted($0.1))" }
        let items = notification.items.map {
            "{\"program\":\(quoted($0.programID)),\"day\":\(quoted($0.dayID)),\"name\":\(quoted($0.dayName))}"
        }
        let actions = notification.actions.map {
            "{\"id\":\(quoted($0.id)),\"label\":\(quoted($0.label)),\"command\":\(quoted($0.command))}"
        }
        return "{" + texts.joined(separator: ",")
            + ",\"late_seconds\":\(notification.lateSeconds),\"urgent\":\(notification.isUrgent),\"items\":["
            + items.joined(separator: ",") + "],\"actions\":[" + actions.joined(separator: ",") + "]}"
    }

    private var offset: String {
        let minutes = notification.utcOffsetSeconds / 60
        let size = minutes.magnitude
        return (minutes < 0 ? "-" : "+") + two(size / 60) + ":" + two(size % 60)
    }

    private func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A text that stays on its line.
    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\\": result += "\\\\"
            default:
                if isControl(scalar) { result += hexEscape(scalar) } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if isControl(scalar) { result += hexEscape(scalar) } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result + "\""
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
    }

    private func hexEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
