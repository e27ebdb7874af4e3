import Archives
import Foundation
import TestSupport
import Testing

/// Damaged and manipulated backups: each is refused with its reason, and nothing in the home changes.
@Suite struct HostileBackupTests {
    /// A backup that a test changes.
    struct Backup {
        var members: [TarMember]
        var manifest: [String: Any]

        init(_ path: String) throws {
            members = try TarReader().members(of: [UInt8](try Data(contentsOf: URL(filePath: path))))
            let object = try JSONSerialization.jsonObject(with: Data(members.removeFirst().bytes))
            manifest = try #require(object as? [String: Any])
        }

        private var files: [[String: Any]] {
            get { manifest["files"] as? [[String: Any]] ?? [] }
            set { manifest["files"] = newValue }
        }

        mutating func remove(_ name: String) {
            members.removeAll { $0.name == name }
            files.removeAll { $0["name"] as? String == name }
        }

        /// Adds a file, or replaces one, with a correct digest.
        mutating func put(_ name: String, _ kind: String, _ bytes: [UInt8]) throws {
            remove(name)
            let scratch = try TemporaryFolder()
            try Data(bytes).write(to: URL(filePath: scratch.path + "/x"))
            let digest = try run("/usr/bin/sha256sum", [scratch.path + "/x"]).output.prefix(64)
            members.append(TarMember(name: name, modified: 0, bytes: bytes[...]))
            files.append(["name": name, "kind": kind, "size": bytes.count, "sha256": String(digest), "path": "/x"])
        }

        /// Changes the ledger with SQL.
        mutating func ledger(_ sql: String) throws {
            let scratch = try TemporaryFolder()
            let file = scratch.path + "/ledger.sqlite"
            let bytes = try #require(members.first { $0.name == "ledger.sqlite" }).bytes
            try Data(bytes).write(to: URL(filePath: file))
            let changed = try run("/usr/bin/sqlite3", [file, sql])
            #expect(changed.status == 0, "\(changed)")
            try put("ledger.sqlite", "ledger", [UInt8](try Data(contentsOf: URL(filePath: file))))
        }

        func archive() throws -> [UInt8] {
            let text = try JSONSerialization.data(withJSONObject: manifest)
            var writer = TarWriter()
            try writer.append(TarMember(name: "manifest.json", modified: 0, bytes: [UInt8](text)[...]))
            for member in members { try writer.append(member) }
            return writer.finish()
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int32
        let reason: String
        let make: @Sendable (inout Backup) throws -> [UInt8]

        var testDescription: String { name }

        init(
            _ name: String,
            status: Int32 = 65,
            _ reason: String,
            _ make: @escaping @Sendable (inout Backup) throws -> [UInt8]
        ) {
            (self.name, self.status, self.reason, self.make) = (name, status, reason, make)
        }

        /// A backup that is well formed after the change.
        static func changed(
            _ name: String,
            status: Int32 = 65,
            _ reason: String,
            _ change: @escaping @Sendable (inout Backup) throws -> Void
        ) -> Case {
            Case(name, status: status, reason) { backup in
                try change(&backup)
                return try backup.archive()
            }
        }

        /// A backup with a further file in a place where no such file belongs.
        static func misplaced(_ name: String, _ path: String, as kind: String) -> Case {
            changed(name, "does not belong in any of antrain's folders") {
                try $0.put(path, kind, Array("x".utf8))
            }
        }
    }

    /// A home with a backup, and the archive of that backup after a change.
    private func home(with change: (inout Backup) throws -> [UInt8]) throws -> (home: Home, archive: String) {
        let home = try Home.ready()
        #expect(try home.antrain("backup good.tar").status == 0)
        var backup = try Backup(home.folder.path + "/good.tar")
        let archive = home.folder.path + "/bad.tar"
        try Data(try change(&backup)).write(to: URL(filePath: archive))
        return (home, archive)
    }

