import CConfinement
import Foundation
import TestSupport
import Testing

/// The system call filter for this machine and for machines that the tests do not run on.
@Suite struct FilterTests {
    /// A machine and its numbers of some calls (asm/unistd.h).
    struct Machine: CustomTestStringConvertible, Sendable {
        let name: String
        let number: UInt32
        let calls: [String: Int]
        var testDescription: String { name }
    }

    static let machines = [
        Machine(
            name: "x86_64",
            number: 0xc000_003e,
            calls: [
                "read": 0, "open": 2, "socket": 41, "connect": 42, "sendto": 44, "sendmsg": 46, "socketpair": 53,
                "clone": 56, "fork": 57, "execve": 59, "kill": 62, "ptrace": 101, "chmod": 90, "mkdirat": 258,
                "openat": 257, "symlinkat": 266, "fchmodat": 268, "prctl": 157, "memfd_create": 319, "shmget": 29,
                "clone3": 435, "setsid": 112, "rename": 82, "renameat": 264, "ioctl": 16, "inotify_init1": 294,
                "fallocate": 285, "fcntl": 72, "renameat2": 316, "timer_create": 222,
                "prlimit64": 302, "futex": 202, "truncate": 76,
            ]
        ),
        Machine(
            name: "aarch64",
            number: 0xc000_00b7,
            calls: [
                "read": 63, "socket": 198, "connect": 203, "sendto": 206, "sendmsg": 211, "socketpair": 199,
                "clone": 220, "execve": 221, "kill": 129, "ptrace": 117, "mkdirat": 34, "openat": 56, "symlinkat": 36,
                "fchmodat": 53, "prctl": 167, "memfd_create": 279, "shmget": 194, "clone3": 435, "setsid": 157,
                "renameat": 38, "ioctl": 29, "inotify_init1": 26, "fallocate": 47, "prlimit64": 261, "futex": 98,
                "truncate": 45, "fcntl": 25, "renameat2": 276, "timer_create": 107,
            ]
        ),
    ]

    private func verdict(
        _ machine: Machine,
        _ may: Int,
        _ call: String,
        _ arguments: [UInt64] = []
    ) throws -> PacketFilter.Verdict? {
        guard let number = machine.calls[call] else { return nil }
        return try PacketFilter(may: may, machine: machine.number).verdict(number, arguments)
    }

