import Foundation
import TestSupport
import Testing

/// Hostile plugins, run by an unprivileged user, with each Landlock version: their attempts are refused, and `plugin allow` and
/// `plugin info` show what the kernel cannot refuse.
@Suite struct EscapeTests {
    /// The Landlock versions to test: the kernel's and none; with `ANTRAIN_SOAK`, all that differ.
    static let levels: [Int?] =
        ProcessInfo.processInfo.environment["ANTRAIN_SOAK"] == nil ? [nil, 0] : [nil, 5, 3, 2, 1, 0]

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
        #expect(try home.got(level: level, of: attempts) == expected)
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
