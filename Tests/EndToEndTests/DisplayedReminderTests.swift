import Foundation
import TestSupport
import Testing

/// A plugin that schedules reminders itself, displays them until they are answered, and keeps answers: a list of tasks.
@Suite struct DisplayedReminderTests {
    private static let push = "workout/2026-11-23/0730"

    /// The plugin that holds reminders, with answers from the lines of the file `given`, such as `t1 done ID`.
    private static let library = Result {
        let answers = #"""
            static int32_t collect(void *i, void (*receive)(void *, const antrain_answer *), void *c, antrain_result *r) {
                (void)i; (void)r;
                FILE *f = fopen(file("given"), "r");
                char id[64], action[64], notification[256];
                while (f && fscanf(f, "%63s %63s %255s", id, action, notification) == 3) {
                    antrain_answer answer = { .size = sizeof answer, .id = { id, strlen(id) }, .action = { action, strlen(action) },
                        .notification_id = { notification, strlen(notification) } };
                    receive(c, &answer);
                }
                if (f) fclose(f);
                return ANTRAIN_OK;
            }
            static int32_t settle(void *i, antrain_string id, int32_t outcome, antrain_string text, antrain_result *r) {
                (void)i; (void)r; (void)text;
                FILE *f = fopen(file("settled"), "a");
                fprintf(f, "%.*s %d\n", (int)id.length, id.data, outcome);
                fclose(f);
                remove(file("given"));
                return ANTRAIN_OK;
            }
            static antrain_answers answers = { .size = sizeof answers, .flags = ANTRAIN_ANSWERS_KEPT, .collect = collect, .settle = settle };
            static const void *get_extension(antrain_string name) {
                if (name.length == strlen(ANTRAIN_EXTENSION_ANSWERS)) return &answers;

            """#
        let told = #"""
            FILE *d = fopen(file("told"), "a");
                for (uint64_t k = 0; k < m->attribute_count; k++) {
                    antrain_pair p = m->attributes[k];
                    if (p.key.length == 4 && memcmp(p.key.data, "sets", 4) == 0)
                        fprintf(d, "%.*s %.*s\n", (int)m->id.length, m->id.data, (int)p.value.length, p.value.data);
                }
                fclose(d);
                FILE *f = fopen(file("held"), "a");
            """#
        let source = holdingPlugin.replacing("LIMIT", with: "0")
            .replacing("FILE *f = fopen(file(\"held\"), \"a\");", with: told)
            .replacing("static const void *get_extension(antrain_string name) {\n", with: answers)
            .replacing(
                "ANTRAIN_CAPABILITY_SCHEDULE,",
                with: "ANTRAIN_CAPABILITY_SCHEDULE | ANTRAIN_CAPABILITY_ACTIONS,"
            )
        let folder = try TemporaryFolder(path: TemporaryFolder.ofRun.path + "/displayed-tests")
        return try compilePlugin(source, into: folder, name: "task")
    }

    private let home: Home

    init() throws {
        home = try Home()
        try home.folder.write("tasks/.keep", "")
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [task]
            configure: {task: {plugin: \(try Self.library.get()), path: \(home.folder.path)/tasks}}

            """
        )
        try home.antrain("channel allow task")
        try home.antrain("program activate push-pull-legs")
        #expect(displayed.contains(Self.push))
        home.now = "2026-11-23T08:00"
        let planned = try home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
    }

    /// The IDs of the reminders that the plugin has.
    private var displayed: [String] {
        ((try? home.folder.read("tasks/held")) ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t")
            return fields.count > 2 ? String(fields[2]) : nil
        }
    }

    private func answer(_ line: String) throws {
        try home.folder.write("tasks/given", line)
        let planned = try home.antrain("schedule-next")
        #expect(planned.status == 0 && planned.errors.isEmpty, "\(planned)")
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/tasks/given"))
    }

    /// Its time has come, and the plugin still displays it: antrain does not deliver it once more.
    @Test func aReminderStaysUntilItIsAnswered() throws {
        #expect(displayed.count { $0 == Self.push } == 1)
        #expect(try home.antrain("history").output.contains("task: delivered"))
        home.now = "2026-11-23T09:00"
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(displayed.count { $0 == Self.push } == 1)
        #expect(!FileManager.default.fileExists(atPath: home.folder.path + "/tasks/delivered"))
        #expect(try home.antrain("done").status == 0)
        #expect(!displayed.contains(Self.push) && displayed.contains("workout/2026-11-25/0730"))
        #expect(try home.antrain("undo").status == 0)
        #expect(displayed.count { $0 == Self.push } == 1)
        home.now = "2026-11-24T06:00"
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(!displayed.contains(Self.push))
    }

    @Test func anUndoneAnswerDisplaysTheReminderAgain() throws {
        try answer("t1 done \(Self.push)")
        #expect(!displayed.contains(Self.push))
        #expect(try home.antrain("today").output.contains("done"))
        #expect(try home.antrain("undo").status == 0)
        #expect(displayed.count { $0 == Self.push } == 1)
        try answer("t1 done \(Self.push)")
        #expect(displayed.count { $0 == Self.push } == 1)
        #expect(try home.antrain("today").output.contains("unanswered"))
        try answer("t2 skip \(Self.push)")
        #expect(!displayed.contains(Self.push))
        #expect(try home.folder.read("tasks/settled") == "t1 0\nt1 0\nt2 0\n")
    }

    /// A snoozed reminder comes again as another one.
    @Test func aSnoozedReminderIsReplaced() throws {
        try answer("t1 snooze \(Self.push)")
        #expect(!displayed.contains(Self.push) && displayed.contains(Self.push + "/snooze-1"))
    }

    /// An answer before the reminder's time, and its correction.
    @Test func aScheduledReminderCanBeAnswered() throws {
        let pull = "workout/2026-11-25/0730"
        try answer("t1 skip \(pull)")
        #expect(!displayed.contains(pull))
        home.now = "2026-11-25T06:00"
        try answer("t2 done \(pull)")
        #expect(try home.antrain("today").output.contains("done"))
    }

    /// The plugin gets the planned sets once, and again when they change; after a failure, the next run tries again.
    @Test func thePluginIsToldWhatChanged() throws {
        func told() throws -> [String] {
            let lines = try home.folder.read("tasks/told").split(separator: "\n")
            try home.folder.write("tasks/told", "")
            return lines.filter { $0.hasPrefix("workout/") }.map { String($0.prefix { $0 != " " }) }
        }
        _ = try told()
        home.now = "2026-11-23T08:30"
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try told() == [])
        // Opening, listing, and then the first reminder with new sets fails.
        let calls = try #require(Int(try home.folder.read("tasks/calls")))
        try home.folder.write("tasks/fault", "\(calls + 3) retry")
        let before = displayed
        let changed = try home.antrain("program load overhead-press 30kg")
        #expect(changed.status == 0 && changed.output.contains("30 kg"), "\(changed)")
        #expect(changed.errors.contains("channel 'task' cannot update reminders now: told to fail"), "\(changed)")
        #expect(try told() == [])
        #expect(displayed == before)
        home.now = "2026-11-23T08:40"
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try home.folder.read("tasks/told").contains("Overhead Press: 3×8–10 @ 30 kg"))
        #expect(try told() == [Self.push])
        #expect(displayed.sorted() == before.sorted())
        home.now = "2026-11-23T08:50"
        #expect(try home.antrain("schedule-next").status == 0)
        #expect(try told() == [])
    }
}
