@testable import Platform
import SystemPackage
import TestSupport
import Testing

/// What antrain assumes about the system around it.
@Suite struct SystemTests {
    private func answer(_ script: String, limit: Double = 20) -> SystemAnswer? {
        SystemProcess.run(
            SystemCommand(program: "sh", arguments: ["-c", script], limit: limit),
            environment: ["PATH": "/usr/bin:/bin"]
        )
    }

    @Test func aProgramThatDoesNotAnswerIsStopped() {
        for script in ["exec sleep 600", "sleep 600 & wait"] {
            let answer = answer(script, limit: 0.2)
            #expect(answer?.status == 124 && answer?.reason.contains("did not answer within 1 s") == true, "\(script)")
        }
    }

    @Test func aProgramThatWritesTooMuchIsStopped() {
        for script in ["exec cat /dev/zero", "exec cat /dev/zero >&2"] {
            let answer = answer(script)
            #expect(answer?.status == 124 && answer?.output.isEmpty == true, "\(script)")
            #expect(answer?.reason.contains("wrote more than 16 MiB") == true, "\(script)")
        }
    }

    /// Files of two file systems may have the same inode.
    @Test(arguments: [
        ("1: FLOCK  ADVISORY  WRITE 41 00:2a:7 0 EOF\n2: FLOCK  ADVISORY  WRITE 42 00:2b:7 0 EOF\n", 42 as Int?),
        ("1: FLOCK  ADVISORY  WRITE 41 00:2b:77 0 EOF\n", nil), ("1: FLOCK  ADVISORY  READ 41 00:2b:7 0 EOF\n", nil),
        ("1: POSIX  ADVISORY  WRITE 41 00:2b:7 0 EOF\n", nil), ("1: FLOCK  ADVISORY  WRITE 0 00:2b:7 0 EOF\n", nil),
        ("1: FLOCK  ADVISORY  WRITE 41 00:20:7 0 EOF\n", 41), ("", nil),
    ])
    func theHolderOfALockIsFoundByDeviceAndInode(list: String, holder: Int?) {
        #expect(DaemonLock.holder(of: 7, on: 0x2B, in: list) == holder)
    }

    /// A lock on another file with the same inode is not the daemon's: the kernel is asked about the file itself.
    @Test func aFileThatNobodyLockedHasNoHolder() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(try folder.write("daemon.lock", ""))
        #expect(DaemonLock.holder(path) == nil)
        let lock = try DaemonLock.take(path)
        withExtendedLifetime(lock) { #expect(DaemonLock.holder(path) != nil) }
    }

    /// Seen from a prefix such as /tmp/a/b, the folder of a build tree's programs would be /tmp/Programs.
    @Test(arguments: [("/t/a/b/bin/antrain", false), ("/t/.build/x86_64-unknown-linux-gnu/debug/antrain", true)])
    func onlyABuildTreeHasProgramsOutsideThePrefix(executable: String, isBuilt: Bool) {
        var context = Context.live()
        context.environment["ANTRAIN_PROGRAM_PATH"] = nil
        context.executable = FilePath(executable)
        #expect(Installation(context).programFolders.contains("/t/Programs") == isBuilt)
    }
}
