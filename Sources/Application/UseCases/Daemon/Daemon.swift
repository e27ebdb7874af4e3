import CivilTime
import Delivery
import Files
import Glibc
import History
import Ledger
import Localization
import Logging
import Planning
package import Platform
import Reminders
import Results
import RunnerProtocol
import Session
import SystemPackage
import Training

/// The daemon: it runs the tasks of `DaemonSchedule`, and sleeps in between.
///
/// It is one poll(2) loop on the main thread, without Swift tasks, for two reasons: a plugin's process ends with the thread that
/// started it, so that must be the main thread; and loading a concurrency runtime would slow down every other command, since all
/// share this executable.
package final class Daemon {
    private let context: Context
    private let options: LaunchOptions
    private let wakes: WakeUps
    private let pool = RunnerPool()
    private var watch: DaemonWatch
    private var schedule = DaemonSchedule()
    /// The settings, programs and time zone of the last plan.
    private var store: Store?
    /// Whether all was well after the last delivery.
    private var health = Health()
    private var lastTold = ""
    private var lastDamage: DamagedPart?
    private var lastLogFailure: String?
    private var lastHeartbeatProblem: String?
    private var isReady = false
    /// The channels whose answers count only with the token of their notification, now and before the last change of channels: a process that
    /// ended then may have reported answers.
    private var (tokenChannels, formerTokenChannels): (Set<String>, Set<String>) = ([], [])

    package init(_ context: Context, _ options: LaunchOptions) throws(CommandError) {
        var context = context
        context.isDaemon = true
        self.context = context
        self.options = options
        wakes = try WakeUps()
        watch = DaemonWatch(files: context.files, wakes: wakes)
    }

    /// Runs until a signal stops it.
    package func run() throws(CommandError) -> ExitStatus {
        let lock = try DaemonLock.take(try Paths(context, options: options))
        defer { withExtendedLifetime(lock) {} }
        while true {
            let wakeUp = work()
            // The daemon is idle now; the checkpoint makes the ledger's file complete, so that it can be copied.
            watch.ledger?.checkpoint()
            if !isReady {
                isReady = true
                greet()
                WakeUps.notify("READY=1", environment: context.environment)
            }
            let reasons = wakes.sleep(until: wakeUp, atMost: pool.patience, alsoOn: pool.watched)
            if reasons.contains(.end) || isLeftBehind(reasons) { break }
            // Checked each time: the change may have happened before the folder was watched.
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

    /// Shows on a terminal, or with `--verbose`, what the daemon does next and how to stop it.
    private func greet() {
        guard options.verbose || context.ask != nil || context.output.isTerminal, let store else { return }
        let words = store.session.words
        let values = [
            "channels": store.session.channelsInUse.joined(separator: ", "), "command": "kill \(context.processID)",
        ]
        context.output.talk(words.text(.daemonRunning, values) + "\n")
        guard let next = store.workspace.nextReminder(words) else { return }
        let midnight = CivilDateTime(date: store.session.today.adding(days: 1), time: .midnight)
        let plan = words.text(.daemonPlans, ["when": words.moment(midnight, today: store.session.today)])
        context.output.talk(next.sentence + (next.isKnown ? "" : "; " + plan) + "\n")
    }

    /// Whether SIGHUP means that the daemon's terminal was closed, and not that it should reload.
    private func isLeftBehind(_ reasons: WakeUps.Reasons) -> Bool {
        reasons.contains(.reload) && context.output.hasControllingTerminal && !Output.hasTerminalNow()
    }

    /// Runs all tasks that are due.
    ///
    /// - Returns: when to wake up next.
    private func work() -> Instant? {
        // Each task can make another one due; the limit is for files that change every time they are read.
        var hasWorked = false
        for _ in 0..<16 {
            do throws(CommandError) {
                let workspace = try workspace()
                let view = try view(workspace)
                switch schedule.deed(view) {
                case .plan: try plan(workspace)
                case .deliver: try deliver(workspace)
                case nil:
                    if hasWorked { beat(workspace) }
                    let next = wakeUp(view, mayCompact: workspace)
                    return try requestHeartbeat(workspace, before: next)
                }
                hasWorked = true
                // Plugins may have reported answers in the meantime.
                answer()
                reportDamage(workspace)
                reportLog()
            } catch { return giveUp(error) }
        }
        return giveUp(.system("the settings or the ledger keep changing; giving up for now"))
    }

    /// When to wake up next; in a minute if more old reminders are to be replaced by counts.
    private func wakeUp(_ view: DaemonSchedule.View, mayCompact workspace: Workspace) -> Instant? {
        let next = schedule.wakeUp(view)
        guard let store, workspace.compact(store.session.settings, today: store.session.today, in: store.session.zone)
        else { return next }
        let soon = view.now.adding(.minutes(1))
        return next.map { min($0, soon) } ?? soon
    }

    /// Each task gets a workspace with the current time; the ledger stays open, to tell other processes' changes from its own.
    private func workspace() throws(CommandError) -> Workspace {
        let workspace = try Workspace(context, options, ledger: watch.ledger, pool: pool)
        if watch.ledger == nil { watch.keep(try workspace.createLedger()) }
        return workspace
    }

    private func view(_ workspace: Workspace) throws(CommandError) -> DaemonSchedule.View {
        let now = try workspace.now()
        let zone = store?.session.zone
        return try workspace.withLedger { (ledger) throws(LedgerError) in
            let closing = try zone.flatMap { (zone) throws(LedgerError) in try ledger.logClosing(now: now, in: zone) }
            return DaemonSchedule.View(
                now: now,
                due: try ledger.nextDue(now: now),
                held: try ledger.nextHeld(),
                closing: closing
            )
        }
    }

    // MARK: Tasks

    private func plan(_ workspace: Workspace) throws(CommandError) {
        let planned = try Replanning(try Store(workspace)).run()
        let store = planned.store
        workspace.keepMonthlySnapshot(store.session.today)
        let tomorrow = CivilDateTime(date: store.session.today.adding(days: 1), time: .midnight)
        // Files of recorded activities may be complete in a minute.
        let ends = [
            store.session.zone.instant(of: tomorrow), try store.delivering().nextCollection,
            planned.isWaiting ? store.session.now.adding(.minutes(1)) : nil, try workspace.nextExchange(),
        ]
        schedule.hasPlanned(at: store.session.now, until: ends.compactMap { $0 }.min() ?? store.session.now)
        let isFirst = self.store == nil
        self.store = store
        try agreeOnChannels(store, isFirst: isFirst)
        health = try store.review().report(always: false)
        let programs = store.session.facts.activations.map(\.path)
        if watch.follow(store.workspace.sources(store.session.settings, store.session.zone, programs: programs)) {
            schedule.change()
        }
    }

    /// Ends the processes of channels that changed, and listens to plugins with buttons.
    private func agreeOnChannels(_ store: Store, isFirst: Bool) throws(CommandError) {
        let delivery = try store.delivering()
        let metadata = PluginMetadataCache(delivery)
        var channels: [Channel] = []
        for channel in delivery.channels { channels.append(try metadata.ready(channel)) }
        var listeners: Set<String> = []
        for channel in channels where store.session.channelsInUse.contains(channel.name) {
            let answers = try metadata.description(of: channel)?.answers(with: channel.values)
            if answers != nil { listeners.insert(channel.name) }
        }
        formerTokenChannels = tokenChannels
        tokenChannels = Set(channels.filter(\.takesTokens).map(\.name))
        pool.agree(with: channels, listeners: listeners)
        // Notifications of an earlier daemon may still be displayed with their buttons.
        if isFirst, let open = store.session.waitingForAnswer.first {
            let sense = store.session.now.span(until: open.instant.adding(store.session.settings.grace)).seconds
            for channel in channels where sense > 0 && listeners.contains(channel.name) {
                pool.listen(on: channel, for: sense, delivery.dispatcher())
            }
        }
    }

    private func deliver(_ workspace: Workspace) throws(CommandError) {
        let now = try workspace.now()
        schedule.hasDelivered(at: now)
        guard let store else { return }
        let delivery = try DeliveryService(
            workspace: workspace,
            settings: store.session.settings,
            zone: store.session.zone,
            now: now
        )
        let summary = try delivery.deliver(print: context.output.data)
        health = try ChannelReview(delivery, store.session.loaded).report(always: false)
        try health.note(summary, of: delivery)
        if !summary.isEmpty { lastDamage = nil }
        lastTold = ""
    }

    /// Records the answers that users gave in notifications, and tells the plugins what became of them.
    private func answer() {
        while let reported = pool.nextReport() {
            let (channel, answer) = (reported.channel, reported.answer)
            let what = "\(channel): \(answer.action) \(answer.notification)"
            do throws(CommandError) {
                let workspace = try workspace()
                let needsToken = tokenChannels.union(formerTokenChannels).contains(channel)
                let outcome = try RecordingAnswer(workspace, answer, on: channel, needsToken: needsToken).run()
                switch outcome.effect {
                case .started(let workouts)?:
                    workspace.talk(MessageCatalog.plain.joined(workouts.map(\.dayName)))
                case .acted(let result)?: workspace.log(result)
                case nil: break
                }
                if let refusal = outcome.refusal { report("\(what): \(refusal)") }
                try settle(outcome.settlement, on: channel)
            } catch { report("\(what): \(error.message)") }
        }
        context.closing.run()
    }

    /// Tells a plugin what became of an answer; if that fails, it reports the answer again.
    private func settle(_ settlement: WireSettlement, on name: String) throws(CommandError) {
        guard let store else { return }
        let delivery = try store.delivering()
        guard let channel = delivery.channels.first(where: { $0.name == name }) else { return }
        let metadata = PluginMetadataCache(delivery)
        guard try metadata.description(of: channel)?.answers?.areSettled == true else { return }
        let failure = delivery.dispatcher().settle(settlement, on: try metadata.ready(channel), pool: pool)
        if let failure { context.log.note(.warning, "\(name): \(failure)") }
    }

    // MARK: Trouble

    /// Reports a failure, once if it repeats; the daemon tries again later.
    private func giveUp(_ error: CommandError) -> Instant? {
        if error.message != lastTold { report(error.message) }
        lastTold = error.message
        guard let now = try? context.clock(.utc) else { return nil }
        schedule.failedToPlan(at: now)
        schedule.hasDelivered(at: now)
        return schedule.wakeUp(DaemonSchedule.View(now: now, due: nil))
    }

    /// Reports a damaged part of antrain, once until another one is found or reminders are delivered again.
    private func reportDamage(_ workspace: Workspace) {
        guard let damage = context.takeDamage() else { return }
        // Plugins that were not started may report answers; the next plan asks them again.
        if let now = try? workspace.now() { schedule.failedToPlan(at: now) }
        guard damage != lastDamage else { return }
        lastDamage = damage
        report(damage.words)
    }

    /// Reports that the log cannot be written, once until it can be.
    private func reportLog() {
        let failure = context.log.failure
        defer { lastLogFailure = failure }
        guard let failure, failure != lastLogFailure else { return }
        report("cannot write the log: \(failure); change 'logging' in the settings: antrain settings edit")
    }

    /// Writes the heartbeat file if all is well; a failure is reported once.
    private func beat(_ workspace: Workspace) {
        guard let settings = store?.session.settings, health.isGood else { return }
        let problem = workspace.heartbeatProblem(settings)
        if let problem, problem != lastHeartbeatProblem { report(problem) }
        lastHeartbeatProblem = problem
    }

    /// Requests the heartbeat's URL if that is due, unless the next task is, which it could delay.
    ///
    /// - Returns: when to wake up for the next task or request.
    private func requestHeartbeat(_ workspace: Workspace, before task: Instant?) throws(CommandError) -> Instant? {
        guard let store, store.session.settings.heartbeat?.channel != nil else { return task }
        let now = try workspace.now()
        if let task, now.span(until: task) < Daemon.requestTime { return task }
        let delivery = try DeliveryService(
            workspace: workspace,
            settings: store.session.settings,
            zone: store.session.zone,
            now: now
        )
        guard health.isGood else { return task }
        if let failure = delivery.requestHeartbeat() {
            if failure.isNew { report(failure.text) } else { context.log.note(.warning, failure.text) }
        }
        // At least a minute later, also if the request could not be recorded.
        let next = delivery.nextHeartbeat().map { max($0, now.adding(.minutes(1))) }
        return [task, next].compactMap { $0 }.min()
    }

    /// Longer than a request of the heartbeat's URL can take.
    private static let requestTime = TimeSpan.seconds(30)

    private func report(_ message: String) {
        context.log.note(.error, message)
        let style = context.output.talkStyle
        context.output.talk(style.red("antrain:") + " \(message)\n")
    }
}

/// Detects changes of everything that a plan depends on: files, and what other processes wrote to the ledger.
///
/// A watched folder only says when to look: an editor may replace a file, a link may be redirected, and the daemon itself writes
/// to the ledger's folder.
struct DaemonWatch {
    private let files: FileAccess
    private let wakes: WakeUps
    private var stamps: [FilePath: String?] = [:]
    private(set) var ledger: Ledger?
    private var ledgerIdentity: String?
    private var ledgerChanges = 0

    init(files: FileAccess, wakes: WakeUps) {
        self.files = files
        self.wakes = wakes
    }

    mutating func keep(_ ledger: Ledger) {
        self.ledger = ledger
        wakes.watch(ledger.path)
        ledgerIdentity = identity(ledger.path)
        ledgerChanges = (try? ledger.changesByOthers()) ?? 0
    }

    /// Watches exactly these files.
    ///
    /// - Returns: whether some of them are new: those may have changed since they were read.
    mutating func follow(_ paths: [FilePath]) -> Bool {
        let isNew = paths.contains { stamps[$0] == nil }
        var followed: [FilePath: String?] = [:]
        for path in paths {
            watch(path)
            followed[path] = stamps[path] ?? .some(files.stamp(path))
        }
        stamps = followed
        return isNew
    }

    /// Whether anything changed since the last call.
    mutating func hasChanged() -> Bool {
        var changed = false
        for (path, before) in stamps {
            // Watched again each time: a folder may be new, or a link may have been redirected.
            watch(path)
            let now = files.stamp(path)
            guard now != before else { continue }
            stamps[path] = .some(now)
            changed = true
        }
        return ledgerHasChanged() || changed
    }

    private mutating func ledgerHasChanged() -> Bool {
        guard let ledger else { return false }
        guard identity(ledger.path) == ledgerIdentity else {
            self.ledger = nil
            return true
        }
        let changes = (try? ledger.changesByOthers()) ?? ledgerChanges
        defer { ledgerChanges = changes }
        return changes != ledgerChanges
    }

    private func watch(_ path: FilePath) {
        wakes.watch(path)
        guard let real = realpath(path.string, nil) else { return }
        wakes.watch(FilePath(String(cString: real)))
        free(real)
    }

    /// Identifies the file regardless of its contents: device and inode.
    private func identity(_ path: FilePath) -> String? {
        files.stamp(path).map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
    }
}
