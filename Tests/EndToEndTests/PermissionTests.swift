import Foundation
import TestSupport
import Testing

/// Which plugins may deliver, and the user's decisions about that.
@Suite struct PermissionTests {
    private static let example = BuildProducts.package + "Plugins/Examples/file.c"

    /// A home whose only channel is the user's own plugin.
    private func home() throws -> (home: Home, library: String) {
        let home = try Home.ready()
        let library = try compilePlugin(
            try String(contentsOfFile: Self.example, encoding: .utf8),
            into: home.folder,
            name: "file"
        )
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [mine]\nconfigure: {mine: {plugin: \(library), path: \(home.folder.path)/out.txt}}\n"
        )
        try home.antrain("schedule-next")
        return (home, library)
    }

    @Test func nothingRunsBeforeItIsAllowed() throws {
        let (home, library) = try home()
        #expect(try home.antrain("plugin list").output.contains("not decided yet"))
        let info = try home.antrain("plugin info mine")
        #expect(info.status == 69 && info.output.contains("is not allowed to run \(library)"))
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("deliver")
        #expect(run.status == 69 && run.errors.contains("antrain channel allow mine"))
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/out.txt"))
        let pending = try home.antrain("pending", environment: ["COLUMNS": "200"]).output
        #expect(pending.contains("is not allowed"))
        // The user can still decide within the grace period.
        #expect(try home.antrain("plugin allow mine").status == 0)
        home.now = "2026-11-23T07:40"
        #expect(try home.antrain("deliver").status == 0)
        #expect(try home.folder.read("out.txt") == "Workout Time!: Today: Push Day\n5 exercises, about 60 min\n")
    }

    @Test func aChangedFileMustBeAllowedAgain() throws {
        let (home, library) = try home()
        try home.antrain("plugin allow mine")
        _ = try compilePlugin(
            try String(contentsOfFile: Self.example, encoding: .utf8) + "\nconst char changed[] = \"yes\";\n",
            into: home.folder,
            name: "file"
        )
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("deliver")
        #expect(run.status == 69 && run.errors.contains("\(library) has changed since you allowed it"))
        #expect(try home.antrain("").output.contains("not decided yet"))
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/out.txt"))
    }

    @Test func aDeniedPluginStaysSilentAndIsShown() throws {
        let home = try Home.ready()
        try home.antrain("settings --channels console,log")
        #expect(try home.antrain("plugin deny console").status == 0)
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("schedule-next")
        #expect(run.status == 69 && run.output.isEmpty && run.errors.isEmpty)
        #expect(try home.antrain("history").output.contains("console: failed: you denied channel 'console'"))
        #expect(try home.folder.read(".local/state/antrain/notifications.log").contains("Push Day"))
        try home.antrain("plugin reset console")
        home.now = "2026-11-25T07:30"
        #expect(try home.antrain("deliver").output.contains("Pull Day"))
        #expect(try home.antrain("plugin allow nothing").status == 66)
        #expect(try home.antrain("plugin deny consle").errors.contains("did you mean 'console'?"))
    }

    @Test func provisionalPluginsAreQuiet() throws {
        let home = try Home.ready()
        let library = try compilePlugin(
            """
            #include <antrain_plugin.h>
            #include <stdio.h>
            static int32_t deliver(void *i, const antrain_notification *n, antrain_result *r) {
                (void)i; FILE *f = fopen("\(home.folder.path)/flags", "a"); (void)r;
                if (f) { fprintf(f, "%u %u\\n", n->flags, (unsigned)n->action_count); fclose(f); } return 0;
            }
            static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
                (void)h; (void)v; (void)n; (void)r; *i = NULL; return ANTRAIN_OK;
            }
            static const antrain_string paths[] = { ANTRAIN_STRING("\(home.folder.path)/flags") };
            static const antrain_plugin plugin = { .size = sizeof(antrain_plugin), .name = ANTRAIN_STRING("flags"),
                .version = ANTRAIN_STRING("1"), .open = open_it, .deliver = deliver, .paths = paths, .path_count = 1 };
            const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
            """,
            into: home.folder,
            name: "flags"
        )
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [flags]\nconfigure: {flags: {plugin: \(library)}}\n"
        )
        try home.antrain("plugin allow flags --quietly")
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        #expect(try home.folder.read("flags") == "2 4\n")
    }

    /// On a terminal the user is asked once, and never after an answer.
    @Test(arguments: [
        ("07:15", "reminders are now on, at 07:15"), ("e", "reminders are now on, at 09:00"),
        ("n", "reminders stay off;"),
    ])
    func permissionIsAskedOnce(answer: String, said: String) throws {
        let home = try Home()
        let first = try home.onTerminal("program activate push-pull-legs", answer)
        #expect(first.contains("Get reminded when it's time for your workout?") && first.contains(said), "\(first)")
        try home.antrain("settings --off")
        let again = try home.onTerminal("program activate push-pull-legs --replace", answer)
        #expect(!again.contains("Get reminded") && again.contains("reminders are off"), "\(again)")
    }

    @Test func nobodyIsAskedUnderCron() throws {
        let run = try Home().antrain("program activate push-pull-legs")
        #expect(run.status == 0 && !run.errors.contains("Get reminded"))
    }
}
