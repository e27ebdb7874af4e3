import Foundation
import TestSupport
import Testing

/// Systems with missing features or an unusual configuration.
@Suite struct UnusualSystemTests {
    @Test func anIgnoredSIGCHLDIsHarmless() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T07:30"
        let run = try run(
            "/usr/bin/env",
            [
                "python3", "-c",
                "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])",
                BuildProducts.path("antrain"), "deliver", "--verbose",
            ],
            environment: home.environment
        )
        #expect(run.status == 0 && run.output.contains("Today: Push Day"), "\(run)")
        // A failing program must not count as successful.
        let failing = try CronHome(nil)
        try failing.program("crontab", "echo broken >&2; exit 3")
        let migrate = try TestSupport.run(
            "/usr/bin/env",
            [
                "python3", "-c",
                "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])",
                BuildProducts.path("antrain"), "migrate",
            ],
            environment: failing.home.environment.merging(["PATH": failing.folder.path + "/bin:/usr/bin:/bin"]) { $1 }
        )
        #expect(migrate.errors.contains("broken"), "\(migrate)")
    }

    @Test(.requires(.userNamespaces)) func antrainNeedsNoProc() throws {
        let home = try Home.ready()
        let run = try run(
            "/usr/bin/unshare",
            [
                "-rm", "/bin/sh", "-c", "mount -t tmpfs none /proc && exec \"$1\" today", "sh",
                BuildProducts.path("antrain"),
            ],
            environment: home.environment
        )
        #expect(run.status == 0 && !run.output.isEmpty && !run.output.contains("USAGE"), "\(run)")
    }

    /// Reading the link that names the executable may fail although the link is there.
    @Test func antrainNeedsNoLinkToItsExecutable() throws {
        let home = try Home.ready()
        // A filter of system calls (seccomp(2)) makes readlink(2) and readlinkat(2) fail.
        let script = """
            import ctypes, errno, os, platform, struct, sys
            calls = {'x86_64': (89, 267), 'aarch64': (78, 78)}[platform.machine()]
            def step(code, yes, no, value): return struct.pack('HBBI', code, yes, no, value)
            program = step(0x20, 0, 0, 0) + step(0x15, 1, 0, calls[0]) + step(0x15, 0, 1, calls[1])
            program += step(0x06, 0, 0, 0x50000 | errno.EIO) + step(0x06, 0, 0, 0x7FFF0000)
            class Filter(ctypes.Structure): _fields_ = [('length', ctypes.c_ushort), ('steps', ctypes.c_char_p)]
            libc = ctypes.CDLL(None, use_errno=True)
            assert libc.prctl(38, 1, 0, 0, 0) == 0
            assert libc.prctl(22, 2, ctypes.byref(Filter(5, program)), 0, 0) == 0, ctypes.get_errno()
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let today = try run(
            "/usr/bin/env",
            ["python3", "-c", script, BuildProducts.path("antrain"), "today"],
            environment: home.environment
        )
        #expect(try today.status == 0 && today.output == home.antrain("today").output, "\(today)")
    }

    @Test(.requires(.userNamespaces), arguments: ["ro", "full"]) func aReadOnlyDiskCanBeRead(how: String) throws {
        let home = try Home.ready()
        let folder = home.folder.path + "/.local/share/antrain"
        let prepare =
            how == "ro"
            ? "mount --bind '\(folder)' '\(folder)' && mount -o remount,ro,bind '\(folder)'"
            : """
            cp '\(folder)/ledger.sqlite' '\(home.folder.path)/copy' && mount -t tmpfs -o size=256k none '\(folder)' \
            && cat '\(home.folder.path)/copy' >'\(folder)/ledger.sqlite' && { cat /dev/zero >'\(folder)/fill' 2>/dev/null; true; }
            """
        let script = """
            \(prepare) || exit 99
            for command in today pending history week; do "$1" $command >/dev/null || exit 1; done
            "$1" done && exit 2
            "$1" done 2>&1 | grep -q . || exit 3
            exit 0
            """
        let run = try run(
            "/usr/bin/unshare",
            ["-rm", "/bin/sh", "-c", script, "sh", BuildProducts.path("antrain")],
            environment: home.environment
        )
        #expect(run.status == 0, "\(run)")
    }

    @Test func aDaemonIgnoresStraySignals() throws {
        let home = try DaemonHome()
        try home.start()
        for number in [SIGUSR1, SIGUSR2, SIGALRM] { home.signal(number) }
        // A daemon that still delivers has survived the signals.
        try home.remind(in: 1)
        #expect(home.delivered(1).count == 1)
        #expect(try #require(home.daemon).ending(within: 0) == nil)
    }
}
