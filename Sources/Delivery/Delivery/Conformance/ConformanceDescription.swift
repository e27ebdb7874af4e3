internal import Reminders
internal import RunnerProtocol

/// Checks a plugin's description.
struct ConformanceDescription {
    let description: WireDescription
    let inspection: WireInspection
    /// The environment that defines the user's folders.
    let environment: [String: String]
    /// The absolute paths of antrain's files that this run uses.
    let used: [String]

    /// The keys under a channel in the settings that antrain reserves for itself.
    private static let taken: Set = ["plugin", "else", "else-after", "optional", "limit"]

    func judge(into report: inout ConformanceReport) {
        version(&report)
        checkDescription(&report)
        keys(&report)
        capabilities(&report)
    }

    private func version(_ report: inout ConformanceReport) {
        let (size, minor) = (inspection.size, inspection.abiMinor)
        var failures: [String] = []
        if minor >= 1, size < inspection.fullSize {
            failures.append(
                "it declares interface version 1.\(minor), but its size of \(size) bytes is too small for that version; set size to sizeof(antrain_plugin)"
            )
        }
        let isNewer = minor > inspection.hostMinor
        report.add(
            "version",
            failures: failures,
            warnings: isNewer
                ? ["built for interface version 1.\(minor); this antrain supports 1.\(inspection.hostMinor)"] : [],
            fine: "interface version 1.\(minor), \(size) bytes"
        )
    }

    private func checkDescription(_ report: inout ConformanceReport) {
        var (failures, warnings): ([String], [String]) = ([], [])
        if !ChannelName.isWellFormed(description.name) {
            failures.append("invalid name '\(description.name)'; expected \(ChannelName.form)")
        }
        if description.version.isEmpty { failures.append("missing version") }
        if description.summary.utf8.contains(0x0A) { failures.append("the summary has more than one line") }
        if description.summary.isEmpty { warnings.append("missing summary") }
        report.add(
            "description",
            failures: failures,
            warnings: warnings,
            fine: "\(description.name) \(description.version): \(description.summary)"
        )
    }

    private func keys(_ report: inout ConformanceReport) {
        var (failures, warnings): ([String], [String]) = ([], [])
        var seen: Set<String> = []
        for key in description.keys {
            let declared = PluginKey(key)
            if !ChannelName.isWellFormed(key.name) {
                failures.append("invalid key '\(key.name)'; expected \(ChannelName.form)")
            }
            if !seen.insert(key.name).inserted { failures.append("duplicate key '\(key.name)'") }
            if ConformanceDescription.taken.contains(key.name) {
                failures.append("'\(key.name)' is reserved by antrain and never passed to the plugin")
            }
            if key.flags & ~255 != 0 { failures.append("'\(key.name)' has unknown flags") }
            if key.isOnlyRead || key.isFolder, declared.type != .path {
                failures.append("'\(key.name)' is marked read-only or a folder, but is not a path")
            }
            if let type = declared.type {
                if !key.defaultValue.isEmpty, !type.accepts(key.defaultValue) {
                    failures.append("invalid default for '\(key.name)'; expected \(type.words)")
                }
            } else {
                failures.append("'\(key.name)' has an unknown type (\(key.type))")
            }
            if key.help.isEmpty { warnings.append("'\(key.name)' has no help text") }
            if key.isRequired, !key.defaultValue.isEmpty {
                warnings.append("'\(key.name)' is required and has a default")
            }
        }
        let names = description.keys.map(\.name).joined(separator: ", ")
        report.add(
            "keys",
            failures: failures,
            warnings: warnings,
            fine: names.isEmpty ? "no keys declared; any key is accepted" : names
        )
    }

    private func capabilities(_ report: inout ConformanceReport) {
        var (failures, warnings): ([String], [String]) = ([], [])
        let saysSchedule = description.capabilities & 2 != 0
        if saysSchedule, !description.canSchedule {
            failures.append("it declares ANTRAIN_CAPABILITY_SCHEDULE, but has no extension antrain.schedule/1")
        }
        if !saysSchedule, description.canSchedule {
            failures.append("it has the extension antrain.schedule/1, but does not declare ANTRAIN_CAPABILITY_SCHEDULE")
        }
        let saysActions = description.capabilities & 4 != 0
        if saysActions, description.answers == nil {
            failures.append("it declares ANTRAIN_CAPABILITY_ACTIONS, but has no extension antrain.answers/1")
        }
        if !saysActions, description.answers != nil {
            failures.append("it has the extension antrain.answers/1, but does not declare ANTRAIN_CAPABILITY_ACTIONS")
        }
        if description.capabilities & ~63 != 0 { warnings.append("it declares unknown capabilities") }
        if description.capabilities & 1 == 0 {
            warnings.append("it does not declare ANTRAIN_CAPABILITY_DELIVER, which every plugin has")
        }
        if !description.sockets.isEmpty, description.needs & PluginNeed.sockets.bit == 0 {
            failures.append("it declares sockets without ANTRAIN_NEED_SOCKETS, so it cannot connect to them")
        }
        if let problem = description.needProblem(in: environment, used: used) { failures.append(problem) }
        let names = PluginNeed.allCases.filter { description.needs & $0.bit != 0 }.map { "\($0)" }
        report.add(
            "capabilities",
            failures: failures,
            warnings: warnings,
            fine: names.isEmpty ? "it declares no needs" : "it needs \(names.joined(separator: ", "))"
        )
    }
}
