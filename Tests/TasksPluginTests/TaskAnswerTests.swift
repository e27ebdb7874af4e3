import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// What the user does with a task, as antrain's answers.
@Suite struct TaskAnswerTests {
    private let stage: TaskStage

    init() throws {
        stage = try TaskStage()
        try stage.schedule(workout())
        stage.now = workout().instant + 3600
    }

    /// A change of the task's text, and the answer with its detail and instant; nil for none.
    struct Change: CustomTestStringConvertible {
        let old, new: String
        let answer: String?
        var testDescription: String { new }

        init(_ old: String, _ new: String, _ answer: String?) { (self.old, self.new, self.answer) = (old, new, answer) }
    }

    static let status = "STATUS:NEEDS-ACTION"
    static let due = "DUE:20261123T063000Z"

    @Test(arguments: [
        Change("", "", nil), Change(status, "STATUS:COMPLETED\nCOMPLETED:20261123T071500Z", "done  1795418100"),
        Change(status, "STATUS:COMPLETED", "done  1795374000"),
        Change(status, "COMPLETED:20261123T071500Z", "done  1795418100"),
        Change(status, "STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:100", "done  1795374000"),
        Change(status, "STATUS:IN-PROCESS\nPERCENT-COMPLETE:50", nil),
        Change(status, "status:completed\nCOMPLETED;TZID=Europe/Berlin:20261123T081500", "done  1795418100"),
        Change(status, "STATUS:COMPLETED\nCOMPLETED:garbage", "done  1795374000"),
        Change(status, "STATUS:CANCELLED", "skip  1795374000"),
        Change(status, "STATUS:CANCELLED\nPERCENT-COMPLETE:100", "skip  1795374000"),
        Change(due, "DUE:20261123T170000Z", "snooze 2026-11-23T17:00:00Z 1795374000"),
        Change(due, "DUE;TZID=Europe/Berlin:20261123T180000", "snooze 2026-11-23T17:00:00Z 1795374000"),
        Change(
            due,
            "DUE;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261123T180000",
            "snooze 2026-11-23T17:00:00Z 1795374000"
        ),
        Change(due, "DUE;TZID=W. Europe Standard Time:20261123T180000", "snooze 2026-11-23T17:00:00Z 1795374000"),
        Change(due, "DUE:20261123T180000", "snooze 2026-11-23T17:00:00Z 1795374000"),
        // The same moment in other words is no answer.
        Change(due, "DUE;TZID=Europe/Berlin:20261123T073000", nil),
        Change(due, "DUE;TZID=America/New_York:20261123T013001", nil), Change(due, "DUE;VALUE=DATE:20261123", nil),
        Change(due, "DUE;VALUE=DATE:20261125", "snooze 2026-11-25 1795374000"), Change(due, "DUE:garbage", nil),
        Change(due + "\r\n", "", nil),
        Change("SUMMARY:", "SUMMARY:My ", nil), Change("Squat 5×5", "squat 5,5,5,5,3", nil),
    ])
    func changesAreAnswers(change: Change) throws {
        try stage.edit { change.old.isEmpty ? $0 : $0.replacing(change.old, with: change.new) }
        let answers = try stage.answers()
        #expect(answers.map { "\($0.action) \($0.detail) \($0.instant)" } == [change.answer].compactMap { $0 })
        #expect(answers.allSatisfy { $0.notification == workout().id })
        // The same change is the same answer.
        #expect(try stage.answers() == answers)
        guard let answer = answers.first else { return }
        #expect(try stage.settle(answer) == .done)
        #expect(try stage.answers().isEmpty)
    }

