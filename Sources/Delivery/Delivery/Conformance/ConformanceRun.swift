internal import RunnerProtocol

/// The part of a conformance run in which the plugin runs.
final class ConformanceRun {
    private var channel: Channel
    private let allowed: WireDescription?
    private let dispatcher: Dispatcher
    private let now: Int64
    private let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    private var conversation: PluginConversation?
    private var description = WireDescription()
    /// The state of the process before the plugin was opened.
    private(set) var before = WireInspection()
    /// Why the plugin was not ready before antrain created its files, as it is for commands that only show something.
    private var earlyFailure: PluginConversation.Failure?
    private var number = 0
    private var times: [Double] = []
    var report = ConformanceReport()

    init(_ channel: Channel, allowed: WireDescription?, _ dispatcher: Dispatcher, now: Int64) {
        self.channel = channel
        self.allowed = allowed
        self.dispatcher = dispatcher
        self.now = now
    }

    func run(deliveries: Int) {
        guard load(), open() else { return }
        probe()
        let plain = deliverTexts()
        answers()
        checkSecondInstance(plain: plain)
        cancel()
        schedule()
        collect()
        leaks(deliveries, plain: plain)
        reportTimings()
        close()
    }

    /// A plugin is slow if half of its deliveries take longer than the first, or one takes longer than the second.
    private static let (usualMilliseconds, mostMilliseconds) = (1000.0, 10_000.0)

    // MARK: Beginning

    private func load() -> Bool {
        do {
            let began = MonotonicTime.now
            let started = try PluginConversation.start(channel, dispatcher)
            let time = ConformanceRun.words((MonotonicTime.now - began) * 1000)
            report.add("load", .ok, "loaded in \(time)")
            description = started.description
            before = try started.inspect()
            ConformanceDescription(
                description: description,
                inspection: before,
                environment: dispatcher.userEnvironment,
                used: dispatcher.used
            ).judge(into: &report)
            // It was loaded without any access, and gets only what was allowed.
            guard let allowed else { return true }
            guard description.isSame(as: allowed) else {
                report.add(
                    "load",
                    .failed,
                    "its description changed after antrain showed its needs; return the same description each time"
                )
                return false
            }
            channel = dispatcher.confined(channel, by: allowed)
            return true
        } catch {
            report.add("load", .failed, error.words)
            return false
        }
    }

    private func open() -> Bool {
        let declared = description.keys.map(\.name)
        let missing = description.keys.filter { key in
            key.isRequired && key.defaultValue.isEmpty && !channel.values.contains { $0.key == key.name }
        }
        let unknown = channel.values.map(\.key).filter { !declared.isEmpty && !declared.contains($0) }
        guard missing.isEmpty, unknown.isEmpty else {
            let lacks = missing.map { "missing value for '\($0.name)'; add --set \($0.name)=…" }
            report.add(
                "open",
                .failed,
                (lacks + unknown.map { "unknown key '\($0)'; remove it" }).joined(separator: "; ")
            )
            return false
        }
        earlyFailure = probeEarly()
        do {
            _ = try opened()
            report.add("open", .ok, "opened")
            return true
        } catch {
            report.add("open", .failed, ConformanceRun.explained(error))
            return false
        }
    }

    /// The open plugin, restarted if its process ended.
    private func opened() throws(PluginConversation.Failure) -> PluginConversation {
        if let conversation { return conversation }
        let started = try PluginConversation.start(channel, dispatcher)
        before = try started.inspect()
        try started.open()
        conversation = started
        return started
    }

    /// Calls the open plugin; if its process ends, the next call uses a new one.
    func attempt(_ body: (PluginConversation) throws(PluginConversation.Failure) -> Void)
        -> PluginConversation.Failure?
    {
        do {
            try body(try opened())
            return nil
        } catch {
            if error.isEnding { conversation = nil }
            return error
        }
    }

    // MARK: Calls

    private func probeEarly() -> PluginConversation.Failure? {
        do {
            let early = try PluginConversation.start(channel, dispatcher.asking)
            try early.open()
            try early.ask(.probe, step: .probe)
            return nil
        } catch { return error }
    }

    private func probe() {
        let failure = attempt { (plugin) throws(PluginConversation.Failure) in try plugin.ask(.probe, step: .probe) }
        if failure == nil, let earlyFailure {
            let reason = ConformanceRun.explained(earlyFailure)
            return report.add(
                "probe",
                .failed,
                "open and probe need files that antrain creates only before a delivery; accept that they are missing: \(reason)"
            )
        }
        add("probe", failure, fine: "ready", orElse: .warning)
    }

    func deliver(_ text: ConformanceText, on plugin: PluginConversation) throws(PluginConversation.Failure) {
        number += 1
        let began = MonotonicTime.now
        try plugin.ask(.deliver(text.notification(number, at: now, of: name)), step: .deliver)
        times.append((MonotonicTime.now - began) * 1000)
    }

    /// Delivers each text.
    ///
    /// - Returns: whether the plain text was delivered.
    private func deliverTexts() -> Bool {
        var plain = false
        for (index, text) in ConformanceText.all.enumerated() {
            let failure = attempt { (plugin) throws(PluginConversation.Failure) in try deliver(text, on: plugin) }
            if index == 0 { plain = failure == nil }
            // If the plain text fails, the plugin may lack something on this machine, so the others are only warnings.
            add(text.name, failure, fine: "delivered", orElse: plain ? .failed : .warning)
        }
        return plain
    }