    static let cases = [
        Case("empty", "not a tar archive") { _ in [] },
        Case("text", "not a tar archive") { _ in Array("settings: none\n".utf8) },
        Case("cut off", "the file is incomplete") { Array(try $0.archive().dropLast(30_000)) },
        Case("longer", "contains data after its end") { try $0.archive() + [1] },
        Case("one bit of the ledger", "SHA-256 differs") { backup in
            var archive = try backup.archive()
            archive[archive.count / 2] ^= 1
            return archive
        },
        Case("two members of one name", "two members named") { backup in
            let archive = try backup.archive()
            return Array(archive[..<firstMember(of: archive)]) + archive
        },
        Case("a symbolic link", "a symbolic link, not a regular file") { backup in
            var archive = try backup.archive()
            archive[156] = UInt8(ascii: "2")
            sign(&archive)
            return archive
        },
        .changed("no manifest", "its first file is not manifest.json") { backup in
            backup.members.insert(TarMember(name: "a", modified: 0, bytes: []), at: 0)
        }.without("manifest.json"),
        .changed("another manifest", "not that of an antrain backup") { $0.manifest["format"] = "other" },
        .changed("a damaged manifest", "its manifest is damaged") { $0.manifest["files"] = "none" },
        .changed("a newer format", status: 78, "written by a newer antrain (9.9)") {
            $0.manifest["version"] = 2
            $0.manifest["antrain"] = "9.9"
        },
        .changed("a newer schema", status: 78, "written by a newer antrain") { $0.manifest["schema"] = 9999 },
        .changed("a newer ledger", status: 78, "written by a newer antrain") {
            try $0.ledger("PRAGMA user_version = 9999")
        },
        .changed("a file that is not listed", "is not in its manifest") {
            $0.members.append(TarMember(name: "extra", modified: 0, bytes: []))
        },
        .changed("a file that is missing", "which its manifest lists, is missing") { backup in
            backup.members.removeAll { $0.name == "config/settings.yaml" }
        },
        .changed("no ledger", "it contains no ledger") { $0.remove("ledger.sqlite") },
        .changed("no database", "its ledger is damaged") {
            try $0.put("ledger.sqlite", "ledger", [UInt8](repeating: 0x41, count: 20_000))
        },
        .changed("an empty ledger", "its ledger is empty") { try $0.put("ledger.sqlite", "ledger", []) },
        .changed("another program's database", "another program's database") {
            try $0.ledger("PRAGMA application_id = 7; DROP TABLE grdb_migrations")
        },
        .changed("a trigger", "the trigger 'x' does not belong to a ledger") {
            try $0.ledger("CREATE TRIGGER x AFTER INSERT ON fact BEGIN DELETE FROM reminder; END")
        },
        .changed("a view", "the view 'x' does not belong to a ledger") {
            try $0.ledger("CREATE VIEW x AS SELECT * FROM reminder")
        },
        .changed("a further table", "the table 'x' does not belong to a ledger") {
            try $0.ledger("CREATE TABLE x (y)")
        },
        .changed("a further index", "the index 'x' does not belong to a ledger") {
            try $0.ledger("CREATE INDEX x ON reminder (title)")
        },
        .changed("a missing index", "the index 'journal_batch' is missing") {
            try $0.ledger("DROP INDEX journal_batch")
        },
        .changed("a changed table", "the table 'plugin' is another one") {
            try $0.ledger("ALTER TABLE plugin ADD COLUMN more TEXT")
        },
        .changed("a changed index", "the index 'journal_batch' is another one") {
            try $0.ledger("DROP INDEX journal_batch; CREATE INDEX journal_batch ON journal (batch, at)")
        },
        .changed("a name with control characters", "does not belong to a ledger") {
            try $0.ledger("CREATE TABLE \"a\u{1B}[31mb\" (y)")
        },
        .changed("a trigger in a ledger of an earlier version", "does not belong to a ledger") {
            try $0.ledger(
                FormerLedger.sql(version: 14)
                    + "CREATE TRIGGER x AFTER UPDATE ON journal BEGIN DELETE FROM reminder; END"
            )
        },
        .changed("a ledger that is too old", "its ledger is too old (schema 13)") {
            try $0.ledger(FormerLedger.sql(version: 13))
        },
        .changed("a version that never was", "its ledger") { try $0.ledger("PRAGMA user_version = 0") },
        .changed("a wrong value", "its ledger is damaged: table activation") {
            try $0.ledger("UPDATE activation SET start_date = 'soon'")
        },
        .changed("a row without its parent", "of notification that do") {
            try $0.ledger("PRAGMA foreign_keys = OFF; UPDATE delivery SET notification = notification + 9999")
        },
        .misplaced("a hidden file", "home/.bashrc.yaml", as: "program"),
        .misplaced("a secret elsewhere", "home/.ssh/authorized_keys", as: "secret"),
        .misplaced("a program that is no YAML file", "home/run.sh", as: "program"),
        .misplaced("a plugin elsewhere", "config/programs/x.so", as: "plugin"),
        .misplaced("a program below the settings", "config/settings.yaml/x.yaml", as: "program"),
        .misplaced("a forged journal of a restore", "data/restore/x.yaml", as: "program"),
        .misplaced("a forged snapshot", "data/snapshots/x.yaml", as: "program"),
        .misplaced("a program among the plugins", "data/plugins/x.yaml", as: "program"),
        .misplaced("a program in another folder of the settings", "config/hooks/x.yaml", as: "program"),
        .misplaced("a program deep in the folder of programs", "config/programs/x/y.yaml", as: "program"),
        .misplaced("a secret below the settings", "config/settings.yaml/x", as: "secret"),
        .misplaced("a secret in another folder", "config/programs/x.yaml", as: "secret"),
        .misplaced("the settings as a secret", "config/settings.yaml", as: "secret"),
        .changed("two files for one path", "have the same destination but different contents") {
            try $0.put("programs/a.yaml", "program", Array("x".utf8))
            try $0.put("config/programs/a.yaml", "program", Array("y".utf8))
        },
        .changed("an unknown kind", "its manifest is damaged") { try $0.put("config/x", "crontab", []) },
    ]

