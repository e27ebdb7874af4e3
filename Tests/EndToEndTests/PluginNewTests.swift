import Foundation
import TestSupport
import Testing

/// `plugin new`: each template builds, and its tests pass.
@Suite struct PluginNewTests {
    /// A program of the user who runs the tests, such as cargo.
    private static func has(_ program: String) -> Bool {
        (try? run("/usr/bin/env", ["sh", "-c", "command -v \(program)"]).status) == 0
    }

    /// The languages that have a compiler here and build fast enough for a test; .ci/check-authors builds the Swift template.
    private static let languages = has("cargo") ? ["c", "rust"] : ["c"]

    private func project(_ path: String) throws -> String {
        try String(contentsOfFile: BuildProducts.package + path, encoding: .utf8)
    }

    /// Installs what a plugin author needs: the header and its pkg-config file.
    private func prefix(in folder: TemporaryFolder) throws -> String {
        try folder.write("prefix/lib/pkgconfig/antrain-plugin.pc", project("Plugins/antrain-plugin.pc"))
        try folder.write(
            "prefix/include/antrain_plugin.h",
            project("Sources/Delivery/AntrainPluginABI/include/antrain_plugin.h")
        )
        return folder.path + "/prefix"
    }

    /// Runs make in a plugin's folder, with the temporary home as HOME.
    private func make(_ target: String, in folder: String, _ home: Home) throws -> Finished {
        let own = ProcessInfo.processInfo.environment
        let house = own["HOME", default: "/root"]
        return try run(
            "/usr/bin/env",
            ["make", target],
            environment: [
                "HOME": home.folder.path, "PATH": BuildProducts.folder + ":" + own["PATH", default: "/usr/bin:/bin"],
                "PKG_CONFIG_PATH": prefix(in: home.folder) + "/lib/pkgconfig",
                "CARGO_HOME": own["CARGO_HOME"] ?? house + "/.cargo",
                "RUSTUP_HOME": own["RUSTUP_HOME"] ?? house + "/.rustup",
            ],
            in: folder
        )
    }

    @Test(arguments: [
        (
            "c",
            [".gitignore", "Makefile", "README.md", "desk-lamp.c", "test_plugin.c"]
        ),
        (
            "rust",
            [
                ".gitignore", "Cargo.toml", "Makefile", "README.md", "src/abi.rs",
                "src/lib.rs",
                "src/tests.rs",
            ]
        ),
        (
            "Swift",
            [
                ".gitignore", "Makefile", "Package.swift", "README.md", "Sources/Plugin/Entry.swift",
                "Sources/Plugin/LinePlugin.swift", "Tests/PluginTests/LoadedLibrary.swift",
                "Tests/PluginTests/PluginTests.swift", "plugin.map",
            ]
        ),
    ])
    func aNewPluginHasItsNameInEachFile(language: String, files: [String]) throws {
        let home = try Home()
        let made = try home.antrain("plugin new desk-lamp --language \(language) --into plugins/mine --json")
        #expect(made.status == 0 && made.errors.isEmpty)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any])
        let folder = try #require(object["path"] as? String)
        #expect(folder == home.folder.path + "/plugins/mine/desk-lamp")
        #expect(object["files"] as? [String] == files)
        #expect((object["commands"] as? [String])?.first == "cd plugins/mine/desk-lamp")
        var named = 0
        for file in files {
            let text = try home.folder.read("plugins/mine/desk-lamp/" + file)
            #expect(!text.contains("@NAME@") && !text.contains(BuildProducts.package), "\(file)")
            if text.contains("desk-lamp") { named += 1 }
        }
        #expect(named >= 4)
        #expect(try home.folder.read("plugins/mine/desk-lamp/README.md").hasPrefix("# desk-lamp\n"))
    }