    private func answers() {
        var seen = WireInspection()
        let failure = attempt { (plugin) throws(PluginConversation.Failure) in seen = try plugin.inspect() }
        guard failure == nil else { return report.add("answers", .skipped, "its process ended") }
        report.add(
            "answers",
            failures: seen.strangeAnswers == 0
                ? [] : ["a call returned a value other than ANTRAIN_OK, ANTRAIN_RETRY and ANTRAIN_REFUSED"],
            warnings: seen.needlessReasons == 0
                ? []
                : [
                    "a call returned ANTRAIN_OK and set result->reason, which is then ignored; return ANTRAIN_RETRY or ANTRAIN_REFUSED if it failed"
                ],
            fine: "all calls returned valid statuses"
        )
    }

    private func checkSecondInstance(plain: Bool) {
        guard plain else { return report.add("second", .skipped, "nothing was delivered") }
        let failure = attempt { (first) throws(PluginConversation.Failure) in
            do throws(PluginConversation.Failure) {
                let second = try PluginConversation.open(channel, dispatcher)
                try deliver(ConformanceText.all[0], on: second)
                try deliver(ConformanceText.all[0], on: first)
            } catch {
                // Whichever of the two ended, the first is restarted.
                throw PluginConversation.Failure(reason: error.reason, remedy: error.remedy, isEnding: true)
            }
        }
        add("second", failure, fine: "two channels can use it at the same time", orElse: .failed)
    }

    private func cancel() {
        guard before.canCancel else { return report.add("cancel", .ok, "it cannot cancel notifications") }
        let id = ConformanceText.all[0].notification(1, at: now, of: name).id
        let failure = attempt { (plugin) throws(PluginConversation.Failure) in
            try plugin.ask(.cancel(id: id), step: .cancel)
            try plugin.ask(.cancel(id: "check/never-delivered"), step: .cancel)
        }
        add("cancel", failure, fine: "it cancels what it delivered", orElse: .warning)
    }

    private func schedule() {
        guard description.canSchedule else { return report.add("schedule", .ok, "it cannot schedule notifications") }
        var problem: String?
        let failure = attempt { (plugin) throws(PluginConversation.Failure) in
            problem = try heldProblem(plugin)
        }
        if let problem { return report.add("schedule", .failed, problem) }
        add("schedule", failure, fine: "it schedules, lists and cancels notifications", orElse: .warning)
    }

    /// The problem with scheduling a notification for tomorrow; nil if there is none.
    private func heldProblem(_ plugin: PluginConversation) throws(PluginConversation.Failure) -> String? {
        let tomorrow = now + 86_400
        let notification = ConformanceText.all[0].notification(0, at: tomorrow, of: name)
        func held() throws(PluginConversation.Failure) -> [WireScheduled] {
            try plugin.held().filter { $0.key == notification.key }
        }
        func letGo() throws(PluginConversation.Failure) {
            try plugin.ask(.unschedule(key: notification.key), step: .unschedule)
        }
        try plugin.ask(.schedule(notification), step: .schedule)
        let entries = try held()
        guard let entry = entries.first else { return "it does not list what it scheduled" }
        if !(tomorrow - 59...tomorrow + 59).contains(entry.instant) {
            try letGo()
            return "it lists a different time than it was given"
        }
        // Scheduling again under the same key must replace the notification.
        try plugin.ask(.schedule(notification), step: .schedule)
        let again = try held().count
        try letGo()
        if again != 1 { return "a notification scheduled twice with the same key is listed \(again) times" }
        if try !held().isEmpty { return "it still lists a cancelled notification" }
        try letGo()
        return nil
    }

    private func collect() {
        guard description.answers != nil else { return report.add("collect", .ok, "it reports no answers") }
        var problems: [String] = []
        let failure = attempt { (plugin) throws(PluginConversation.Failure) in
            let answers = try plugin.answers().answers
            if Set(answers.map(\.id)).count < answers.count { problems.append("two of its answers have the same ID") }
            problems += answers.compactMap(\.problem)
            // An answer that it has is not settled, because it is the user's.
            let unknown = WireSettlement(id: "check/never-given", isRecorded: false, text: "a check")
            try plugin.ask(.settle(unknown), step: .settle)
        }
        if let problem = problems.first { return report.add("collect", .failed, problem) }
        add("collect", failure, fine: "it reports answers", orElse: .warning)
    }

    private func reportTimings() {
        guard !times.isEmpty else { return report.add("time", .skipped, "nothing was delivered") }
        let sorted = times.sorted()
        let (median, longest) = (sorted[sorted.count / 2], sorted[sorted.count - 1])
        report.medianMilliseconds = median
        report.longestMilliseconds = longest
        let words =
            "\(times.count) deliveries: median \(ConformanceRun.words(median)), longest \(ConformanceRun.words(longest))"
        let isSlow = median > ConformanceRun.usualMilliseconds || longest > ConformanceRun.mostMilliseconds
        report.add(
            "time",
            isSlow ? .warning : .ok,
            isSlow ? words + "; the channel's other reminders wait meanwhile" : words
        )
    }
}

extension ConformanceRun {
    /// Adds a check of a call.
    func add(
        _ name: String,
        _ failure: PluginConversation.Failure?,
        fine: String,
        orElse verdict: ConformanceReport.Verdict
    ) {
        guard let failure else { return report.add(name, .ok, fine) }
        report.add(
            name,
            failure.isEnding || failure.isUnexplained ? .failed : verdict,
            ConformanceRun.explained(failure)
        )
    }

    static func explained(_ failure: PluginConversation.Failure) -> String {
        failure.isUnexplained ? "it failed without a reason; set result->reason" : failure.words
    }

    static func words(_ milliseconds: Double) -> String {
        milliseconds < 10 ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds.rounded())) ms"
    }
}
