import Foundation
import TestSupport
import Testing

/// Hostile plugins, run by an unprivileged user, with each Landlock version: their attempts are refused, and `plugin allow` and
/// `plugin info` show what the kernel cannot refuse.
@Suite struct EscapeTests {
    /// The Landlock versions to test: the kernel's, none, and one of the others that differ; `make soak` tests all of them.
    static let levels: [Int?] = [nil, 0] + Share.of([5, 3, 2, 1], 1, "landlock")

    /// Whether an attempt succeeds if Landlock is lowered to a version.
    static func comesThrough(_ attempt: EscapeAttempt, _ level: Int?) -> Bool {
        level.map { $0 < attempt.heldFrom } ?? false
    }

    private func check(_ attempts: [EscapeAttempt], needs: String = "0", level: Int?) throws -> EscapeHome {
        let home = try EscapeHome()
        try home.install(
            EscapePlugin.source(attempts, home: home.folder.path, needs: needs),
            values: "file: ~/out, read: ~/readable"
        )
        #expect(try home.antrain("plugin allow escape", level: level).status == 0)
        let expected = Set(attempts.filter { EscapeTests.comesThrough($0, level) }.map(\.name))
        let got = try home.got(level: level, of: attempts)
        #expect(got == expected, "\(got.symmetricDifference(expected).sorted())")
        #expect(try home.folder.read("victim") == "victim\n")
        #expect(try home.folder.read("readable") == "readable\n")
        return home
    }

    @Test(arguments: levels)
    func aPluginWithoutNeedsGetsNoAccess(level: Int?) throws {
        let home = try check(EscapeAttempt.withoutNeeds, level: level)
        let allowed = try home.antrain("plugin allow escape", level: level)
        let info = try home.antrain("plugin info escape", level: level).output
        let warning = "ANTRAIN_LANDLOCK turns Landlock off: once"
        #expect(allowed.errors.contains(warning) == (level == 0), "\(allowed.errors)")
        #expect(info.contains("it can read and change all your files") == (level == 0), "\(info)")
        #expect(info.contains("(lowered by ANTRAIN_LANDLOCK)") == (level != nil), "\(info)")
        if let level, level > 0 {
            #expect(info.contains("confined by Landlock \(level), seccomp and resource limits"), "\(info)")
        }
    }

    /// The limit applies to all threads of a user, so this test needs a user without other programs.
    @Test(.requires(.root)) func threadsAreLimited() throws {
        _ = try check([.threads], level: nil)
    }

    @Test(arguments: levels)
    func startingProgramsGivesNoOtherAccess(level: Int?) throws {
        let home = try check(EscapeAttempt.withPrograms, needs: "ANTRAIN_NEED_EXEC", level: level)
        let allowed = try home.antrain("plugin allow escape", level: level).errors
        let info = try home.antrain("plugin info escape", level: level).output
        let isHeld = level.map { $0 >= 6 } ?? true
        #expect(info.contains("end your other programs") == !isHeld, "\(info)")
        #expect(allowed.contains("the plugin can end your other programs") == (!isHeld && level != 0), "\(allowed)")
    }

    @Test(arguments: levels)
    func theNetworkGivesNoAccessToOtherPrograms(level: Int?) throws {
        _ = try check(EscapeAttempt.withNetwork, needs: "ANTRAIN_NEED_NETWORK", level: level)
    }

    /// What SECURITY.md says is not prevented.
    @Test(arguments: levels)
    func theseAreNotPrevented(level: Int?) throws {
        let home = try EscapeHome()
        try FileManager.default.createSymbolicLink(
            atPath: home.folder.path + "/link",
            withDestinationPath: "secret name"
        )
        try home.folder.write("a/kept", "")
        let works = [
            EscapeAttempt("size", "struct stat s; return stat(H \"/.ssh/id\", &s) == 0 && s.st_size == 7;"),
            EscapeAttempt("target", "char t[64]; return readlink(H \"/link\", t, sizeof t) == 11;"),
            EscapeAttempt(
                "removed file",
                """
                int f = open(H "/a/file", O_RDWR | O_CREAT, 0600);
                return f >= 0 && unlink(H "/a/file") == 0 && posix_fallocate(f, 0, 1 << 20) == 0;
                """
            ),
            EscapeAttempt(
                "times of a file to read",
                """
                struct timespec t[2] = { { 1, 0 }, { 1, 0 } };
                return futimens(open(H "/readable", O_RDONLY), t) == 0;
                """
            ),
            EscapeAttempt("touch", "return system(\"touch -d 2001-02-03 \" H \"/out\") == 0;"),
        ]
        try home.install(
            EscapePlugin.source(works, home: home.folder.path, needs: "ANTRAIN_NEED_EXEC"),
            values: "file: ~/out, folder: ~/a/, read: ~/readable"
        )
        try home.antrain("plugin allow escape", level: level)
        #expect(try home.got(level: level, of: works) == Set(works.map(\.name)))
    }

