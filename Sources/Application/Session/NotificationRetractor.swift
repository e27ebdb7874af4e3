import Delivery
import Platform
import Ledger
import Planning
import Reminders
import RunnerProtocol

/// Retracts notifications that channels still display although they were answered, snoozed or deleted elsewhere.
struct NotificationRetractor {
    private let session: Session
    private let delivery: DeliveryService
    private let metadata: PluginMetadataCache

    init(_ session: Session, _ delivery: DeliveryService, _ metadata: PluginMetadataCache) {
        self.session = session
        self.delivery = delivery
        self.metadata = metadata
    }

    /// Retracts the notifications that these events ended; failures are reported only with --verbose, since they do no harm.
    func follow(_ happened: [LedgerEvent]) throws(CommandError) {
        let ended = ended(by: happened)
        guard !ended.isEmpty else { return }
        let workspace = delivery.workspace
        let shown = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.deliveries(of: ended) }
        for (name, ids) in shown.sorted(by: { $0.key < $1.key }) {
            guard let channel = delivery.channel(named: name), channel.problem == nil,
                try metadata.description(of: channel)?.canCancel == true
            else { continue }
            let trouble = delivery.dispatcher().takeBack(
                ids.map(\.rawValue),
                on: try metadata.ready(channel),
                pool: workspace.pool
            )
            if let trouble, workspace.isVerbose {
                workspace.talk("the channel '\(name)' may still display an answered reminder: \(trouble)")
            }
        }
    }

    /// The delivered reminders that these events ended.
    private func ended(by happened: [LedgerEvent]) -> [NotificationID] {
        var answers = session.facts.answers
        var answered: Set<OccurrenceKey> = []
        var putOff: Set<NotificationID> = []
        var deleted: Set<Int64> = []
        for fact in happened {
            switch fact {
            case .answered(let key, _, _, let answer):
                answers[key] = answer
                answered.insert(key)
            case .snoozed(let id, _, _): putOff.insert(id.root)
            case .reminderDeleted(let number), .reminderWithdrawn(let number): deleted.insert(number)
            default: break
            }
        }
        guard !answered.isEmpty || !putOff.isEmpty || !deleted.isEmpty else { return [] }
        return session.facts.delivered.map(\.notification).filter { reminder in
            putOff.contains(reminder.id.root) || reminder.reminderNumber.map(deleted.contains) ?? false
                || (reminder.occurrences.contains(where: answered.contains) && reminder.leaving(answers) == nil)
        }.map(\.id)
    }
}
