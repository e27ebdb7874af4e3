import Foundation
import TestSupport
import Testing

/// The information that the user sees before allowing a plugin, and the access that no plugin gets.
@Suite struct ConsentTests {
    /// A home with a channel whose plugin declares needs.
    private func home(needs: String = "0", version: String = "1", paths: [String] = []) throws -> Home {
        let home = try Home.ready()
        let places = paths.map { "ANTRAIN_STRING(\"\($0)\")" } + ["{ 0 }"]
        let library = try compilePlugin(
            """
            #include <antrain_plugin.h>
            static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
                (void)h; (void)v; (void)n; (void)r; *i = 0; return ANTRAIN_OK; }
            static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) { (void)i; (void)m; (void)r; return 0; }
            static const antrain_string paths[] = { \(places.joined(separator: ", ")) };
            static const antrain_plugin plugin = {
                .size = sizeof plugin, .abi_minor = 1, .name = ANTRAIN_STRING("asker"), .version = ANTRAIN_STRING("\(version)"),
                .summary = ANTRAIN_STRING("Asks\\033[2J"), .open = open_it, .deliver = deliver, .needs = \(needs),
                .paths = paths, .path_count = \(paths.count) };
            const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
            """,
            into: home.folder,
            name: "asker"
        )
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [console]\nconfigure: {asker: {plugin: \(library)}}\n"
        )
        return home
    }

    @Test func aPluginCannotChangeTheQuestion() throws {
        let home = try home(
            needs: "ANTRAIN_NEED_NETWORK | ANTRAIN_NEED_RIGHTS",
            version: "1 needs:\\n  nothing\\n\\nAllow this? [y/N] \\033[8m\\342\\200\\256"
        )
        let said = try home.onTerminal("plugin allow asker", "n")
        #expect(said.contains("  network connections\r\n"), "\(said)")
        #expect(!said.contains("  nothing\r\n") && !said.contains("\u{1B}[8m") && !said.contains("\u{202E}"))
        #expect(said.contains("asker '1 needs: "), "\(said)")
        #expect(try home.antrain("plugin list").output.contains("not decided yet"))
        try home.antrain("plugin allow asker")
        #expect(try !home.antrain("plugin info asker").output.contains("\u{1B}[2J"))
    }

    @Test(arguments: [
        ("~/../../etc/", "contains '..'"), ("~/a/..\u{2F}\u{301}x/", "contains '..'"),
        ("notes/", "must start with /, ~/"),
        ("~", "must start with /, ~/"), ("~/", "gives access to antrain's ledger"),
        ("/", "gives access to antrain's ledger"),
        ("$XDG_DATA_HOME/antrain/ledger.sqlite-wal", "gives access to antrain's ledger"),
        ("$XDG_DATA_HOME/antrain/snapshots/", "gives access to copies of antrain's ledger and settings"),
        ("~/.config/./antrain/", "gives access to antrain's settings"),
        ("~/.ssh/id_ed25519", "gives access to your SSH keys"),
        ("~/.gnupg/", "gives access to your GnuPG keys"), ("~/.secrets/", "gives access to your secrets"),
        ("~/.secrets/lamp", "gives access to your secrets"), ("~/.netrc", "gives access to your passwords"),
        ("$XDG_DATA_HOME/keyrings/", "gives access to your passwords"),
        ("$XDG_DATA_HOME/antrain/plugins/", "gives access to antrain's own files"),
        ("$XDG_DATA_HOME/antrain/daemon.lock", "gives access to antrain's own files"),
        ("$XDG_CONFIG_HOME/antrain/exercises.yaml", "gives access to antrain's own files"),
        ("$XDG_STATE_HOME/antrain/", "gives access to antrain's own files"),
        ("/dev/", "is in /proc, /sys or /dev"), ("/dev/pts/", "is in /proc, /sys or /dev"),
        ("/dev/ttyUSB9", "is in /proc, /sys or /dev"), ("~/.git-credentials", "gives access to your passwords"),
        ("~/.mozilla/", "gives access to your passwords"), ("~/.my.cnf", "gives access to your passwords"),
        ("~/.azure/", "gives access to your passwords"), ("~/.vault-token", "gives access to your passwords"),
        ("$XDG_CONFIG_HOME/google-chrome/", "gives access to your passwords"),
        ("$XDG_CONFIG_HOME/gcloud/", "gives access to your passwords"),
        ("$XDG_CONFIG_HOME/containers/auth.json", "gives access to your passwords"),
        ("BUILD/antrain-plugin-runner", "gives access to antrain's own files"),
        ("BUILD/", "gives access to antrain's own files"),
        ("/run/systemd/", "gives access to sockets through which other programs act for you"),
    ])
    func somePathsAreNeverAllowed(path: String, problem: String) throws {
        let path = path.replacing("BUILD/", with: BuildProducts.folder + "/")
        let home = try home(paths: [path])
        let refused = try home.antrain("plugin allow asker")
        #expect(refused.status == 69 && refused.errors.contains("the path '\(path)' \(problem)"), "\(refused.errors)")
        #expect(try home.antrain("plugin list").output.contains("not decided yet"))
        let check = try home.antrain("plugin check libasker.so --run --deliveries 2")
        let words = check.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(check.status == 65 && words.contains("the path '\(path)'"), "\(check.output)")
    }

    /// antrain's files are protected wherever options put them, and its programs wherever they are installed.
    @Test(arguments: [
        "~/ledgers/", "~/ledgers/snapshots/", "~/mine.yaml", "~/more/", "~/opt/libexec/antrain/", "~/opt/bin/",
    ])
    func filesInUseAreNeverAllowed(path: String) throws {
        let home = try home(paths: [path])
        for (file, place) in [
            ("antrain", "bin/antrain"), ("antrain-plugin-runner", "libexec/antrain/antrain-plugin-runner"),
        ] {
            let target = "\(home.folder.path)/opt/\(place)"
            _ = try TemporaryFolder(path: (target as NSString).deletingLastPathComponent)
            try TemporaryFolder.copyExecutables(BuildProducts.ownPath(file), to: target)
        }
        try home.folder.write("opt/libexec/antrain/plugins.sha256", "")
        try FileManager.default.copyItem(
            atPath: home.folder.path + "/.config/antrain/settings.yaml",
            toPath: home.folder.path + "/mine.yaml"
        )
        let line = "plugin allow asker --config mine.yaml --data-dir ledgers --plugin-path \(home.folder.path)/more"
        let refused = try run(
            home.folder.path + "/opt/bin/antrain",
            line.split(separator: " ").map(String.init),
            environment: home.environment,
            in: home.folder.path
        )
        #expect(
            refused.status == 69 && refused.errors.contains("the path '\(path)' gives access to antrain's own files"),
            "\(refused)"
        )
    }

    /// A need that a later antrain would grant without asking, and paths that would push the question off the screen.
    @Test(arguments: [
        ("1ull << 40", [], "declares a need that this antrain does not know (0x10000000000)"),
        (
            "ANTRAIN_NEED_RIGHTS", (0..<12).map { "~/lamp/\($0)/" + String(repeating: "x", count: 200) },
            "more than 2048"
        ),
    ])
    func whatCannotBeShownIsRefused(needs: String, paths: [String], problem: String) throws {
        let home = try home(needs: needs, paths: paths)
        let allowed = try home.antrain("plugin allow asker")
        #expect(allowed.status == 69 && allowed.errors.contains(problem), "\(allowed)")
        let check = try home.antrain("plugin check libasker.so --run --deliveries 2")
        let words = check.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(check.status == 65 && words.contains(problem) && !check.errors.contains("It needs"), "\(check)")
    }

    @Test func otherPathsAreShown() throws {
        let home = try home(paths: ["$XDG_STATE_HOME/lamp/", "~/lamp.txt"])
        let allowed = try home.antrain("plugin allow asker")
        #expect(
            allowed.status == 0 && allowed.errors.contains("  reading and writing ~/lamp.txt\n"),
            "\(allowed.errors)"
        )
    }

    /// Whoever writes to a file from which programs start, is not confined, and this is said.
    @Test(arguments: [
        "~/.bashrc", "~/.profile", "$XDG_CONFIG_HOME/autostart/", "$XDG_CONFIG_HOME/systemd/user/", "~/.local/bin/lamp",
        "~/bin/", "~/.bashrc.d/", "~/.oh-my-zsh/", "~/.local/libexec/", "~/go/bin/", "~/tools/sbin/x",
        "$XDG_CONFIG_HOME/user-dirs.dirs", "$XDG_CONFIG_HOME/awesome/rc.lua", "~/.config/direnv/",
        "$XDG_CONFIG_HOME/openbox/autostart", "$XDG_DATA_HOME/bash-completion/",
        "$XDG_DATA_HOME/applications/lamp.desktop", "~/dotfiles/bashrc", "~/dotfiles/",
    ])
    func filesFromWhichProgramsStartMeanNoConfinement(path: String) throws {
        let home = try home(paths: [path])
        try home.folder.write("dotfiles/bashrc", "")
        try FileManager.default.createSymbolicLink(
            atPath: home.folder.path + "/.bashrc",
            withDestinationPath: "dotfiles/bashrc"
        )
        // A link that the plugin itself declares is not followed.
        if path == "~/.bashrc" { try FileManager.default.removeItem(atPath: home.folder.path + "/.bashrc") }
        let environment = ["PATH": "/usr/bin:/bin:\(home.folder.path)/tools/sbin"]
        let allowed = try home.antrain("plugin allow asker", environment: environment)
        let words = "  reading and writing \(path), from which programs start (the plugin is then not confined)\n"
        #expect(allowed.status == 0 && allowed.errors.contains(words), "\(allowed.errors)")
        let info = try home.antrain("plugin info asker", environment: environment).output
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(info.contains("which it may write, so it is not confined"), "\(info)")
    }

    /// So do values of the user.
    @Test func aValueCanLeadToAFileFromWhichProgramsStart() throws {
        let home = try Home.ready()
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [log]\nconfigure: {log: {file: ~/.profile}}\n"
        )
        let info = try home.antrain("plugin info log").output
        #expect(info.contains("/.profile, which it may write, so it is not confined"), "\(info)")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "channels: [log]\nconfigure: {log: {file: ~/lamp.log}}\n"
        )
        #expect(try !home.antrain("plugin info log").output.contains("not confined"))
    }

    @Test func aCheckShowsThePluginsNeeds() throws {
        let home = try home(needs: "ANTRAIN_NEED_NETWORK")
        let refused = try home.onTerminal("plugin check libasker.so --deliveries 2", "y\nn")
        #expect(refused.contains("  network connections") && !refused.contains("conforms"), "\(refused)")
        let agreed = try home.onTerminal("plugin check libasker.so --deliveries 2", "y\ny")
        #expect(agreed.contains("conforms"), "\(agreed)")
    }

    /// What a plugin says when nobody looks is not granted: it can tell the load of a check from others.
    @Test(arguments: [
        ("return S_ISREG(s.st_mode) ? &plugin : 0;", "returned NULL"),
        (
            "plugin.needs = S_ISREG(s.st_mode) ? ANTRAIN_NEED_RIGHTS : 0; return &plugin;",
            "its description changed after antrain showed its needs"
        ),
    ])
    func needsThatWereNotShownAreNotGranted(entry: String, problem: String) throws {
        let home = try Home()
        let planted = home.folder.path + "/planted"
        let library = try compilePlugin(
            """
            #include <antrain_plugin.h>
            #include <fcntl.h>
            #include <sys/stat.h>
            static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
                (void)h; (void)v; (void)n; (void)r; *i = 0; return open("\(planted)", O_CREAT | O_WRONLY, 0600) < 0; }
            static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) { (void)i; (void)m; (void)r; return 0; }
            static antrain_plugin plugin = {
                .size = sizeof plugin, .abi_minor = 1, .name = ANTRAIN_STRING("twofaced"), .version = ANTRAIN_STRING("1"),
                .summary = ANTRAIN_STRING("x"), .open = open_it, .deliver = deliver, .needs = ANTRAIN_NEED_RIGHTS };
            const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) {
                struct stat s; (void)host; fstat(1, &s); \(entry) }
            """,
            into: home.folder,
            name: "twofaced"
        )
        let check = try home.antrain("plugin check \(library) --run --deliveries 2", environment: ["COLUMNS": "300"])
        #expect(check.status == 65 && check.output.contains(problem), "\(check)")
        #expect(!FileManager.default.fileExists(atPath: planted))
        let unconfined = try home.antrain(
            "plugin check \(library) --run --deliveries 2",
            environment: ["ANTRAIN_LANDLOCK": "0"]
        )
        #expect(unconfined.errors.contains("ANTRAIN_LANDLOCK turns Landlock off: once"), "\(unconfined.errors)")
    }

    /// Without Landlock in the kernel, the user is warned before any code of the plugin runs.
    @Test func withoutLandlockTheUserIsWarnedFirst() throws {
        let home = try home()
        let source = try home.folder.write(
            "without.c",
            """
            #include <errno.h>
            #include <linux/filter.h>
            #include <linux/seccomp.h>
            #include <stddef.h>
            #include <sys/prctl.h>
            #include <unistd.h>
            int main(int count, char **words) {
                struct sock_filter code[] = {
                    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
                struct sock_fprog filter = { 4, code };
                if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) return 1;
                execv(words[1], words + 1);
                return 1;
            }
            """
        )
        let without = home.folder.path + "/without"
        #expect(try run("/usr/bin/env", ["cc", "-o", without, source]).status == 0)
        func antrain(_ line: String) throws -> Finished {
            try run(
                without,
                [BuildProducts.path("antrain")] + line.split(separator: " ").map(String.init),
                environment: [
                    "HOME": home.folder.path, "TZ": home.zone, "ANTRAIN_NOW": home.now, "PATH": "/usr/bin:/bin",
                ]
            )
        }
        let allowed = try antrain("plugin allow asker")
        #expect(
            allowed.status == 0 && allowed.errors.contains("it can read and change all files that you can"),
            "\(allowed.errors)"
        )
        #expect(try antrain("plugin info asker").output.contains("this kernel has no Landlock"))
    }
}
