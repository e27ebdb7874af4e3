import CivilTime
import Ledger
import Machines
import TestSupport
import Testing

/// Which machine sends the reminders.
@Suite struct DeliveryRoleTests {
    private static let now = evening

    /// A known machine that was heard some minutes ago.
    private struct Other: Sendable {
        let label: String
        let ledger: String
        let minutes: Int64
    }

    private struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var label = "laptop"
        var named: String? = "server"
        var others: [Other] = []
        /// The minutes since this machine joined, and since it was turned on.
        var joined: Int64 = 9_999
        var awake: Int64 = 9_999
        /// The machine that was named before, and the minutes since this one learned that it no longer is.
        var relieved: (String, Int64)?
        let expected: DeliveryRole
    }

    private static func at(_ minutesAgo: Int64) -> Instant { now.subtracting(.minutes(minutesAgo)) }

    private static let cases = [
        Case(
            testDescription: "nobody is named",
            named: nil,
            others: [Other(label: "server", ledger: "b", minutes: 1)],
            expected: .sends
        ),
        Case(testDescription: "alone under the name", named: "laptop", expected: .sends),
        Case(
            testDescription: "named",
            named: "laptop",
            others: [Other(label: "server", ledger: "b", minutes: 1)],
            expected: .sends
        ),
        Case(
            testDescription: "named just now instead of another one",
            named: "laptop",
            others: [Other(label: "server", ledger: "b", minutes: 10)],
            relieved: ("server", 29),
            expected: .waits(machine: "server", until: now.adding(.minutes(1)))
        ),
        Case(
            testDescription: "named half an hour ago instead of another one",
            named: "laptop",
            others: [Other(label: "server", ledger: "b", minutes: 10)],
            relieved: ("server", 30),
            expected: .sends
        ),
        Case(
            testDescription: "named just now instead of a silent one",
            named: "laptop",
            others: [Other(label: "server", ledger: "b", minutes: 120)],
            relieved: ("server", 1),
            expected: .sends
        ),
        Case(
            testDescription: "named just now before the clock was set back",
            named: "laptop",
            others: [Other(label: "server", ledger: "b", minutes: 10)],
            relieved: ("server", -600),
            expected: .sends
        ),
        Case(
            testDescription: "another is named and alive",
            others: [Other(label: "server", ledger: "b", minutes: 119)],
            expected: .standsBy(machine: "server", until: now.adding(.minutes(1)))
        ),
        Case(
            testDescription: "another is named and silent",
            others: [Other(label: "server", ledger: "b", minutes: 120)],
            expected: .takesOver(machine: "server", silentSince: at(120))
        ),
        Case(
            testDescription: "the named machine was never heard",
            others: [Other(label: "work", ledger: "c", minutes: 1)],
            joined: 30,
            expected: .standsBy(machine: "server", until: now.adding(.minutes(90)))
        ),
        Case(
            testDescription: "the named machine was never heard for long",
            joined: 120,
            expected: .takesOver(machine: "server", silentSince: at(120))
        ),
        Case(
            testDescription: "this machine was just turned on",
            others: [Other(label: "server", ledger: "b", minutes: 3_000)],
            awake: 5,
            expected: .standsBy(machine: "server", until: now.adding(.minutes(25)))
        ),
        Case(
            testDescription: "of two others, the first by name takes over",
            others: [
                Other(label: "server", ledger: "b", minutes: 300), Other(label: "desk", ledger: "c", minutes: 10),
            ],
            expected: .standsBy(machine: "desk", until: now.adding(.minutes(110)))
        ),
        Case(
            testDescription: "the first by name is silent, too",
            others: [
                Other(label: "server", ledger: "b", minutes: 300), Other(label: "desk", ledger: "c", minutes: 130),
            ],
            expected: .takesOver(machine: "server", silentSince: at(300))
        ),
        Case(
            testDescription: "two machines have the name",
            named: "laptop",
            others: [Other(label: "laptop", ledger: "0", minutes: 10)],
            expected: .standsBy(machine: "laptop", until: now.adding(.minutes(110)))
        ),
        Case(
            testDescription: "this clock was set back",
            others: [Other(label: "server", ledger: "b", minutes: -600)],
            expected: .standsBy(machine: "server", until: now.adding(.minutes(120)))
        ),
    ]

    @Test(arguments: cases) private func theRoleFollowsFromWhatWasHeard(of one: Case) {
        let machines = one.others.map { other in
            let status = MachineStatus(
                number: 1,
                label: other.label,
                host: other.ledger,
                // Its clock shows any time.
                ranAt: Self.now.adding(.hours(17)),
                sent: [:],
                version: "1"
            )
            return (other.ledger, KnownMachine(status: status, heardAt: Self.at(other.minutes).secondsSinceEpoch))
        }
        let facts = DeliveryRole.Facts(
            label: one.label,
            ledger: "a",
            deliverer: one.named.map { Deliverer(machine: $0, patience: .hours(2)) },
            machines: Dictionary(machines) { first, _ in first },
            joinedAt: Self.at(one.joined),
            awakeSince: Self.at(one.awake),
            relieved: one.relieved.map { ($0.0, Self.at($0.1)) }
        )
        #expect(DeliveryRole(facts, now: Self.now) == one.expected)
    }
}
