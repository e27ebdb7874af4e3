internal import RunnerProtocol

extension ConformanceRun {
    /// Makes many deliveries and checks for leaks of memory and descriptors.
    func leaks(_ count: Int, plain: Bool) {
        guard plain, count > 0 else {
            return report.add("leaks", .skipped, plain ? "no deliveries were requested" : "nothing was delivered")
        }
        let text = ConformanceText(name: "leaks", title: "Workout Time!", body: String(repeating: "x", count: 1024))
        var steps: [Step] = []
        let failure = attempt { (plugin) throws(PluginConversation.Failure) in
            // Warms up: things that are allocated once and kept are allocated now.
            for _ in 0..<min(count, 20) { try deliver(text, on: plugin) }
            steps.append(Step(deliveries: 0, inspection: try plugin.inspect()))
            let end = MonotonicTime.now + 20
            var done = 0
            for quarter in 1...4 {
                let goal = (count * quarter + 3) / 4
                while done < goal, MonotonicTime.now < end {
                    try deliver(text, on: plugin)
                    done += 1
                }
                steps.append(Step(deliveries: done, inspection: try plugin.inspect()))
            }
        }
        if let failure { return add("leaks", failure, fine: "", orElse: .failed) }
        judgeGrowth(steps)
    }

    /// The process after a number of deliveries.
    private struct Step {
        let deliveries: Int
        let inspection: WireInspection
    }

    private func judgeGrowth(_ steps: [Step]) {
        guard let first = steps.first, let last = steps.last else { return }
        let done = last.deliveries
        // The numbers come from the plugin's process, so they can be anything.
        let bytes =
            last.inspection.heapBytes.subtractingReportingOverflow(first.inspection.heapBytes).partialValue
            / Int64(max(1, done))
        let descriptors = Int(last.inspection.descriptors) - Int(first.inspection.descriptors)
        let threads = Int(last.inspection.threads) - Int(first.inspection.threads)
        var (failures, warnings): ([String], [String]) = ([], [])
        let memory = "each of \(done) deliveries leaks \(bytes) bytes"
        if bytes >= 256 { failures.append(memory) } else if bytes >= 32 { warnings.append(memory) }
        let mapped = ConformanceRun.mappedPerDelivery(steps)
        if mapped >= 2048 { failures.append("each delivery leaks \(mapped) mapped bytes (missing munmap)") }
        if descriptors > 2 { failures.append("\(done) deliveries left \(descriptors) file descriptors open") }
        // Runtimes that schedule work on threads, such as Go's, start a few and keep them.
        if threads > max(2, done / 4) {
            failures.append("\(done) deliveries left \(threads) threads running")
        } else if threads > 2 {
            warnings.append("\(done) deliveries left \(threads) threads running")
        }
        report.add("leaks", failures: failures, warnings: warnings, fine: "no leaks in \(done) deliveries")
    }

    /// The bytes that each delivery maps and keeps: the minimum over the quarters of the deliveries.
    ///
    /// A thread's stack, which is mapped once and reused by the next thread, appears in only one of them.
    private static func mappedPerDelivery(_ steps: [Step]) -> Int64 {
        let quarters = zip(steps, steps.dropFirst()).filter { $0.deliveries < $1.deliveries }
        return quarters.map { earlier, later in
            later.inspection.mappedBytes.subtractingReportingOverflow(earlier.inspection.mappedBytes).partialValue
                / Int64(later.deliveries - earlier.deliveries)
        }.min() ?? 0
    }

    func close() {
        var after = WireInspection()
        let failure = attempt { (plugin) throws(PluginConversation.Failure) in
            after = try plugin.inspect(closing: true)
        }
        add("close", failure, fine: "closed", orElse: .failed)
        guard failure == nil else {
            for name in ["left-behind", "host-calls", "streams", "output", "signals", "process"] {
                report.add(name, .skipped, "not closed")
            }
            return
        }
        let threads = Int(after.threads) - Int(before.threads)
        let events = Int(after.eventDescriptors) - Int(before.eventDescriptors)
        let descriptors = Int(after.descriptors) - Int(before.descriptors) - max(0, events)
        // They do no harm, and some runtimes cannot end their own threads or close the descriptors that these wait for.
        var warnings: [String] = []
        if events > 0 {
            warnings.append("\(events) of its pipes and event descriptors are still open; close them in close()")
        }
        if threads > 0 { warnings.append("\(threads) of its threads are still running; end them in close()") }
        report.add(
            "left-behind",
            failures: descriptors > 0
                ? ["\(descriptors) of its file descriptors are still open; close them in close()"] : [],
            warnings: warnings,
            fine: "no threads or file descriptors left"
        )
        judgeProcess(after)
    }

    /// The changes that the plugin made to the process that it shares with its runner.
    private func judgeProcess(_ after: WireInspection) {
        report.add(
            "host-calls",
            failures: after.foreignCalls > 0
                ? [
                    "\(after.foreignCalls) calls to the host came from the plugin's own threads; call the host only from the thread that called the plugin"
                ] : [],
            fine: "it calls the host only from the thread that called the plugin"
        )
        let streams = (0..<3).filter { after.changedStreams >> UInt32($0) & 1 != 0 }.map(String.init)
        report.add(
            "streams",
            failures: streams.isEmpty
                ? []
                : [
                    "it closed or replaced file descriptor \(streams.joined(separator: ", ")), which it did not open"
                ],
            fine: "file descriptors 0, 1 and 2 are unchanged"
        )
        report.add(
            "output",
            failures: [],
            warnings: after.outputBytes > 0
                ? [
                    "it wrote \(after.outputBytes) bytes to standard output, which the user does not see; use host->print, or host->log"
                ] : [],
            fine: "it writes nothing to standard output"
        )
        let signals = (0..<64).filter { after.changedSignals >> Int64($0) & 1 != 0 }.map {
            ConformanceRun.signal($0 + 1)
        }
        report.add(
            "signals",
            failures: [],
            warnings: signals.isEmpty
                ? []
                : [
                    "it changed the handlers of \(signals.joined(separator: ", ")) and did not restore them in close()"
                ],
            fine: "signal handlers are unchanged"
        )
        let settings: [(WireInspection.Settings, String)] = [
            (.environment, "environment"), (.folder, "working folder"), (.locale, "locale"), (.mask, "umask"),
            (.blockedSignals, "blocked signals"), (.timers, "interval timers"), (.limits, "resource limits"),
            (.priority, "priority"), (.children, "children"),
        ]
        let changed = settings.filter { after.changedSettings.contains($0.0) }.map(\.1)
        report.add(
            "process",
            failures: [],
            warnings: changed.isEmpty
                ? []
                : ["it changed the process's \(changed.joined(separator: ", ")) and did not restore it in close()"],
            fine:
                "environment, working folder, locale, umask, blocked signals, timers, limits, priority and children are unchanged"
        )
    }

    private static func signal(_ number: Int) -> String {
        let names = [
            "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
            "TERM",
            "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH",
            "IO",
            "PWR", "SYS",
        ]
        return names.indices.contains(number - 1) ? "SIG" + names[number - 1] : "signal \(number)"
    }
}
