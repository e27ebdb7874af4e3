import Platform

/// A check of `antrain doctor` with its findings.
package struct DoctorCheck: Equatable {
    /// The checks in the order of the output.
    enum Name: String, Encodable, CaseIterable {
        case installation, files, disk, settings
        case timeZone = "time-zone"
        case ledger, snapshots, programs, plugins, trigger
        case lastRun = "last-run"
        case clock, sandbox
        case channelSettings = "channel-settings"
        case channel
    }

    /// The result of a check: the severity of its worst finding.
    enum State: String, Encodable, CaseIterable {
        case ok, note, unchecked, warning, error
    }

    let name: Name
    /// The channel that is checked; nil for all other checks.
    var channel: String?
    /// What was found in order, such as the settings in force; nil if there is nothing to say.
    var summary: String?
    var findings: [DoctorFinding] = []

    var state: State {
        switch findings.map(\.severity).max() {
        case nil: .ok
        case .note: .note
        case .unchecked: .unchecked
        case .warning: .warning
        case .error: .error
        }
    }
}

extension [DoctorCheck] {
    /// The exit code: that of the first of the worst findings; notes, and what could not be checked, count as success.
    var status: ExitStatus {
        let findings = flatMap(\.findings)
        let worst = [DoctorFinding.Severity.error, .warning].lazy.compactMap { severity in
            findings.first { $0.severity == severity }
        }
        return worst.first?.code.status ?? .success
    }
}
