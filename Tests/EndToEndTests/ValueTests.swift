import Foundation
import TestSupport
import Testing

/// Channels' values are checked against the plugins' declarations before anything is delivered.
@Suite struct ValueTests {
    private static func settings(_ channels: String, _ configure: String) -> String {
        "enabled: on\ntime: 07:30\nchannels: [\(channels)]\nconfigure:\n  \(configure)\n"
    }

    @Test(arguments: [
        ("mail", "mail: {too: me@example.org}", "5:10: error: unknown key 'too' for plugin mail", "did you mean 'to'?"),
        (
            "mail", "mail: {from: me@example.org}", "5:3: error: missing value for 'to' in channel 'mail'",
            "add 'to: …'"
        ),
        (
            "mail", "log: {}", "3:11: error: missing value for 'to' in channel 'mail'",
            "give it one: antrain channel add mail TO"
        ),
        (
            "mail", "mail: {to: me@example.org, timeout: soon}", "5:39: error: invalid value 'soon' for 'timeout'",
            "timeout:"
        ),
        (
            "mail", "mail: {to: a@b.c, from: [d@e.f, g@h.i]}", "5:35: error: 'from' takes a single value",
            "remove the others"
        ),
        (
            "kitchen", "kitchen: {plugin: log, file: x.log}", "5:32: error: invalid value 'x.log' for 'file'",
            "starting with /"
        ),
        ("command", "command: {command: ''}", "5:22: error: invalid value '' for 'command'", "command:"),
        (
            "log", "log: {file: {fil: ~/x}}", "5:16: error: unknown key 'fil' in a value reference",
            "did you mean 'file'?"
        ),
    ])
    func wrongValuesAreReportedWithTheirLine(channels: String, configure: String, finding: String, help: String) throws
    {
        let home = try Home.ready()
        try home.folder.write(".config/antrain/settings.yaml", Self.settings(channels, configure))
        for command in ["settings", "", "program activate push-pull-legs --replace"] {
            let run = try home.antrain(command)
            #expect(run.errors.contains("~/.config/antrain/settings.yaml:\(finding)"), "\(command): \(run.errors)")
            #expect(run.errors.contains(help), "\(run.errors)")
        }
    }

    @Test func aMisconfiguredChannelWaitsAndOthersDeliver() throws {
        let home = try Home.ready()
        try home.folder.write(".config/antrain/settings.yaml", Self.settings("console, log", "log: {fil: ~/r.log}"))
        let run = try home.antrain("schedule-next")
        #expect(run.status == 78 && run.errors.contains("settings.yaml:5:9: error: unknown key 'fil' for plugin log"))
        #expect(run.errors.contains("the channel 'log' delivers nothing until this is fixed"))
        // Under cron only new problems are reported.
        let again = try home.antrain("schedule-next")
        #expect(again.status == 78 && again.errors.isEmpty && again.output.isEmpty)
        #expect(try home.antrain("schedule-next --verbose").status == 78)
        home.now = "2026-11-23T07:30"
        let delivered = try home.antrain("deliver")
        #expect(delivered.status == 78 && delivered.output.contains("Push Day"))
        #expect(delivered.errors.contains("retried: unknown key 'fil' for plugin log; did you mean 'file'?"))
        #expect(try home.antrain("pending", environment: ["COLUMNS": "200"]).output.contains("unknown key 'fil'"))
        let info = try home.antrain("plugin info log")
        #expect(info.status == 0 && info.output.contains("not ready: unknown key 'fil' for plugin log"))
        #expect(info.output.contains("format"))
        try home.folder.write(".config/antrain/settings.yaml", Self.settings("console, log", "log: {file: ~/r.log}"))
        home.now = "2026-11-23T07:40"
        #expect(try home.antrain("schedule-next").errors.isEmpty)
        #expect(try home.folder.read("r.log").contains("Push Day"))
    }

