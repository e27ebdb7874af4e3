import Foundation
import TestSupport
import Testing

/// `antrain channel add`, `list` and `remove`.
@Suite struct ChannelCommandTests {
    private static let settings = ".config/antrain/settings.yaml"
    private static let commented = """
        # mine
        channels: # where
          - console # here
        time: 07:30
        configure: # values
          # the console
          console: {color: off}

        """

    private func home(_ text: String = commented) throws -> Home {
        let home = try Home()
        try home.folder.write(Self.settings, text)
        return home
    }

    /// A sendmail(8) that keeps the message, and exits with a status.
    private func sendmail(_ home: Home, status: Int = 0) throws -> String {
        try home.folder.write("bin/sendmail", "#!/bin/sh\ncat > ~/mail.txt\nexit \(status)\n", mode: 0o755)
        return "--set command=\(home.folder.path)/bin/sendmail"
    }

    /// The lines that a command adds to the settings.
    @Test(arguments: [
        ("log", "  - log\n", ""),
        (
            "log ~/gym.log --name gym --set format=json", "  - gym\n",
            "  gym: {plugin: log, file: \"~/gym.log\", format: json}\n"
        ),
        ("log notes.log", "  - log\n", "  log: {file: HOME/notes.log}\n"),
        ("command true", "  - command\n", "  command: {command: \"true\"}\n"),
        (
            "command --set command=true --set input=none", "  - command\n",
            "  command: {command: \"true\", input: none}\n"
        ),
    ])
    func aChannelIsAddedInPlace(arguments: String, used: String, values: String) throws {
        let home = try home()
        let run = try home.antrain("channel add \(arguments)")
        let name = used.split(separator: " ").last.map { $0.filter { $0 != "\n" } } ?? ""
        #expect(run.status == 0 && run.output == "added the channel '\(name)'\n", "\(run)")
        #expect(run.errors.hasPrefix("test notification: delivered in "), "\(run)")
        let expected =
            Self.commented.replacing("  - console # here\n", with: "  - console # here\n" + used)
            + values.replacing("HOME", with: home.folder.path)
        #expect(try home.folder.read(Self.settings) == expected)
        let again = try home.antrain("channel add \(arguments)")
        #expect(again.status == 0 && again.output.contains("'\(name)' is already in use"), "\(again)")
        #expect(try home.folder.read(Self.settings) == expected)
        #expect(try home.antrain("channel list").output.contains("\(name)"))
        #expect(try home.antrain("undo").status == 0)
        #expect(try home.folder.read(Self.settings) == Self.commented)
    }

    /// The console of an empty home is in use, although no settings say so.
    @Test func aNewHomesChannelIsNotReplaced() throws {
        let home = try Home()
        let run = try home.antrain("channel add log --name console")
        #expect(run.status == 64 && run.errors.contains("name of another kind"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/" + Self.settings))
    }

    @Test func aNewHomeKeepsTheConsole() throws {
        let home = try Home()
        #expect(try home.antrain("channel add log").status == 0)
        #expect(try home.folder.read(Self.settings).contains("channels: [console, log]\n"))
        #expect(try home.folder.read(".local/state/antrain/notifications.log").contains("This is a test"))
    }