    @Test(arguments: cases)
    func aBadBackupChangesNothing(_ entry: Case) throws {
        let (home, archive) = try home(with: entry.make)
        let before = try UserFiles(home)
        let run = try home.antrain("restore bad.tar --yes")
        #expect(run.status == entry.status && run.errors.contains(entry.reason), "\(run)")
        #expect(run.errors.contains("nothing was changed") && run.output.isEmpty, "\(run)")
        #expect(!run.errors.contains("\u{1B}"), "\(run)")
        #expect(try UserFiles(home) == before)
        // In an empty home, not even a folder appears.
        let empty = try Home()
        #expect(try empty.antrain("restore \(archive)").status == entry.status)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: empty.folder.path).isEmpty)
    }

    /// antrain's folders may be visible ones below the home folder, to which programs are restored, too.
    @Test(arguments: [
        "home/data/antrain/snapshots/x.yaml", "home/data/antrain/restore/x.yaml", "home/config/antrain/settings.yaml",
        "home/config/antrain/hooks/x.yaml",
    ])
    func antrainsFoldersAreProtectedUnderEveryName(name: String) throws {
        let (home, archive) = try home(with: Case.misplaced(name, name, as: "program").make)
        let visible = try Home()
        let folders = ["XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data"].mapValues {
            visible.folder.path + "/" + $0
        }
        let run = try visible.antrain("restore \(archive)", environment: folders)
        #expect(run.status == 65 && run.errors.contains("does not belong in any of antrain's folders"), "\(run)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: visible.folder.path).isEmpty)
        withExtendedLifetime(home) {}
    }

    @Test func aMissingFileIsNamed() throws {
        let run = try Home().antrain("restore none.tar")
        #expect(run.status == 66 && run.errors.contains("none.tar"), "\(run)")
    }
}

extension HostileBackupTests.Case {
    /// The same archive without its first member of that name.
    func without(_ name: String) -> Self {
        let make = make
        return Self(self.name, status: status, reason) { backup in
            let archive = try make(&backup)
            return Array(archive.dropFirst(firstMember(of: archive)))
        }
    }
}

/// The size of an archive's first member with its header, in bytes.
private func firstMember(of archive: [UInt8]) -> Int {
    let digits = String(decoding: archive[124..<135], as: UTF8.self)
    let size = Int(digits, radix: 8) ?? 0
    return 512 + (size + 511) / 512 * 512
}

/// Corrects the checksum of the first header.
private func sign(_ archive: inout [UInt8]) {
    for place in 148..<156 { archive[place] = 0x20 }
    var sum = 0
    for byte in archive[..<512] { sum += Int(byte) }
    let digits = String(sum, radix: 8)
    let text = String(repeating: "0", count: 6 - digits.count) + digits
    for (place, byte) in zip(148..<155, Array(text.utf8) + [0]) { archive[place] = byte }
}
