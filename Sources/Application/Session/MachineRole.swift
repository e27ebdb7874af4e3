import CivilTime
import Ledger
import Localization
package import Machines
import Planning
import Platform
import Reminders

/// What it means for this machine's reminders that other machines send some.
package struct MachineRole {
    /// The name of this machine; empty if it exchanges nothing with others.
    package let label: String
    package let role: DeliveryRole

    static let alone = MachineRole(label: "", role: .sends)

    /// The channel of another machine that sends the reminders; nil if this one sends them.
    var routes: ChannelRoutes? {
        switch role {
        case .standsBy(let machine, _), .waits(let machine, _):
            ChannelRoutes(channels: [MachineChannel.name(of: machine)])
        case .sends, .takesOver: nil
        }
    }

    /// The notification, with a note if this machine sends it in place of another one.
    func noted(_ notification: PlannedNotification, _ words: MessageCatalog, _ zone: Zone, today: CivilDate)
        -> PlannedNotification
    {
        guard case .takesOver(let machine, let since) = role else { return notification }
        let moment = words.format.statedMoment(zone.civil(at: since), today: today)
        let note = words.text(.takeoverNote, ["machine": label, "other": machine, "moment": moment])
        var result = notification
        result.body = [notification.body, note].filter { !$0.isEmpty }.joined(separator: "\n")
        return result
    }
}

extension Workspace {
    /// Whether this machine sends the reminders.
    func role(at now: Instant) throws(CommandError) -> MachineRole {
        try withLedger { (ledger) throws(LedgerError) in
            guard let membership = try ledger.membership() else { return .alone }
            return MachineRole(label: membership.label, role: try ledger.deliveryRole(at: now))
        }
    }
}
