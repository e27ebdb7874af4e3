import CivilTime
import Ledger
import Machines
import TestSupport
import Testing

/// What `doctor` reports about the exchange between machines.
@Suite struct ExchangeFaultTests {
    private static let now = evening

    private static func at(_ minutesAgo: Int64) -> Instant { now.subtracting(.minutes(minutesAgo)) }

    /// The minutes since the server was heard, its clock's lead over the present in minutes, the minutes since the run of this machine that
    /// it knew last, and those since the last status of this machine.
    private struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var heard: Int64? = 10
        var lead: Int64 = 0
        var ownRun: Int64? = 20
        var published: Int64? = 5
        var joined: Int64 = 99_999
        var named = "laptop"
        /// The minutes since this machine was turned on.
        var awake: Int64 = 99_999
        let expected: [ExchangeFault]
    }

    private static let day: Int64 = 24 * 60

    private static let cases = [
        Case(testDescription: "all is well", expected: []),
        Case(testDescription: "a clock is five minutes ahead", lead: 5, expected: []),
        Case(
            testDescription: "a clock is six minutes ahead",
            lead: 6,
            expected: [.clockAhead(machine: "server", by: .minutes(6))]
        ),
        Case(
            testDescription: "this clock is ahead: the other machine knew of a run before its time",
            lead: -180,
            ownRun: 20,
            expected: [.ownClockAhead(of: "server", by: .minutes(170))]
        ),
        Case(testDescription: "this clock was ahead and is right now", lead: 0, ownRun: -180, expected: []),
        Case(
            testDescription: "the named machine is silent",
            heard: 120,
            ownRun: 130,
            named: "server",
            expected: [.silentDeliverer(machine: "server", since: at(120))]
        ),
        Case(
            testDescription: "the named machine is not silent",
            heard: 119,
            ownRun: 130,
            named: "server",
            expected: []
        ),
        Case(testDescription: "another one is off for hours", heard: 600, ownRun: 610, expected: []),
        Case(
            testDescription: "nothing arrives",
            heard: day,
            ownRun: day + 1,
            expected: [.nothingArrives(since: at(day))]
        ),
        Case(
            testDescription: "a machine is no longer used",
            heard: 14 * day,
            ownRun: 15 * day,
            expected: [
                .nothingArrives(since: at(14 * day)), .silent(machine: "server", id: "b", since: at(14 * day)),
            ]
        ),
        Case(
            testDescription: "nothing leaves",
            ownRun: day + 5,
            expected: [.nothingLeaves(to: "server", since: at(day + 5))]
        ),
        Case(testDescription: "all machines were off for days", ownRun: 3 * day, awake: 59, expected: []),
        Case(testDescription: "this machine was off for days", ownRun: 3 * day, published: 3 * day, expected: []),
        Case(
            testDescription: "nothing ever left",
            ownRun: nil,
            joined: 2 * day,
            expected: [.nothingLeaves(to: "server", since: at(2 * day))]
        ),
        Case(testDescription: "this machine just joined", ownRun: nil, joined: 10, expected: []),
        Case(testDescription: "no other machine yet", heard: nil, joined: 30, expected: []),
        Case(
            testDescription: "no other machine for a day",
            heard: nil,
            joined: day,
            expected: [.nothingArrives(since: at(day))]
        ),
    ]

    @Test(arguments: cases) private func faultsAreFound(one: Case) {
        var machines: [String: KnownMachine] = [:]
        if let heard = one.heard {
            let status = MachineStatus(
                number: 1,
                label: "server",
                host: "h",
                ranAt: Self.at(heard - one.lead),
                sent: [:],
                heard: one.ownRun.map { ["a": Self.at($0).secondsSinceEpoch] } ?? [:],
                version: "1"
            )
            machines["b"] = KnownMachine(status: status, heardAt: Self.at(heard).secondsSinceEpoch)
        }
        let facts = DeliveryRole.Facts(
            label: "laptop",
            ledger: "a",
            deliverer: Deliverer(machine: one.named, patience: .hours(2)),
            machines: machines,
            joinedAt: Self.at(one.joined),
            awakeSince: Self.at(one.awake)
        )
        #expect(ExchangeFault.found(facts, published: one.published.map(Self.at), now: Self.now) == one.expected)
    }
}
