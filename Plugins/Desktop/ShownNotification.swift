import CDBus

/// A notification that was put on the screen, and where.
struct ShownNotification: Equatable {
    /// The bus's own id.
    let bus: String
    /// The unique name on it of the program that shows it.
    let server: String
    /// The number that this program gave to it.
    let number: UInt32
    /// The notification's id.
    let id: String

    /// What a snooze and a follow-up share with the reminder that they belong to.
    var root: String { ShownNotification.root(of: id) }

    static func root(of id: String) -> String {
        let marks = ["/snooze-", "/follow-up-"].compactMap { id.firstRange(of: $0)?.lowerBound }
        return marks.min().map { String(id[..<$0]) } ?? id
    }
}

extension ShownNotification {
    /// The notification as a line of a file.
    var line: String { "\(bus) \(server) \(number) \(id)" }

    /// Reads a line; nil where it is none.
    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        // libdbus ends the process over a name that can be none.
        guard words.count == 4, let number = UInt32(words[2]), number > 0, !words[3].isEmpty,
            dbus_validate_bus_name(words[1], nil) != 0
        else { return nil }
        self.init(bus: words[0], server: words[1], number: number, id: words[3])
    }
}