    @Test(arguments: [(0, "delivered"), (75, "not delivered"), (67, "not delivered")])
    func theTestDecidesTheExitCode(status: Int, said: String) throws {
        let home = try home()
        let run = try home.antrain("channel add mail me@example.org \(try sendmail(home, status: status))")
        #expect(
            run.status == [0: 0, 75: 75, 67: 69][status] && run.errors.contains("test notification: \(said)"),
            "\(run)"
        )
        let mail = try home.folder.read("mail.txt")
        #expect(mail.contains("To: me@example.org") && mail.contains("Content-Transfer-Encoding: 7bit"), "\(mail)")
        #expect(mail.contains("\nThis is a test: your reminders will look like this."), "\(mail)")
        #expect(try home.folder.read(Self.settings).contains("mail: {to: me@example.org, command: "))
    }

    @Test(arguments: [
        ("mail", 64, "needs a value for 'to' (recipients; may be a list): antrain channel add mail TO"),
        ("mail a@example.org --set too=b", 64, "unknown key 'too' for plugin mail; did you mean 'to'?"),
        ("mail a@example.org --set to", 64, "invalid --set 'to': expected key=value"),
        ("mail a@example.org --set timeout=x", 64, "invalid value 'x' for 'timeout'"),
        ("desktop critical", 64, "takes no value without its key"),
        ("ntfy", 64, "needs a value for 'topic' (a name that nobody guesses"),
        ("maill a@example.org", 66, "did you mean 'mail'?"),
        ("log --name Log", 64, "up to 32 lowercase letters"), ("console --set color=on", 64, "other values (color)"),
        ("./none.so", 66, "there is no plugin at"), ("webhook {env:HOOK}", 64, "value reference"),
        ("command", 64, "needs a value for 'command'"), ("", 64, "there are: at, command, console"),
        ("webhook ftp://example.org/h", 64, "invalid url: must be an http or https address"),
        ("ntfy bad,topic", 64, "topic"), ("webhook https://e.org/h --server https://e.org", 64, "takes no --server"),
        ("ntfy https://e.org/t --server https://e.org", 64, "already names the server"),
        ("matrix !room:e.org --server https://e.org", 64, "access token of a member"),
        ("./console.so", 66, "there is no plugin at"), ("console.so", 66, "there is no plugin at"),
        ("log --name console", 64, "a channel with another plugin (console) has this name"),
        ("log --name desktop", 64, "this is the name of another kind of channel"),
        ("log --name ntfy", 64, "this is the name of another kind of channel"),
        ("log --name=-x", 64, "not starting with a hyphen"), ("log --name heartbeat", 64, "a meaning of its own"),
        ("log --name off", 64, "a meaning of its own"), ("log --name none", 64, "a meaning of its own"),
        ("log --name plugin", 64, "a meaning of its own"), ("log --name else", 64, "a meaning of its own"),
        ("log --name default", 64, "a meaning of its own"), ("log --name null", 64, "a meaning of its own"),
        (
            "webhook http://127.0.0.1:9/h --name w --set else=console", 64,
            "then: antrain settings configure.w.else console"
        ), ("log --set plugin=mail", 64, "the kind of the channel decides its plugin"),
        ("webhook @none", 64, "~/none"),
    ])
    func whatCannotBeAddedChangesNothing(arguments: String, status: Int32, said: String) throws {
        let home = try home()
        let run = try home.antrain("channel add \(arguments)")
        #expect(run.status == status && run.errors.contains(said) && run.output.isEmpty, "\(run)")
        #expect(try home.folder.read(Self.settings) == Self.commented)
    }

    // MARK: Secrets

    @Test func aSecretIsWrittenOnlyWithAWarning() throws {
        let home = try home()
        let run = try home.antrain("channel add webhook http://127.0.0.1:9/hook")
        #expect(run.status == 75 && run.errors.contains("'url' is a secret, and is now in the settings"), "\(run)")
        #expect(run.errors.contains("antrain channel add webhook --replace --set url=@FILE"), "\(run)")
        #expect(!run.errors.contains("hook'"), "\(run)")
        // What is not stored cannot be undone.
        #expect(try home.antrain("undo").errors.contains("may be secrets"))
        try home.antrain("channel remove webhook --settings")
        #expect(try home.folder.read(Self.settings) == Self.commented)
    }

    @Test func aSecretCanStayElsewhere() throws {
        let home = try home()
        try home.folder.write("hook", "http://127.0.0.1:9/hook\n", mode: 0o600)
        let run = try home.antrain(
            arguments: [
                "channel", "add", "webhook", "@hook", "--set", "token={env: TOKEN}", "--json",
            ],
            environment: ["TOKEN": "abc"]
        )
        #expect(run.status == 75 && !run.errors.contains("secret"), "\(run)")
        #expect(run.output.contains("\"action\" : \"added\"") && run.output.contains("\"delivered\" : false"))
        #expect(try home.folder.read(Self.settings).contains("webhook: {url: {file: \"~/hook\"}, token: {env: TOKEN}}"))
    }

    /// The advice about a secret works, and keeps antrain's own keys.
    @Test func theValuesOfAChannelCanBeReplaced() throws {
        let home = try home("channels: [console]\nenabled: on\n")
        try home.folder.write("hook", "http://127.0.0.1:9/hook\n", mode: 0o600)
        _ = try home.antrain("channel add webhook http://127.0.0.1:9/other --set method=PUT")
        _ = try home.antrain("settings configure.webhook.else console")
        let line = "channel add webhook --set url=@\(home.folder.path)/hook"
        let refused = try home.antrain(line)
        #expect(refused.status == 64 && refused.errors.contains("(url)"), "\(refused)")
        #expect(refused.errors.contains("add --replace"), "\(refused)")
        let declined = try home.onTerminal(line, "n")
        #expect(declined.contains("other values (url). Replace them? [y/N]"), "\(declined)")
        #expect(try home.folder.read(Self.settings).contains("/other"))
        let run = try home.antrain(line + " --replace")
        #expect(run.status == 75 && run.output.hasPrefix("added the channel 'webhook'"), "\(run)")
        let text = try home.folder.read(Self.settings)
        #expect(text.contains("{file: \"~/hook\"}") && text.contains("else: console"), "\(text)")
        #expect(!text.contains("/other") && text.contains("method: PUT"), "\(text)")
    }

    @Test func anNtfyTopicReadsCalmly() throws {
        let home = try home()
        let run = try home.antrain("channel add ntfy my-gym-7f3a --server http://127.0.0.1:9")
        #expect(
            run.status == 75 && !run.errors.contains("history") && !run.errors.contains("'topic' is a secret"),
            "\(run)"
        )
        #expect(run.errors.contains("everyone who knows the topic can read your reminders"), "\(run)")
        #expect(try home.antrain("channel add ntfy --set topic=other --replace").status == 75)
        let text = try home.folder.read(Self.settings)
        #expect(text.contains("topic: other") && text.contains("url: http://127.0.0.1:9"), "\(text)")
    }

    // MARK: Dialogue

    /// What the user types at a question is in no shell's history.
    @Test func aTypedSecretIsNotInTheHistory() throws {
        let home = try home()
        let run = try home.onTerminal(
            "channel add webhook",
            "http://127.0.0.1:9/hook\n\n",
            environment: ["COLUMNS": "400"]
        )
        #expect(run.contains("'url' is a secret, and is now in the settings; to keep"), "\(run)")
        // The test failed, so Enter takes the channel out.
        #expect(run.contains("Remove 'webhook' again? [Y/n]") && run.contains("removed the channel"), "\(run)")
        #expect(try home.folder.read(Self.settings) == Self.commented)
    }

    @Test func theLogShowsItsFile() throws {
        let home = try home()
        let run = try home.onTerminal("channel add log ~/gym.log", "blah\nq")
        #expect(run.contains("it was written to ~/gym.log") && run.contains("answer y or n"), "\(run)")
        #expect(!run.contains("Remove 'log'"), "\(run)")
        let list = try home.antrain("channel list", environment: ["COLUMNS": "200"]).output
        #expect(list.contains("~/gym.log"), "\(list)")
    }

    /// Services that are not channels yet, for commands about channels and plugins.
    @Test(arguments: ["channel test ntfy", "channel allow ntfy", "channel deny ntfy"])
    func aServiceIsNotAChannelYet(line: String) throws {
        let run = try home().antrain(line)
        #expect(run.status == 66 && run.errors.contains("not added yet; add it: antrain channel add ntfy"), "\(run)")
    }

    @Test func aServiceHasTheKeysOfItsPlugin() throws {
        let home = try home()
        let run = try home.antrain("plugin info ntfy")
        #expect(run.output.contains("topic") && run.output.contains("ca-file"), "\(run)")
        #expect(try home.antrain("channel deny log").errors.contains("antrain channel allow log"))
    }

    /// A plugin that schedules reminders has failed its test if it cannot schedule any.
    @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/run/atd.pid")))
    func atWithoutItsDaemonFailsItsTest() throws {
        let home = try home()
        let run = try home.antrain("channel add at")
        #expect(run.status == 75 && run.errors.contains("not delivered: atd is not running"), "\(run)")
        #expect(run.errors.contains("systemctl enable --now atd") && !run.output.contains("This is a test"), "\(run)")
    }

    @Test func theUserIsAskedWhetherTheTestArrived() throws {
        let home = try home()
        let yes = try home.onTerminal("channel add log", "y")
        #expect(yes.contains("Did it arrive? [Y/n]") && !yes.contains("Remove 'log'"), "\(yes)")
        let no = try home.onTerminal("channel add command true", "n\ny")
        #expect(no.contains("check the address") && no.contains("antrain doctor"), "\(no)")
        #expect(no.contains("Remove 'command' again?") && no.contains("removed the channel 'command'"), "\(no)")
        let settings = try home.folder.read(Self.settings)
        #expect(settings == Self.commented.replacing("# here\n", with: "# here\n  - log\n"))
    }

    @Test func theConsoleShowsTheTestOnTheTerminal() throws {
        let home = try home("channels: [log]\n")
        let run = try home.onTerminal("channel add console", "y")
        #expect(run.contains("This is a test") && run.contains("Did it arrive?"), "\(run)")
        #expect(try home.folder.read(Self.settings) == "channels: [log, console]\n")
    }

    @Test func aFailedTestOffersToTakeTheChannelOut() throws {
        let home = try home()
        let line = "channel add mail \(try sendmail(home, status: 67))"
        // The address is asked for.
        let kept = try home.onTerminal(line, "me@example.org\nn")
        #expect(kept.contains("to (recipients; may be a list):") && kept.contains("not delivered"), "\(kept)")
        #expect(!kept.contains("Did it arrive?") && kept.contains("Remove 'mail' again?"), "\(kept)")
        #expect(try home.folder.read(Self.settings).contains("to: me@example.org"))
    }

    // MARK: Permission

    private func foreign(_ home: Home) throws -> String {
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        return try compilePlugin(source, into: home.folder, name: "file")
    }

    @Test func aForeignPluginIsAllowedInTheDialogue() throws {
        let home = try home()
        let library = try foreign(home)
        let refused = try home.onTerminal("channel add \(library) \(home.folder.path)/out.txt --name mine", "n")
        #expect(refused.contains("Allow this?") && refused.contains("'mine' was not allowed"), "\(refused)")
        #expect(try home.folder.read(Self.settings) == Self.commented)
        let run = try home.onTerminal("channel add \(library) \(home.folder.path)/out.txt --name mine", "y\ny")
        #expect(run.contains("added the channel 'mine'") && run.contains("Did it arrive?"), "\(run)")
        #expect(try home.folder.read("out.txt").contains("This is a test"))
        #expect(
            try home.folder.read(Self.settings).contains(
                "mine: {plugin: \(library), path: \(home.folder.path)/out.txt}"
            )
        )
    }

    @Test func withoutATerminalAForeignPluginDoesNotRun() throws {
        let home = try home()
        let library = try foreign(home)
        let bare = try home.antrain("channel add \(library) ~/out.txt")
        #expect(bare.status == 64 && bare.errors.contains("not allowed yet"), "\(bare)")
        let run = try home.antrain("channel add \(library) --set path=\(home.folder.path)/out.txt")
        #expect(run.status == 69 && run.output == "added the channel 'file'\n", "\(run)")
        #expect(run.errors.contains("until you allow its plugin: antrain channel allow file"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/out.txt"))
        #expect(try home.antrain("channel allow file").status == 0)
        #expect(try home.antrain("channel test file").status == 0)
        #expect(try home.folder.read("out.txt").contains("This is a test"))
    }

    @Test func aDeniedChannelIsNotAdded() throws {
        let home = try home()
        try home.antrain("channel deny log")
        let run = try home.antrain("channel add log")
        #expect(run.status == 69 && run.errors.contains("antrain channel allow log"), "\(run)")
        #expect(try home.folder.read(Self.settings) == Self.commented)
    }

    // MARK: List and remove

    @Test func theListShowsUsedAndUnusedChannels() throws {
        let home = try home(
            "channels: [console]\nconfigure:\n  console: {else: log}\n  post: {plugin: mail, to: me@example.org, command: /none}\n"
        )
        let list = try home.antrain("channel list", environment: ["COLUMNS": "200"]).output.split(separator: "\n")
        #expect(list.count == 3, "\(list)")
        for (line, parts) in zip(
            list,
            [
                ["console", "in use", "allowed", "ready", "0 reminders"], ["log", "fallback", "ready"],
                ["post (mail)", "not in use", "not ready: command not found"],
            ]
        ) {
            #expect(parts.allSatisfy(line.contains), "\(line)")
        }
        // The list changes nothing.
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/.local/share/antrain/ledger.sqlite"))
    }

    @Test func aRemovedChannelKeepsItsValuesUnlessTheUserRemovesThem() throws {
        let home = try home(
            "channels: [console, post] # two\nconfigure:\n  post: {plugin: command, command: \"true\"} # p\n"
        )
        let run = try home.antrain("channel remove post")
        #expect(run.status == 0 && run.output.contains("its values stay") && run.output.contains("sent to: console"))
        #expect(try home.folder.read(Self.settings).hasPrefix("channels: [console] # two\nconfigure:\n  post: "))
        #expect(try home.antrain("channel remove post").errors.contains("add --settings"))
        #expect(try home.antrain("channel add post").status == 0)
        #expect(try home.onTerminal("channel remove post", "y").contains("removed the channel 'post'; reminders"))
        #expect(try home.folder.read(Self.settings) == "channels: [console] # two\n")
        #expect(try home.antrain("channel remove post").status == 66)
        let last = try home.antrain("channel remove console")
        #expect(
            last.status == 64 && last.errors.contains("is the only channel") && last.errors.contains("settings --off")
        )
    }

    @Test func aFallbackKeepsItsValues() throws {
        let text = "channels: [console, post]\nconfigure:\n  console: {else: post}\n  post: {plugin: log}\n"
        let home = try home(text)
        let run = try home.antrain("channel remove post --settings")
        #expect(run.status == 64 && run.errors.contains("takes over from 'console'"), "\(run)")
        #expect(try home.folder.read(Self.settings) == text)
    }

    /// A program may use a channel that the settings do not use.
    @Test(arguments: ["log \(NSTemporaryDirectory())f.log --name phone", ""])
    func aChannelOfAProgramStays(added: String) throws {
        let home = try home("channels: [console]\n")
        let name = added.isEmpty ? "log" : "phone"
        if !added.isEmpty { _ = try home.antrain("channel add \(added)") }
        _ = try home.antrain("program activate stronglifts-5x5 --channels \(name)")
        _ = try home.antrain("settings --time 07:30 --channels console")
        let text = try home.folder.read(Self.settings)
        for options in ["", " --settings"] {
            let run = try home.antrain("channel remove \(name)\(options)")
            #expect(
                run.status == 64 && run.errors.contains("'\(name)' gets the reminders of stronglifts-5x5"),
                "\(run)"
            )
        }
        #expect(try home.folder.read(Self.settings) == text)
        // The advice keeps the start of the program.
        let advice = "program activate stronglifts-5x5 --replace --start 2026-11-22 --channels"
        #expect(try home.antrain("channel remove \(name)").errors.contains(advice))
        _ = try home.antrain(advice + " console")
        let run = try home.antrain("channel remove \(name) --settings")
        #expect(added.isEmpty ? run.status == 66 : run.status == 0, "\(run)")
        #expect(try home.antrain("schedule-next").status == 0)
    }

    /// A value that the plugin does not accept is refused before it is written.
    @Test(arguments: [
        ("log.bogus 1", "unknown key 'bogus' for plugin log; expected file, format"),
        ("log.file notes.log", "invalid value 'notes.log' for 'file'; expected a path starting with / or ~/"),
        ("mail.timeout soon", "invalid value 'soon' for 'timeout'; expected a duration, such as 30s or 5m"),
        ("webhook.tokn {env: TOKEN}", "unknown key 'tokn' for plugin webhook; did you mean 'token'?"),
        ("webhook.token {file: x, env: Y}", "a value reference must have either 'file' or 'env'"),
        ("log.file {env: LOG}", "'file' must be written in the settings"),
        ("mial.to me@example.org", "no such channel or plugin 'mial'; did you mean 'mail'?"),
    ])
    func aSettingOfAChannelIsChecked(change: String, reason: String) throws {
        let home = try Home.ready()
        let before = try home.folder.read(".config/antrain/settings.yaml")
        let refused = try home.antrain("settings configure.\(change)")
        #expect([64, 66].contains(refused.status) && refused.errors.contains(reason), "\(refused)")
        #expect(try home.folder.read(".config/antrain/settings.yaml") == before)
        #expect(try home.antrain("settings configure.log.file \(home.folder.path)/notes.log").status == 0)
    }

    /// A reference to a secret is written as one, not as a text in quotes.
    @Test func aValueMayBeAReference() throws {
        let home = try Home.ready()
        for (typed, written) in [("{env: TOKEN}", "{env: TOKEN}"), ("{file: ~/.ntfy}", "{file: \"~/.ntfy\"}")] {
            #expect(try home.antrain("settings configure.webhook.token \(typed)").status == 0)
            #expect(try home.folder.read(".config/antrain/settings.yaml").contains("token: \(written)\n"))
        }
    }
}
