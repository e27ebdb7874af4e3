import Foundation
import TestSupport
import Testing

/// A missing or damaged part of antrain is reported once, with its file and the remedy; reminders wait for the repair.
@Suite struct DamagedInstallationTests {
    /// A kind of damage, with the file that the message names and the reason.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let file: String
        let reason: String
        let inflict: @Sendable (Prefix) throws -> Void

        init(_ name: String, _ file: String, _ reason: String, inflict: @escaping @Sendable (Prefix) throws -> Void) {
            (testDescription, self.file, self.reason, self.inflict) = (name, file, reason, inflict)
        }
    }

    private static let runner = "libexec/antrain/antrain-plugin-runner"
    private static let library = "libexec/antrain/runtime/libpart.so"
    private static let list = "libexec/antrain/plugins.sha256"
    private static let plugin = "lib/antrain/plugins/libantrain-log.so"

    static let damages = [
        Damage("no runner", runner, "No such file or directory") { try $0.remove(runner) },
        Damage("a runner that is not executable", runner, "Permission denied") {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\($0.path)/\(runner)")
        },
        Damage("a runner that is no program", runner, "Exec format error") { try $0.write(runner, "junk") },
        Damage("another program as runner", runner, "it ended with exit code 3 before it loaded the plugin") {
            try $0.write(runner, "#!/bin/sh\nexit 3\n")
        },
        Damage("a runner that sends garbage", runner, "it sent an invalid message") {
            try $0.write(runner, "#!/bin/sh\nhead -c 4096 /dev/zero | tr '\\0' '\\377'\nsleep 1\n")
        },
        Damage("a runner that crashes", runner, "it crashed (SIGSEGV) before it loaded the plugin") {
            try $0.write(runner, "#!/bin/sh\nkill -SEGV $$\n")
        },
        Damage("no library", library, "cannot open shared object file: No such file or directory") {
            try $0.linkRunner()
            try $0.remove(library)
        },
        Damage("a library that is none", library, "file too short") {
            try $0.linkRunner()
            try $0.write(library, "junk")
        },
        Damage("a library without a symbol, recorded", library, "it is not the file that was installed") {
            try $0.linkRunner()
            try $0.record(["antrain-plugin-runner", "runtime/libpart.so"])
            try $0.compile("int other;", to: library, ["-shared"])
        },
        Damage("no library, recorded", library, "No such file or directory") {
            try $0.linkRunner()
            try $0.record(["antrain-plugin-runner", "runtime/libpart.so"])
            try $0.remove(library)
        },
        Damage("no list of plugins", list, "No such file or directory") { try $0.remove(list) },
        Damage("an empty list of plugins", list, "it lists no plugins") { try $0.write(list, "") },
        Damage("no plugin", plugin, "No such file or directory") { try $0.remove(plugin) },
    ]

    /// Two channels with the same damage cause one message; after the repair, the reminder is sent at once.
    @Test(arguments: Share.of(damages, 3, "damaged installations"))
    func itIsReportedOnceAndRemindersWait(damage: Damage) throws {
        let prefix = try Prefix()
        let intact = prefix.home.folder.path + "/intact"
        try TemporaryFolder.copyExecutables(prefix.path, to: intact)
        try prefix.home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [log, second]\nconfigure: {second: {plugin: log, file: \(prefix.home.folder.path)/second}}\n"
        )
        #expect(try prefix.antrain("reminder add Water --at 07:30").status == 0)
        try damage.inflict(prefix)
        let message =
            "antrain: a part of antrain is missing or damaged: \(prefix.path)/\(damage.file): \(damage.reason)"
        func expectOneMessage(_ line: String, now: String = "2026-11-23T07:30") throws {
            let done = try prefix.antrain(line, now: now)
            #expect(done.status == 69, "\(line): \(done)")
            // `status` also says that no program is active.
            let messages = done.errors.split(separator: "\n").filter { !$0.hasPrefix("no active program") }
            #expect(messages.count == 1, "\(line): \(done)")
            #expect(messages.first?.hasPrefix(message) == true, "\(line): \(done)")
            #expect(messages.first?.hasSuffix("; reinstall antrain") == true, "\(line): \(done)")
        }
        // A first run asks the plugins for their descriptions, and a verbose one is not told that it was already told.
        for line in ["deliver", "deliver --verbose", "plugin list", "plugin info log", "plugin test log", ""] {
            try expectOneMessage(line)
        }
        // Under cron, the same damage is not reported every minute.
        let again = try prefix.antrain("deliver", now: "2026-11-23T07:31")
        #expect(again.status == 69 && again.errors.isEmpty, "\(again)")
        let answered = try prefix.antrain("reminder add Tea --at 09:00", now: "2026-11-23T07:32")
        #expect(answered.status == 0, "\(answered)")
        let pending = try prefix.antrain("pending", now: "2026-11-23T07:33").output
        #expect(pending.contains("Water") && !pending.contains("retry"), "\(pending)")
        try FileManager.default.removeItem(atPath: prefix.path)
        try TemporaryFolder.copyExecutables(intact, to: prefix.path)
        let repaired = try prefix.antrain("deliver", now: "2026-11-23T07:34")
        #expect(repaired.status == 0 && repaired.errors.isEmpty, "\(repaired)")
        #expect(prefix.log?.contains("Water") == true)
        #expect(try prefix.home.folder.read("second").contains("Water"))
    }

    /// A runner that somebody killed, or that lacks memory, is not damaged.
    @Test func aKilledRunnerIsNotDamaged() throws {
        let prefix = try Prefix()
        try prefix.activate("log")
        try prefix.write(Self.runner, "#!/bin/sh\nkill -KILL $$\n")
        let done = try prefix.antrain("deliver", now: "2026-11-23T07:30")
        #expect(done.status == 75 && done.errors.contains("was terminated by SIGKILL"), "\(done)")
        #expect(!done.errors.contains("reinstall"), "\(done)")
    }

    /// Third-party plugins that the user allowed do not depend on the list of shipped plugins.
    @Test func otherPluginsDeliverWithoutTheList() throws {
        let prefix = try Prefix()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        let library = try compilePlugin(source, into: prefix.home.folder, name: "stray")
        let folder = try TemporaryFolder(path: prefix.home.folder.path + "/.local/share/antrain/plugins")
        try FileManager.default.copyItem(atPath: library, toPath: folder.path + "/libstray.so")
        try prefix.activate("log, stray")
        #expect(try prefix.antrain("plugin allow stray").status == 0)
        try prefix.remove(Self.list)
        #expect(try prefix.antrain("deliver", now: "2026-11-23T07:30").status == 69)
        #expect(try prefix.home.folder.read("stray.txt").contains("Water"))
        #expect(prefix.log == nil)
    }
}

