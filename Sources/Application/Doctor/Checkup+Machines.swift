import CivilTime
import Ledger
import MachineFiles
import Machines
import Platform
import PrintableText
import Quoting
import Session

/// The check of the exchange with the person's other machines.
extension Checkup {
    /// Nothing if this machine exchanges nothing with others.
    func machines() -> [DoctorCheck] {
        guard let ledger else { return [] }
        if (try? ledger.hasLostMembership()) == true {
            let finding = DoctorFinding(
                .warning,
                .exchangeStopped,
                "the ledger lost how this machine exchanges changes with others, so it sends reminders by itself",
                fix: "join again: antrain sync folder PATH (on another machine, 'antrain sync join' shows the key)"
            )
            return [DoctorCheck(name: .machines, findings: [finding])]
        }
        guard let membership = (try? ledger.membership()) ?? nil else { return [] }
        let folder = paths.shown(membership.path).printable(upTo: 400)
        let faults = (try? ledger.exchangeFaults(at: now)) ?? []
        let problems = (try? workspace.syncProblems()) ?? []
        let others = ((try? ledger.machines()) ?? [:]).values.map(\.status.label).sorted()
        let findings =
            problems.map { DoctorFinding(.warning, .exchangeStopped, splitting: $0) }
            + faults.map { finding($0, folder) }
        let summary =
            others.isEmpty ? "no other machine in \(folder)" : "\(others.joined(separator: ", ")) in \(folder)"
        return [DoctorCheck(name: .machines, summary: summary, findings: findings)]
    }

    private func finding(_ fault: ExchangeFault, _ folder: String) -> DoctorFinding {
        func name(_ label: String) -> String { quoted(label) }
        let clocks = "correct the clock that is wrong; timedatectl shows whether a clock is synchronized"
        let copies = "check that the program that copies \(folder) runs on each machine"
        return switch fault {
        case .clockAhead(let machine, let lead):
            DoctorFinding(
                .warning,
                .machineClock,
                "the clock of \(name(machine)) is ahead of the clock of this machine by at least \(lead)",
                fix: clocks
            )
        case .ownClockAhead(let machine, let lead):
            DoctorFinding(
                .warning,
                .machineClock,
                "the clock of this machine is ahead of the clock of \(name(machine)) by at least \(lead)",
                fix: clocks
            )
        case .silentDeliverer(let machine, let since):
            DoctorFinding(
                .warning,
                .machineSilent,
                "\(name(machine)) should send the reminders, but has not been heard from since \(moment(since)), so another machine sends them",
                fix: "check that antrain runs there, or let another machine send them: antrain sync deliver NAME"
            )
        case .silent(let machine, let id, let since):
            DoctorFinding(
                .note,
                .machineSilent,
                "\(name(machine)) has not been heard from since \(moment(since))",
                fix: "if you no longer use it, delete its file: \(folder)/\(id).antrain"
            )
        case .nothingArrives(let since):
            DoctorFinding(
                .warning,
                .exchangeStopped,
                "nothing has arrived from other machines since \(moment(since))",
                fix: "if one of them is on, \(copies)"
            )
        case .nothingLeaves(let machine, let since):
            DoctorFinding(
                .warning,
                .exchangeStopped,
                "\(name(machine)) has received nothing from this machine since \(moment(since))",
                fix: copies
            )
        }
    }
}
