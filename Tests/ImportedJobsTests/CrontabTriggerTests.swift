@testable import ImportedJobs
import Testing

@Suite struct CrontabTriggerTests {
    private static let day: Int64 = 86_400

    static let schedules: [(String, Int64?)] = [
        ("* * * * *", 60), ("*/5 * * * *", 300), ("*/7 * * * *", 420), ("0 * * * *", 3600), ("@hourly", 3600),
        ("0 6 * * *", day), ("@daily", day), ("0,30 6-22 * * *", 27_000),
        // From Friday to Monday.
        ("0 6 * * 1-5", 3 * day), ("0 6 * * mon-fri", 3 * day), ("0 6 * * 0", 7 * day), ("0 6 * * 7", 7 * day),
        ("@weekly", 7 * day), ("0 6 1 * *", 31 * day),
        // Either of two restricted day fields is enough.
        ("0 6 1 * 1", 7 * day), ("0 6 29 2 *", 1461 * day), ("0 6 1 jan *", 366 * day),
        ("0 6 30 2 *", nil), ("@reboot", nil), ("61 * * * *", nil), ("* * * * 9", nil),
    ]

    @Test(arguments: schedules)
    func theLongestTimeBetweenTwoRuns(schedule: String, gap: Int64?) throws {
        let triggers = Crontab(Array("\(schedule) antrain schedule-next\n".utf8)).triggers
        #expect(triggers.map(\.longestGap) == [gap], "\(schedule)")
    }

    @Test(arguments: [
        ("* * * * * ~/.local/bin/antrain schedule-next", "~/.local/bin/antrain"),
        ("* * * * * antrain deliver >/dev/null 2>&1", "antrain"),
        ("* * * * * \"$HOME/my bin/x\"; /usr/bin/antrain --data-dir /x schedule-next", "/usr/bin/antrain"),
        ("* * * * * env HOME=/home/antrain '/my home/antrain' schedule-next", "/my home/antrain"),
        ("* * * * * /it\\'s/antrain deliver", "/it's/antrain"), ("* * * * * \"/a b/antrain\" deliver", "/a b/antrain"),
        ("* * * * * XDG_DATA_HOME=/x/antrain antrain deliver", "antrain"),
        ("* * * * * cd /tmp && TZ=UTC 'antrain' schedule-next", "antrain"), ("# * * * * * antrain deliver", nil),
        ("* * * * * antrain", nil), ("* * * * * notify-send antrain", nil),
        ("* * * * * not-antrain schedule-next", nil), ("* * * * * antrain schedule-next --dry-run", nil),
        ("* * * * * antrain --data-dir /x schedule-next --dry-run --verbose", nil),
        ("* * * * * antrain schedule-next --dry-run; antrain deliver", "antrain"),
        ("* * * * * test -x /a/antrain && /a/antrain schedule-next", "/a/antrain"),
        ("* * * * * command -v antrain >/dev/null && antrain schedule-next", "antrain"),
        ("* * * * * [ -x /a/antrain ] && env TZ=UTC /a/antrain schedule-next --dry-run", nil),
        ("* * * * * '/it'\\''\u{301} x/antrain' deliver", "/it'\u{301} x/antrain"),
        ("* * * * * true ;\u{301} antrain deliver", "antrain"), ("* * * * * /\u{301}antrain deliver", nil),
    ])
    func theProgramOfALine(line: String, program: String?) {
        let triggers = Crontab(Array("PATH=/a:/b\n\(line)\n".utf8)).triggers
        #expect(triggers.map(\.program) == [program].compactMap { $0 }, "\(line)")
        #expect(triggers.allSatisfy { $0.line == 2 && $0.path == ["/a", "/b"] })
    }

    @Test func cronSearchesItsOwnPath() {
        #expect(Crontab(Array("* * * * * antrain deliver".utf8)).triggers.first?.path == ["/usr/bin", "/bin"])
    }
}