    /// Programs that a plugin starts one after another share the processor time that one may use, whoever waits for them.
    @Test(arguments: levels, ["waitpid(p, NULL, 0);", "if (fork()) _exit(0);"])
    func programsShareTheirProcessorTime(level: Int?, then: String) throws {
        let home = try EscapeHome()
        let isWaiting = then.hasPrefix("waitpid")
        let attempt = EscapeAttempt(
            "programs",
            """
            for (int i = 0; i < 12; i++) {
                int ends[2];
                char none;
                if (pipe(ends) != 0) return 0;
                pid_t p = fork();
                if (p == 0) {
                    \(isWaiting ? "" : then)
                    while (clock() < CLOCKS_PER_SEC) { }
                    _exit(0);
                }
                close(ends[1]);
                if (read(ends[0], &none, 1) < 0) return 0;
                close(ends[0]);
                \(isWaiting ? then : "")
            }
            return 1;
            """
        )
        try home.install(EscapePlugin.source([attempt], home: home.folder.path, needs: "ANTRAIN_NEED_EXEC"))
        try home.antrain("plugin allow escape", level: level)
        // The user's own limit is lower than the plugin's.
        let limited = ["/bin/sh", "-c", "ulimit -t 3; exec \"$@\"", "sh"]
        let run = try home.antrain("plugin test escape", level: level, by: limited)
        #expect(run.status == 75 && run.errors.contains("SIGXCPU") && !run.output.contains("GOT"), "\(run)")
        #expect(run.errors.contains("used all their processor time"), "\(run.errors)")
    }

    /// A program of the plugin that holds all of its descriptors, and adds bytes to a file for as long as it runs.
    private func endless(then: String) -> EscapeAttempt {
        EscapeAttempt(
            "endless",
            """
            if (fork() == 0) {
                for (int i = 0; i < 1200; i++) {
                    int f = open(H "/out", O_WRONLY | O_APPEND);
                    if (write(f, "x", 1) != 1) _exit(1);
                    close(f);
                    usleep(100000);
                }
                _exit(0);
            }
            \(then)
            """
        )
    }

    /// Whether the file of `endless` no longer grows.
    private func hasEnded(_ home: EscapeHome) throws -> Bool {
        let size = try home.folder.read("out").utf8.count
        usleep(1_000_000)
        return try home.folder.read("out").utf8.count == size
    }

    /// The host does not wait for programs that hold the plugin's socket.
    @Test func programsEndWithThePlugin() throws {
        let home = try EscapeHome()
        let attempt = endless(then: "kill(getpid(), SIGKILL); return 1;")
        try home.install(
            EscapePlugin.source([attempt], home: home.folder.path, needs: "ANTRAIN_NEED_EXEC"),
            values: "file: ~/out"
        )
        try home.antrain("plugin allow escape", level: nil)
        let run = try home.antrain("plugin test escape", level: nil)
        #expect(run.status == 75 && run.errors.contains("was terminated by SIGKILL"), "\(run.errors)")
        #expect(try hasEnded(home))
    }

    /// If antrain is killed, the kernel ends the plugin, and the guard its programs.
    @Test func programsEndWithAntrain() throws {
        let home = try EscapeHome()
        try home.install(
            EscapePlugin.source(
                [endless(then: "while (!over) { pause(); }\n return 1;")],
                home: home.folder.path,
                needs: "ANTRAIN_NEED_EXEC"
            ),
            values: "file: ~/out"
        )
        try home.antrain("plugin allow escape", level: nil)
        let before = try home.folder.read("out").utf8.count
        let antrain = try home.background([BuildProducts.path("antrain"), "plugin", "test", "escape"])
        #expect(try eventually(true) { try home.folder.read("out").utf8.count > before + 3 })
        kill(antrain.process, SIGKILL)
        #expect(try eventually(true, within: 30) { try hasEnded(home) })
    }

    /// `ANTRAIN_LANDLOCK` can only lower the version; other values have no effect.
    @Test(arguments: ["99", "-1", "none", ""])
    func theVersionCannotBeRaised(text: String) throws {
        let home = try EscapeHome()
        try home.install(EscapePlugin.source([.none], home: home.folder.path))
        try home.antrain("plugin allow escape", level: nil)
        let plain = try home.antrain("plugin info escape", level: nil).output
        #expect(plain.contains("confined by ") && !plain.contains("lowered"))
        #expect(try home.antrain("plugin info escape", level: nil, ["ANTRAIN_LANDLOCK": text]).output == plain)
    }

    /// System calls of other ABIs (32-bit, x32) have other numbers than the allowlist; they end the process.
    @Test(arguments: [
        "int x = 20; __asm__ volatile(\"int $0x80\" : \"+a\"(x)); return x > 0;",
        "return syscall(0x40000000 + 39) > 0;",
    ])
    func foreignSystemCallsEndTheProcess(code: String) throws {
        #if arch(x86_64)
            let home = try EscapeHome()
            let attempt = EscapeAttempt("foreign", code)
            try home.install(EscapePlugin.source([attempt], home: home.folder.path))
            try home.antrain("plugin allow escape", level: nil)
            let run = try home.antrain("plugin test escape", level: nil)
            #expect(run.status == 75 && run.errors.contains("SIGSYS") && !run.output.contains("GOT"), "\(run)")
        #endif
    }
}
