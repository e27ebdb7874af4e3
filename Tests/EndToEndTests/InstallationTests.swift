import Foundation
import TestSupport
import Testing

/// Only plugins whose digests were recorded at installation count as shipped.
@Suite struct InstallationTests {
    @Test func recordedPluginsRunWithoutAQuestion() throws {
        let prefix = try Prefix()
        let list = try prefix.antrain("plugin list")
        #expect(list.output.contains("Writes each reminder") || list.output.contains("log"), "\(list)")
        #expect(!list.output.contains("never loaded"), "\(list.output)")
        try prefix.activate("log")
        #expect(try prefix.antrain("deliver", now: "2026-11-23T07:30").status == 0)
        #expect(prefix.log?.contains("Water") == true)
    }

    /// A library that is added to the installation's plugin folder must be allowed like any other; `bin` is not a plugin folder.
    @Test func aStrayLibraryMustBeAllowed() throws {
        let prefix = try Prefix()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        let library = try compilePlugin(source, into: prefix.home.folder, name: "stray")
        for place in ["lib/antrain/plugins/libantrain-stray.so", "bin/libantrain-other.so"] {
            try FileManager.default.copyItem(atPath: library, toPath: "\(prefix.path)/\(place)")
        }
        #expect(try !prefix.antrain("plugin list").output.contains("other"))
        try prefix.activate("stray")
        let refused = try prefix.antrain("deliver", now: "2026-11-23T07:30")
        #expect(refused.status == 69 && refused.errors.contains("is not allowed to run"), "\(refused)")
        #expect(try prefix.antrain("plugin allow stray").status == 0)
        #expect(try prefix.antrain("deliver", now: "2026-11-23T07:40").status == 0)
        #expect(try prefix.home.folder.read("stray.txt").contains("Water"))
    }

    /// A recorded plugin whose bytes have changed does not run; the suggested remedy works.
    @Test func aChangedLibraryIsNotExecuted() throws {
        let prefix = try Prefix()
        let library = "\(prefix.path)/lib/antrain/plugins/libantrain-log.so"
        let file = try FileHandle(forWritingTo: URL(filePath: library))
        try file.seekToEnd()
        try file.write(contentsOf: Data("changed".utf8))
        try file.close()
        try prefix.activate("log")
        let refused = try prefix.antrain("deliver", now: "2026-11-23T07:30")
        #expect(refused.status == 75 && refused.errors.contains("is not the file shipped with antrain"), "\(refused)")
        #expect(prefix.log == nil)
        #expect(try prefix.antrain("plugin info log").output.contains("is not the file shipped with antrain"))
        let list = try prefix.digests(["libantrain-log.so"])
        try prefix.home.folder.write("prefix/libexec/antrain/plugins.sha256", list)
        #expect(try prefix.antrain("deliver", now: "2026-11-23T07:40").status == 0)
        #expect(prefix.log?.contains("Water") == true)
    }

    /// Without a list, or with one that others can write to, no plugin counts as shipped.
    @Test(arguments: [nil, 0o666, 0o644])
    func aWritableListIsIgnored(mode: Int?) throws {
        let prefix = try Prefix()
        let list = "\(prefix.path)/libexec/antrain/plugins.sha256"
        if let mode {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: list)
        } else {
            try FileManager.default.removeItem(atPath: list)
        }
        let shown = try prefix.antrain("plugin list --json")
        #expect(shown.output.contains(mode == 0o644 ? "\"ships\" : true" : "\"ships\" : false"), "\(shown)")
        #expect(shown.status == (mode == 0o644 ? 0 : 69))
        #expect(shown.errors.contains("anyone can write to it; chmod go-w \(list)") == (mode == 0o666), "\(shown)")
    }
}