    /// Lines of a completed task that antrain did not write are the sets; they can be corrected after the tick.
    @Test func linesInTheTextAreSets() throws {
        try stage.edit {
            $0.replacing("Squat 5×5\\, Row 5×5", with: "  squat 5\\,5\\,5\\,5\\,3\\n\\nrow 60kg x 5\\nnice one")
        }
        try stage.tick()
        let first = try #require(try stage.answers().first)
        #expect(first.detail == "squat 5,5,5,5,3\nrow 60kg x 5\nnice one")
        #expect(try stage.settle(first, "could not be read: nice one") == .done)
        #expect(try stage.answers().isEmpty)
        let note = "antrain: could not be read: nice one"
        #expect(try stage.task.replacing("\r\n ", with: "").contains("\\n\(note)"))
        try stage.edit { $0.replacing("\\nnice one", with: "\\nplank 60s") }
        let second = try #require(try stage.answers().first)
        #expect(second.id != first.id && second.instant == first.instant)
        #expect(second.detail == "squat 5,5,5,5,3\nrow 60kg x 5\nplank 60s")
        #expect(try stage.settle(second) == .done)
        #expect(try stage.answers().isEmpty)
        #expect(try !stage.task.contains("could not be read"))
    }

    /// What antrain refuses is undone in the task, which says why.
    @Test(arguments: [
        ("STATUS:NEEDS-ACTION", "STATUS:COMPLETED\r\nCOMPLETED:20261123T071500Z\r\nPERCENT-COMPLETE:100"),
        ("STATUS:NEEDS-ACTION", "STATUS:CANCELLED"), ("DUE:20261123T063000Z", "DUE;VALUE=DATE:20261125"),
    ])
    func refusedAnswersAreUndone(old: String, new: String) throws {
        try stage.edit { $0.replacing(old, with: new) }
        let answer = try #require(try stage.answers().first)
        #expect(try stage.settle(answer, isRecorded: false, "this workout\nis tomorrow") == .done)
        let task = try stage.task
        #expect(task.contains("STATUS:NEEDS-ACTION\r\n") && task.contains("DUE:20261123T063000Z\r\n"), "\(task)")
        #expect(!task.contains("COMPLETED") && !task.contains("PERCENT"))
        #expect(task.replacing("\r\n ", with: "").contains("\\n\\nantrain: this workout is tomorrow\r\n"), "\(task)")
        #expect(try stage.answers().isEmpty)
        #expect(try stage.held().count == 1)
        // A second attempt is another answer.
        try stage.tick(at: "20261123T080000Z")
        #expect(try stage.answers().map(\.action) == ["done"])
    }

    /// A snoozed task is removed: antrain publishes the reminder again at its new time.
    @Test func aSnoozeEndsTheTask() throws {
        try stage.edit { $0.replacing("DUE:20261123T063000Z", with: "DUE:20261123T170000Z") }
        let (name, moved) = (try stage.files[0], try stage.task)
        try stage.settle(try #require(try stage.answers().first))
        #expect(try stage.files.isEmpty)
        #expect(try stage.held().isEmpty)
        // A phone that has not synchronized since brings it back, and ticks it.
        try stage.home.write("tasks/" + name, moved)
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.isEmpty)
        try stage.home.write("tasks/" + name, moved)
        try stage.tick()
        try stage.settle(try #require(try stage.answers().first { $0.action == "done" }))
        try stage.remove()
        #expect(try stage.answers().isEmpty)
        // If the snooze is over when antrain reads it, the new task rings at once.
        var late = workout(more: "/snooze-1")
        late.instant = stage.now - 60
        try stage.schedule(late)
        #expect(try stage.task.contains("VALARM"))
    }

    /// An answer that was undone is published as a new task, which does not ring again.
    @Test func anUndoneAnswerIsANewTask() throws {
        try stage.tick()
        let (old, ticked) = (try stage.files, try stage.task)
        let answer = try #require(try stage.answers().first)
        #expect(try stage.settle(answer) == .done)
        #expect(try stage.ask(.unschedule(key: workout().key)) == .done)
        #expect(try stage.files == old)
        #expect(try stage.held().isEmpty)
        try stage.schedule(workout())
        #expect(try stage.files.count == 1)
        #expect(try stage.files != old)
        #expect(try stage.task.contains("STATUS:NEEDS-ACTION"))
        #expect(try !stage.task.contains("VALARM"))
        #expect(try stage.answers().isEmpty)
        // A phone that brings the ticked task back does not answer again.
        try stage.home.write("tasks/" + old[0], ticked.replacing("SUMMARY:", with: "SUMMARY:My "))
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.count == 1 && stage.files != old)
        #expect(try stage.held().count == 1)
        try stage.tick()
        #expect(try stage.answers().first?.id != answer.id)
    }