    @Test(arguments: languages)
    func aNewPluginBuildsAndDelivers(language: String) throws {
        let home = try Home()
        let told = try home.antrain("plugin new desk-lamp --language \(language)").output
        #expect(told.contains("# needs ") && told.contains("antrain channel add desk-lamp ~/reminders.txt"))
        let folder = home.folder.path + "/desk-lamp"
        for target in ["test", "install"] {
            let built = try make(target, in: folder, home)
            #expect(built.status == 0, "\(built.output)\(built.errors)")
        }
        for line in ["channel allow desk-lamp", "channel add desk-lamp ~/reminders.txt", "settings --on"] {
            let run = try home.antrain(line)
            #expect(run.status == 0, "\(run)")
        }
        let info = try home.antrain("plugin info desk-lamp")
        #expect(
            info.status == 0 && info.output.hasPrefix("desk-lamp 0.1.0: Adds a line to a file for each reminder\n~/")
        )
        #expect(info.output.contains("\nready\n") && info.output.contains("path  ~/reminders.txt"))
        try home.antrain(arguments: ["reminder", "add", "Water", "--notes", "Two\nglasses", "--at", "20:10"])
        home.now = "2026-11-22T20:10"
        let delivered = try home.antrain("deliver")
        #expect(delivered.status == 0, "\(delivered.errors)")
        #expect(try home.folder.read("reminders.txt").hasSuffix(".\nWater: Two glasses\n"))

        // The user sees the problem that the plugin reports.
        try home.antrain(arguments: ["reminder", "add", "Water", "--at", "20:20"])
        try FileManager.default.removeItem(atPath: home.folder.path + "/reminders.txt")
        try home.folder.write("reminders.txt/file", "")
        home.now = "2026-11-22T20:20"
        let failed = try home.antrain("deliver --verbose")
        #expect(failed.status == 0 && failed.errors.contains("set 'path' to another file"), "\(failed.errors)")
    }

    @Test(arguments: [
        ("a23456789-123456789-123456789-123 --language c", "expected up to 32 lowercase letters"),
        ("Desk --language c", "invalid name 'Desk': expected up to 32 lowercase letters"),
        ("desk_lamp --language c", "invalid name 'desk_lamp'"), ("2nd --language c", "starting with a letter"),
        ("desk- --language c", "invalid name 'desk-'"), ("dësk --language c", "invalid name"),
        ("../desk --language c", "invalid name '../desk'"),
        ("desk --language swfit", "invalid --language 'swfit': did you mean 'swift'?"),
        ("desk --language cobol", "invalid --language 'cobol': expected one of c, rust, swift"),
        ("desk", "missing expected argument '--language <language>'"),
    ])
    func invalidArgumentsAreReported(line: String, message: String) throws {
        let home = try Home()
        let run = try home.antrain("plugin new " + line)
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(message), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    }

    @Test func existingFilesAreNotOverwritten() throws {
        let home = try Home()
        try home.folder.write("desk/notes.txt", "mine")
        let run = try home.antrain("plugin new desk --language c")
        #expect(run.status == 64 && run.errors.contains("/desk is not empty; choose another name"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/desk") == ["notes.txt"])
        // An empty folder can be used; a file cannot.
        try FileManager.default.createDirectory(atPath: home.folder.path + "/lamp", withIntermediateDirectories: true)
        #expect(try home.antrain("plugin new lamp --language c").status == 0)
        try home.folder.write("file", "mine")
        let onto = try home.antrain("plugin new file --language c")
        #expect(onto.status == 74 && onto.errors.contains("Not a directory"), "\(onto.errors)")
        #expect(try home.folder.read("file") == "mine")
    }

    @Test func eachCopyOfTheInterfaceHasItsVersion() throws {
        let header = try project("Sources/Delivery/AntrainPluginABI/include/antrain_plugin.h")
        func number(_ name: String) throws -> String {
            let line = header.split(separator: "\n").first { $0.hasPrefix("#define ANTRAIN_PLUGIN_ABI_\(name) ") }
            return String(try #require(line?.split(separator: " ").last))
        }
        let (major, minor) = (try number("MAJOR"), try number("MINOR"))
        #expect(try project("Plugins/antrain-plugin.pc").contains("\nVersion: \(major).\(minor)\n"))
        #expect(try project("Plugins/Templates/rust/src/abi.rs").contains("//! Version \(major).\(minor) of "))
        #expect(try project("Plugins/Templates/rust/src/abi.rs").contains("pub const MINOR: u32 = \(minor);"))
        #expect(try project("Plugins/Templates/swift/plugin.map") == project("Plugins/plugin.map"))
    }
}