    /// Every timeout in the desktop plugin's documentation can be set.
    @Test(arguments: ["never", "1m30s", "5m", "1h", "1d"])
    func theDesktopTimeoutCanBeSet(timeout: String) throws {
        let home = try Home.ready()
        let values = "desktop: {timeout: \(timeout), bus: 'unix:path=\(nowhere)/bus'}"
        try home.folder.write(".config/antrain/settings.yaml", Self.settings("desktop", values))
        for command in ["settings", "", "schedule-next"] {
            let run = try home.antrain(command)
            #expect(
                !run.errors.contains("timeout") && !run.errors.contains("settings.yaml:"),
                "\(command): \(run.errors)"
            )
        }
        let info = try home.antrain("plugin info desktop").output
        #expect(info.contains("not ready: cannot reach the session bus at unix:path=\(nowhere)/bus"), "\(info)")
    }

    @Test(arguments: ["soon", "2d", "0s", "Never "])
    func invalidDesktopTimeoutsAreRefused(timeout: String) throws {
        let home = try Home.ready()
        let values = "desktop: {timeout: '\(timeout)', bus: 'unix:path=\(nowhere)/bus'}"
        try home.folder.write(".config/antrain/settings.yaml", Self.settings("desktop", values))
        let info = try home.antrain("plugin info desktop").output
        #expect(info.contains("invalid timeout '\(timeout)'"), "\(info)")
    }

    @Test func aKnownPluginIsNotLoadedAgainToCheck() throws {
        let home = try Home.ready()
        let library = try spyingPlugin(home)
        func settings(_ value: String) -> String { Self.settings("spy", "spy: {plugin: \(library), \(value)}") }
        try home.folder.write(".config/antrain/settings.yaml", settings("token: x"))
        try home.antrain("plugin allow spy")
        try home.antrain("schedule-next")
        home.now = "2026-11-23T07:30"
        try home.antrain("deliver")
        // It is loaded to deliver, and logs that.
        try FileManager.default.removeItem(atPath: home.folder.path + "/spied/loads")
        try home.folder.write(".config/antrain/settings.yaml", settings("tokn: x"))
        home.now = "2026-11-23T07:45"
        #expect(try home.antrain("schedule-next").status == 78)
        #expect(try home.antrain("settings").errors.contains("did you mean 'token'?"))
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/spied/loads"))
    }

    // MARK: Secrets

    /// A plugin that puts its secret into every text it can, and logs its values.
    private func spyingPlugin(_ home: Home, retries: Bool = false) throws -> String {
        try compilePlugin(
            """
            #pragma GCC diagnostic ignored "-Wformat-truncation"
            #include <antrain_plugin.h>
            #include <stdio.h>
            #include <string.h>
            static const antrain_host *host_;
            static char secret[4096];
            static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
                (void)h; (void)r; *i = secret;
                for (uint64_t k = 0; k < n; k++)
                    if (v[k].key.length == 5) snprintf(secret, sizeof secret, "%.*s", (int)v[k].value.length, v[k].value.data);
                return ANTRAIN_OK;
            }
            static void copy(const char *from, const char *to) {
                char buffer[65536]; FILE *f = fopen(from, "r"), *t = fopen(to, "a");
                size_t n = f ? fread(buffer, 1, sizeof buffer, f) : 0;
                if (t) { fwrite(buffer, 1, n, t); fclose(t); }
                if (f) fclose(f);
            }
            static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) {
                (void)i; (void)m;
                FILE *f = fopen("\(home.folder.path)/spied/got", "a");
                if (f) { fprintf(f, "%s\\n", secret); fclose(f); }
                copy("/proc/self/cmdline", "\(home.folder.path)/spied/seen");
                copy("/proc/self/environ", "\(home.folder.path)/spied/seen");
                host_->print(host_, (antrain_string){ secret, strlen(secret) });
                fprintf(stderr, "with %s\\n", secret);
                snprintf(r->reason, sizeof r->reason, "server said no to %s", secret);
                snprintf(r->remedy, sizeof r->remedy, "%*s%s", 505, "x", secret);
                \(retries ? "__builtin_trap();" : "") return ANTRAIN_RETRY;
            }
            static const antrain_key keys[] = {
                { ANTRAIN_STRING("token"), ANTRAIN_STRING("the token"), { 0 }, ANTRAIN_TYPE_TEXT, ANTRAIN_KEY_SECRET | ANTRAIN_KEY_REQUIRED } };
            static const antrain_string paths[] = { ANTRAIN_STRING("\(home.folder.path)/spied/") };
            static const antrain_plugin plugin = { .paths = paths, .path_count = 1, .size = sizeof(antrain_plugin), .name = ANTRAIN_STRING("spy"),
                .version = ANTRAIN_STRING("1"), .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver };
            const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) {
                host_ = host; FILE *f = fopen("\(home.folder.path)/spied/loads", "a"); if (f) { fputs("x", f); fclose(f); } return &plugin; }
            """,
            into: home.folder,
            name: "spy"
        )
    }

    private static let secret = "tk_S3same-0pen"

    @Test(arguments: ["{file: ~/.secrets/spy}", "{env: SPY_TOKEN}", secret, "'\(secret)'"], [false, true])
    func secretsAreNeverPrinted(value: String, crashes: Bool) throws {
        let home = try Home.ready()
        let library = try spyingPlugin(home, retries: crashes)
        if value.contains("file") {
            try home.folder.write(".secrets/spy", Self.secret + "\nmore\n", mode: 0o600)
        }
        let environment = value.contains("env") ? ["SPY_TOKEN": Self.secret] : [:]
        let good = Self.settings("spy", "spy: {plugin: \(library), token: \(value)}")
        try home.folder.write(".config/antrain/settings.yaml", good)
        var said = ""
        func antrain(_ line: String) throws {
            let run = try home.antrain(line, environment: environment)
            said += run.output + run.errors
        }
        for line in ["settings", "plugin allow spy", "schedule-next --json", "settings horizon 5", ""] {
            try antrain(line)
        }
        home.now = "2026-11-23T07:30"
        try antrain("deliver --verbose")
        try antrain("plugin info spy")
        #expect(
            said.contains(
                value.contains("file") ? "(from ~/.secrets/spy)" : value.contains("env") ? "(from $SPY_TOKEN)" : "(set)"
            ),
            "\(said)"
        )
        #expect(said.contains("keeps the secret out of the settings") == !value.contains("{"))
        for line in ["history --json", "pending --json", "plugin info spy --json", "--json"] {
            try antrain(line)
        }
        try home.folder.write(".config/antrain/settings.yaml", good.replacing("time:", with: "tme:"))
        try antrain("schedule-next")
        #expect(try home.folder.read("spied/got").hasPrefix(Self.secret + "\n"))
        #expect(said.contains("•••") && !said.contains(Self.secret) && !said.contains("tk_S3s"), "\(said)")
        #expect(try !home.folder.read("spied/seen").contains(Self.secret))
        let grep = try run("/usr/bin/grep", ["-rlF", "tk_S3s", home.folder.path + "/.local"])
        #expect(grep.output.isEmpty)
    }

    @Test func errorsShowNoOtherValues() throws {
        let home = try Home()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "configure: {webhook: {url: \(Self.secret), limit: none}}\n"
        )
        for line in ["schedule-next", "settings --time 07:00"] {
            let run = try home.antrain(line)
            #expect(run.status == 78 && run.errors.contains("{url: ••••••••••••••, limit: none}"), "\(run.errors)")
            #expect(!run.errors.contains(Self.secret))
        }
    }

    @Test func brokenSettingsLoseTheirSecrets() throws {
        let home = try Home.ready()
        let library = try spyingPlugin(home)
        let good = Self.settings("spy", "spy: {plugin: \(library), token: \(Self.secret)}")
        try home.folder.write(".config/antrain/settings.yaml", good)
        try home.antrain("plugin allow spy")
        try home.antrain("schedule-next")
        try home.folder.write(".config/antrain/settings.yaml", good + "tme: 5\n")
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("deliver")
        #expect(run.status == 78 && run.errors.contains("'token' was in the settings file, which now has errors"))
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/spied/got"))
    }

    @Test(arguments: [
        ("{file: ~/none}", 0o600, "cannot read 'token' from ~/none: No such file", "chmod 600 ~/none"),
        ("{file: ~/token}", 0o644, "can be read or changed by other users", "chmod 600 ~/token"),
        ("{file: ~/token}", 0o640, "can be read or changed by other users", "chmod 600 ~/token"),
        ("{file: ~/empty}", 0o600, "is empty", "only the secret in the first line"),
        ("{file: ~/.config}", 0o700, "not a regular file", "first line"),
        ("{env: NO_TOKEN}", 0o600, "NO_TOKEN for 'token' is not set", "set it where antrain runs"),
    ])
    func anUnavailableSecretIsReported(value: String, mode: Int, reason: String, remedy: String) throws {
        let home = try Home.ready()
        let library = try spyingPlugin(home)
        for (name, text) in [("token", Self.secret), ("empty", "\n")] {
            try home.folder.write(name, text, mode: mode & 0o666)
        }
        try home.folder.write(
            ".config/antrain/settings.yaml",
            Self.settings("spy", "spy: {plugin: \(library), token: \(value)}")
        )
        try home.antrain("plugin allow spy")
        // The file's contents are known only when it is read, just before the plugin is opened.
        let isKnown = !value.contains("empty")
        if isKnown {
            let told = try home.antrain("schedule-next")
            #expect(
                told.status == 78 && told.errors.contains("'token'") && told.errors.contains(reason)
            )
        }
        home.now = "2026-11-23T07:30"
        let run = try home.antrain("deliver")
        #expect(run.status == (isKnown ? 78 : 75), "\(run)")
        #expect(run.errors.contains(reason) && run.errors.contains(remedy), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/spied/got"))
    }
}
