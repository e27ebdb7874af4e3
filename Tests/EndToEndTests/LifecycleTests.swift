import Foundation
import TestSupport
import Testing

/// Tables of events in a reminder's life, and what is sent.
@Suite struct LifecycleTests {
    /// A command at a time, and whether it sends a reminder.
    struct Step: Sendable {
        let time: String
        let command: String
        let sends: Bool
        let zone: String?

        init(_ time: String, _ command: String = "schedule-next", sends: Bool = false, zone: String? = nil) {
            self.time = time.count == 5 ? "2026-11-23T\(time)" : time
            self.command = command
            self.sends = sends
            self.zone = zone
        }
    }

    /// A sequence of steps, starting on the evening before Monday's 07:30 reminder for Push Day.
    struct Life: CustomTestStringConvertible, Sendable {
        let name: String
        let steps: [Step]
        /// Monday's pending reminders at the end.
        let left: [String]
        var testDescription: String { name }

        init(_ name: String, _ steps: [Step], left: [String] = []) {
            self.name = name
            self.steps = steps
            self.left = left
        }
    }

    private static let lives = [
        Life("done before the time", [Step("06:00", "done"), Step("07:30"), Step("08:00")]),
        Life(
            "done from the notification",
            [Step("07:30", sends: true), Step("07:40", "done antrain://workout/2026-11-23/0730"), Step("09:00")]
        ),
        Life(
            "dismissed without an answer",
            [Step("07:30", sends: true), Step("07:31"), Step("11:00"), Step("2026-11-24T07:30")]
        ),
        Life(
            "snooze, twice, then done",
            [
                Step("07:30", sends: true), Step("07:31", "snooze --for 10m"), Step("07:41", sends: true),
                Step("07:42", "snooze --for 15m"), Step("07:57", sends: true), Step("07:58", "done"), Step("08:30"),
            ]
        ),
        Life(
            "snoozed and done before it comes again",
            [Step("07:30", sends: true), Step("07:31", "snooze --for 1h"), Step("07:50", "done"), Step("08:31")]
        ),
        Life(
            "the evening before",
            [Step("2026-11-22T21:00", "skip --date 2026-11-23"), Step("07:30"), Step("08:00")]
        ),
        Life(
            "reminders off and on again",
            [Step("06:00", "settings --off"), Step("06:01", "settings --on"), Step("07:30", sends: true)]
        ),
        Life(
            "off over the time",
            [Step("06:00", "settings --off"), Step("07:30"), Step("07:40", "settings --on")]
        ),
        Life(
            "reboot: all processes gone, clock jumped",
            [Step("10:00", "deliver", sends: true), Step("10:01"), Step("2026-11-24T06:00")]
        ),
        Life("reboot past the grace", [Step("12:00"), Step("2026-11-24T06:00")]),
        Life("skip", [Step("06:00", "skip"), Step("07:30"), Step("09:00")]),
        Life("undo before the time", [Step("06:00", "done"), Step("06:30", "undo"), Step("07:30", sends: true)]),
        Life(
            "undo after the time",
            [Step("06:00", "done"), Step("08:00", "undo"), Step("08:01", sends: true), Step("09:00")]
        ),
        Life(
            "zone changed while pending",
            [
                Step("06:00", zone: "Europe/Berlin"), Step("07:00", zone: "Asia/Tokyo"),
                Step("07:30", sends: true, zone: "Asia/Tokyo"), Step("07:31", zone: "Asia/Tokyo"),
            ]
        ),
        Life(
            "the clock an hour ahead when it came",
            [Step("07:30", sends: true), Step("06:30"), Step("07:30", sends: true), Step("07:35")]
        ),
        Life(
            "the clock minutes ahead when it came",
            [Step("07:30", sends: true), Step("07:22"), Step("07:30"), Step("07:35")]
        ),
        Life("cancelled by hand", [Step("06:00", "cancel workout/2026-11-23/0730"), Step("07:30"), Step("08:00")]),
        Life(
            "paused over the day",
            [Step("06:00", "pause --until 2026-11-23"), Step("07:30"), Step("08:00")]
        ),
        Life(
            "moved to the next day",
            [Step("06:00", "move 2026-11-23 2026-11-24"), Step("07:30"), Step("2026-11-24T07:30", sends: true)]
        ),
    ]

    @Test(arguments: lives)
    func theExpectedRemindersAreSent(life: Life) throws {
        let home = try Home.ready()
        for step in life.steps {
            home.now = step.time
            if let zone = step.zone { home.zone = zone }
            let run = try home.antrain(step.command)
            #expect(run.status == 0, "\(life.name), \(step.time) \(step.command): \(run.errors)")
            #expect(
                run.output.contains("Workout Time!") == step.sends,
                "\(life.name), \(step.time) \(step.command): \(run.output)"
            )
        }
        let monday = try home.pending().filter { $0.contains("2026-11-23") }
        #expect(monday == life.left, "\(life.name)")
    }

    /// If a program is edited while a reminder is pending, the reminder has the new text.
    @Test func programEditedWhilePending() throws {
        let home = try Home()
        let text = try String(contentsOfFile: BuildProducts.package + "Programs/push-pull-legs.yaml", encoding: .utf8)
        try home.folder.write("mine.yaml", text)
        try home.antrain("program activate mine.yaml")
        try home.antrain("settings --time 07:30 --days mon,wed,fri")
        try home.folder.write("mine.yaml", text.replacing("Push Day", with: "Chest Day"))
        home.now = "2026-11-23T07:30"
        let sent = try home.antrain("schedule-next").output
        #expect(sent.contains("Today: Chest Day") && !sent.contains("Push Day"))
    }

    /// Killed after increasing times: an answer is recorded completely or not at all, and the queue agrees with it.
    @Test(arguments: ["done", "skip", "snooze --for 1h"])
    func anAnswerIsAtomic(command: String) throws {
        let home = try Home.ready()
        home.now = "2026-11-23T06:00"
        for microseconds in stride(from: 0, to: 48_000, by: 4000) {
            let process = Process()
            process.executableURL = URL(filePath: BuildProducts.path("antrain"))
            process.arguments = command.split(separator: " ").map(String.init)
            process.environment = uncounted([
                "HOME": home.folder.path, "TZ": home.zone, "ANTRAIN_NOW": home.now, "PATH": "/bin",
            ])
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.currentDirectoryURL = URL(filePath: home.folder.path)
            try process.run()
            usleep(UInt32(microseconds))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let pending = try home.pending()
            let isAnswered = try home.antrain("today").output.contains(
                command == "done" ? "already done" : command == "skip" ? "you skipped it" : "you snoozed it"
            )
            #expect(
                pending.contains("workout/2026-11-23/0730") != isAnswered,
                "\(command), \(microseconds): \(pending)"
            )
            if isAnswered { try home.antrain("undo") }
            #expect(try home.pending().contains("workout/2026-11-23/0730"))
        }
    }
}
