import Delivery
import Ledger
import Reminders
import RunnerWire

/// Retracts notifications that channels still display although they were answered, snoozed or deleted elsewhere.
struct TakingBack {
    private let planning: Planning
    private let delivering: Delivering
    private let knowledge: PluginKnowledge

    init(_ planning: Planning, _ delivering: Delivering, _ knowledge: PluginKnowledge) {
        self.planning = planning
        self.delivering = delivering
        self.knowledge = knowledge
    }

    /// Retracts the notifications that these events ended; failures are reported only with --verbose, since they do no harm.
    func follow(_ happened: [LedgerFact]) throws(CommandError) {
        let ended = ended(by: happened)
        guard !ended.isEmpty else { return }
        let workspace = delivering.workspace
        let shown = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.deliveries(of: ended) }
        for (name, ids) in shown.sorted(by: { $0.key < $1.key }) {
            guard let channel = delivering.channel(named: name), channel.problem == nil,
                try knowledge.description(of: channel)?.canCancel == true
            else { continue }
            let trouble = try delivering.dispatcher().takeBack(
                ids.map(\.rawValue),
                on: try knowledge.ready(channel),
                pool: workspace.pool
            )
            if let trouble, workspace.isVerbose {
                workspace.talk("the channel '\(name)' may still display an answered reminder: \(trouble)")
            }
        }
    }

    /// The delivered reminders that these events ended.
    private func ended(by happened: [LedgerFact]) -> [NotificationID] {
        var answers = planning.facts.answers
        var answered: Set<WorkoutKey> = []
        var putOff: Set<NotificationID> = []
        var deleted: Set<Int64> = []
        for fact in happened {
            switch fact {
            case .answered(let key, _, let answer):
                answers[key] = answer
                answered.insert(key)
            case .snoozed(let id, _, _): putOff.insert(id.root)
            case .reminderDeleted(let number), .reminderWithdrawn(let number): deleted.insert(number)
            default: break
            }
        }
        guard !answered.isEmpty || !putOff.isEmpty || !deleted.isEmpty else { return [] }
        return planning.facts.delivered.map(\.notification).filter { reminder in
            putOff.contains(reminder.id.root) || reminder.reminderNumber.map(deleted.contains) ?? false
                || (reminder.workouts.contains(where: answered.contains) && reminder.leaving(answers) == nil)
        }.map(\.id)
    }
}
