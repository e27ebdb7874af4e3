import Delivery
import Ledger
import Reminders
import RunnerWire

/// The channels whose plugins hold pending notifications themselves, made to agree with the ledger around each planning.
struct HoldingChannels {
    private let workspace: Workspace
    private let rounds: [HeldReconciliation]

    /// Finds those of the channels in use, and those that once held something.
    ///
    /// - Parameter forbidden: a channel that is left out.
    init(_ delivering: Delivering, _ knowledge: PluginKnowledge, inUse: [String], forbidden: String?)
        throws(CommandError)
    {
        let once = try delivering.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.holdingChannels() }
        let names = inUse + once.subtracting(inUse).sorted()
        try self.init(delivering, knowledge, among: names.filter { $0 != forbidden })
    }

    /// Finds those among some channels.
    init(_ delivering: Delivering, _ knowledge: PluginKnowledge, among names: [String]) throws(CommandError) {
        workspace = delivering.workspace
        let ledger = try workspace.ledger()
        var rounds: [HeldReconciliation] = []
        for name in names {
            guard let channel = delivering.channel(named: name), channel.problem == nil,
                try knowledge.description(of: channel)?.canSchedule == true
            else { continue }
            rounds.append(HeldReconciliation(channel, try delivering.dispatcher(), ledger, delivering.moment))
        }
        self.rounds = rounds
    }

    /// Before planning: what came to its time is noted.
    func begin() throws(CommandError) {
        for round in rounds { try workspace.withLedger { (_) throws(LedgerError) in try round.begin() } }
    }

    /// After planning: both sides are made to agree.
    func agree() throws(CommandError) {
        for round in rounds {
            defer { tell(round.report) }
            try workspace.withLedger { (_) throws(LedgerError) in try round.agree() }
        }
    }

    /// Lets go of all that the plugins hold, before the user forbids them to run.
    func release() throws(CommandError) {
        for round in rounds {
            defer { tell(round.report) }
            try workspace.withLedger { (_) throws(LedgerError) in try round.release() }
        }
    }

    private func tell(_ report: HeldReconciliation.Report) {
        for problem in report.problems { workspace.warn(problem) }
        guard !report.leftBehind.isEmpty, let trace = workspace.paths.trace else { return }
        for key in report.leftBehind {
            let when = (try? workspace.now()).map { "\($0)" } ?? ""
            try? workspace.context.files.append(
                trace,
                "\(when) may still be scheduled, and is cancelled at the next run: \(key)"
            )
        }
    }
}
