package import CivilTime
package import Ledger

/// Whether this machine sends the reminders.
///
/// One machine is named. If it is silent for some time, the live machine whose name comes first takes over. Silence is measured with this
/// machine's clock from when it last heard from the other one, so clocks may differ by any amount.
package enum DeliveryRole: Sendable, Hashable {
    /// No other machine takes part, or this is the named one.
    case sends
    /// Another machine sends them. This one would take over at a time, if it receives no sign of life before.
    case standsBy(machine: String, until: Instant)
    /// This is the named machine, but it was off, or was named just now: until a time, it waits for news of reminders that another machine
    /// sent in the meantime.
    case waits(machine: String, until: Instant)
    /// The named machine has been silent since a time.
    case takesOver(machine: String, silentSince: Instant)

    /// How long a machine that was off, or was named just now, waits for news of the others before it sends anything.
    static let settling = TimeSpan.minutes(30)

    /// What is known when the role is decided.
    package struct Facts {
        /// The name of this machine.
        package var label: String
        package var ledger: String
        package var deliverer: Deliverer?
        /// The other machines by the names of their ledgers.
        package var machines: [String: KnownMachine]
        /// When this machine joined.
        package var joinedAt: Instant
        /// When this machine began to run after it was off.
        package var awakeSince: Instant
        /// When it had run last before that, or had joined.
        package var asleepSince: Instant?
        /// The machine that was named before, and when this one learned that another one is.
        package var relieved: (machine: String, at: Instant)?

        package init(
            label: String,
            ledger: String,
            deliverer: Deliverer?,
            machines: [String: KnownMachine],
            joinedAt: Instant,
            awakeSince: Instant,
            asleepSince: Instant? = nil,
            relieved: (machine: String, at: Instant)? = nil
        ) {
            (self.label, self.ledger, self.deliverer) = (label, ledger, deliverer)
            (self.machines, self.joinedAt) = (machines, joinedAt)
            (self.awakeSince, self.asleepSince, self.relieved) = (awakeSince, asleepSince, relieved)
        }
    }

    package init(_ facts: Facts, now: Instant) {
        guard let deliverer = facts.deliverer, !facts.machines.isEmpty || deliverer.machine != facts.label else {
            self = .sends
            return
        }
        func heard(_ machine: KnownMachine) -> Instant {
            // The clock was set back since.
            min(Instant(secondsSinceEpoch: machine.heardAt), now)
        }
        func isAlive(_ machine: KnownMachine) -> Bool { heard(machine).span(until: now) < deliverer.patience }
        let alive = facts.machines.filter { isAlive($0.value) }
        let named = facts.machines.filter { $0.value.status.label == deliverer.machine }
        let others: [String: KnownMachine]
        if facts.label == deliverer.machine {
            if let relieved = facts.relieved, relieved.at <= now, now < relieved.at.adding(DeliveryRole.settling),
                alive.values.contains(where: { $0.status.label == relieved.machine })
            {
                // The former one sends reminders until it learns that this one is named.
                self = .waits(machine: relieved.machine, until: relieved.at.adding(DeliveryRole.settling))
                return
            }
            // Another machine has the same name: only one of them is meant.
            others = alive.filter { $0.value.status.label == deliverer.machine && $0.key < facts.ledger }
            let settled = facts.awakeSince.adding(DeliveryRole.settling)
            let mayBeReplaced =
                facts.asleepSince.map { $0.span(until: facts.awakeSince) >= deliverer.patience } ?? false
            // While it was off, another one may have sent what is due, whose file has not arrived.
            if mayBeReplaced, now < settled,
                let other = facts.machines.first(where: { heard($0.value) <= facts.awakeSince })
            {
                self = .waits(machine: other.value.status.label, until: settled)
                return
            }
        } else {
            let last = named.values.map(heard).max() ?? min(facts.joinedAt, now)
            let end = max(last.adding(deliverer.patience), facts.awakeSince.adding(DeliveryRole.settling))
            guard end <= now else {
                self = .standsBy(machine: deliverer.machine, until: end)
                return
            }
            others = alive.filter { ($0.value.status.label, $0.key) < (facts.label, facts.ledger) }
            if others.isEmpty {
                self = .takesOver(machine: deliverer.machine, silentSince: last)
                return
            }
        }
        guard let first = others.min(by: { ($0.value.status.label, $0.key) < ($1.value.status.label, $1.key) }) else {
            self = .sends
            return
        }
        self = .standsBy(machine: first.value.status.label, until: heard(first.value).adding(deliverer.patience))
    }
}

extension Ledger {
    /// Whether this machine sends the reminders; `sends` without an exchange.
    package func deliveryRole(at now: Instant) throws(LedgerError) -> DeliveryRole {
        guard let membership = try membership() else { return .sends }
        return DeliveryRole(try deliveryFacts(membership, try exchangeState(), at: now), now: now)
    }

    func deliveryFacts(_ membership: Membership, _ state: ExchangeState, at now: Instant) throws(LedgerError)
        -> DeliveryRole.Facts
    {
        DeliveryRole.Facts(
            label: membership.label,
            ledger: state.machine ?? "",
            deliverer: try deliverer(),
            machines: state.machines,
            joinedAt: Instant(secondsSinceEpoch: state.joinedAt ?? now.secondsSinceEpoch),
            awakeSince: Instant(secondsSinceEpoch: state.awakeSince ?? now.secondsSinceEpoch),
            asleepSince: state.asleepSince.map(Instant.init(secondsSinceEpoch:)),
            relieved: state.relieved.map { ($0.machine, Instant(secondsSinceEpoch: $0.at)) }
        )
    }
}
