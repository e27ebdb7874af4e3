import Foundation
import TestSupport
import Testing

/// antrain is killed while it collects an answer.
@Suite struct AnswerFaultTests {
    @Test(arguments: ["kill", "torn-write", "full-disk"]) func anAnswerCountsOnce(fault: String) throws {
        let home = try FaultHome()
        let library = try InboxPlugin.library.get()
        try home.write("inbox/.keep", "")
        try home.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            channels: [inbox]
            configure: {inbox: {plugin: \(library), path: \(home.path)/inbox}}

            """
        )
        #expect(try home.antrain("channel allow inbox").status == 0)
        #expect(try home.antrain("program activate push-pull-legs").status == 0)
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("schedule-next").status == 0)
        home.now = "2026-11-23T12:00"
        try home.write("inbox/answers/a1", "done workout/2026-11-23/0730\nbench-press 5,5,5@60kg\n")
        let files = try home.files()
        let count = try home.antrain("schedule-next", fault, at: 0).operations
        try #require(count > 20)
        for operation in Share.of(Array(1...count), 8, "answer-\(fault)") {
            try home.restore(files)
            let faulty = try home.antrain("schedule-next", fault, at: operation)
            let next = try home.antrainAfterReboot("schedule-next")
            #expect(next.status == 0, "\(faulty) \(next)")
            let path = home.path + "/.local/share/antrain/ledger.sqlite"
            let query = """
                SELECT group_concat(kind, ' ') FROM journal WHERE kind IN ('reported', 'completed', 'logged', 'undone');
                SELECT count(*), count(DISTINCT exercise) FROM log_entry
                """
            let recorded = try run("/usr/bin/sqlite3", [path, query]).output
            #expect(recorded == "completed reported\n5|5\n", "\(operation): \(faulty)")
            #expect(!FileManager.default.fileExists(atPath: home.path + "/inbox/answers/a1"), "\(operation): \(faulty)")
        }
    }
}
