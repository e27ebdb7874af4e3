import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// What the tasks plugin writes into a folder, and what it leaves alone.
@Suite struct TaskFolderTests {
    private let stage: TaskStage

    init() throws { stage = try TaskStage() }

    /// The text of a task without what differs in each.
    private func plain(_ text: String) -> String {
        text.replacing(/antrain-[0-9a-f]{32}/, with: "UID")
    }

    @Test func aReminderIsATask() throws {
        try stage.schedule(workout(body: "Today: Push Day\nSquat; Row, 5×5\\"))
        #expect(
            plain(try stage.task)
                == """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//antrain//antrain//EN
                BEGIN:VTODO
                UID:UID
                DTSTAMP:20261122T190000Z
                CREATED:20261122T190000Z
                LAST-MODIFIED:20261122T190000Z
                SEQUENCE:0
                SUMMARY:Workout Time!
                DESCRIPTION:Today: Push Day\\nSquat\\; Row\\, 5×5\\\\
                DUE:20261123T063000Z
                URL:antrain://workout/2026-11-23/0730
                STATUS:NEEDS-ACTION
                X-ANTRAIN-KEY:4f3a09c1.23.phone
                BEGIN:VALARM
                ACTION:DISPLAY
                DESCRIPTION:Workout Time!
                TRIGGER;VALUE=DATE-TIME:20261123T063000Z
                END:VALARM
                END:VTODO
                END:VCALENDAR

                """.replacing("\n", with: "\r\n")
        )
        #expect(try stage.files.allSatisfy { $0.wholeMatch(of: /antrain-[0-9a-f]{32}\.ics/) != nil })
        let mode = try FileManager.default.attributesOfItem(atPath: stage.path + "/" + stage.files[0])
        #expect(mode[.posixPermissions] as? Int == 0o600)
        #expect(try stage.held() == ["4f3a09c1.23.phone": 1_795_415_400])
    }

    /// Another reader finds the same texts and alarms at absolute times.
    @Test(.requires(.python("icalendar", in: "python3-icalendar"))) func anotherReaderFindsTheAlarms() throws {
        var quiet = workout(25)
        quiet.flags = WireNotification.quiet
        let long = String(repeating: "Übung, „Kniebeuge“; 🏋 ", count: 20)
        try stage.schedule(workout(23, body: long + "\nRow"), workout(24, more: "/follow-up-1"), quiet)
        let read = try stage.read().sorted { $0.due < $1.due }
        #expect(read.map(\.description) == [long + "\nRow", workout().body, workout().body])
        #expect(read.map(\.due) == ["23", "24", "25"].map { "2026-11-\($0)T06:30:00+00:00" })
        #expect(read.map(\.alarms) == [[read[0].due], [read[1].due], []])
        #expect(read.allSatisfy { !$0.repeats && $0.status == "NEEDS-ACTION" })
        #expect(read[1].url == "antrain://workout/2026-11-24/0730/follow-up-1")
    }

    @Test func theSameReminderIsWrittenOnce() throws {
        try stage.schedule(workout())
        let before = try stage.task
        try stage.schedule(workout(), workout())
        #expect(try stage.task == before)
        _ = try stage.answers()
        #expect(try stage.task == before)
    }

    /// A changed reminder keeps its task, with everything that an app or the user added.
    @Test func aChangedReminderKeepsWhatOthersWrote() throws {
        try stage.schedule(workout())
        let odd = "X-APP;VALUE=\"a;b\":one\r\n\t two\\,\r\n  three\r\nx-lower:1\r\n"
        let alarm = "BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nACTION:DISPLAY\r\nX-OWN:1\r\nEND:VALARM\r\n"
        try stage.edit { text in
            text.replacing("STATUS:", with: odd + "STATUS:").replacing("END:VTODO", with: alarm + "END:VTODO")
                .replacing("5×5\r\n", with: "5×5\\nmy own line\r\n")
        }
        let before = try stage.task
        var later = workout(body: "Today: Pull Day")
        later.instant += 3600
        try stage.schedule(later)
        let after = try stage.task
        #expect(after.contains(odd) && after.contains(alarm))
        #expect(after.contains("DESCRIPTION:Today: Pull Day\\n\\nmy own line\r\n"), "\(after)")
        #expect(after.contains("DUE:20261123T073000Z\r\n") && after.contains(":20261123T073000Z\r\nEND:VALARM"))
        #expect(!after.contains("063000Z") && after.contains("SEQUENCE:1\r\n"))
        #expect(after.firstMatch(of: /UID:.*/)?.output == before.firstMatch(of: /UID:.*/)?.output)
    }

    @Test func answeredElsewhereIsRemoved() throws {
        try stage.schedule(workout(23), workout(24), workout(25))
        #expect(try stage.ask(.unschedule(key: workout(23).key)) == .done)
        #expect(try stage.ask(.cancel(id: workout(24).id)) == .done)
        #expect(try stage.ask(.cancel(id: "workout/2026-11-30/0730")) == .done)
        #expect(try stage.held().keys.sorted() == [workout(25).key])
        #expect(try stage.files.count == 1)
    }

    /// Files of other programs stay as they are, even those that look like antrain's.
    @Test func foreignFilesStayAsTheyAre() throws {
        let foreign = [
            "mine.ics":
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:mine\nSUMMARY:Milk\nSTATUS:COMPLETED\nEND:VTODO\nEND:VCALENDAR\n",
            "antrain-other.ics": "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:x\nEND:VTODO\nEND:VCALENDAR\n",
            "event.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:antrain-1\nX-ANTRAIN-KEY:a\nEND:VEVENT\nEND:VCALENDAR\n",
            "damaged.ics": "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:antr", "notes.txt": "antrain-", "antrain-empty.ics": "",
            "bytes.ics": "\u{0}\u{FFFD}antrain-\u{0}",
        ]
        for (name, text) in foreign { try stage.home.write("tasks/" + name, text) }
        symlink("/etc/passwd", stage.path + "/antrain-link.ics")
        mkfifo(stage.path + "/antrain-pipe.ics", 0o600)
        mkdir(stage.path + "/antrain-folder.ics", 0o700)
        try stage.schedule(workout(23), workout(24))
        #expect(try stage.answers().isEmpty)
        #expect(try stage.ask(.unschedule(key: workout(23).key)) == .done)
        #expect(try stage.ask(.unschedule(key: workout(24).key)) == .done)
        for (name, text) in foreign { #expect(try stage.home.read("tasks/" + name) == text) }
        #expect(try stage.files.count == foreign.count + 3)
        #expect(try stage.held().isEmpty)
    }

    /// When tasks end: unanswered ones with their day, answered ones after a day.
    @Test func tasksEnd() throws {
        try stage.schedule(workout(23), workout(24))
        // 04:00 on the 24th in Berlin is the end of the 23rd.
        stage.now = 1_795_489_200
        _ = try stage.answers()
        #expect(try stage.held().count == 2)
        stage.now += 1
        _ = try stage.answers()
        #expect(try stage.held().keys.sorted() == [workout(24).key])
        try stage.tick(at: "20261124T070000Z")
        let answer = try #require(try stage.answers().first)
        #expect(try stage.settle(answer) == .done)
        stage.now += 86_400
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.count == 1)
        #expect(try stage.held().isEmpty)
        stage.now += 1
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.isEmpty)
    }

    /// A tick that arrives days later, because the machine was off, still counts.
    @Test func aLateTickCounts() throws {
        try stage.schedule(workout())
        try stage.tick()
        stage.now += 5 * 86_400
        #expect(try stage.answers().map(\.instant) == [1_795_418_100])
    }

    @Test func aFolderThatIsGoneIsReported() throws {
        try stage.schedule(workout())
        let runner = try stage.start()
        try FileManager.default.removeItem(atPath: stage.path)
        for message in [HostMessage.list, .collect, .schedule(workout(24))] {
            guard case .result(let result) = try runner.ask(message) else {
                Issue.record("\(message)")
                continue
            }
            #expect(result.status == 1 && result.reason.contains("cannot read the folder \(stage.path): No such file"))
            #expect(result.remedy == "create it, or mount it")
        }
    }

    @Test func aFullDiskLosesNothing() throws {
        try stage.schedule(workout())
        let before = try stage.task
        let folder = stage.home.path + "/.local/state/antrain/tasks"
        let records = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        try FileManager.default.moveItem(atPath: folder + "/" + records, toPath: folder + "/kept")
        // A file in place of the folder: nothing can be remembered, so nothing may be written.
        try stage.home.write(".local/state/antrain/tasks/" + records, "")
        guard case .result(let result) = try stage.ask(.schedule(workout(24))) else {
            throw ProgramFailure(message: "")
        }
        #expect(result.status == 1 && !result.reason.isEmpty)
        #expect(try stage.task == before)
    }

    /// In a folder with many objects of other programs, a run opens none of them, unless a task is missing.
    @Test func foreignObjectsAreNotOpened() throws {
        for number in 0..<200 { try stage.home.write("tasks/foreign-\(number).ics", "BEGIN:VCALENDAR\n") }
        try stage.schedule(workout())
        let opened = try OpenedNames(in: stage.path)
        #expect(try stage.held().count == 1)
        #expect(try stage.answers().isEmpty)
        try stage.schedule(workout(), workout(24))
        let names = try opened.names()
        #expect(names.contains { $0.hasPrefix("antrain-") } && !names.contains { $0.hasPrefix("foreign-") }, "\(names)")
        for name in try stage.files where name.hasPrefix("antrain-") {
            try FileManager.default.removeItem(atPath: stage.path + "/" + name)
        }
        _ = try stage.held()
        #expect(try opened.names().count { $0.hasPrefix("foreign-") } == 200)
    }
}

/// The names of the files of a folder that are opened, as the kernel reports them.
private final class OpenedNames {
    private let queue: Int32

    init(in folder: String) throws {
        queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard queue >= 0, inotify_add_watch(queue, folder, UInt32(IN_OPEN)) >= 0 else {
            throw ProgramFailure(message: "inotify: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(queue) }

    /// Those since the last query.
    func names() throws -> Set<String> {
        var names: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(queue, &buffer, buffer.count)
            guard count > 0 else { return names }
            var start = 0
            while start + 16 <= count {
                let length = (0..<4).reduce(0) { $0 | Int(buffer[start + 12 + $1]) << (8 * $1) }
                let name = buffer[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
                names.insert(String(decoding: name, as: UTF8.self))
                start += 16 + length
            }
        }
    }
}
