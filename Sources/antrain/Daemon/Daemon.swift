import CivilTime
import Delivery
import Ledger
import Reminders
import RunnerWire

/// The process that stays: it does what `DaemonSchedule` says, and sleeps in between.
///
/// One loop over poll(2) on the main thread, and no tasks: a plugin's process ends with the thread that started it, which must
/// therefore be the one that stays; and the commands, which share this executable, would pay for a runtime of threads at each start.
final class Daemon {
    private let context: Context
    private let options: GlobalOptions
    private let wakes: WakeUps
    private let pool = RunnerPool()
    private var watch: DaemonWatch
    private var schedule = DaemonSchedule()
    /// Settings, programs and zone as they were last planned with.
    private var planning: Planning?
    private var lastTold = ""
    private var isReady = false

    init(_ context: Context, _ options: GlobalOptions) throws(CommandError) {
        self.context = context
        self.options = options
        wakes = try WakeUps()
        watch = DaemonWatch(files: context.files, wakes: wakes)
    }

    /// Runs until a signal ends it.
    func run() throws(CommandError) -> ExitStatus {
        let lock = try DaemonLock.take(try Paths(context, options: options).lock)
        defer { withExtendedLifetime(lock) {} }
        while true {
            let wakeUp = work()
            // Idle from here on: a copy of the ledger's file is now complete.
            watch.ledger?.checkpoint()
            if !isReady {
                isReady = true
                WakeUps.notify("READY=1", environment: context.environment)
            }
            let reasons = wakes.sleep(until: wakeUp, atMost: pool.patience, beside: pool.watched)
            if reasons.contains(.end) || isLeftBehind(reasons) { break }
            // Looked at each time: a folder may have told of it before it was watched.
            let hasChanged = watch.hasChanged()
            if hasChanged || !reasons.isDisjoint(with: [.reload, .clock]) { schedule.change() }
            pool.proceed { _ = context.output.data($0) }
            answer()
        }
        WakeUps.notify("STOPPING=1", environment: context.environment)
        pool.endAll()
        answer()
        return .success
    }

    /// Whether the terminal that it was started on was closed: then a hang-up means what it says.
    private func isLeftBehind(_ reasons: WakeUps.Reasons) -> Bool {
        reasons.contains(.reload) && context.output.hasControllingTerminal && !Output.hasTerminalNow()
    }

    /// Does what is to be done.
    ///
    /// - Returns: until when to sleep then.
    private func work() -> Instant? {
        // Each deed changes what is to be done next; the bound is for a file that changes while it is read, again and again.
        for _ in 0..<16 {
            do throws(CommandError) {
                let workspace = try workspace()
                let view = try view(workspace)
                switch schedule.deed(view) {
                case .plan: try plan(workspace)
                case .deliver: try deliver(workspace)
                case nil: return schedule.wakeUp(view)
                }
                // Answers may have come in between.
                answer()
            } catch { return giveUp(error) }
        }
        return giveUp(.system("the settings or the ledger keep changing; giving up for now"))
    }

    /// Each piece of work has a present of its own; the ledger stays open, so that changes by others can be told from its own.
    private func workspace() throws(CommandError) -> Workspace {
        let workspace = try Workspace(context, options, ledger: watch.ledger, pool: pool)
        if watch.ledger == nil { watch.keep(try workspace.ledger()) }
        return workspace
    }

    private func view(_ workspace: Workspace) throws(CommandError) -> DaemonSchedule.View {
        let now = try workspace.now()
        return try workspace.withLedger { (ledger) throws(LedgerError) in
            DaemonSchedule.View(now: now, due: try ledger.nextDue(now: now), held: try ledger.nextHeld())
        }
    }

    // MARK: Deeds

