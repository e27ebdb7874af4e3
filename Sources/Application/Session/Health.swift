package import Platform

/// Whether all is well, whether it was reported before or not; it decides exit codes and the heartbeat.
///
/// Waiting for a login or the network is not a fault until it is too late for the reminder.
package struct Health: Equatable {
    package enum Fault: Equatable {
        /// The settings file is missing or has errors; the last good settings are in force.
        case settings
        /// The values of a channel are wrong; without a name, those of a channel that is not in use, or of a fallback.
        case channelSettings(String?)
        /// A channel's plugin rejects its values.
        case refused(String)
        /// A program's file is missing or has errors; the program is active as last read.
        case program
        case denied(String)
        /// The user has not allowed the plugin of a channel in use, or only an earlier file of it.
        case notAllowed(String)
        /// A delivery failed for a reason other than waiting; it will be retried.
        case retrying(String)
        /// A delivery failed for good.
        case failed(String)
        /// The last reminder on a channel was missed although antrain tried to send it.
        case missed(String)
        /// A restore that was interrupted can be neither finished nor undone.
        case restore

        fileprivate var status: ExitStatus {
            switch self {
            case .settings, .channelSettings, .refused: .configuration
            case .program: .badData
            case .denied, .notAllowed, .failed, .missed: .unavailable
            case .retrying: .tryAgain
            case .restore: .inputOutput
            }
        }
    }

    /// What is wrong, in the order in which it was found.
    private(set) var faults: [Fault] = []

    package init() {}

    package var isGood: Bool { faults.isEmpty }

    /// The exit code: that of the first fault.
    package var status: ExitStatus { faults.first?.status ?? .success }

    /// Whether the user must correct the settings.
    package var isMisconfigured: Bool { faults.contains { $0.status == .configuration } }

    mutating func note(_ fault: Fault) {
        if !faults.contains(fault) { faults.append(fault) }
    }

    package mutating func note(_ found: [Fault]) { for fault in found { note(fault) } }
}
