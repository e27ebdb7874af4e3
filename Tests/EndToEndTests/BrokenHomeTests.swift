import Foundation
import TestSupport
import Testing

/// The ways in which homes break in practice: `doctor` finds each, and what it advises solves it.
@Suite struct BrokenHomeTests {
    @Test(arguments: BrokenHome.all) func whatDoctorAdvisesSolvesTheProblem(broken: BrokenHome) throws {
        let home = try DoctorHome()
        try broken.inflict(home)
        let (findings, status) = try home.findings()
        let finding = try #require(findings.first { $0.code == broken.code }, "\(findings)")
        print(
            "| \(broken.testDescription) | `\(finding.code)` | \(status) | \(finding.fix.replacing(home.path, with: "~")) |"
        )
        #expect(status == broken.status && !finding.fix.isEmpty, "\(findings)")
        switch broken.remedy {
        case .fix:
            #expect(finding.isFixable)
            try home.solve(finding)
        case .command:
            #expect(!finding.isFixable)
            try home.solve(finding)
        case .hand(let act): try act(home)
        case .elsewhere: return
        }
        let left = try home.findings().findings
        #expect(!left.contains { $0.code == broken.code }, "\(left)")
    }

    /// The kernel releases the lock of a daemon that was killed; the file that is left means nothing.
    @Test func theLockFileOfAKilledDaemonIsNoProblem() throws {
        let home = try DoctorHome()
        try home.write(DoctorHome.data + "/daemon.lock", "2000000000\n")
        try home.chmod(DoctorHome.data + "/daemon.lock", 0o600)
        #expect(try home.findings().findings.isEmpty)
        #expect(try !home.antrain("doctor").output.contains("the daemon (process"))
    }
}
