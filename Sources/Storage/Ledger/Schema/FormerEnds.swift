internal import CivilTime

/// How a delivery of a pending notification had ended before changes planned it again: if they are undone, it ends in the same way.
///
/// In the ledger, each end is a line with its time, the notification's state and the reason, the latest first.
package struct FormerEnds {
    /// The time of the latest end.
    let at: Instant
    let state: NotificationState
    let reason: String
    /// The ends before that one; nil if there are none.
    let earlier: String?

    init?(parsing text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let ends = lines.compactMap(FormerEnds.end)
        guard ends.count == lines.count, let latest = ends.first else { return nil }
        (at, state, reason) = latest
        earlier = lines.count > 1 ? lines.dropFirst().joined(separator: "\n") : nil
    }

    private static func end(_ line: Substring) -> (Instant, NotificationState, String)? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let at = LedgerRow.instant(parsing: String(words[0])),
            let state = NotificationState(rawValue: String(words[1])),
            [.cancelled, .dropped, .replaced, .missed].contains(state)
        else { return nil }
        return (at, state, String(words[2]))
    }
}