    @Test(arguments: machines)
    func withoutNeeds(machine: Machine) throws {
        let filter = try PacketFilter(may: 0, machine: machine.number)
        func verdict(_ call: String, _ arguments: [UInt64] = []) -> PacketFilter.Verdict? {
            machine.calls[call].map { filter.verdict($0, arguments) }
        }
        for call in ["read", "futex"] { #expect(verdict(call) == .allowed, "\(call)") }
        #expect(verdict("open", [0, 0]) ?? .allowed == .allowed)
        #expect(verdict("openat", [0, 0, UInt64(O_RDONLY)]) == .allowed)
        #expect(verdict("openat", [0, 0, UInt64(O_WRONLY | O_CREAT | O_TRUNC)]) == .allowed)
        #expect(verdict("openat", [0, 0, UInt64(O_RDONLY | O_TRUNC)]) == .refused(EPERM))
        #expect(verdict("openat", [0, 0, 3]) == .refused(EPERM))
        for call in [
            "chmod", "fchmodat", "fork", "execve", "ptrace", "mkdirat", "symlinkat", "shmget", "setsid", "rename",
            "renameat", "inotify_init1", "truncate", "connect",
        ] {
            #expect(verdict(call) ?? .refused(EPERM) == .refused(EPERM), "\(call)")
        }
        for call in ["clone3", "memfd_create", "timer_create"] { #expect(verdict(call) == .refused(ENOSYS), "\(call)") }
        #expect(verdict("clone", [0x3d0f00]) == .allowed)
        #expect(verdict("clone", [UInt64(SIGCHLD)]) == .refused(EPERM))
        // CLONE_VM, CLONE_FILES, CLONE_SIGHAND, CLONE_THREAD: a thread shares all of them.
        for flag: UInt64 in [0x100, 0x400, 0x800, 0x10000] {
            #expect(verdict("clone", [0x3d0f00 & ~flag]) == .refused(EPERM))
        }
        // O_TMPFILE, with each machine's O_DIRECTORY.
        for mode in [O_RDONLY, O_WRONLY, O_RDWR] {
            for folder: UInt64 in [0o200000, 0o40000] {
                let flags = UInt64(mode) | 0o20000000 | folder
                #expect(verdict("openat", [0, 0, flags]) == .refused(EPERM))
                #expect(verdict("open", [0, flags]) ?? .refused(EPERM) == .refused(EPERM))
            }
        }
        #expect(verdict("kill", [UInt64(getpid()), 15]) == .allowed)
        #expect(verdict("kill", [UInt64(getppid()), 15]) == .refused(EPERM))
        #expect(verdict("prlimit64", [0, 7, 0]) == .allowed)
        #expect(verdict("prlimit64", [0, 7, 1]) == .refused(EPERM))
        #expect(verdict("socketpair", [1, 1]) == .allowed)
        #expect(verdict("socketpair", [1, 2]) == .refused(EPERM))
        #expect(verdict("sendto", [3, 0, 0, 0, 0]) == .allowed)
        #expect(verdict("sendto", [3, 0, 0, 0, 1]) == .refused(EPERM))
        #expect(verdict("socket", [2, 1]) == .refused(EPERM))
        #expect(verdict("prctl", [1, 0]) == .refused(EPERM))
        #expect(verdict("ioctl", [0, 0x5412]) == .refused(EPERM))
        #expect(verdict("fallocate", [3, 0]) == .allowed)
        // FALLOC_FL_KEEP_SIZE.
        #expect(verdict("fallocate", [3, 1]) == .refused(EPERM))
        // F_SETFL, with O_NONBLOCK and with O_ASYNC.
        #expect(verdict("fcntl", [3, 4, 0o4000]) == .allowed)
        #expect(verdict("fcntl", [3, 4, 0o24000]) == .refused(EPERM))
        // A number that is not assigned to a call yet.
        #expect(filter.verdict(2000) == .refused(EPERM))
    }

    /// Calls of other architectures (32-bit programs and x32) end the process.
    @Test(arguments: machines)
    func callsOfOtherMachinesAreKilled(machine: Machine) throws {
        let filter = try PacketFilter(may: 0, machine: machine.number)
        for other: UInt32 in [0x4000_0003, 0x4000_0028, 0xc000_00f3] {
            #expect(filter.verdict(0, from: other) == .killed)
        }
        if machine.name == "x86_64" { #expect(filter.verdict(0x4000_0000) == .killed) }
    }

    @Test(arguments: machines)
    func needsAllowTheirCalls(machine: Machine) throws {
        let (network, exec) = (Int(ANTRAIN_MAY_NETWORK), Int(ANTRAIN_MAY_EXEC))
        let (sockets, datagrams) = (Int(ANTRAIN_MAY_SOCKETS), Int(ANTRAIN_MAY_DATAGRAMS))
        let folders = Int(ANTRAIN_MAY_FOLDERS)
        #expect(try verdict(machine, network, "socket", [2, 1]) == .allowed)
        #expect(try verdict(machine, network, "socket", [1, 1]) == .refused(EPERM))
        #expect(try verdict(machine, network, "socket", [16, 3, 15]) == .refused(EPERM))
        #expect(try verdict(machine, network, "connect") == .allowed)
        #expect(try verdict(machine, exec, "execve") == .allowed)
        #expect(try verdict(machine, exec, "clone", [UInt64(SIGCHLD)]) == .allowed)
        #expect(try verdict(machine, exec, "clone", [0x1000_0000 | UInt64(SIGCHLD)]) == .refused(EPERM))
        #expect(try verdict(machine, exec, "clone", [0x8000 | UInt64(SIGCHLD)]) == .refused(EPERM))
        #expect(try verdict(machine, exec, "setsid") == .refused(EPERM))
        // TCGETS and TCSETS.
        #expect(try verdict(machine, exec, "ioctl", [0, 0x5401]) == .allowed)
        #expect(try verdict(machine, exec, "ioctl", [0, 0x5402]) == .refused(EPERM))
        #expect(try verdict(machine, sockets, "socket", [1, 1]) == .asked)
        #expect(try verdict(machine, sockets | network, "socket", [1, 1]) == .asked)
        #expect(try verdict(machine, sockets | network, "connect") == .asked)
        #expect(try verdict(machine, sockets, "sendmsg") == .allowed)
        #expect(try verdict(machine, sockets | datagrams, "sendmsg") == .refused(EPERM))
        #expect(try verdict(machine, folders, "mkdirat") == .allowed)
        #expect(try verdict(machine, folders, "symlinkat") == .refused(EPERM))
        // RENAME_EXCHANGE and RENAME_WHITEOUT.
        #expect(try verdict(machine, folders, "renameat2", [0, 0, 0, 0, 2]) == .allowed)
        #expect(try verdict(machine, folders, "renameat2", [0, 0, 0, 0, 4]) == .refused(EPERM))
    }
}