    private func plan(_ workspace: Workspace) throws(CommandError) {
        let planning = try Planning(workspace)
        _ = try planning.commit()
        let tomorrow = CivilDateTime(date: planning.today.adding(days: 1), time: .midnight)
        schedule.hasPlanned(at: planning.now, until: planning.zone.instant(of: tomorrow))
        let isFirst = self.planning == nil
        self.planning = planning
        try agreeOnChannels(planning, isFirst: isFirst)
        if watch.follow(paths(planning)) { schedule.change() }
    }

    /// Processes of channels that changed end, and plugins that have buttons are listened to.
    private func agreeOnChannels(_ planning: Planning, isFirst: Bool) throws(CommandError) {
        let delivering = try planning.delivering()
        let knowledge = PluginKnowledge(delivering)
        var channels: [Channel] = []
        for channel in delivering.channels { channels.append(try knowledge.ready(channel)) }
        var listeners: Set<String> = []
        for channel in channels where planning.channelsInUse.contains(channel.name) {
            if try knowledge.description(of: channel)?.canAct == true { listeners.insert(channel.name) }
        }
        pool.agree(with: channels, listeners: listeners)
        // What an earlier process showed may still have its buttons.
        if isFirst, let open = planning.waitingForAnswer.first {
            let sense = planning.now.span(until: open.instant.adding(planning.settings.grace)).seconds
            for channel in channels where sense > 0 && listeners.contains(channel.name) {
                pool.listen(on: channel, for: sense, try delivering.dispatcher())
            }
        }
    }

    /// What a plan depends on beside the ledger.
    private func paths(_ planning: Planning) -> [String] {
        let zones = ZoneDatabase.system(environment: context.environment).directories
        return [planning.workspace.paths.settings, "/etc/localtime"]
            + zones.map { "\($0)/\(planning.zone.identifier)" }.filter(context.files.exists)
            + planning.facts.activations.map(\.path)
    }

    private func deliver(_ workspace: Workspace) throws(CommandError) {
        let now = try workspace.now()
        schedule.hasDelivered(at: now)
        guard let planning else { return }
        let delivering = try Delivering(
            workspace: workspace,
            settings: planning.settings,
            zone: planning.zone,
            now: now
        )
        _ = delivering.tell(try delivering.deliver(print: context.output.data))
        lastTold = ""
    }

    /// Does what the user answered through a plugin, as the command of that name does it.
    private func answer() {
        while let act = pool.nextAct() {
            do throws(CommandError) {
                let planning = try Planning(try workspace())
                guard try isOffered(act, planning) else { continue }
                try planning.perform(act.action, on: act.notification)
            } catch {
                tell("\(act.channel): \(act.action) \(act.notification): \(error.message)")
            }
        }
    }

    /// A plugin answers to what it has shown, with what was offered there; a stranger's must not answer for others.
    ///
    /// - Returns: whether there is anything to do: a click on a reminder of the user's own begins nothing.
    private func isOffered(_ act: RunnerPool.Act, _ planning: Planning) throws(CommandError) -> Bool {
        let id = NotificationID(rawValue: act.notification)
        let shown = try planning.workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.deliveries(of: [id])[act.channel] == nil ? nil : try ledger.notification(id.rawValue)
        }
        guard let shown else { throw .notShown(act.notification) }
        if act.action == "start", shown.reminderNumber != nil { return false }
        guard shown.actions().contains(where: { $0.id == act.action }) else { throw .unknownAction(act.action) }
        return true
    }

    // MARK: Trouble

    /// The daemon goes on whatever fails; the same trouble is told once.
    private func giveUp(_ error: CommandError) -> Instant? {
        if error.message != lastTold { tell(error.message) }
        lastTold = error.message
        guard let now = try? context.clock(.utc) else { return nil }
        schedule.failedToPlan(at: now)
        schedule.hasDelivered(at: now)
        return schedule.wakeUp(DaemonSchedule.View(now: now, due: nil))
    }

    private func tell(_ message: String) {
        let style = Style(isColored: context.output.talkIsColored)
        context.output.talk(style.red("antrain:") + " \(message)\n")
    }
}
