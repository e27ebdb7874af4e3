import Foundation
import TestSupport
import Testing

/// Changes to files that belong to the user.
@Suite struct UserFileTests {
    private static let path = ".config/antrain/settings.yaml"

    @Test func concurrentEditsOfTheSettingsAllSurvive() async throws {
        let home = try Home.ready()
        for round in 1...12 {
            let edits = [
                ["time", "06:\(10 + round)"], ["horizon", "\(round)"], ["snooze", "\(round)m"],
                ["grace", "\(round)h"],
            ]
            try await withThrowingTaskGroup(of: Int32.self) { group in
                for edit in edits {
                    let (program, environment) = (BuildProducts.path("antrain"), home.environment)
                    group.addTask { try run(program, ["settings"] + edit, environment: environment).status }
                }
                for try await status in group { #expect(status == 0) }
            }
            let text = try home.folder.read(Self.path)
            for edit in edits {
                let key = edit[0]
                #expect(
                    text.contains("\(key): \(edit[1])") || text.contains("\(key): \"\(edit[1])\""),
                    "\(edit): \(text)"
                )
            }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/.config/antrain") == [
                "settings.yaml"
            ]
        )
    }

    @Test(arguments: [true, false]) func aLinkedSettingsFileStaysALinkAndKeepsItsMode(isThere: Bool) throws {
        let home = try Home()
        try FileManager.default.createDirectory(
            atPath: home.folder.path + "/dotfiles",
            withIntermediateDirectories: true
        )
        try FileManager.default.createDirectory(
            atPath: home.folder.path + "/.config/antrain",
            withIntermediateDirectories: true
        )
        if isThere { try home.folder.write("dotfiles/antrain.yaml", "horizon: 3\n", mode: 0o640) }
        let link = home.folder.path + "/" + Self.path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../dotfiles/antrain.yaml")
        #expect(try home.antrain("settings --time 06:15").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../../dotfiles/antrain.yaml")
        #expect(try home.folder.read("dotfiles/antrain.yaml").contains("06:15"))
        let mode = try FileManager.default.attributesOfItem(atPath: home.folder.path + "/dotfiles/antrain.yaml")[
            .posixPermissions
        ]
        #expect(mode as? Int == (isThere ? 0o640 : 0o600))
    }

    /// An edit removes no temporary file of a process that writes another file of the folder.
    @Test func filesThatAreBeingWrittenStay() throws {
        let home = try Home.ready()
        let name = ".antrain-\(getpid()).tmp"
        try home.folder.write(".config/antrain/\(name)", "half a set")
        #expect(try home.antrain("settings edit", environment: ["EDITOR": "true"]).status == 0)
        #expect(try home.antrain("settings --time 06:15").status == 0)
        #expect(try home.folder.read(".config/antrain/\(name)") == "half a set")
        // A process in a container has the number of none that is seen here, but it holds the file's lock.
        let foreign = try home.folder.write(".config/antrain/.antrain-2000000000.tmp", "half a set")
        let holder = try Self.holder(of: foreign)
        #expect(try home.antrain("settings --time 06:20").status == 0)
        #expect(FileManager.default.fileExists(atPath: foreign))
        withExtendedLifetime(holder) {}
    }

    /// A process that locks a file or folder, as any user may who can read it.
    private static func holder(of path: String) throws -> BackgroundProgram {
        let script = "import fcntl, os, sys, time; fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)"
        let holder = try BackgroundProgram(
            "/usr/bin/env",
            ["python3", "-c", script + "; print('locked', flush=True); time.sleep(600)", path],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        #expect(try holder.nextLine() == "locked")
        return holder
    }

    @Test(arguments: [".config/antrain", ".local/share/antrain", ".local/state/antrain", ""])
    func aForeignLockOnAFolderStopsNothing(folder: String) throws {
        let home = try Home.ready()
        let holder = try Self.holder(of: home.folder.path + "/" + folder)
        for line in ["settings --time 06:15", "undo", "settings edit", "export ics cal.ics", "backup b.tar"] {
            let run = try home.antrain(line, environment: ["EDITOR": "sed -i s/07:30/06:20/"])
            #expect(run.status == 0, "\(line): \(run)")
        }
        withExtendedLifetime(holder) {}
    }

    /// Locks that root creates belong to the user, who can go on.
    @Test(.requires(.root)) func aCommandWithSudoDoesNotLockOutTheUser() throws {
        let (home, user) = (try Home.ready(), OrdinaryUser())
        for name in try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) where name.hasSuffix(".lock")
        {
            try FileManager.default.removeItem(atPath: home.folder.path + "/" + name)
        }
        try user.own(home.folder)
        for line in ["settings --time 06:15", "undo"] { #expect(try home.antrain(line).status == 0) }
        for line in ["settings --time 06:20", "undo"] {
            let words = user.words([BuildProducts.path("antrain")] + line.split(separator: " ").map(String.init))
            let done = try run(words[0], Array(words.dropFirst()), environment: home.environment, in: home.folder.path)
            #expect(done.status == 0, "\(line): \(done)")
        }
    }

    /// The command that a message names gives access.
    @Test(arguments: [
        (".config/antrain", 0o555, "u+w"), (".config/antrain/settings.yaml", 0o000, "u+rw"), (".config", 0o000, "u+rx"),
        (".local/share/antrain/files.lock", 0o400, "u+rw"),
    ])
    func aMissingPermissionIsNamed(place: String, mode: Int, added: String) throws {
        let (home, user) = (try Home.ready(), OrdinaryUser())
        try user.own(home.folder)
        let words = user.words([BuildProducts.path("antrain"), "settings", "--time", "06:15"])
        func changed() throws -> Finished {
            try run(words[0], Array(words.dropFirst()), environment: home.environment, in: home.folder.path)
        }
        let path = "\(home.folder.path)/\(place)"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let refused = try changed()
        #expect(refused.status == 74 && refused.errors.contains("; allow it: chmod \(added) \(path)\n"), "\(refused)")
        _ = try run("/bin/chmod", [added, path])
        #expect(try changed().status == 0)
    }

    /// SQLite names only the ledger, whatever the cause. The command helps even if SQLite created a file with the ledger's mode.
    @Test(arguments: [("ledger.sqlite", 0o400), ("", 0o500), ("", 0o000), ("changes.lock", 0o000)])
    func aMissingPermissionOfTheLedgerIsNamed(name: String, mode: Int) throws {
        let (home, user) = (try Home.ready(), OrdinaryUser())
        try user.own(home.folder)
        let words = user.words([BuildProducts.path("antrain"), "pause"])
        func paused() throws -> Finished {
            try run(words[0], Array(words.dropFirst()), environment: home.environment, in: home.folder.path)
        }
        let path = "\(home.folder.path)/.local/share/antrain" + (name.isEmpty ? "" : "/" + name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        // A folder that cannot be entered lacks two permissions, which are named in turn.
        for _ in 0..<2 {
            let refused = try paused()
            guard refused.status != 0 else { break }
            let command = try #require(refused.errors.firstMatch(of: #/; allow it: (chmod [^;,\n]+)/#)?.1, "\(refused)")
            #expect(refused.status == 74 && command.contains(path))
            _ = try run("/bin/sh", ["-c", String(command)])
        }
        #expect(try paused().status == 0)
    }

    /// No command is named for what belongs to the system, and a path is quoted.
    @Test(.requires(.root)) func onlyOwnFilesAreMadeAccessible() throws {
        let (home, user) = (try Home.ready(), OrdinaryUser())
        try home.folder.write("a b/x", "", mode: 0o600)
        try user.own(home.folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: home.folder.path + "/a b")
        func errors(_ words: String...) throws -> String {
            let line = user.words([BuildProducts.path("antrain")] + words)
            return try run(line[0], Array(line.dropFirst()), environment: home.environment, in: home.folder.path).errors
        }
        for text in [try errors("backup", "/etc/b.zip"), try errors("program", "validate", "/etc/shadow")] {
            #expect(text.contains("Permission denied") && !text.contains("chown") && !text.contains("chmod"), "\(text)")
        }
        #expect(try errors("backup", home.folder.path + "/a b/b.zip").contains("chmod u+w '\(home.folder.path)/a b'"))
    }

    /// A log that others may read, and therefore lock.
    @Test func aForeignLockOnTheLogStopsNoDelivery() throws {
        let home = try Home.ready()
        let settings = try home.folder.read(Self.path).replacing("channels: [console]\n", with: "")
        let line = "channels: [log]\nconfigure: {log: {file: \(home.folder.path)/notes.log}}\n"
        try home.folder.write(Self.path, settings + line)
        let log = try home.folder.write("notes.log", "")
        #expect(try home.antrain("plugin allow log").status == 0)
        let holder = try Self.holder(of: log)
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("deliver")
        #expect(run.status == 0, "\(run)")
        #expect(try home.folder.read("notes.log").contains("Push Day"), "\(run)")
        withExtendedLifetime(holder) {}
    }

    @Test func leftoversOfKilledProcessesAreRemoved() throws {
        let home = try Home.ready()
        let folder = home.folder.path + "/.config/antrain"
        try home.folder.write(".config/antrain/.antrain-2000000000.tmp", "half a set")
        try home.folder.write(".config/antrain/.antrain-notes.tmp", "the user's")
        #expect(try home.antrain("settings --time 06:15").status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                ".antrain-notes.tmp", "settings.yaml",
            ]
        )
    }
}
