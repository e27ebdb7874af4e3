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
        ("/run/systemd/", "gives access to sockets through which other programs act for you"),
    ])
    func somePathsAreNeverAllowed(path: String, problem: String) throws {
        let home = try home(paths: [path])
        let refused = try home.antrain("plugin allow asker")
        #expect(refused.status == 69 && refused.errors.contains("the path '\(path)' \(problem)"), "\(refused.errors)")
        #expect(try home.antrain("plugin list").output.contains("not decided yet"))
        let check = try home.antrain("plugin check libasker.so --run --deliveries 2")
        let words = check.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(check.status == 65 && words.contains("the path '\(path)'"), "\(check.output)")
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
        "~/bin/", "$XDG_DATA_HOME/applications/lamp.desktop", "~/dotfiles/bashrc", "~/dotfiles/",
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
        let allowed = try home.antrain("plugin allow asker")
        let words = "  reading and writing \(path), from which programs start (the plugin is then not confined)\n"
        #expect(allowed.status == 0 && allowed.errors.contains(words), "\(allowed.errors)")
        let info = try home.antrain("plugin info asker").output.split(whereSeparator: \.isWhitespace).joined(
            separator: " "
        )
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
            allowed.status == 0 && allowed.errors.contains("it can read and change the files that you can"),
            "\(allowed.errors)"
        )
        #expect(try antrain("plugin info asker").output.contains("this kernel has no Landlock"))
    }
}
