import Delivery
import Ledger
import Reminders
import RunnerWire

/// The channels whose plugins hold pending notifications themselves, made to agree with the ledger around each planning.
struct HoldingChannels {
    private let workspace: Workspace
    private let rounds: [HeldReconciliation]
    /// Those whose plugins can tell what came of what they hold.
    let names: Set<String>

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

    /// The plugins of these channels, as the settings name them, or did last.
    private let plugins: [String: String]

    /// Finds those among some channels.
    init(_ delivering: Delivering, _ knowledge: PluginKnowledge, among names: [String]) throws(CommandError) {
        workspace = delivering.workspace
        let ledger = try workspace.ledger()
        // A channel whose section is gone from the settings still has a plugin that must let go.
        let remembered = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.holdingPlugins() }
        var plugins: [String: String] = [:]
        var rounds: [HeldReconciliation] = []
        var asked: Set<String> = []
        for name in names {
            let configuration =
                delivering.configurations.first { $0.name == name }
                ?? remembered[name].map { ChannelConfiguration(named: name, plugin: $0) }
            guard let configuration else { continue }
            let channel = delivering.channel(configuration)
            guard channel.problem == nil, try knowledge.description(of: channel)?.canSchedule == true else { continue }
            asked.insert(name)
            plugins[name] = configuration.plugin
            rounds.append(
                HeldReconciliation(try knowledge.ready(channel), try delivering.dispatcher(), ledger, delivering.moment)
            )
        }
        self.rounds = rounds
        self.names = asked
        self.plugins = plugins
    }

    /// Before planning: what came to its time is noted.
    func begin() throws(CommandError) {
        for round in rounds { try workspace.withLedger { (_) throws(LedgerError) in try round.begin() } }
    }

    /// After planning: both sides are made to agree.
    func agree() throws(CommandError) {
        defer { tell() }
        for round in rounds { try workspace.withLedger { (_) throws(LedgerError) in try round.agree() } }
        let plugins = plugins
        try workspace.withLedger { (ledger) throws(LedgerError) in
            let holding = try ledger.holdingChannels()
            let known = try ledger.holdingPlugins()
            try ledger.note(holdingPlugins: known.merging(plugins) { $1 }.filter { holding.contains($0.key) })
        }
    }

    /// Lets go of all that the plugins hold, before the user forbids them to run.
    func release() throws(CommandError) {
        defer { tell() }
        for round in rounds { try workspace.withLedger { (_) throws(LedgerError) in try round.release() } }
    }

    /// Tells what went wrong; under cron, which comes every minute, only what is new.
    private func tell() {
        let problems = rounds.flatMap(\.report.problems).map { $0.split(separator: "\n").joined(separator: " ") }
        let told = (try? workspace.ledger().toldProblems()) ?? []
        let isTalkative = workspace.isVerbose || workspace.context.output.isTerminal
        for problem in problems where isTalkative || !told.contains(problem) { workspace.warn(problem) }
        if !rounds.isEmpty { try? workspace.ledger().note(told: problems) }
        trace(rounds.flatMap(\.report.leftBehind))
    }

    /// Leaves a trace of entries that should have been cancelled, where the ledger cannot have one.
    private func trace(_ keys: [String]) {
        guard !keys.isEmpty, let trace = workspace.paths.trace else { return }
        for key in keys {
            let when = (try? workspace.now()).map { "\($0)" } ?? ""
            let line = "\(when) may still be scheduled; it will be cancelled at the next run: \(key)"
            try? workspace.context.files.append(trace, line)
        }
    }
}
