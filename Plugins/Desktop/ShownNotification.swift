import CDBus
import Quoting

/// A notification on the screen.
struct ShownNotification: Equatable {
    let bus: String
    /// The unique bus name of the server that shows it.
    let server: String
    /// The server's ID for it.
    let number: UInt32
    let id: String
    /// The action of a click on it.
    let click: String

    /// The part of an ID that snoozes and follow-ups share with their reminder.
    var root: String { ShownNotification.root(of: id) }

    static func root(of id: String) -> String {
        let marks = ["/snooze-", "/follow-up-"].compactMap { id.range(ofBytes: $0)?.lowerBound }
        return marks.min().map { String(id[..<$0]) } ?? id
    }
}

extension ShownNotification {
    var line: String { "\(bus) \(server) \(number) \(id) \(click)" }

    /// Parses a line; nil if it is invalid.
    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        // libdbus aborts the process for an invalid name.
        guard words.count >= 4, let number = UInt32(words[2]), number > 0, !words[3].isEmpty,
            dbus_validate_bus_name(words[1], nil) != 0
        else { return nil }
        let click = words.count == 5 ? words[4] : "start"
        self.init(bus: words[0], server: words[1], number: number, id: words[3], click: click)
    }
}
