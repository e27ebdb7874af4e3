package import CivilTime

/// What a machine reports about itself: that it is alive, and what it has sent.
package struct MachineStatus: Sendable, Hashable, Codable {
    /// Grows with each status of the machine.
    package let number: Int64
    /// The name that people use, such as `laptop`.
    package let label: String
    /// Distinguishes the machine from a copy of its home: its files are written by one host only.
    package let host: String
    /// When it ran, by its own clock, in seconds since 1970.
    package let ranAt: Int64
    /// The IDs of the reminders that it has sent recently, with portable IDs of the user's own reminders.
    package let sent: [String: Int64]
    /// The last run of each other machine that it knew of, by the name of the machine's ledger and by the clock of that machine.
    package let heard: [String: Int64]
    /// The version of antrain that wrote it.
    package let version: String

    package init(
        number: Int64,
        label: String,
        host: String,
        ranAt: Instant,
        sent: [String: Int64],
        heard: [String: Int64] = [:],
        version: String
    ) {
        (self.number, self.label, self.host, self.version) = (number, label, host, version)
        self.heard = heard
        (self.ranAt, self.sent) = (ranAt.secondsSinceEpoch, sent)
    }
}

/// Another machine of the same person, as this one knows it.
package struct KnownMachine: Sendable, Hashable, Codable {
    package let status: MachineStatus
    /// When this machine saw a new status of it last, by this machine's clock, in seconds since 1970: clocks of machines may differ by any
    /// amount.
    package let heardAt: Int64

    package init(status: MachineStatus, heardAt: Int64) { (self.status, self.heardAt) = (status, heardAt) }
}