extension Prefix {
    fileprivate func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(file)")
    }

    fileprivate func write(_ file: String, _ text: String) throws {
        try home.folder.write("prefix/\(file)", text, mode: file.hasSuffix("runner") ? 0o755 : 0o644)
    }

    fileprivate func compile(_ source: String, to file: String, _ options: [String]) throws {
        let text = try home.folder.write("part.c", source)
        let target = "\(path)/\(file)"
        let done = try run("/usr/bin/env", ["cc", "-fPIC", "-o", target, text] + options)
        #expect(done.status == 0, "\(done)")
    }

    /// Replaces the runner by a program that needs a library of the runtime.
    fileprivate func linkRunner() throws {
        let runtime = try TemporaryFolder(path: "\(path)/libexec/antrain/runtime").path
        try compile("int part(void) { return 0; }", to: "libexec/antrain/runtime/libpart.so", ["-shared"])
        try remove("libexec/antrain/antrain-plugin-runner")
        try compile(
            "int part(void); int main(void) { return part(); }",
            to: "libexec/antrain/antrain-plugin-runner",
            ["-L\(runtime)", "-lpart", "-Wl,-rpath,$ORIGIN/runtime", "-Wl,-z,now"]
        )
    }

    /// Records the parts as `.ci/stage` does.
    fileprivate func record(_ parts: [String]) throws {
        let folder = "\(path)/libexec/antrain"
        let list = try run("/usr/bin/env", ["sha256sum"] + parts, in: folder).output
        try home.folder.write("prefix/libexec/antrain/parts.sha256", list)
    }
}
