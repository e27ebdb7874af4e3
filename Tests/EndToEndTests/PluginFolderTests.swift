import Foundation
import TestSupport
import Testing

/// The plugin search path, installing plugins, and files that are refused.
@Suite struct PluginFolderTests {
    private static let example = BuildProducts.package + "Plugins/Examples/file.c"

    /// A home, and a library in it that is not installed.
    private func stage() throws -> (home: Home, library: String) {
        let home = try Home()
        let source = try String(contentsOfFile: Self.example, encoding: .utf8)
        let folder = try TemporaryFolder(path: home.folder.path + "/built")
        return (home, try compilePlugin(source, into: folder, name: "desk"))
    }

    private func use(_ home: Home) throws {
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [desk]\nconfigure: {desk: {path: \(home.folder.path)/out.txt}}\n"
        )
    }

    @Test func aPluginIsInstalledUsedAndRemoved() throws {
        let (home, library) = try stage()
        let installed = try home.antrain("plugin install \(library)")
        #expect(installed.status == 0 && installed.errors.contains("antrain channel add desk"))
        #expect(try home.antrain("plugin install built").status == 64)
        #expect(try home.antrain("plugin install built --replace").status == 0)
        try use(home)
        let list = try home.antrain("plugin list").output
        #expect(
            list.contains("desk") && list.contains("not decided yet: antrain channel allow desk")
                && list.contains("never loaded"),
            "\(list)"
        )
        try home.antrain("program activate push-pull-legs")
        #expect(try home.antrain("plugin allow desk").status == 0)
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.folder.read("out.txt").contains("Today: Push Day"))
        #expect(try home.antrain("plugin list --json").output.contains("\"permission\" : \"authorized\""))
        let removed = try home.antrain("plugin remove desk")
        #expect(removed.status == 0 && removed.errors.contains("but no longer delivering"))
        #expect(try home.antrain("plugin remove desk").status == 66)
        #expect(try home.antrain("plugin remove mail").errors.contains("is not in your plugin folder"))
        #expect(try home.antrain("").output.contains("no such plugin 'desk'"))
    }

    @Test func theSearchOrderIsShownAndUsed() throws {
        let (home, _) = try stage()
        let shown = try home.antrain(
            "plugin search-path --plugin-path /a",
            environment: ["ANTRAIN_PLUGIN_PATH": "/b:/c", "COLUMNS": "300"]
        )
        let places = shown.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(places.prefix(4) == ["/a", "/b", "/c", "~/.local/share/antrain/plugins"])
        #expect(try home.antrain("plugin list").output.contains("libdesk.so") == false)
        #expect(
            try home.antrain("plugin list", environment: ["ANTRAIN_PLUGIN_PATH": "built"]).output.contains(
                "built/libdesk.so"
            )
        )
        #expect(try home.antrain("plugin list --plugin-path built").output.contains("built/libdesk.so"))
    }

    /// A link to a file that is gone does not take the place of a shipped plugin.
    @Test func aDanglingLinkHidesNoPlugin() throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [log]\nconfigure: {log: {file: \(home.folder.path)/out.txt}}\n"
        )
        let plugins = try TemporaryFolder(path: home.folder.path + "/.local/share/antrain/plugins")
        try FileManager.default.createSymbolicLink(
            atPath: plugins.path + "/libantrain-log.so",
            withDestinationPath: "/nonexistent/log.so"
        )
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.folder.read("out.txt").contains("Push Day"))
    }

    /// `desk.so` sorts first, but `libdesk.so` is the one that is loaded.
    @Test func theListShowsTheLibraryThatIsLoaded() throws {
        let (home, library) = try stage()
        try FileManager.default.copyItem(atPath: library, toPath: home.folder.path + "/built/desk.so")
        let variables = ["ANTRAIN_PLUGIN_PATH": "built", "COLUMNS": "300"]
        for command in ["plugin list", "plugin info desk"] {
            let output = try home.antrain(command, environment: variables).output
            #expect(output.contains("built/libdesk.so") && !output.contains("built/desk.so"), "\(command)\n\(output)")
        }
    }

    @Test(arguments: [
        ("chmod o+w built/libdesk.so", "anyone can write to it; chmod go-w"),
        ("chmod o+w built", "its folder"),
        ("mv built/libdesk.so built/real; ln -s real built/libdesk.so", "it is a symbolic link"),
        ("rm built/libdesk.so; mkdir built/libdesk.so", "it is not a regular file"),
    ])
    func anUnsafeFileIsRefused(change: String, reason: String) throws {
        let (home, library) = try stage()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [desk]\nconfigure: {desk: {plugin: \(library), path: \(home.folder.path)/out.txt}}\n"
        )
        #expect(try home.antrain("plugin allow desk").status == 0)
        #expect(try run("/bin/sh", ["-c", change], in: home.folder.path).status == 0)
        for command in ["plugin install \(library)", "plugin allow desk"] {
            let run = try home.antrain(command)
            #expect(run.status != 0 && run.errors.contains(reason), "\(command): \(run.errors)")
        }
        #expect(try home.antrain("", environment: ["COLUMNS": "300"]).output.contains("is not loaded: "))
        #expect(try home.antrain("plugin list", environment: ["COLUMNS": "300"]).output.contains("not loaded: "))
    }

    @Test(.requires(.root)) func aFileOfAnotherUserIsRefused() throws {
        let (home, library) = try stage()
        #expect(chown(library, 12_345, 12_345) == 0)
        let run = try home.antrain("plugin install \(library)")
        #expect(run.status == 69 && run.errors.contains("belongs to another user (12345)"), "\(run.errors)")
    }

    @Test func otherFilesAreRefused() throws {
        let (home, _) = try stage()
        try home.folder.write("text.so", "hello")
        #expect(try home.antrain("plugin install text.so").errors.contains("is not an ELF library"))
        #expect(try home.antrain("plugin install nothing.so").status != 0)
        _ = try run("/bin/mkdir", ["empty"], in: home.folder.path)
        #expect(try home.antrain("plugin install empty").errors.contains("there is no library (.so)"))
    }

    /// A plugin gets the needs that it declared when it was allowed: a library with other needs is another file.
    @Test func needsAreShownWhenAllowing() throws {
        let home = try Home()
        let source = try String(contentsOfFile: Self.example, encoding: .utf8)
            .replacing(".open = open_it", with: ".needs = ANTRAIN_NEED_NETWORK | ANTRAIN_NEED_EXEC, .open = open_it")
        let library = try compilePlugin(source, into: home.folder, name: "needy")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [n]\nconfigure: {n: {plugin: \(library), path: ~/o}}\n"
        )
        let run = try home.antrain("plugin allow n")
        #expect(run.status == 0 && run.errors.contains("network connections"))
        #expect(run.errors.contains("starting programs"))
        let info = try home.antrain("plugin info n", environment: ["COLUMNS": "200"]).output
        #expect(info.contains("needs network connections; starting programs") && info.contains("confined by"))
    }
}
