package import CivilTime
package import Ledger

/// What is wrong with the exchange between machines, as one of them sees it.
package enum ExchangeFault: Sendable, Hashable {
    /// The clock of a machine is ahead of that of this one, by at least a time.
    case clockAhead(machine: String, by: TimeSpan)
    /// The clock of this machine is ahead of that of another one, by at least a time.
    case ownClockAhead(of: String, by: TimeSpan)
    /// The machine that was named to send the reminders is silent for longer than it may be.
    case silentDeliverer(machine: String, since: Instant)
    /// A machine was not heard for weeks.
    case silent(machine: String, id: String, since: Instant)
    /// Nothing has arrived from any machine for a day.
    case nothingArrives(since: Instant)
    /// Another machine, which is heard, has got nothing of this one for a day.
    case nothingLeaves(to: String, since: Instant)

    /// Clocks that are kept by NTP differ by less than a second; five minutes are harmless.
    private static let tolerance: Int64 = 5 * 60
    /// After this time, the user may delete the file of a machine, which the others then forget.
    static let longestSilence = TimeSpan.days(14)
    private static let usualSilence = TimeSpan.days(1)

    /// - Parameters:
    ///   - published: when this machine wrote its last status, by its clock.
    package static func found(_ facts: DeliveryRole.Facts, published: Instant?, now: Instant) -> [ExchangeFault] {
        let machines = facts.machines.sorted { ($0.value.status.label, $0.key) < ($1.value.status.label, $1.key) }
        func heard(_ machine: KnownMachine) -> Instant { Instant(secondsSinceEpoch: machine.heardAt) }
        func silence(_ machine: KnownMachine) -> TimeSpan { heard(machine).span(until: now) }
        let last = machines.map { heard($0.value) }.max() ?? facts.joinedAt
        var faults: [ExchangeFault] = []
        if last.span(until: now) >= usualSilence { faults.append(.nothingArrives(since: last)) }
        for (id, machine) in machines {
            let status = machine.status
            faults += clocks(status, heardAt: machine.heardAt, status.heard[facts.ledger], now: now.secondsSinceEpoch)
            if status.label == facts.deliverer?.machine, status.label != facts.label,
                silence(machine) >= facts.deliverer?.patience ?? usualSilence
            {
                faults.append(.silentDeliverer(machine: status.label, since: heard(machine)))
            } else if silence(machine) >= longestSilence {
                faults.append(.silent(machine: status.label, id: id, since: heard(machine)))
            } else if let published, silence(machine) < usualSilence, facts.awakeSince.span(until: now) >= .hours(1) {
                // After a night, the others need some time to report what they have got.
                let known = status.heard[facts.ledger].map(Instant.init(secondsSinceEpoch:)) ?? facts.joinedAt
                if known.span(until: published) >= usualSilence {
                    faults.append(.nothingLeaves(to: status.label, since: known))
                }
            }
        }
        return faults
    }

    /// A machine cannot have heard of a run before it happened.
    ///
    /// - Parameter ownRun: the last run of this machine that the other one knew of, by the clock of this machine.
    private static func clocks(_ status: MachineStatus, heardAt: Int64, _ ownRun: Int64?, now: Int64) -> [ExchangeFault]
    {
        var faults: [ExchangeFault] = []
        let lead = status.ranAt.subtractingReportingOverflow(heardAt)
        if !lead.overflow, lead.partialValue > tolerance {
            faults.append(.clockAhead(machine: status.label, by: .seconds(lead.partialValue)))
        }
        // If the clock of this machine was corrected since, that run is in the future.
        if let ownRun, ownRun <= now {
            let lead = ownRun.subtractingReportingOverflow(status.ranAt)
            if !lead.overflow, lead.partialValue > tolerance {
                faults.append(.ownClockAhead(of: status.label, by: .seconds(lead.partialValue)))
            }
        }
        return faults
    }
}

extension Ledger {
    /// What is wrong with the exchange with other machines; nothing without one.
    package func exchangeFaults(at now: Instant) throws(LedgerError) -> [ExchangeFault] {
        guard let membership = try membership() else { return [] }
        let state = try exchangeState()
        let published = state.status.map { Instant(secondsSinceEpoch: $0.ranAt) }
        return ExchangeFault.found(try deliveryFacts(membership, state, at: now), published: published, now: now)
    }
}