    /// A task that was answered here and elsewhere keeps its answer, and stays for a day.
    @Test func anAnswerOnBothSidesIsKept() throws {
        try stage.tick()
        #expect(try stage.ask(.cancel(id: workout().id)) == .done)
        #expect(try stage.files.count == 1)
        #expect(try stage.answers().map(\.action) == ["done"])
    }

    /// A phone that was offline ticks a task that antrain has removed since: the tick is an answer, and an open task goes away again.
    @Test(arguments: [false, true]) func aTickOnARemovedTaskCounts(isOver: Bool) throws {
        let open = try stage.task
        let name = try stage.files[0]
        if isOver {
            stage.now += 90_000
            #expect(try stage.answers().isEmpty)
        } else {
            #expect(try stage.ask(.unschedule(key: workout().key)) == .done)
        }
        #expect(try stage.files.isEmpty && stage.held().isEmpty)
        try stage.home.write("tasks/" + name, open)
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.isEmpty)
        try stage.home.write("tasks/" + name, open)
        try stage.tick()
        #expect(try stage.held().isEmpty)
        let answer = try #require(try stage.answers().first)
        #expect(answer.action == "done" && answer.instant == 1_795_418_100)
        #expect(try stage.settle(answer) == .done)
        #expect(try stage.files == [name])
        #expect(try stage.answers().isEmpty)
        stage.now += 90_000
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.isEmpty)
    }

    /// A tick on a removed task that antrain refuses does not bring the task back, and counts once.
    @Test func aRefusedTickOnARemovedTaskGoesAway() throws {
        try stage.tick()
        let name = try stage.files[0]
        let ticked = try stage.task
        try stage.edit { _ in
            ticked.replacing("STATUS:COMPLETED", with: "STATUS:NEEDS-ACTION").replacing(/COMPLETED:.*\r\n/, with: "")
        }
        #expect(try stage.ask(.unschedule(key: workout().key)) == .done)
        for _ in 0..<2 {
            try stage.home.write("tasks/" + name, ticked)
            if let answer = try stage.answers().first { try stage.settle(answer, isRecorded: false, "no") }
            #expect(try stage.files.isEmpty)
        }
        stage.now += 15 * 86_400
        try stage.home.write("tasks/" + name, ticked)
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.isEmpty)
    }

    /// If a reminder is planned again, and a phone brings back its former task, only a tick of that one counts.
    @Test(arguments: [false, true]) func aFormerTaskOfAReminderEnds(isTicked: Bool) throws {
        let (name, open) = (try stage.files[0], try stage.task)
        #expect(try stage.ask(.unschedule(key: workout().key)) == .done)
        try stage.schedule(workout())
        let new = try stage.files
        #expect(new.count == 1 && new != [name])
        try stage.home.write(
            "tasks/" + name,
            isTicked ? open.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED") : open
        )
        #expect(try stage.answers().map(\.action) == (isTicked ? ["done"] : []))
        #expect(try stage.files == (isTicked ? (new + [name]).sorted() : new))
    }

    /// Another task of the same reminder ends, and its tick counts.
    @Test(arguments: [false, true]) func aSecondTaskOfAReminderEnds(isTicked: Bool) throws {
        let name = try stage.files[0]
        let second = try stage.task.replacing(/UID:antrain-\w+/, with: "UID:antrain-2").replacing(
            "STATUS:NEEDS-ACTION",
            with: isTicked ? "STATUS:COMPLETED" : "STATUS:NEEDS-ACTION"
        )
        try stage.home.write("tasks/antrain-2.ics", second)
        #expect(try stage.answers().map(\.action) == (isTicked ? ["done"] : []))
        #expect(try stage.files == (isTicked ? ["antrain-2.ics", name].sorted() : [name]))
    }

    /// A ticked task that the user opens again stays as it is for the rest of the day, and can be ticked again.
    @Test func aReopenedTaskCanBeTickedAgain() throws {
        try stage.tick()
        let first = try #require(try stage.answers().first)
        try stage.settle(first)
        try stage.edit { $0.replacing("STATUS:COMPLETED\r\nCOMPLETED:20261123T071500Z", with: "STATUS:NEEDS-ACTION") }
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.count == 1)
        try stage.tick(at: "20261123T090000Z")
        let second = try #require(try stage.answers().first)
        #expect(second.id != first.id && second.action == "done")
    }

    /// A message without answers is only dismissed by a tick.
    @Test func aTickOnNewsIsNoAnswer() throws {
        try stage.remove()
        _ = try stage.answers()
        var news = workout(24)
        news.actions = []
        try stage.schedule(news)
        try stage.tick()
        #expect(try stage.answers().isEmpty)
        try stage.schedule(news)
        #expect(try stage.files.count == 1)
        #expect(try stage.task.contains("STATUS:COMPLETED"))
        #expect(try stage.held().keys.contains(news.key))
    }

    // MARK: Deleted tasks

    /// Deleting a task is no answer: one whose time has come stays away, one whose time is ahead comes back.
    @Test func aDeletedTaskIsNoAnswer() throws {
        try stage.remove()
        #expect(try stage.held().count == 1)
        #expect(try stage.answers().isEmpty)
        try stage.schedule(workout())
        #expect(try stage.files.isEmpty)
        try stage.schedule(workout(24))
        let old = try stage.files
        try stage.remove()
        #expect(try stage.held().keys.sorted() == [workout(23).key])
        #expect(try stage.answers().isEmpty)
        try stage.schedule(workout(24))
        #expect(try stage.files.count == 1)
        #expect(try stage.files != old)
    }

    @Test(arguments: [23, 24]) func aDeletedTaskIsSkippedIfTheUserWants(day: Int) throws {
        stage.deleted = "skip"
        if day == 24 {
            #expect(try stage.ask(.unschedule(key: workout().key)) == .done)
            try stage.schedule(workout(24))
        }
        try stage.remove()
        #expect(try stage.held().count == 1)
        let answer = try #require(try stage.answers().first)
        #expect(answer.action == "skip" && answer.instant == 0 && answer.notification == workout(day).id)
        // It is not published again while the answer is on its way.
        try stage.schedule(workout(day))
        #expect(try stage.files.isEmpty)
        #expect(try stage.answers() == [answer])
        try stage.settle(answer)
        #expect(try stage.answers().isEmpty)
        #expect(try stage.held().isEmpty)
    }

    /// Several missing tasks are a fault of a synchronizer: nothing is answered, and they are published again.
    @Test(arguments: ["ignore", "skip"]) func severalMissingTasksAreAFault(deleted: String) throws {
        stage.deleted = deleted
        try stage.schedule(workout(24), workout(25))
        let kept = try #require(try stage.files.first { try stage.home.read("tasks/" + $0).contains("20261125") })
        for file in try stage.files where file != kept {
            try FileManager.default.removeItem(atPath: stage.path + "/" + file)
        }
        try stage.tick()
        #expect(try stage.held().keys.sorted() == [workout(25).key])
        guard case .result(let fault) = try stage.ask(.collect) else { throw ProgramFailure(message: "no fault") }
        #expect(fault.status == 1)
        #expect(fault.reason.hasPrefix("2 tasks were missing in \(stage.path): no answers were read"), "\(fault)")
        // It is reported once, and what was answered counts afterwards.
        #expect(try stage.answers().map(\.notification) == [workout(25).id])
        try stage.schedule(workout(23), workout(24))
        #expect(try stage.files.count == 3)
        #expect(try stage.held().count == 3)
    }

    // MARK: Synchronizers

    /// A file that is only half there is neither missing nor an answer.
    @Test func aHalfWrittenFileIsNeitherMissingNorAnswered() throws {
        let whole = try stage.task
        try stage.tick()
        let ticked = try stage.task
        for length in stride(from: 0, to: ticked.utf8.count - 2, by: 7) {
            try stage.edit { _ in String(decoding: ticked.utf8.prefix(length), as: UTF8.self) }
            #expect(try stage.held().count == 1)
            #expect(try stage.answers().isEmpty)
        }
        try stage.schedule(workout(body: "Another text"))
        try stage.edit { _ in ticked }
        #expect(try stage.answers().map(\.action) == ["done"])
        #expect(try stage.task.contains("DESCRIPTION:Another text"), "\(whole)")
    }

    /// A file that stays damaged is written again.
    @Test func aDamagedFileIsWrittenAgain() throws {
        try stage.edit { String($0.prefix(50)) }
        let file = stage.path + "/" + (try stage.files[0])
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -700)], ofItemAtPath: file)
        #expect(try stage.held().isEmpty)
        try stage.schedule(workout())
        #expect(try stage.held().count == 1)
        #expect(try stage.task.contains("DUE:20261123T063000Z"))
    }

    /// Of the copies that a synchronizer leaves after a conflict, the answered one counts, and the others are removed.
    @Test func copiesOfATaskAreOne() throws {
        let name = try stage.files[0]
        let open = try stage.task
        try stage.tick()
        let ticked = try stage.task
        let copy = name.replacing(".ics", with: ".sync-conflict-20261123-081500-ABC.ics")
        for (first, second) in [(open, ticked), (ticked, open)] {
            try stage.home.write("tasks/" + name, first)
            try stage.home.write("tasks/" + copy, second)
            #expect(try stage.answers().map(\.action) == ["done"])
            #expect(try stage.files.count == 1)
            #expect(try stage.task == ticked)
            try stage.remove()
        }
    }

    /// A task is the same under another name, and without the property that an app dropped.
    @Test func aRenamedTaskIsStillThatTask() throws {
        try stage.edit { $0.replacing(/X-ANTRAIN-KEY:.*\r\n/, with: "") }
        try stage.tick()
        try FileManager.default.moveItem(
            atPath: stage.path + "/" + stage.files[0],
            toPath: stage.path + "/8C1D-1.ics"
        )
        #expect(try stage.answers().map(\.action) == ["done"])
        #expect(try stage.held().count == 1)
        #expect(try stage.ask(.unschedule(key: workout().key)) == .done)
        stage.now += 90_000
        try stage.settle(try #require(try stage.answers().first))
        stage.now += 90_000
        #expect(try stage.answers().isEmpty)
        #expect(try stage.files.isEmpty)
    }

    /// If what the plugin remembers is lost, its tasks are continued, not doubled.
    @Test func tasksSurviveTheLossOfTheRecords() throws {
        let before = try stage.files
        try FileManager.default.removeItem(atPath: stage.home.path + "/.local/state/antrain/tasks")
        try FileManager.default.createDirectory(
            atPath: stage.home.path + "/.local/state/antrain/tasks",
            withIntermediateDirectories: true
        )
        try stage.tick()
        #expect(try stage.held() == [workout().key: 0])
        #expect(try stage.answers().isEmpty)
        try stage.schedule(workout())
        #expect(try stage.files == before)
        #expect(try stage.answers().map(\.action) == ["done"])
        try FileManager.default.removeItem(atPath: stage.home.path + "/.local/state/antrain/tasks/")
        try FileManager.default.createDirectory(
            atPath: stage.home.path + "/.local/state/antrain/tasks",
            withIntermediateDirectories: true
        )
        #expect(try stage.ask(.unschedule(key: workout().key)) == .done)
        #expect(try stage.files.isEmpty)
    }
}
