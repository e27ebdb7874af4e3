import Foundation
import TestSupport
import Testing

/// The attributes that channels receive besides title and body, in the user's language.
@Suite struct AttributeTests {
    /// A plugin that writes all attributes of each notification to a file.
    private static let source = """
        #include <antrain_plugin.h>
        #include <stdio.h>

        static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result) {
            (void)host; (void)values; (void)count; (void)result; *instance = NULL;
            return ANTRAIN_OK;
        }

        static int32_t deliver(void *instance, const antrain_notification *n, antrain_result *result) {
            (void)instance; (void)result;
            FILE *file = fopen("@told@", "a");
            if (file == NULL || !ANTRAIN_HAS(n, attribute_count)) return ANTRAIN_RETRY;
            for (uint64_t i = 0; i < n->attribute_count; i++)
                fprintf(file, "%.*s=%.*s\\n", (int)n->attributes[i].key.length, n->attributes[i].key.data,
                        (int)n->attributes[i].value.length, n->attributes[i].value.data);
            return fclose(file) == 0 ? ANTRAIN_OK : ANTRAIN_RETRY;
        }

        static const antrain_string paths[] = { ANTRAIN_STRING("@told@") };
        static const antrain_plugin plugin = {
            .size = sizeof(antrain_plugin), .name = ANTRAIN_STRING("tell"), .version = ANTRAIN_STRING("1.0"),
            .open = open_it, .deliver = deliver, .paths = paths, .path_count = 1,
        };

        const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
        """

    @Test(arguments: [
        (
            "C", "2026-11-23T07:30",
            "language=en\nwhen=Monday 2026-11-23, 07:30\nanswer=Answer: antrain start · done · snooze\n"
        ),
        (
            "C", "2026-11-23T08:45",
            "language=en\nwhen=Monday 2026-11-23, 07:30\nanswer=Answer: antrain start · done · snooze\nlate=1 h 15 min late\nlate-note=This reminder is 75 min late.\n"
        ),
        (
            "de_DE.UTF-8", "2026-11-23T08:45",
            "language=de\nwhen=Mo 23. Nov, 07:30\nanswer=Antworten: antrain start · done · snooze\nlate=1 Std. 15 Min. zu spät\nlate-note=Diese Erinnerung kommt 75 Min. zu spät.\n"
        ),
        (
            "en_US.UTF-8", "2026-11-23T07:30:59",
            "language=en\nwhen=Mon, Nov 23, 7:30 AM\nanswer=Answer: antrain start · done · snooze\n"
        ),
    ])
    func attributesAreInTheUsersLanguage(locale: String, now: String, expected: String) throws {
        let home = try Home()
        let file = home.folder.path + "/told"
        let library = try compilePlugin(Self.source.replacing("@told@", with: file), into: home.folder, name: "tell")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [tell]\nconfigure: {tell: {plugin: \(library)}}\n"
        )
        try home.antrain("plugin allow tell")
        try home.antrain("program activate push-pull-legs", environment: ["LANG": locale])
        home.now = now
        let run = try home.antrain("schedule-next")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try home.folder.read("told") == expected)
    }

    @Test func aMailStatesItsDelay() throws {
        let home = try Home(now: "2026-11-22T18:00")
        let sendmail = try home.folder.write("sendmail", "#!/bin/sh\ncat > \"$HOME/mail\"\n", mode: 0o755)
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [mail]\nconfigure: {mail: {to: me@example.org, command: \(sendmail)}}\n"
        )
        try home.antrain("program activate push-pull-legs", environment: ["LANG": "fr_FR.UTF-8"])
        home.now = "2026-11-23T08:45"
        try home.antrain("schedule-next")
        let script =
            "import email, email.policy, sys; print(email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default).get_content(), end='')"
        let parsed = try run(
            "/usr/bin/env",
            ["python3", "-c", script, home.folder.path + "/mail"],
            environment: ["PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin:/usr/local/bin"]
        )
        #expect(
            parsed.output
                == "Aujourd'hui\u{202F}: Push Day\n5 exercices, environ 60 min\n\n(Ce rappel arrive avec 75 min de retard.)\n\nRépondre\u{202F}: antrain start · done · snooze\n"
        )
    }

    /// A reminder that is sent on the evening before.
    @Test(arguments: [("C", " for Monday 2026-11-23\n"), ("de_DE", " für Mo 23. Nov\n")])
    func aReminderForAnotherDateNamesIt(locale: String, words: String) throws {
        let home = try Home(now: "2026-11-22T12:00")
        let program = try home.folder.write(
            "p.yaml",
            "antrain: 1\nid: p\nname: P\ndays: {a: {name: Push, exercises: [{exercise: A, sets: 5}]}}\nreminders: [{at: \"07:00\"}, {before: 12h}]\nschedule: {mode: weekdays, monday: a}\n"
        )
        try home.antrain("program activate \(program)", environment: ["LANG": locale])
        try home.antrain("settings --on", environment: ["LANG": locale])
        home.now = "2026-11-22T19:00"
        let sent = try home.antrain("deliver").output
        #expect(sent.contains(words), "\(sent)")
    }
}
